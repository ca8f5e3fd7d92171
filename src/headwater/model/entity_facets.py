"""Facets of jobs and datasets: the last instance of each, whoever sent it (semantics 3.3)."""

from collections.abc import Iterable
from typing import NamedTuple

from headwater.model.facets import VERSION_FACETS
from headwater.model.facts import Fact
from headwater.model.registers import Instance, K

_OF_DATASETS = ("input", "output", "dataset")


class EntityFacetRow(NamedTuple):
    """A row of `entity_facets`."""

    node_id: int
    facet: str
    event_time: int
    rank: int
    digest: str
    place: int
    hash: str | None
    deleted: int
    value: str | None


class EntityFacets:
    """The last instances among the facts that were added, in whatever order."""

    def __init__(self) -> None:
        self._last: dict[tuple[int, str], Instance] = {}

    def add(self, k: K, facts: Iterable[Fact]) -> None:
        """Adds the facts of one event.

        Some facets of a dataset belong to its versions instead. Symlinks without identifiers state
        nothing.
        """
        last = self._last
        for part, node, _, facet, place, content, deleted, value in facts:
            if node is None or (part != "job" and part not in _OF_DATASETS):
                continue
            states = value is not None or deleted
            if part != "job" and (facet in VERSION_FACETS or (facet == "symlinks" and not states)):
                continue
            instance = (*k, place, content, deleted, value)
            known = last.get((node, facet))
            if known is None or known[:4] < instance[:4]:
                last[node, facet] = instance

    def rows(self) -> list[EntityFacetRow]:
        return [
            EntityFacetRow(node, facet, *instance[:6], instance[6] if facet == "symlinks" else None)
            for (node, facet), instance in self._last.items()
        ]
