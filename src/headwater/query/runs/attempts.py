"""Attempts: the runs of a job for the same batch, numbered by their start (semantics 3.6)."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import Any

from headwater.query.facets.facets_in_force import facets_in_force
from headwater.query.facets.values import decoded
from headwater.query.runs.stored_runs import StoredRun
from headwater.store import Snapshot

_MAP_INDEX = {
    "airflow": ("taskInstance", "map_index"),
    "airflow_mappedTask": ("mapIndex",),
}
"""Where Airflow's run facets have the index of a mapped task. Of several, the first one counts."""


def attempts(snapshot: Snapshot, stored: Collection[StoredRun]) -> dict[str, int]:
    """The number of each run among those of its job for the same nominal time or batch."""
    batched = [run for run in stored if run.nominal_start is not None or run.batch_id is not None]
    rows = snapshot.query_in(
        "SELECT job_id, nominal_start, batch_id, run_key FROM runs WHERE job_id IN {keys}"
        " AND (nominal_start IS NOT NULL OR batch_id IS NOT NULL) ORDER BY started_at, run_key",
        sorted({run.job_id for run in batched}),
    )
    batches: defaultdict[tuple[int, int | str], list[str]] = defaultdict(list)
    order = {}
    for place, (job, nominal_start, batch_id, run_key) in enumerate(rows):
        order[run_key] = place
        for batch in {nominal_start, batch_id} - {None}:
            batches[job, batch].append(run_key)
    together = {
        run.run_key: {
            run_key
            for batch in (run.nominal_start, run.batch_id)
            if batch is not None
            for run_key in batches[run.job_id, batch]
        }
        for run in batched
    }
    repeated = {key for keys in together.values() if len(keys) > 1 for key in keys}
    index = map_indexes(snapshot, repeated)
    return {
        key: 1 + sum(order[one] < order[key] and index.get(one) == index.get(key) for one in others)
        for key, others in together.items()
    }


def map_indexes(snapshot: Snapshot, run_keys: Iterable[str]) -> dict[str, int]:
    """The index of each run of a mapped task. Other runs are left out."""
    found = facets_in_force(
        snapshot, run_keys, lambda part, facet: part == "run" and facet in _MAP_INDEX
    )
    values = decoded(snapshot, (facet.hash for facets in found.values() for facet in facets))
    indexes = {
        run_key: _map_index({facet.facet: values[facet.hash] for facet in facets})
        for run_key, facets in found.items()
    }
    return {run_key: index for run_key, index in indexes.items() if index is not None}


def _map_index(facets: dict[str, Any]) -> int | None:
    """The index that the facets of a run state.

    >>> _map_index({"airflow": {"taskInstance": {"map_index": 3}}})
    3
    >>> _map_index({"airflow": {"taskInstance": {"map_index": -1}}})
    """
    for facet, path in _MAP_INDEX.items():
        found = facets.get(facet)
        for key in path:
            found = found.get(key) if isinstance(found, dict) else None
        if isinstance(found, int) and found >= 0:
            return found
    return None
