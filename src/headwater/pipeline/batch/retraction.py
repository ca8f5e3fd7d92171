"""Taking back events that were applied before (semantics 10).

A fold takes in; it does not give back. So what an event was folded into is folded anew, from the
events that are left: its run, and the facets of jobs and datasets that it was the last to state.
What it alone had mentioned goes (`headwater.pipeline.source.mentions`).
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
class TakenBack:
    """Events that were applied before, and no longer count."""

    digests: frozenset[str] = frozenset()
    said: pa.Table = field(default_factory=no_records)
    """Their records."""
    runs: frozenset[str] = frozenset()
    left: pa.Table = field(default_factory=no_records)
    """Records of the other events of their runs, and of job and dataset events about what loses a
    facet."""
    facets: Rows = field(default_factory=list)
    """What it loses: rows of `entity_facets`."""

    def mentioned(self, column: str, key: str) -> set[Any]:
        """What the events mention, in a column of lists."""
        return {item[key] for items in self.said.column(column).to_pylist() for item in items}


def taken_back(snapshot: Snapshot, reading: LogReader, digests: Collection[str]) -> TakenBack:
    """What is known of those of the events that were applied before."""
    known = snapshot.query_in("SELECT digest, run_key FROM events WHERE digest IN {keys}", digests)
    if not known:
        return TakenBack()
    gone = frozenset(row[0] for row in known)
    runs = frozenset(row[1] for row in known if row[1] is not None)
    said = reading.of(snapshot, "digest", gone, ())
    nodes = {fact["node_id"] for facts in said.column("facts").to_pylist() for fact in facts}
    facets = [
        row
        for row in rows_in(snapshot, ENTITY_FACETS, "node_id", nodes - {None})
        if row["digest"] in gone
    ]
    left = [
        reading.of(snapshot, "run_key", runs, gone),
        _declared(snapshot, reading, {row["node_id"] for row in facets}, gone),
    ]
    return TakenBack(gone, said, runs, pa.concat_tables(left), facets)


def _declared(
    snapshot: Snapshot, reading: LogReader, nodes: Set[int], gone: Collection[str]
) -> pa.Table:
    """Records of the job and dataset events that state something about these names.

    Job events are few, so all are looked at: what is stored of one leaves out the outputs that it
    drops, about which it may state as much as about the others.
    """
    if not nodes:
        return no_records()
    digests = [
        *snapshot.query("SELECT digest FROM job_events"),
        *snapshot.query_in("SELECT digest FROM dataset_events WHERE node_id IN {keys}", nodes),
    ]
    declared = reading.of(snapshot, "digest", [row[0] for row in digests], gone)
    speaks = [
        any(fact["node_id"] in nodes for fact in facts)
        for facts in declared.column("facts").to_pylist()
    ]
    return declared.filter(pa.array(speaks, pa.bool_()))


def facets_left(snapshot: Snapshot, gone: TakenBack) -> Rows:
    """Of the facets that the events were the last to state, what other runs had stated."""
    found = (_last_stated(snapshot, lost, gone.runs) for lost in gone.facets)
    return [row for row in found if row is not None]


def _last_stated(snapshot: Snapshot, lost: Row, runs: Collection[str]) -> Row | None:
    """What the last run but these stated; runs are looked at from the latest on."""
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
        told = (_instances(msgspec.json.decode(row[0]), node, facet) for row in facts)
        stated = [row for rows in told for row in rows]
        last = max([*stated, *([last] if last else [])], key=_order, default=None)
    return last


def _order(row: Row) -> tuple[int, int, str, int]:
    return row["event_time"], row["rank"], row["digest"], row["place"]


def _instances(registers: Iterable[dict[str, Any]], node: int, facet: str) -> Iterator[Row]:
    """What registers hold of a facet of a job or dataset, as rows of `entity_facets`."""
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
