"""The runs that runs have started (semantics 3.5)."""

from collections import defaultdict
from collections.abc import Collection

from headwater.query.names.run_ids import find_runs
from headwater.query.runs.stored_runs import SELECT_RUNS, StoredRun, stored_runs
from headwater.store import Snapshot


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
    """Runs that name one of these by its id alone, each with the one it names."""
    named: dict[str, str] = dict(
        snapshot.query_in(
            "SELECT run_key, parent_run_id FROM runs"
            " WHERE parent_run_id IN {keys} AND parent_run_key IS NULL",
            sorted({name for run in runs for name in (run.run_id, run.run_key)}),
        )
    )
    known = find_runs(snapshot, set(named.values()))
    wanted = {run.run_key for run in runs}
    return {key: known[name] for key, name in named.items() if known.get(name) in wanted}
