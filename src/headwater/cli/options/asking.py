"""Who answers a question: the store of this machine, or a server."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial, wraps
from typing import TYPE_CHECKING, Any, TypeAlias

import click

from headwater.answers.catalog import Edited
from headwater.answers.service import Status
from headwater.assistants.tool import Ask
from headwater.cli.options.editing import LOGGED, append_edits
from headwater.cli.options.settings import (
    Command,
    end_note,
    event_log,
    stored,
    with_settings,
)
from headwater.cli.printing.output import print_line
from headwater.config import Settings
from headwater.query.answering import answer
from headwater.query.catalog.edits import edit_record
from headwater.query.catalog.subjects import subject_id
from headwater.query.contracts.contracts import (
    contract_details,
    contract_diff,
    contract_text,
    contract_versions,
)
from headwater.query.service.status import status
from headwater.questions.edits import Edit
from headwater.questions.question import A, Question
from headwater.store import Snapshot, Store

if TYPE_CHECKING:
    from headwater.client import Client


class LocalContracts:
    """The data contracts in the store of this machine, with the methods of the client."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.details = partial(contract_details, snapshot)
        self.text = partial(contract_text, snapshot)
        self.versions = partial(contract_versions, snapshot)
        self.diff = partial(contract_diff, snapshot)


class Local:
    """The store of this machine, with the methods of the client and the same answers.

    Edits are written to the log of this machine, and applied later.
    """

    def __init__(self, settings: Settings, store: Store, snapshot: Snapshot) -> None:
        self.log = event_log(settings)
        self.contracts = LocalContracts(snapshot)
        self.snapshot = snapshot
        self._settings, self._store = settings, store

    def ask(self, question: Question[A]) -> A:
        return answer(self.snapshot, question)

    def status(self) -> Status:
        # The end of the log is looked up after the snapshot, as the log may grow meanwhile.
        reached, ended = self.log.head(), end_note(self._settings).read()
        claim = self._store.claim()
        return status(self.snapshot, self.log, reached, claim=claim, ended=ended)

    def edit(self, edit: Edit) -> Edited:
        record = edit_record(self.snapshot, edit)
        append_edits(self._settings, [record])
        return Edited(subject_id(record))

    def retract(self, digest: str) -> None:
        if not self.snapshot.query("SELECT 1 FROM events WHERE digest = ?", (digest,)):
            click.echo("the store has no such event; it will not count if it comes", err=True)
        append_edits(self._settings, [{"edit": "retract", "kind": "event", "digest": digest}])


Answerer: TypeAlias = "Local | Client"
"""What answers the questions of a command: a store or a server."""


def with_answerer(command: Command) -> Command:
    """Adds `--url` and `--key`. The command gets who answers, a server or the store, as its first
    argument."""

    @click.option("--url", help="The server to ask instead of the store of this machine.")
    @click.option("--key", help="The API key for the server.")
    @with_settings
    @wraps(command)
    def configured(settings: Settings, url: str | None, key: str | None, **arguments: Any) -> None:
        with _answerer(settings, url or settings.url, key or settings.key) as answerer:
            command(answerer, **arguments)

    return configured


@contextmanager
def _answerer(settings: Settings, url: str, key: str) -> Iterator[Answerer]:
    if url:
        # Imported only here, as most commands do without what HTTP needs.
        from headwater.client import Client

        with Client(url, key or None, pauses=()) as client:  # no retries: people can ask again
            yield client
    else:
        with stored(settings) as store, store.snapshot() as snapshot:
            yield Local(settings, store, snapshot)


@contextmanager
def asking_anew(settings: Settings, url: str, key: str) -> Iterator[Ask]:
    """Asks a server, or the store as it is at the time of each question; for those who ask for
    long."""
    if url:
        from headwater.client import Client

        with Client(url, key or None) as client:
            yield client.ask
        return
    with stored(settings) as store:

        def ask(question: Question[A], /) -> A:
            with store.snapshot() as snapshot:
                return answer(snapshot, question)

        yield ask


def print_outcome(answerer: Answerer) -> None:
    """Prints what became of an edit."""
    print_line(LOGGED if isinstance(answerer, Local) else "applied")
