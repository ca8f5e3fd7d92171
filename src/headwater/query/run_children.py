"""The runs that runs have started (semantics 3.5)."""

from collections import defaultdict
from collections.abc import Collection

from headwater.query.parent_names import NAMES_A_PARENT, parents_without_job
from headwater.query.stored_runs import SELECT_RUNS, StoredRun, stored_runs
from headwater.store import Snapshot

_HOUR = 3_600_000_000
_EARLY = _HOUR
"""By how much a parent's first event may come after its child's."""
_LATE = 24 * _HOUR
"""How long after its last event a run that has not ended may start another."""


def children(snapshot: Snapshot, runs: Collection[StoredRun]) -> dict[str, list[StoredRun]]:
    """Those of each run, by its key, in the order of their start; runs without any are left out."""
    if not runs:
        return {}
    keys = sorted(run.run_key for run in runs)
    # Where hardly any run has a parent, SQLite takes the index for useless, but not for a range.
    rows = snapshot.query_in(
        f"{SELECT_RUNS} WHERE parent_run_key IN {{keys}}"
        " AND parent_run_key >= ? AND parent_run_key <= ?",
        keys,
        (keys[0], keys[-1]),
    )
    found = [(run.parent_run_key or "", run) for run in (StoredRun(*row) for row in rows)]
    by_id = _by_id(snapshot, runs)
    found += [(by_id[key], run) for key, run in stored_runs(snapshot, by_id).items()]
    by_parent: defaultdict[str, list[StoredRun]] = defaultdict(list)
    for parent, run in sorted(found, key=lambda pair: (pair[1].started_at, pair[1].run_key)):
        by_parent[parent].append(run)
    return dict(by_parent)


def _by_id(snapshot: Snapshot, runs: Collection[StoredRun]) -> dict[str, str]:
    """Runs that name one of these by its id alone, each with the one it names.

    No index leads to them, so they are looked for among those that started while these ran.
    """
    rows = snapshot.query(
        "SELECT run_key FROM runs WHERE started_at >= ? AND started_at <= ?"
        " AND parent_run_key IS NULL AND facts LIKE ?",
        (
            min(run.first_time for run in runs) - _EARLY,
            max(run.ended_at or run.last_time + _LATE for run in runs),
            NAMES_A_PARENT,
        ),
    )
    wanted = {run.run_key for run in runs}
    named = parents_without_job(snapshot, [key for (key,) in rows])
    return {key: parent for key, parent in named.items() if parent in wanted}
