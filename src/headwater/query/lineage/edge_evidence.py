"""The evidence for an edge: who states it, since when, and which runs show it (semantics 6.2)."""

from collections.abc import Collection
from typing import NamedTuple

from headwater.answers.edge_evidence import EdgeEvidence, Statement
from headwater.answers.graph import LatestRun
from headwater.answers.moments import Instant
from headwater.errors import NotFoundError
from headwater.query.graph.current import CurrentGraph
from headwater.query.graph.edges import STRENGTH
from headwater.query.moments import in_force, instant
from headwater.query.names.entities import Entity, entities, members
from headwater.query.names.run_ids import public_ids
from headwater.query.node_ids import resolve
from headwater.query.runs.assumed_ends import ASSUMED_END, SHOWN_STATE
from headwater.store import Snapshot

LATEST_RUNS = 10

_LISTING = (
    "r.job_id = ? AND EXISTS (SELECT 1 FROM run_io i WHERE i.run_key = r.run_key"
    " AND i.side = ? AND i.node_id IN {keys})"
)
_STATING = "r.job_id IN {keys} AND r.ended_at >= ? AND r.ended_at < ?"


class _Row(NamedTuple):
    basis: str
    stated_by: int
    valid_from: int
    valid_to: int


def edge(snapshot: Snapshot, origin: str, destination: str) -> EdgeEvidence:
    """The evidence for an edge between two nodes, which may be an edge of the past."""
    start = resolve(snapshot, origin, kinds=("job", "dataset")).entity
    end = resolve(snapshot, destination, kinds=("job", "dataset")).entity
    at = in_force(None)
    rows = _stated(snapshot, start, end, at)
    if not rows:
        raise NotFoundError(
            f"no edge has ever led from {start.id} to {end.id}; edges point the way data"
            " flows, and `headwater lineage NODE` shows those of a node"
        )
    holding = _in_graph(snapshot, start, end, at)
    speakers = entities(snapshot, {row.stated_by for row in rows})
    condition, keys, params = _shown_by(snapshot, start, end, rows)
    [(count,)] = snapshot.query_in(f"SELECT count(*) FROM runs r WHERE {condition}", keys, params)
    runs = _latest(snapshot, condition, keys, params)
    seen = max((run.ended_at or run.started_at for run in runs), default=None)
    return EdgeEvidence(
        origin=start.id,
        destination=end.id,
        basis=min(holding or {row.basis for row in rows}, key=STRENGTH.__getitem__),
        is_current=bool(holding),
        first_seen=instant(min(row.valid_from for row in rows)),
        last_seen=seen or instant(max(row.valid_from for row in rows)),
        statements=tuple(
            Statement(
                basis=row.basis,
                stated_by=speakers[row.stated_by].id,
                since=instant(row.valid_from),
                until=instant(row.valid_to) if row.valid_to <= at else None,
            )
            for row in rows
        ),
        run_count=count,
        latest_runs=runs,
    )


def _in_graph(snapshot: Snapshot, origin: Entity, destination: Entity, at: int) -> set[str]:
    """The bases on which the current graph has the edge.

    Contents of deleted jobs do not count.
    """
    links = CurrentGraph(snapshot, at, control=True).into({destination.key})
    return {link.basis for link in links if link.origin == origin.key}


def _stated(snapshot: Snapshot, origin: Entity, destination: Entity, at: int) -> list[_Row]:
    rows = snapshot.query(
        "SELECT basis, stated_by, valid_from, valid_to FROM edges"
        " WHERE origin = ? AND destination = ? AND valid_from <= ? UNION ALL"
        " SELECT 'control', job_id, valid_from, valid_to FROM control_edges"
        " WHERE origin = ? AND destination = ? AND valid_from <= ?",
        (origin.key, destination.key, at) * 2,
    )
    found = [_Row(*row) for row in rows]
    return sorted(found, key=lambda row: (-row.valid_from, STRENGTH[row.basis], row.stated_by))


def _shown_by(
    snapshot: Snapshot, origin: Entity, destination: Entity, rows: Collection[_Row]
) -> tuple[str, list[int], tuple[object, ...]]:
    """The runs that show an edge, as an SQL condition with its keys and parameters."""
    if any(row.basis == "listed" for row in rows):  # such an edge is between a job and a dataset
        reads = origin.kind == "dataset"
        job, dataset = (destination, origin) if reads else (origin, destination)
        nodes = members(snapshot, [dataset.key])[dataset.key]
        return _LISTING, list(nodes), (job.key, "input" if reads else "output")
    speakers = sorted({row.stated_by for row in rows})
    times = (min(row.valid_from for row in rows), max(row.valid_to for row in rows))
    return _STATING, speakers, times


def _latest(
    snapshot: Snapshot, condition: str, keys: list[int], params: tuple[object, ...]
) -> tuple[LatestRun, ...]:
    rows = snapshot.query_in(
        f"SELECT r.run_key, {SHOWN_STATE}, r.started_at, COALESCE(r.ended_at, {ASSUMED_END}),"
        f" r.ended_at IS NULL AND {ASSUMED_END} IS NOT NULL FROM runs r WHERE {condition}"
        " ORDER BY r.started_at DESC, r.run_key DESC LIMIT ?",
        keys,
        (*params, LATEST_RUNS),
    )
    ids = public_ids(snapshot, (run_key for run_key, *_ in rows))
    return tuple(
        LatestRun(ids[run_key], state, Instant(started_at), instant(ended_at), bool(is_assumed))
        for run_key, state, started_at, ended_at, is_assumed in rows
    )
