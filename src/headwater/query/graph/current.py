"""The graph of jobs and datasets as of one instant (semantics 6.2, 6.5, 10)."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import chain
from typing import TypeAlias

from headwater.query.graph.edges import (
    DESTINATION,
    ORIGIN,
    EdgeEnd,
    Layer,
    Link,
    ends,
    stated_edges,
)
from headwater.query.graph.groups import Groups
from headwater.query.names.deletions import Deletions
from headwater.query.names.entities import Entity, entities
from headwater.questions.graph import GroupBy
from headwater.store import Snapshot

EntityKeys: TypeAlias = set[int] | frozenset[int]

_Links: TypeAlias = dict[int, list[Link]]


class _Met:
    """The entities that the graph has met so far, and which of them are deleted.

    This is a class apart from the graph, so that nothing that the graph refers to refers back to
    it. A graph is then freed as soon as it is no longer used, and not when Python next collects
    cycles.
    """

    def __init__(self, snapshot: Snapshot, at: int) -> None:
        self._snapshot = snapshot
        self._deletions = Deletions(snapshot, at)
        self.known: dict[int, Entity] = {}
        self.jobs: set[int] = set()
        self.hidden: set[int] = set()

    def visible(self, keys: Iterable[int]) -> dict[int, Entity]:
        wanted = set(keys)
        self.meet(wanted)
        return {
            key: self.known[key] for key in wanted if key in self.known and key not in self.hidden
        }

    def meet(self, keys: set[int]) -> None:
        missing = keys.difference(self.known)
        if missing:
            found = entities(self._snapshot, missing)
            self.known |= found
            self.jobs |= {key for key, entity in found.items() if entity.kind == "job"}
            self.hidden |= self._deletions.hidden(found.values())


class CurrentGraph:
    """The graph that is in force at `at`, without deleted nodes, with jobs grouped as requested.

    It loads edges when they are needed, and remembers the entities it has met.
    """

    def __init__(
        self,
        snapshot: Snapshot,
        at: int,
        *,
        group_by: GroupBy = "none",
        data: bool = True,
        control: bool = False,
    ) -> None:
        """`data` and `control` are the layers that it has (semantics 6.5)."""
        self.snapshot = snapshot
        self.at = at
        asked: dict[Layer, bool] = {"edges": data, "control_edges": control}
        self.layers = [layer for layer, is_asked in asked.items() if is_asked]
        self._met = _Met(snapshot, at)
        self.groups = Groups(snapshot, at, group_by, self._met.visible)
        # Walks come back to nodes where they have been, so the edges of these are kept.
        self._into: _Links = {}
        self._out_of: _Links = {}

    def visible(self, keys: Iterable[int]) -> dict[int, Entity]:
        """The entities that are not deleted, by key."""
        return self._met.visible(keys)

    def is_job(self, key: int) -> bool:
        """Whether an entity is a job. A link must have mentioned the entity before."""
        return key in self._met.jobs

    def jobs_among(self, keys: EntityKeys) -> set[int]:
        """The jobs among entities, which links must have mentioned before."""
        return self._met.jobs & keys

    def raw_links(self, keys: EntityKeys) -> set[Link]:
        """Every edge in force that touches one of the entities, before jobs are grouped."""
        return {*self.into(keys), *self.out_of(keys)}

    def into(self, keys: EntityKeys) -> Iterator[Link]:
        """The edges that lead to one of the entities, each once."""
        return chain.from_iterable(map(self.into_each(keys).__getitem__, keys))

    def into_each(self, keys: EntityKeys) -> Mapping[int, list[Link]]:
        """The edges that lead to each of the entities, by entity."""
        return self._kept(self._into, "destination", keys)

    def out_of(self, keys: EntityKeys) -> Iterator[Link]:
        """The edges that lead away from one of the entities, each once."""
        kept = self._kept(self._out_of, "origin", keys)
        return chain.from_iterable(map(kept.__getitem__, keys))

    def _kept(self, kept: _Links, end: EdgeEnd, keys: EntityKeys) -> _Links:
        """The kept edges by entity, after loading those of entities that are new."""
        missing = keys.difference(kept)
        if missing:
            kept |= {key: [] for key in missing}
            for link in self._load(end, missing):
                kept[link.origin if end == "origin" else link.destination].append(link)
        return kept

    def _load(self, end: EdgeEnd, keys: EntityKeys) -> set[Link]:
        found = [
            stated
            for layer in self.layers
            for stated in stated_edges(self.snapshot, layer, end, keys, self.at)
        ]
        mentioned = ends([link for link, _ in found])
        self._met.meet(mentioned.union(speaker for _, speaker in found))
        known = self._met.known
        left_out = self._met.hidden | mentioned.difference(known)
        return {
            link
            for link, speaker in found
            if (not left_out or left_out.isdisjoint((*link[:2], speaker)))
            # A name that occurs only in column lineage is no node of this graph.
            and (link.basis != "column" or known[link.origin].own_right)
        }

    def neighbours(self, keys: Collection[int]) -> set[int]:
        """All that edges connect with one of these datasets and jobs (or groups of jobs)."""
        if self.groups.rolls_up:
            return ends(self.links(keys))
        near = set(keys)
        return {*map(ORIGIN, self.into(near)), *map(DESTINATION, self.out_of(near))}

    def links(self, keys: Collection[int]) -> set[Link]:
        """Every edge that touches one of these datasets and jobs (or groups of jobs)."""
        if not self.groups.rolls_up:
            return {link for link in self.raw_links(set(keys)) if link[0] != link[1]}
        jobs = {key for key, entity in self.visible(keys).items() if entity.kind == "job"}
        found = self.raw_links(self.groups.members(jobs) | (set(keys) - jobs))
        shown = self.groups.shown_as(self.jobs_among(ends(found)))
        found = {Link(shown.get(o, o), shown.get(d, d), basis) for o, d, basis in found}
        return {link for link in found if link.origin != link.destination}
