"""Retracting events that were applied before (semantics 10).

A fold takes facts in, and cannot give them back. So what a retracted event was folded into is
folded anew from the remaining events: its run, and the facets of jobs and datasets that it was the
last to state. What it alone had mentioned is removed (`headwater.pipeline.source.mentions`). Events
that are set aside are treated in the same way.
"""

from collections.abc import Collection, Iterator, Mapping, Set
from dataclasses import dataclass, field

from headwater.model.runs.registers import Key, RunRegister
from headwater.pipeline.source.log_reader import LogReader
from headwater.pipeline.source.records import ReadRecord, events_in
from headwater.pipeline.source.stored import Row, Rows, rows_in
from headwater.store.read import Snapshot
from headwater.store.run_registers import folded_registers_of
from headwater.store.tables import ENTITY_FACETS

RUNS_AT_ONCE = 100


@dataclass(frozen=True)
class Retraction:
    """Events that were applied before and no longer count."""

    digests: frozenset[str] = frozenset()
    records: list[ReadRecord] = field(default_factory=list)
    """The records of these events."""
    runs: frozenset[str] = frozenset()
    remaining: list[ReadRecord] = field(default_factory=list)
    """The records of the other events of their runs, and of job and dataset events about names that
    lose one of their facets."""
    facets: Rows = field(default_factory=list)
    """The facets that are lost: rows of `entity_facets`."""

    @property
    def names(self) -> set[int]:
        """The names that the retracted events mention."""
        return {name.node_id for _, event in events_in(self.records) for name, _ in event.names}

    @property
    def values(self) -> set[str]:
        """The hashes of the facets that they state."""
        return {key for _, event in events_in(self.records) for key, _ in event.values}

    @property
    def excerpts(self) -> set[int]:
        """The keys of the excerpts that they quote."""
        return {one.key for _, event in events_in(self.records) for one in event.excerpts}

    @property
    def sets(self) -> set[str]:
        """The sets of column edges that they state."""
        return {edge.set_hash for _, event in events_in(self.records) for edge in event.edges}


def retraction(snapshot: Snapshot, log_reader: LogReader, digests: Collection[str]) -> Retraction:
    """The retraction of those among these events that were applied before."""
    known = snapshot.query_in("SELECT digest, run_key FROM events WHERE digest IN {keys}", digests)
    if not known:
        return Retraction()
    gone = frozenset(row[0] for row in known)
    runs = frozenset(row[1] for row in known if row[1] is not None)
    records = log_reader.stored_events(snapshot, "digest", gone, ())
    facets = [
        row
        for row in rows_in(snapshot, ENTITY_FACETS, "node_id", nodes_in(records))
        if row["digest"] in gone
    ]
    remaining = [
        *log_reader.stored_events(snapshot, "run_key", runs, gone),
        *_declared(snapshot, log_reader, {row["node_id"] for row in facets}, gone),
    ]
    return Retraction(gone, records, runs, remaining, facets)


def nodes_in(records: Collection[ReadRecord]) -> set[int]:
    """The names that facts of records are about."""
    nodes = {fact.node_id for _, event in events_in(records) for fact in event.facts}
    return {node for node in nodes if node is not None}


def _declared(
    snapshot: Snapshot, log_reader: LogReader, nodes: Set[int], gone: Collection[str]
) -> list[ReadRecord]:
    """The records of the job and dataset events that state something about these names.

    Job events are few, so all of them are read. The stored row of one is not enough: it leaves out
    outputs that the event drops, and the event may state facets of these as well.
    """
    if not nodes:
        return []
    digests = [
        *snapshot.query("SELECT digest FROM job_events"),
        *snapshot.query_in("SELECT digest FROM dataset_events WHERE node_id IN {keys}", nodes),
    ]
    declared = log_reader.stored_events(snapshot, "digest", [row[0] for row in digests], gone)
    return [record for record in declared if not nodes.isdisjoint(nodes_in([record]))]


def facets_left(snapshot: Snapshot, gone: Retraction) -> Rows:
    """For each lost facet, the instance that other runs had stated before, if there is one."""
    found = (_last_stated(snapshot, lost, gone.runs) for lost in gone.facets)
    return [row for row in found if row is not None]


def _last_stated(snapshot: Snapshot, lost: Row, runs: Collection[str]) -> Row | None:
    """The last instance that runs other than these stated. The latest runs are looked at first."""
    last: Row | None = None
    node, facet = lost["node_id"], lost["facet"]
    using = snapshot.query(
        "SELECT run_key, max(last_time) AS until FROM ("
        "SELECT run_key, last_time FROM run_io WHERE node_id = ?"
        " UNION ALL SELECT run_key, last_time FROM runs WHERE job_id = ?) AS used"
        " GROUP BY run_key ORDER BY until DESC",
        (node, node),
    )
    others = [(key, until) for key, until in using if key not in runs]
    for start in range(0, len(others), RUNS_AT_ONCE):
        some = dict(others[start : start + RUNS_AT_ONCE])
        if last is not None and last["event_time"] > max(some.values()):
            break
        facts = snapshot.query_in("SELECT facts FROM runs WHERE run_key IN {keys}", some)
        folded = folded_registers_of(snapshot, (row[0] for row in facts))
        instances = (_instances(registers, node, facet) for registers in folded)
        stated = [row for rows in instances for row in rows]
        last = max([*stated, *([last] if last else [])], key=_order, default=None)
    return last


def _order(row: Row) -> tuple[int, int, str, int]:
    return row["event_time"], row["rank"], row["digest"], row["place"]


def _instances(registers: Mapping[Key, RunRegister], node: int, facet: str) -> Iterator[Row]:
    """The instances of a facet in the registers of a run, as rows of `entity_facets`."""
    for (part, of, _, name), register in registers.items():
        if (of, name) != (node, facet) or part not in ("job", "input", "output"):
            continue
        for instance in {register[1], register[2] or register[1]}:
            time, rank, digest, place, content, deleted, value = instance
            states = value is not None or deleted == 1
            if facet == "symlinks" and part != "job" and not states:
                continue
            yield {
                "node_id": node,
                "facet": facet,
                "event_time": time,
                "rank": rank,
                "digest": digest,
                "place": place,
                "hash": content,
                "deleted": deleted,
                "value": value if facet == "symlinks" else None,
            }
