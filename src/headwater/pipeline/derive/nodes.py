"""Names, and the jobs and datasets that they stand for (semantics 2.3)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from headwater.store.backend import Row


class NodeRow(NamedTuple):
    """A row of `nodes`."""

    node_id: int
    kind: str
    namespace: str
    name: str
    own_right: int
    entity_id: int


class EntityRow(NamedTuple):
    """A row of `entities`."""

    entity_id: int
    kind: str
    namespace: str
    name: str
    own_right: int


def entities(nodes: Iterable[NodeRow]) -> list[EntityRow]:
    """The jobs and datasets that names stand for, given all names of each.

    The canonical name is the smallest in its own right, if there is any, or else the smallest.
    """
    found: dict[tuple[int, str], tuple[int, str, str]] = {}
    for node in nodes:
        key, name = (node.entity_id, node.kind), (1 - node.own_right, node.namespace, node.name)
        found[key] = min(name, found.get(key, name))
    return [EntityRow(*key, *name[1:], 1 - name[0]) for key, name in found.items()]


def node_rows(
    names: Iterable[Sequence[Row]], entity_of: Mapping[int, int]
) -> Iterator[list[NodeRow]]:
    """Rows of `nodes`, of names (`derive.contents.NAMES`) and the entities of those that have
    aliases."""
    for rows in names:
        yield [NodeRow._make((*row, entity_of.get(row[0], row[0]))) for row in rows]


def entity_rows(
    nodes: Iterable[Iterable[NodeRow]], entity_of: Mapping[int, int]
) -> Iterator[list[EntityRow]]:
    """Rows of `entities`, of the rows of `nodes` and the entities of those that have aliases."""
    with_aliases: list[NodeRow] = []
    for rows in nodes:
        # Most names are the only one of their job or dataset.
        alone = []
        for node in rows:
            if node.node_id in entity_of:
                with_aliases.append(node)
            else:
                alone.append(EntityRow(*node[:5]))
        yield alone
    yield entities(with_aliases)
