"""The contents of records beside runs, each thing once: events, names, facets, declarations, edits.

Whoever reads a range of the log brings contents together as far as the range goes. The contents of
all ranges that are about one thing then meet in one place, and are brought together here. Those of
a batch are brought together in the same way. Runs come in parts (`derive.runs`).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from headwater.model.datasets.items import DeclaredItem, NodeItem, SchemaItem
from headwater.model.entity_facets import EntityFacetRow
from headwater.model.event_facts import DatasetStatement, JobStatement
from headwater.model.jobs.items import (
    DatasetEventItem,
    JobEventItem,
    NamesItem,
    SourcesItem,
    stated_in,
)
from headwater.pipeline.derive.items import ItemRow, item_row
from headwater.store.tables import (
    COLUMN_SETS,
    CONTRACTS,
    DATASET_EVENTS,
    EDITS,
    ENTITY_FACETS,
    EVENTS,
    EXCERPTS,
    FACET_VALUES,
    FINDINGS,
    JOB_EVENTS,
    MENTIONS,
    NODES,
    Table,
)

_Rows = list[tuple[Any, ...]]

LEAVING_OUT = ("retract", "set_aside")
"""The edits that leave an event out, whether they come before or after it (semantics 10)."""


class EventRow(NamedTuple):
    """A row of `events`, and the keys of what the event mentions (`source.mentions`)."""

    digest: str
    shape: str
    event_time: int
    rank: int
    event_type: str | None
    run_key: str | None
    node_id: int
    segment: str
    position: int
    mentions: Sequence[int] = ()


class FindingRow(NamedTuple):
    """A row of `findings`."""

    digest: str
    code: str
    path: str
    detail: str


NOTING = ("finding", "set_aside")
"""The edits that say something of an event."""


def note_of(edit: Mapping[str, Any]) -> FindingRow | None:
    """What an edit (a row of `edits`) says of an event: that something is odd, or why it is set
    aside. None if it is another edit."""
    if edit["edit"] not in NOTING:
        return None
    fields = msgspec.json.decode(edit["value"])
    code, path, detail = (str(fields.get(name) or "") for name in ("code", "path", "detail"))
    return FindingRow(edit["name"], code or edit["edit"], path or "$", detail)


class NameRow(NamedTuple):
    """A name that events mention. `own_right` is 1 if an event is about it or lists it."""

    node_id: int
    kind: str
    namespace: str
    name: str
    own_right: int


class DeclaredRow(NamedTuple):
    """A record that is no run event: a job or dataset event, or an edit, which may register a
    contract. Most records are run events, so these are few."""

    digest: str
    shape: str | None = None
    event_time: int | None = None
    node_id: int | None = None
    job: JobStatement | None = None
    dataset: DatasetStatement | None = None
    edit: tuple[Any, ...] | None = None
    contract: tuple[Any, ...] | None = None


class SourceRow(NamedTuple):
    """The names that a set of column edges leads from, for a job (or dataset) that states it."""

    node_id: int
    set_hash: str
    sources: list[int]


class SchemaRow(NamedTuple):
    """A schema that is stated for a name of a dataset."""

    node_id: int
    hash: str
    value: str


NAMES = Table("names", "The nodes table, without entities.", NODES.columns[:-1], NODES.key)

SetEdge = tuple[str, int, str, str]
"""Output field, source node, input field and transformations."""


class Contents:
    """What records say beside runs, each thing once."""

    def __init__(self) -> None:
        self.events: dict[str, EventRow] = {}
        self.overcounted: dict[int, int] = {}
        """How many mentions were counted for later copies of events, by key."""
        self.names: dict[int, NameRow] = {}
        self.mentions: dict[int, int] = {}
        self.declared: dict[str, DeclaredRow] = {}
        self._findings: dict[tuple[str, str, str], str] = {}
        self._notes: list[FindingRow] = []
        self._values: dict[str, str] = {}
        self._excerpts: dict[int, bytes] = {}
        self._sets: dict[str, dict[tuple[str, int, str], str]] = {}
        self._facets: dict[tuple[int, str], EntityFacetRow] = {}
        self._sources: dict[tuple[int, str], list[int]] = {}
        self._schemas: dict[tuple[int, str], str] = {}

    @property
    def takers(self) -> dict[str, tuple[type, Callable[[Any], None]]]:
        """For each kind of contents, the type of its rows, and what takes one of them."""
        return {
            "event": (EventRow, self.add_event),
            "finding": (FindingRow, self.add_finding),
            "note": (FindingRow, self.add_note),
            "name": (NameRow, self.add_name),
            "value": (tuple[str, str], self.add_value),
            "excerpt": (tuple[int, bytes], self.add_excerpt),
            "set": (tuple[str, list[SetEdge]], self.add_set),
            "declared": (DeclaredRow, self.add_declared),
            "facet": (EntityFacetRow, self.add_facet),
            "mention": (tuple[int, int], self.add_mentions),
            "source": (SourceRow, self.add_source),
            "schema": (SchemaRow, self.add_schema),
        }

    def add_event(self, row: EventRow) -> None:
        """Adds an event. Of its copies the first one counts."""
        known = self.events.get(row.digest)
        if known is None:
            self.events[row.digest] = row
            return
        if row[7:9] < known[7:9]:
            self.events[row.digest] = row
        for key in row.mentions:
            self.overcounted[key] = self.overcounted.get(key, 0) + 1

    def add_finding(self, row: FindingRow) -> None:
        key = row[:3]
        self._findings[key] = min(row.detail, self._findings.get(key, row.detail))

    def add_note(self, row: FindingRow) -> None:
        """Adds what an edit says of an event: that something is odd, or why it is set aside."""
        self._notes.append(row)

    def add_name(self, row: NameRow) -> None:
        known = self.names.get(row.node_id)
        if known is None or row.own_right > known.own_right:
            self.names[row.node_id] = row

    def add_value(self, row: tuple[str, str]) -> None:
        self._values[row[0]] = row[1]

    def add_excerpt(self, row: tuple[int, bytes]) -> None:
        self._excerpts[row[0]] = row[1]

    def add_set(self, row: tuple[str, list[SetEdge]]) -> None:
        edges = self._sets.setdefault(row[0], {})
        for output, source, field, transformations in row[1]:
            edge = (output, source, field)
            edges[edge] = min(transformations, edges.get(edge, transformations))

    def add_declared(self, row: DeclaredRow) -> None:
        self.declared.setdefault(row.digest, row)

    def add_facet(self, row: EntityFacetRow) -> None:
        key = row.node_id, row.facet
        known = self._facets.get(key)
        if known is None or known[2:6] < row[2:6]:
            self._facets[key] = row

    def add_mentions(self, row: tuple[int, int]) -> None:
        self.mentions[row[0]] = self.mentions.get(row[0], 0) + row[1]

    def add_source(self, row: SourceRow) -> None:
        self._sources[row.node_id, row.set_hash] = row.sources

    def add_schema(self, row: SchemaRow) -> None:
        self._schemas[row.node_id, row.hash] = row.value

    # What is made of them

    def tables(self, accepted: Iterable[str] = ()) -> Iterator[tuple[Table, _Rows]]:
        """Rows of the tables that are made of contents alone, in the order of their keys.

        `accepted` are digests of events that are known elsewhere.
        """
        yield EVENTS, [row[:9] for _, row in sorted(self.events.items())]
        yield NAMES, sorted(self.names.values())
        yield MENTIONS, sorted(self.mentions.items())
        yield FINDINGS, self._all_findings({*self.events, *accepted})
        yield FACET_VALUES, sorted(self._values.items())
        yield EXCERPTS, sorted(self._excerpts.items())
        yield (
            COLUMN_SETS,
            sorted(
                (set_hash, *edge, transformations)
                for set_hash, edges in self._sets.items()
                for edge, transformations in edges.items()
            ),
        )
        yield ENTITY_FACETS, sorted(self._facets.values(), key=lambda row: row[:2])
        declared = [row for _, row in sorted(self.declared.items())]
        yield JOB_EVENTS, [_job_event(row) for row in declared if row.job is not None]
        yield DATASET_EVENTS, [_dataset_event(row) for row in declared if row.dataset is not None]
        yield EDITS, [(row.digest, *row.edit) for row in declared if row.edit is not None]
        yield CONTRACTS, [_contract(row) for row in declared if row.contract is not None]

    def _all_findings(self, accepted: set[str]) -> _Rows:
        """What was odd in events: found in reading, noted at a repair, or why one is set aside.

        An event that could not be read, or is set aside, is not among those that are `accepted`.
        """
        for note in self._notes:
            if note.code == "set_aside" or note.digest in accepted:
                self.add_finding(note)
        return sorted((*key, detail) for key, detail in self._findings.items())

    def job_items(self) -> Iterator[ItemRow]:
        """What histories of jobs are derived from, beside runs, under raw names."""
        for row in self.declared.values():
            if row.job is not None:
                yield item_row(_node(row), _job_event_item(row, row.job))
            if row.dataset is not None and row.dataset.lineage_hash is not None:
                time, stated = row.event_time or 0, row.dataset.lineage_hash
                yield item_row(_node(row), DatasetEventItem(row.digest, time, stated))
        for (node, set_hash), sources in self._sources.items():
            yield item_row(node, SourcesItem(set_hash, sources))
        for name in self.names.values():
            if name.kind == "job":
                yield item_row(name.node_id, NamesItem(name.namespace, name.name))

    def dataset_items(self) -> Iterator[ItemRow]:
        """What histories of datasets are derived from, beside runs, under raw names."""
        for row in self.declared.values():
            if row.dataset is not None:
                yield item_row(_node(row), declared_item(_dataset_event(row)))
        for name in self.names.values():
            if name.kind == "dataset":
                own = name.own_right
                node = NodeItem(name.node_id, name.namespace, name.name, own)
                yield item_row(name.node_id, node)
        for (node_id, schema_hash), value in self._schemas.items():
            yield item_row(node_id, SchemaItem(schema_hash, value))

    def left_out(self) -> set[str]:
        """The digests of the events that edits leave out."""
        return {
            row.edit[4]
            for row in self.declared.values()
            if row.edit is not None and row.edit[0] in LEAVING_OUT
        }

    def renames(self) -> set[tuple[int, int]]:
        """The new and the old name of each rename that a dataset event states."""
        return {
            (_node(row), row.dataset.renamed_from)
            for row in self.declared.values()
            if row.dataset is not None and row.dataset.renamed_from is not None
        }

    def aliases(self) -> Iterator[tuple[int, str]]:
        """The symlinks in force: a name, and the ids of those that it names as JSON."""
        for row in self._facets.values():
            if row.facet == "symlinks" and row.value is not None:
                yield row.node_id, row.value

    def targets(self) -> set[int]:
        """The names that explicit lineage of job events leads to, or that feed anything."""
        found = {source for edges in self._sets.values() for _, source, _ in edges}
        for row in self.declared.values():
            if row.job is not None:
                found.update(target for target, _ in stated_in(row.job.lineage))
        return found


def _node(row: DeclaredRow) -> int:
    assert row.node_id is not None  # an event is about something
    return row.node_id


def _job_event(row: DeclaredRow) -> tuple[Any, ...]:
    assert row.job is not None
    return row.digest, row.node_id, row.event_time, *row.job


def _job_event_item(row: DeclaredRow, job: JobStatement) -> JobEventItem:
    return JobEventItem(digest=row.digest, event_time=row.event_time or 0, **job._asdict())


def _dataset_event(row: DeclaredRow) -> tuple[Any, ...]:
    assert row.dataset is not None
    return row.digest, row.node_id, row.event_time, *row.dataset


def declared_item(event: Sequence[Any]) -> DeclaredItem:
    """A row of `dataset_events` as an item."""
    return DeclaredItem(*event[:7])


def _contract(row: DeclaredRow) -> tuple[Any, ...]:
    assert row.contract is not None
    assert row.edit is not None
    kind, contract_id, version, *rest = row.contract
    return row.digest, kind, contract_id, version, row.edit[1], *rest
