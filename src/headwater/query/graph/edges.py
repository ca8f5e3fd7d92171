"""Edges as the tables state them, looked up by one of their ends."""

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial
from operator import itemgetter
from typing import Literal, NamedTuple, TypeAlias

from headwater.store import Snapshot
from headwater.store.backend import Row
from headwater.store.tables import BEGINNING, FOREVER

EdgeEnd: TypeAlias = Literal["origin", "destination"]
Layer: TypeAlias = Literal["edges", "control_edges"]
"""A layer of edges, by the name of its table."""
STRENGTH = {"listed": 0, "explicit": 1, "column": 2, "control": 3}
"""The bases of edges, strongest first (semantics 6.2). Control edges are a layer of their own."""


class Link(NamedTuple):
    """An edge between entities, by their keys."""

    origin: int
    destination: int
    basis: str


ORIGIN, DESTINATION = itemgetter(0), itemgetter(1)


def ends(links: Collection[Link]) -> set[int]:
    """All entities that one of the edges leads from or to."""
    return {*map(ORIGIN, links), *map(DESTINATION, links)}


class InForce(NamedTuple):
    """The edges on one side of an entity that are in force at a moment."""

    edges: tuple[tuple[Link, int], ...]
    """Each edge with who states it."""
    links: tuple[Link, ...]
    """Each edge once, however many state it."""
    far: tuple[int, ...]
    """The entities at the other end, each once."""
    speakers: tuple[int, ...]
    """Who states edges, apart from those at the other end."""


def in_force(end: EdgeEnd, edges: Sequence[tuple[Link, int]]) -> InForce:
    """The edges of an entity, which is at this end of them, with all that is asked of them."""
    other = DESTINATION if end == "origin" else ORIGIN
    links = tuple(dict.fromkeys(map(ORIGIN, edges)))
    far = tuple(dict.fromkeys(map(other, links)))
    speakers = tuple({speaker for _, speaker in edges}.difference(far))
    return InForce(tuple(edges), links, far, speakers)


def stated_edges(
    snapshot: Snapshot, layer: Layer, end: EdgeEnd, keys: Iterable[int], at: int
) -> dict[int, InForce]:
    """The edges in force at `at` with this end among the entities, by that entity. Entities of
    which no edges are known are left out."""
    side = _SIDES[layer, end]
    stated = snapshot.by_key(side.sql, keys, side.make)
    found = {key: one.now for key, one in stated.items()}
    before = {key: one for key, one in stated.items() if at < one.ended or at < one.begun}
    if before:
        then = {
            key: [edge for edge, since in zip(one.now.edges, one.since, strict=True) if since <= at]
            for key, one in before.items()
        }
        ended = sorted(key for key, one in before.items() if at < one.ended)
        for near, far, basis, speaker, _ in snapshot.query_in(side.sql_ended, ended, (at, at)):
            then[near].append((_link(end, near, far, basis), speaker))
        found |= {key: in_force(end, edges) for key, edges in then.items()}
    return found


class _Stated(NamedTuple):
    """The edges on one side of an entity that have not ended."""

    now: InForce
    """All of them, whenever they began."""
    since: tuple[int, ...]
    """When each of them began."""
    begun: int
    """When the last of them began."""
    ended: int
    """When the last of the ended edges did so."""


class _Side(NamedTuple):
    """How edges are looked up by one of their ends."""

    sql: str
    """Finds edges that have not ended, and in rows without a far end, the last end of the
    others."""
    sql_ended: str
    make: Callable[[list[Row]], _Stated]


def _link(end: EdgeEnd, near: int, far: int, basis: str) -> Link:
    return Link(near, far, basis) if end == "origin" else Link(far, near, basis)


def _stated(end: EdgeEnd, rows: list[Row]) -> _Stated:
    lasting = [row for row in rows if row[1] is not None]
    edges = [(_link(end, near, far, basis), speaker) for near, far, basis, speaker, _ in lasting]
    since = tuple(began for *_, began in lasting)
    ended = max((ended for _, far, _, _, ended in rows if far is None), default=BEGINNING)
    return _Stated(in_force(end, edges), since, max(since, default=BEGINNING), ended)


def _side(layer: Layer, basis: str, speaker: str, near: EdgeEnd) -> _Side:
    far = "destination" if near == "origin" else "origin"
    edges = f"SELECT {near}, {far}, {basis}, {speaker}, valid_from FROM {layer}"
    return _Side(
        f"{edges} WHERE {near} IN {{keys}} AND valid_to = {FOREVER} UNION ALL"
        f" SELECT {near}, NULL, NULL, NULL, max(valid_to) FROM {layer}"
        f" WHERE {near} IN {{keys}} AND valid_to < {FOREVER} GROUP BY {near}",
        f"{edges} WHERE {near} IN {{keys}} AND valid_from <= ? AND valid_to > ?"
        f" AND valid_to < {FOREVER}",
        partial(_stated, near),
    )


_SIDES: dict[tuple[Layer, EdgeEnd], _Side] = {
    ("edges", "origin"): _side("edges", "basis", "stated_by", "origin"),
    ("edges", "destination"): _side("edges", "basis", "stated_by", "destination"),
    ("control_edges", "origin"): _side("control_edges", "'control'", "job_id", "origin"),
    ("control_edges", "destination"): _side("control_edges", "'control'", "job_id", "destination"),
}
