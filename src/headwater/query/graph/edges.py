"""Edges as the tables state them, looked up by one of their ends."""

from collections.abc import Callable, Collection, Iterable
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


def stated_edges(
    snapshot: Snapshot, layer: Layer, end: EdgeEnd, keys: Iterable[int], at: int
) -> list[tuple[Link, int]]:
    """The edges in force at `at` with this end among the entities, each with who states it."""
    side = _SIDES[layer, end]
    stated = snapshot.by_key(side.sql, keys, side.make)
    found = [
        (link, speaker)
        for one in stated.values()
        for link, speaker, since in one.edges
        if since <= at
    ]
    then = [key for key, one in stated.items() if at < one.ended]
    rows = snapshot.query_in(side.sql_ended, then, (at, at))
    return found + [(side.link(*edge), speaker) for *edge, speaker, _ in rows]


class _Stated(NamedTuple):
    """The edges on one side of an entity that have not ended."""

    edges: tuple[tuple[Link, int, int], ...]
    """Each edge with who states it and since when."""
    ended: int
    """When the last of the ended edges did so."""


class _Side(NamedTuple):
    """How edges are looked up by one of their ends."""

    sql: str
    """Finds edges that have not ended, and in rows without a far end, the last end of the
    others."""
    sql_ended: str
    make: Callable[[list[Row]], _Stated]
    link: Callable[[int, int, str], Link]


def _reversed(near: int, far: int, basis: str) -> Link:
    return Link(far, near, basis)


def _stated(link: Callable[[int, int, str], Link], rows: list[Row]) -> _Stated:
    return _Stated(
        tuple(
            (link(near, far, basis), speaker, since)
            for near, far, basis, speaker, since in rows
            if far is not None
        ),
        max((ended for _, far, _, _, ended in rows if far is None), default=BEGINNING),
    )


def _side(layer: Layer, basis: str, speaker: str, near: EdgeEnd) -> _Side:
    far = "destination" if near == "origin" else "origin"
    link = Link if near == "origin" else _reversed
    edges = f"SELECT {near}, {far}, {basis}, {speaker}, valid_from FROM {layer}"
    return _Side(
        f"{edges} WHERE {near} IN {{keys}} AND valid_to = {FOREVER} UNION ALL"
        f" SELECT {near}, NULL, NULL, NULL, max(valid_to) FROM {layer}"
        f" WHERE {near} IN {{keys}} AND valid_to < {FOREVER} GROUP BY {near}",
        f"{edges} WHERE {near} IN {{keys}} AND valid_from <= ? AND valid_to > ?"
        f" AND valid_to < {FOREVER}",
        partial(_stated, link),
        link,
    )


_SIDES: dict[tuple[Layer, EdgeEnd], _Side] = {
    ("edges", "origin"): _side("edges", "basis", "stated_by", "origin"),
    ("edges", "destination"): _side("edges", "basis", "stated_by", "destination"),
    ("control_edges", "origin"): _side("control_edges", "'control'", "job_id", "origin"),
    ("control_edges", "destination"): _side("control_edges", "'control'", "job_id", "destination"),
}
