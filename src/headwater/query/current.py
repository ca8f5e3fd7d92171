"""The graph of jobs and datasets as of one instant (semantics 6.2, 6.5, 10)."""

from collections.abc import Collection, Iterable
from typing import NamedTuple

from headwater.query.deletions import Deletions
from headwater.query.entities import Entity, entities
from headwater.query.groups import GroupBy, Groups
from headwater.store import Snapshot


class Link(NamedTuple):
    """An edge between entities, by their keys."""

    origin: int
    destination: int
    basis: str


class CurrentGraph:
    """What holds at `at`, without what is deleted, with jobs rolled up as asked.

    Loads what it is asked about, and remembers the entities it has met.
    """

    def __init__(
        self, snapshot: Snapshot, at: int, *, group_by: GroupBy = "none", control: bool = False
    ) -> None:
        self.snapshot = snapshot
        self.at = at
        self.control = control
        self.groups = Groups(snapshot, at, group_by, self.visible)
        self._deletions = Deletions(snapshot, at)
        self._known: dict[int, Entity] = {}
        self._hidden: set[int] = set()
        self._touching: dict[int, set[Link]] = {}
        """The edges of each entity that was asked about: walks come back to where they were."""

    def visible(self, keys: Iterable[int]) -> dict[int, Entity]:
        """Those of the entities that are not deleted."""
        wanted = set(keys)
        missing = {key for key in wanted if key not in self._known}
        if missing:
            found = entities(self.snapshot, missing)
            self._known |= found
            self._hidden |= self._deletions.hidden(found.values())
        return {
            key: self._known[key]
            for key in wanted
            if key in self._known and key not in self._hidden
        }

    def is_job(self, key: int) -> bool:
        """Of an entity that a link has mentioned."""
        return self._known[key].kind == "job"

    def raw_links(self, keys: Collection[int]) -> set[Link]:
        """Every edge in force that touches one of the entities, before jobs are rolled up."""
        missing = {key for key in keys if key not in self._touching}
        if missing:
            self._touching |= {key: set() for key in missing}
            for link in self._load(missing):
                for end in link[:2]:
                    if end in missing:
                        self._touching[end].add(link)
        return set().union(*(self._touching[key] for key in keys))

    def _load(self, keys: Collection[int]) -> set[Link]:
        rows = self._rows("edges", "origin, destination, basis, stated_by", keys)
        if self.control:
            rows |= self._rows("control_edges", "origin, destination, 'control', job_id", keys)
        visible = self.visible(key for o, d, _, stated_by in rows for key in (o, d, stated_by))
        return {
            Link(origin, destination, basis)
            for origin, destination, basis, stated_by in rows
            if origin in visible
            and destination in visible
            and stated_by not in self._hidden
            # Names that only column lineage mentions are no nodes of this graph.
            and (basis != "column" or visible[origin].own_right)
        }

    def _rows(
        self, table: str, columns: str, keys: Collection[int]
    ) -> set[tuple[int, int, str, int]]:
        in_force = f"SELECT {columns} FROM {table} WHERE valid_from <= ? AND valid_to > ?"
        rows = self.snapshot.query_in(
            f"{in_force} AND origin IN {{keys}} UNION ALL {in_force} AND destination IN {{keys}}",
            sorted(keys),
            (self.at,) * 4,
        )
        return {(origin, destination, basis, by) for origin, destination, basis, by in rows}

    def links(self, keys: Collection[int]) -> set[Link]:
        """Every edge that touches one of these jobs (as shown) and datasets."""
        jobs = {key for key, entity in self.visible(keys).items() if entity.kind == "job"}
        found = self.raw_links(self.groups.members(jobs) | (set(keys) - jobs))
        if self.groups.rolls_up:
            ends = {key for link in found for key in link[:2]}
            shown = self.groups.shown_as(key for key in ends if self.is_job(key))
            found = {Link(shown.get(o, o), shown.get(d, d), basis) for o, d, basis in found}
        return {link for link in found if link.origin != link.destination}
