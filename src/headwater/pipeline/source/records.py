"""Records of the log, taken apart into what they say (`model.extract`)."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from headwater.log import Record
from headwater.model.event_facts import EventFacts
from headwater.model.events import Finding
from headwater.model.extract import Extractor, unreadable
from headwater.model.facet_content import ColumnSource
from headwater.model.facts import Rules
from headwater.model.runs.registers import K
from headwater.pipeline.derive.contents import DeclaredRow, EventRow, SetEdge
from headwater.pipeline.source.edits import EditRows, read_edit
from headwater.store.tables import CONTRACTS, EDITS

Content: TypeAlias = EventFacts | EditRows | Finding
"""What a record says; of one that cannot be read, the finding about it."""

_EDIT = EDITS.names[1:]
_CONTRACT = tuple(name for name in CONTRACTS.names if name not in ("digest", "registered_at"))


class ReadRecord(NamedTuple):
    """A record of the log, and what it says."""

    digest: str
    segment: str
    position: int
    content: Content


OrderedEvent: TypeAlias = tuple[K, EventFacts]
"""An event with its order."""


@lru_cache(maxsize=2)
def extractor(rules: Rules) -> Extractor:
    """Kept, because ranges of one log mention the same things again and again."""
    return Extractor(rules)


def counts(record: Record, left_out: Collection[str]) -> bool:
    """Whether anything is derived from a record. `left_out` has digests of events that do not
    count."""
    return record.kind == "edit" or (record.kind == "openlineage" and record.digest not in left_out)


def taken_apart(record: Record, extractor: Extractor) -> ReadRecord:
    """A record with what it says. One odd event must not keep all others from being read."""
    content: Content
    try:
        content = read_edit(record.body) if record.kind == "edit" else extractor.event(record.body)
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001  a bug of ours that this record reveals
        content = unreadable(error)
    return ReadRecord(record.digest, record.segment, record.offset, content)


def events_in(records: Collection[ReadRecord]) -> Iterator[tuple[str, EventFacts]]:
    """The events among records, with their digests."""
    for record in records:
        if isinstance(record.content, EventFacts):
            yield record.digest, record.content


def edits_in(records: Collection[ReadRecord]) -> Iterator[EditRows]:
    """The edits among records."""
    for record in records:
        if isinstance(record.content, EditRows):
            yield record.content


def ordered_events(records: Collection[ReadRecord]) -> list[OrderedEvent]:
    """The events among records, each with its order."""
    return [((event.event_time, event.rank, digest), event) for digest, event in events_in(records)]


def event_row(record: ReadRecord, event: EventFacts, mentions: Sequence[int] = ()) -> EventRow:
    """The event that a record is."""
    about = (event.shape, event.event_time, event.rank, event.event_type)
    whose = (event.run_key, event.node_id)
    return EventRow(record.digest, *about, *whose, record.segment, record.position, mentions)


def declared_row(digest: str, content: EventFacts | EditRows) -> DeclaredRow | None:
    """What a record declares. None for a run event, which declares nothing."""
    if isinstance(content, EditRows):
        edit = tuple(content.row[name] for name in _EDIT)
        contract = content.contract and tuple(content.contract[name] for name in _CONTRACT)
        return DeclaredRow(digest, edit=edit, contract=contract or None)
    if content.shape == "run":
        return None
    about = (content.shape, content.event_time, content.node_id)
    return DeclaredRow(digest, *about, content.job, content.dataset)


def sets_in(edges: Iterable[ColumnSource]) -> dict[str, list[SetEdge]]:
    """Sets of column edges by hash. All edges of a set come in one part of an event."""
    found: dict[str, list[SetEdge]] = {}
    for edge in edges:
        found.setdefault(edge.set_hash, []).append(edge[1:])
    return found
