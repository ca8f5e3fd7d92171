"""What runs report about themselves: an error, parameters, and how much they read and wrote."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import Any, NamedTuple

from headwater.model.facet_content import stated_text
from headwater.query.facets.facets_in_force import RunFacet, facets_in_force
from headwater.query.facets.measures import STATISTICS, Volume, volume
from headwater.query.facets.values import decoded
from headwater.store import Snapshot

_ERROR = ("run", "errorMessage")
PARAMETERS = "executionParameters"
"""The run facet with the parameters that a run was started with."""
_PARAMETERS = ("run", PARAMETERS)
_COUNTS = {(f"{side}Facets", facet): side for side, facet in STATISTICS.items()}


class SelfReport(NamedTuple):
    error: str | None
    parameters: dict[str, Any]
    read: dict[int, Volume]
    """The volume read by dataset, over all its names and partitions."""
    written: dict[int, Volume]


SILENT = SelfReport(None, {}, {}, {})


def self_reports(snapshot: Snapshot, run_keys: Iterable[str]) -> dict[str, SelfReport]:
    wanted = {_ERROR, _PARAMETERS, *_COUNTS}
    found = facets_in_force(snapshot, run_keys, lambda *stated: stated in wanted)
    values = decoded(snapshot, (facet.hash for facets in found.values() for facet in facets))
    return {run_key: _report(facets, values) for run_key, facets in found.items()}


def _report(facets: Collection[RunFacet], values: dict[str, Any]) -> SelfReport:
    by_name = {(facet.part, facet.facet): values[facet.hash] for facet in facets}
    counts: dict[str, defaultdict[int, list[Any]]] = {
        "input": defaultdict(list),
        "output": defaultdict(list),
    }
    for facet in facets:
        side = _COUNTS.get((facet.part, facet.facet))
        if side is not None and facet.dataset is not None:
            counts[side][facet.dataset].append(values[facet.hash])
    read, written = (
        {dataset: volume(stated) for dataset, stated in counts[side].items()}
        for side in ("input", "output")
    )
    error = stated_text(by_name.get(_ERROR), "message")
    return SelfReport(error, parameters(by_name.get(_PARAMETERS)), read, written)


def parameters(facet: Any) -> dict[str, Any]:
    """The values of the parameters in such a facet, by their keys."""
    stated = facet.get("parameters") if isinstance(facet, dict) else None
    items = [item for item in stated if isinstance(item, dict)] if isinstance(stated, list) else []
    named = {item["key"]: item.get("value") for item in items if stated_text(item, "key")}
    return dict(sorted(named.items()))
