"""What runs report of themselves: their error, their parameters, how much they read and wrote."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import Any, NamedTuple

from headwater.query.entities import entity_keys
from headwater.query.facets import decoded
from headwater.query.measures import STATISTICS, Volume, volume
from headwater.query.runs import RunFacet, run_facets
from headwater.store import Snapshot

_ERROR = ("run", "errorMessage")
_PARAMETERS = ("run", "executionParameters")
_COUNTS = {(f"{side}Facets", facet): side for side, facet in STATISTICS.items()}


class Report(NamedTuple):
    error: str | None
    parameters: dict[str, Any]
    read: dict[int, Volume]
    """By dataset, over all its names and partitions."""
    written: dict[int, Volume]


SILENT = Report(None, {}, {}, {})


def reports(snapshot: Snapshot, run_keys: Iterable[str]) -> dict[str, Report]:
    rows = snapshot.query_in(
        "SELECT run_key, facts FROM runs WHERE run_key IN {keys}", sorted(set(run_keys))
    )
    wanted = {_ERROR, _PARAMETERS, *_COUNTS}
    found = {
        run_key: [facet for facet in run_facets(facts) if (facet.entity, facet.facet) in wanted]
        for run_key, facts in rows
    }
    every = [facet for facets in found.values() for facet in facets]
    values = decoded(snapshot, (facet.hash for facet in every))
    datasets = entity_keys(snapshot, {facet.node for facet in every if facet.node is not None})
    return {run_key: _report(facets, values, datasets) for run_key, facets in found.items()}


def _report(
    facets: Collection[RunFacet], values: dict[str, Any], datasets: dict[int, int]
) -> Report:
    said = {(facet.entity, facet.facet): values[facet.hash] for facet in facets}
    counts: dict[str, defaultdict[int, list[Any]]] = {
        "input": defaultdict(list),
        "output": defaultdict(list),
    }
    for facet in facets:
        side = _COUNTS.get((facet.entity, facet.facet))
        if side is not None and facet.node in datasets:
            counts[side][datasets[facet.node]].append(values[facet.hash])
    read, written = (
        {dataset: volume(stated) for dataset, stated in counts[side].items()}
        for side in ("input", "output")
    )
    return Report(_error(said.get(_ERROR)), _parameters(said.get(_PARAMETERS)), read, written)


def _error(facet: Any) -> str | None:
    message = facet.get("message") if isinstance(facet, dict) else None
    return message if isinstance(message, str) and message else None


def _parameters(facet: Any) -> dict[str, Any]:
    stated = facet.get("parameters") if isinstance(facet, dict) else None
    items = [item for item in stated if isinstance(item, dict)] if isinstance(stated, list) else []
    named = {item["key"]: item.get("value") for item in items if isinstance(item.get("key"), str)}
    return dict(sorted(named.items()))
