"""The graph of jobs and datasets as of one instant (semantics 6.2, 6.5, 10)."""

from collections.abc import Collection, Iterable, Iterator
from itertools import chain
from typing import TypeAlias

from headwater.query.graph.edges import (
    EdgeEnd,
    InForce,
    Layer,
    Link,
    ends,
    in_force,
    stated_edges,
)
from headwater.query.graph.groups import Groups
from headwater.query.names.deletions import Deletions
from headwater.query.names.entities import Entity, entities
from headwater.questions.graph import GroupBy
from headwater.store import Snapshot

EntityKeys: TypeAlias = set[int] | frozenset[int]

_Edges: TypeAlias = dict[int, InForce]
_NONE = in_force("origin", ())


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
        self.only_named: set[int] = set()
        """Those that occur only in column lineage, or as aliases."""

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
            self.only_named |= {key for key, entity in found.items() if not entity.own_right}


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
        self._into: _Edges = {}
        self._out_of: _Edges = {}

    def visible(self, keys: Iterable[int]) -> dict[int, Entity]:
        """The entities that are not deleted, by key."""
        return self._met.visible(keys)

    def is_job(self, key: int) -> bool:
        """Whether an entity is a job. A link must have mentioned the entity before."""
        return key in self._met.jobs

    def jobs_among(self, keys: EntityKeys) -> set[int]:
        """The jobs among entities, which links must have mentioned before."""
        return self._met.jobs & keys

    def raw_links(self, keys: EntityKeys) -> Iterator[Link]:
        """Every edge in force that touches one of the entities, before jobs are grouped. Edges
        between two of them come twice."""
        return chain(self.into(keys), self.out_of(keys))

    def into(self, keys: EntityKeys) -> Iterator[Link]:
        """The edges that lead to one of the entities, each once."""
        kept = self._kept(self._into, "destination", keys)
        return chain.from_iterable(kept[key].links for key in keys)

    def into_each(self, keys: EntityKeys) -> dict[int, tuple[Link, ...]]:
        """The edges that lead to each of the entities, by entity."""
        kept = self._kept(self._into, "destination", keys)
        return {key: kept[key].links for key in keys}

    def out_of(self, keys: EntityKeys) -> Iterator[Link]:
        """The edges that lead away from one of the entities, each once."""
        kept = self._kept(self._out_of, "origin", keys)
        return chain.from_iterable(kept[key].links for key in keys)

    def _kept(self, kept: _Edges, end: EdgeEnd, keys: EntityKeys) -> _Edges:
        """The kept edges by entity, after loading those of entities that are new."""
        missing = keys.difference(kept)
        if missing:
            kept |= dict.fromkeys(missing, _NONE) | self._load(end, missing)
        return kept

    def _load(self, end: EdgeEnd, keys: EntityKeys) -> _Edges:
        found: _Edges = {}
        for layer in self.layers:
            for key, stated in stated_edges(self.snapshot, layer, end, keys, self.at).items():
                before = found.get(key)
                found[key] = in_force(end, before.edges + stated.edges) if before else stated
        mentioned = {key for key, stated in found.items() if stated.edges}
        mentioned.update(*(stated.far for stated in found.values()))
        speakers = mentioned.union(*(stated.speakers for stated in found.values()))
        self._met.meet(speakers)
        only_named = self._met.only_named & mentioned
        left_out = (self._met.hidden & speakers) | mentioned.difference(self._met.known)
        if not left_out and not only_named:
            return found

        def counts(link: Link, speaker: int) -> bool:
            # A name that occurs only in column lineage is no node of this graph.
            return left_out.isdisjoint((*link[:2], speaker)) and (
                link.basis != "column" or link.origin not in only_named
            )

        return {
            key: in_force(end, [edge for edge in stated.edges if counts(*edge)])
            for key, stated in found.items()
        }

    def neighbours(self, keys: Collection[int]) -> set[int]:
        """All that edges connect with one of these datasets and jobs (or groups of jobs)."""
        if self.groups.rolls_up:
            return ends(self.links(keys))
        near = set(keys)
        into = self._kept(self._into, "destination", near)
        out_of = self._kept(self._out_of, "origin", near)
        return set().union(*(side[key].far for key in near for side in (into, out_of)))

    def links(self, keys: Collection[int]) -> set[Link]:
        """Every edge that touches one of these datasets and jobs (or groups of jobs)."""
        if not self.groups.rolls_up:
            return {link for link in self.raw_links(set(keys)) if link[0] != link[1]}
        jobs = {key for key, entity in self.visible(keys).items() if entity.kind == "job"}
        found = set(self.raw_links(self.groups.members(jobs) | (set(keys) - jobs)))
        shown = self.groups.shown_as(self.jobs_among(ends(found)))
        found = {Link(shown.get(o, o), shown.get(d, d), basis) for o, d, basis in found}
        return {link for link in found if link.origin != link.destination}
