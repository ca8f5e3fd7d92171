"""Facets of jobs and datasets: the last instance of each, whoever sent it (semantics 3.3)."""

from collections.abc import Iterable
from typing import NamedTuple

from headwater.model.event_facts import EventFacts
from headwater.model.excerpts import Excerpt
from headwater.model.facets import VERSION_FACETS
from headwater.model.facts import Fact
from headwater.model.runs.registers import Instance, K, Place

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
    """The last instances among the facts of the events that were added, in whatever order."""

    def __init__(self) -> None:
        self._last: dict[tuple[int, str], Instance] = {}
        self._quoted: dict[bytes, tuple[Place, Excerpt]] = {}
        """Excerpts by their text, and where each was quoted last."""

    def add(self, k: K, event: EventFacts) -> None:
        """Adds the facts of one event."""
        if event.shape == "dataset":
            self._add((*k, 0), event.own.facts)
        quoted = self._quoted
        for excerpt, place, *_ in event.quoted:
            known = quoted.get(excerpt.text)
            if known is None or known[0] < (*k, place):
                quoted[excerpt.text] = (*k, place), excerpt

    def _add(self, at: Place, facts: Iterable[Fact]) -> None:
        """Adds facts whose places count from this one.

        Some facets of a dataset belong to its versions instead. Symlinks without identifiers state
        nothing.
        """
        last, k, start = self._last, at[:3], at[3]
        for part, node, _, facet, place, content, deleted, value in facts:
            if node is None or (part != "job" and part not in _OF_DATASETS):
                continue
            states = value is not None or deleted
            if part != "job" and (facet in VERSION_FACETS or (facet == "symlinks" and not states)):
                continue
            instance = (*k, start + place, content, deleted, value)
            known = last.get((node, facet))
            if known is None or known[:4] < instance[:4]:
                last[node, facet] = instance

    def rows(self) -> list[EntityFacetRow]:
        for at, excerpt in self._quoted.values():
            self._add(at, excerpt.facts)
        self._quoted.clear()
        return [
            EntityFacetRow(node, facet, *instance[:6], instance[6] if facet == "symlinks" else None)
            for (node, facet), instance in self._last.items()
        ]
