"""Names that stand for one dataset (semantics 2.3)."""

from collections.abc import Iterable, Mapping


def components(
    statements: Iterable[tuple[int, Iterable[int]]], names: Mapping[int, tuple[str, str]]
) -> dict[int, int]:
    """For each node in a statement, the node of the smallest name in its connected component.

    >>> components([(1, [2]), (3, [2])], {1: ("b", "x"), 2: ("a", "z"), 3: ("a", "y")})
    {1: 3, 2: 3, 3: 3}
    """
    parent: dict[int, int] = {}

    def root(node: int) -> int:
        parent.setdefault(node, node)
        while parent[node] != node:
            parent[node] = parent[parent[node]]
            node = parent[node]
        return node

    for node, others in statements:
        for other in others:
            low, high = sorted((root(node), root(other)), key=names.__getitem__)
            parent[high] = low
    return {node: root(node) for node in parent}
