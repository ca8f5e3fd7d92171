"""Graphs in short, and a chain to make one of."""

from headwater.answers.graph import LineageGraph
from tests.query.rows import Rows


def names(graph: LineageGraph) -> list[str]:
    return [node.name for node in graph.nodes]


def ids(graph: LineageGraph) -> set[str]:
    return {node.id for node in graph.nodes}


def arrows(graph: LineageGraph) -> set[str]:
    named = {node.id: node.name for node in graph.nodes}
    return {f"{named[edge.origin]}>{named[edge.destination]}" for edge in graph.edges}


def chain(rows: Rows, length: int) -> None:
    """d0 > j0 > d1 > j1 > …"""
    datasets = [rows.dataset(f"d{number}") for number in range(length + 1)]
    for number in range(length):
        rows.uses(rows.job(f"j{number}"), [datasets[number]], [datasets[number + 1]])
