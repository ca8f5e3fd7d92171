"""Retracting events that were applied before (semantics 10).

A fold takes facts in, and cannot give them back. So what a retracted event was folded into is
folded anew from the remaining events: its run, and the facets of jobs and datasets that it was the
last to state. What it alone had mentioned is removed (`headwater.pipeline.source.mentions`). Events
that are set aside are treated in the same way.
"""

from collections.abc import Collection, Iterable, Iterator, Set
from dataclasses import dataclass, field
from typing import Any

import msgspec
import pyarrow as pa

from headwater.pipeline.source.log_reader import LogReader, no_records
from headwater.pipeline.source.stored import Row, Rows, rows_in
from headwater.store.read import Snapshot
from headwater.store.tables import ENTITY_FACETS

RUNS_AT_ONCE = 100


@dataclass(frozen=True)
class Retraction:
    """Events that were applied before and no longer count."""

    digests: frozenset[str] = frozenset()
    records: pa.Table = field(default_factory=no_records)
    """The records of these events."""
    runs: frozenset[str] = frozenset()
    remaining: pa.Table = field(default_factory=no_records)
    """The records of the other events of their runs, and of job and dataset events about names that
    lose one of their facets."""
    facets: Rows = field(default_factory=list)
    """The facets that are lost: rows of `entity_facets`."""

    def mentioned(self, column: str, key: str) -> set[Any]:
        """What the retracted events mention, in a column of lists."""
        return {item[key] for items in self.records.column(column).to_pylist() for item in items}


def retraction(snapshot: Snapshot, log_reader: LogReader, digests: Collection[str]) -> Retraction:
    """The retraction of those among these events that were applied before."""
    known = snapshot.query_in("SELECT digest, run_key FROM events WHERE digest IN {keys}", digests)
    if not known:
        return Retraction()
    gone = frozenset(row[0] for row in known)
    runs = frozenset(row[1] for row in known if row[1] is not None)
    records = log_reader.stored_events(snapshot, "digest", gone, ())
    nodes = {fact["node_id"] for facts in records.column("facts").to_pylist() for fact in facts}
    facets = [
        row
        for row in rows_in(snapshot, ENTITY_FACETS, "node_id", nodes - {None})
        if row["digest"] in gone
    ]
    remaining = [
        log_reader.stored_events(snapshot, "run_key", runs, gone),
        _declared(snapshot, log_reader, {row["node_id"] for row in facets}, gone),
    ]
    return Retraction(gone, records, runs, pa.concat_tables(remaining), facets)


def _declared(
    snapshot: Snapshot, log_reader: LogReader, nodes: Set[int], gone: Collection[str]
) -> pa.Table:
    """The records of the job and dataset events that state something about these names.

    Job events are few, so all of them are read. The stored row of one is not enough: it leaves out
    outputs that the event drops, and the event may state facets of these as well.
    """
    if not nodes:
        return no_records()
    digests = [
        *snapshot.query("SELECT digest FROM job_events"),
        *snapshot.query_in("SELECT digest FROM dataset_events WHERE node_id IN {keys}", nodes),
    ]
    declared = log_reader.stored_events(snapshot, "digest", [row[0] for row in digests], gone)
    is_about_them = [
        any(fact["node_id"] in nodes for fact in facts)
        for facts in declared.column("facts").to_pylist()
    ]
    return declared.filter(pa.array(is_about_them, pa.bool_()))


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
        instances = (_instances(msgspec.json.decode(row[0]), node, facet) for row in facts)
        stated = [row for rows in instances for row in rows]
        last = max([*stated, *([last] if last else [])], key=_order, default=None)
    return last


def _order(row: Row) -> tuple[int, int, str, int]:
    return row["event_time"], row["rank"], row["digest"], row["place"]


def _instances(registers: Iterable[dict[str, Any]], node: int, facet: str) -> Iterator[Row]:
    """The instances of a facet in the registers of a run, as rows of `entity_facets`."""
    for register in registers:
        if (register.get("n"), register["f"]) != (node, facet):
            continue
        if register["e"] not in ("job", "input", "output"):
            continue
        last = {**register["k"], **{name: register.get(name) for name in ("h", "d", "v")}}
        for instance in (last, register.get("s")):
            if instance is None:
                continue
            states = instance.get("v") is not None or instance["d"] == 1
            if facet == "symlinks" and register["e"] != "job" and not states:
                continue
            yield {
                "node_id": node,
                "facet": facet,
                "event_time": instance["t"],
                "rank": instance["r"],
                "digest": instance["g"],
                "place": instance["l"],
                "hash": instance["h"],
                "deleted": instance["d"],
                "value": instance.get("v") if facet == "symlinks" else None,
            }
