"""The contents of the facets in force at the end of runs, by their subject (semantics 3.3)."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from headwater.answers.facets import Facets, PartitionFacets
from headwater.query.facets.agreement import agreed
from headwater.query.facets.facets_in_force import RunFacet, facets_in_force
from headwater.query.facets.measures import STATISTICS, added_up
from headwater.query.facets.values import decoded
from headwater.store import Snapshot


class FacetsOfRun:
    """The facets of a run, of its job, and of each of its inputs and outputs."""

    def __init__(self, found: Iterable[RunFacet], values: Mapping[str, Any]) -> None:
        self._by_entity: defaultdict[tuple[str, int | None], dict[str | None, Facets]] = (
            defaultdict(lambda: defaultdict(dict))
        )
        for entity, dataset, partition, facet, hash_ in found:
            self._by_entity[entity, dataset][partition][facet] = values[hash_]

    def of(self, entity: str, dataset: int | None = None) -> Facets:
        """The facets of the entity that belong to no partition."""
        found = self._by_entity.get((entity, dataset), {}).get(None, {})
        return dict(sorted(found.items()))

    def by_partition(self, entity: str, dataset: int) -> tuple[PartitionFacets, ...]:
        found = self._by_entity.get((entity, dataset), {})
        return tuple(
            PartitionFacets(partition, dict(sorted(found[partition].items())))
            for partition in sorted(found, key=lambda name: name or "")
        )

    def together(self, entity: str, dataset: int) -> Facets:
        """The input or output facets of all partitions as one (semantics 3.3).

        Counts are added up. Other facets are included only if all partitions that have them agree.
        """
        stated: defaultdict[str, list[Any]] = defaultdict(list)
        for part in self.by_partition(entity, dataset):
            for name, facet in part.facets.items():
                stated[name].append(facet)
        found = {
            name: added_up(facets) if name in STATISTICS.values() else agreed(facets)
            for name, facets in stated.items()
        }
        return {name: found[name] for name in sorted(found) if found[name] is not None}


def facets_of_runs(
    snapshot: Snapshot, run_keys: Collection[str], parts: Collection[str] = ()
) -> dict[str, FacetsOfRun]:
    """The facets of each run, by run key.

    If `parts` are given (run, job, input, inputFacets, …), only the facets of these.
    """
    found = facets_in_force(snapshot, run_keys, lambda part, _: not parts or part in parts)
    values = decoded(snapshot, (facet.hash for listed in found.values() for facet in listed))
    return {run_key: FacetsOfRun(found.get(run_key, ()), values) for run_key in run_keys}
