"""How runs name their parents and roots, and parents named without their job (semantics 3.5)."""

from collections.abc import Collection, Mapping
from typing import Any

from headwater.query.names.run_ids import find_runs
from headwater.store import Snapshot


class Named:
    """The run ids that a run names as its parent and its root."""

    def __init__(self, facets: Mapping[str, Any]) -> None:
        stated = [facets.get(key) for key in ("parent", "parentRun")]
        self.parent = next(filter(None, map(_run_id, stated)), None)
        roots = (facet.get("root") for facet in stated if isinstance(facet, dict))
        self.root = next(filter(None, map(_run_id, roots)), None)


def _run_id(facet: Any) -> str | None:
    try:
        run_id = facet["run"]["runId"]
    except (TypeError, KeyError):
        return None
    return run_id if isinstance(run_id, str) and run_id else None


def parents_without_job(snapshot: Snapshot, run_keys: Collection[str]) -> dict[str, str]:
    """The known runs that some of these name as their parents by their ids alone."""
    named: dict[str, str] = dict(
        snapshot.query_in(
            "SELECT run_key, parent_run_id FROM runs WHERE run_key IN {keys}"
            " AND parent_run_key IS NULL AND parent_run_id IS NOT NULL",
            sorted(run_keys),
        )
    )
    known = find_runs(snapshot, set(named.values()))
    return {key: known[name] for key, name in named.items() if name in known}
