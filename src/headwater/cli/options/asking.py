"""Where a question is put: to the store of this machine, or to a server."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import click

from headwater.answers.service import FindingList, Status
from headwater.cli.options.settings import Command, log_directory, stored, with_settings
from headwater.config import Settings
from headwater.log import head
from headwater.query.catalog.identity import identity
from headwater.query.columns.columns import columns
from headwater.query.contracts.drift import contract_drift, drift
from headwater.query.contracts.impact import contract_impact
from headwater.query.contracts.lineage import design_lineage
from headwater.query.contracts.listing import (
    contract_details,
    contract_diff,
    contract_text,
    contract_versions,
    list_contracts,
)
from headwater.query.contracts.operational import operational_lineage
from headwater.query.diff.graph_diff import graph_diff
from headwater.query.diff.run_diff import run_diff
from headwater.query.impact.impact import impact
from headwater.query.lineage.lineage import lineage
from headwater.query.lineage.run_lineage import run_lineage
from headwater.query.pages import Page
from headwater.query.runs.runs import runs
from headwater.query.search.search import search
from headwater.query.service.findings import FindingsWanted, findings
from headwater.query.service.status import status
from headwater.query.why.why import why
from headwater.store import Claim, Snapshot

if TYPE_CHECKING:
    from headwater.client import Client


class LocalContracts:
    """Its data contracts, asked in the words of the client."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.list = partial(list_contracts, snapshot)
        self.details = partial(contract_details, snapshot)
        self.text = partial(contract_text, snapshot)
        self.versions = partial(contract_versions, snapshot)
        self.diff = partial(contract_diff, snapshot)
        self.lineage = partial(design_lineage, snapshot)
        self.operational = partial(operational_lineage, snapshot)
        self.impact = partial(contract_impact, snapshot)
        self.drift = partial(drift, snapshot)
        self.drift_of = partial(contract_drift, snapshot)


class Local:
    """The store of this machine. It is asked in the words of the client, and answers alike."""

    def __init__(self, snapshot: Snapshot, log: Path, claim: Callable[[], Claim | None]) -> None:
        self.log = log
        self._snapshot, self._claim = snapshot, claim
        self.columns = partial(columns, snapshot)
        self.contracts = LocalContracts(snapshot)
        self.graph_diff = partial(graph_diff, snapshot)
        self.identity = partial(identity, snapshot)
        self.impact = partial(impact, snapshot)
        self.lineage = partial(lineage, snapshot)
        self.run_diff = partial(run_diff, snapshot)
        self.run_lineage = partial(run_lineage, snapshot)
        self.runs = partial(runs, snapshot)
        self.search = partial(search, snapshot)
        self.why = partial(why, snapshot)

    def findings(self, *, code: str | None, page: Page) -> FindingList:
        return findings(self._snapshot, FindingsWanted(code=code), page)

    def status(self) -> Status:
        # The log may grow meanwhile: its end is looked for after the store's state is fixed.
        return status(self._snapshot, self.log, head(self.log), claim=self._claim())


Asked: TypeAlias = "Local | Client"


def with_asked(command: Command) -> Command:
    """Adds whom to ask, a server or the store; the command gets `asked` as its first argument."""

    @click.option("--url", help="Ask the server there, not the store of this machine.")
    @click.option("--key", help="API key for the server.")
    @with_settings
    @wraps(command)
    def configured(settings: Settings, url: str | None, key: str | None, **arguments: Any) -> None:
        with _asked(settings, url or settings.url, key or settings.key) as asked:
            command(asked, **arguments)

    return configured


@contextmanager
def _asked(settings: Settings, url: str, key: str) -> Iterator[Asked]:
    if url:
        # Only here: most commands do without what HTTP needs.
        from headwater.client import Client

        with Client(url, key or None, pauses=()) as client:  # who asks can ask again
            yield client
    else:
        with stored(settings) as store, store.snapshot() as snapshot:
            yield Local(snapshot, log_directory(settings), store.claim)
