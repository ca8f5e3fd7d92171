"""The demo in a store, without Spark."""

from pathlib import Path

import msgspec

from headwater.demo import END, events
from headwater.demo.contracts import registrations
from headwater.log import LogWriter
from headwater.model.events import accept, edit_line
from headwater.model.extract import Extractor
from headwater.model.facts import Rules
from headwater.store import open_store
from headwater.store.tables import FINDINGS
from tests.running.reference_store import ReferenceStore
from tests.store.rows import values_of


def write_demo(directory: Path) -> None:
    """Log and store as a pipeline would leave them."""
    log = directory / "log"
    with open_store(f"sqlite:///{directory}/store.sqlite") as store:
        ReferenceStore([("openlineage", event) for event in events()]).write(log, store)
        with store.transaction(store.take_over()) as transaction:
            transaction.upsert(FINDINGS, values_of(FINDINGS, _findings()))
    # The contracts are left to the pipeline of the server.
    edits = [edit_line(edit) for edit in registrations(END)]
    with LogWriter(log) as writer:
        writer.append_many([("edit", digest, line) for line, digest in edits])


def _findings() -> list[dict[str, str]]:
    """What is odd in single events, as the pipeline finds it."""
    extractor = Extractor(Rules())
    accepted = [accept(msgspec.json.encode(event)) for event in events()]
    return [
        {"digest": one.digest, "code": found.code, "path": found.path, "detail": found.detail}
        for one in accepted
        for found in extractor.event(one.body).findings
    ]
