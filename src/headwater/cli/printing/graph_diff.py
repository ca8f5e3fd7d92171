"""Prints how the graphs of two moments differ."""

from rich.text import Text

from headwater.answers.diff import GraphDiff
from headwater.cli.printing.changes import print_change
from headwater.cli.printing.output import print_line
from headwater.cli.printing.tree import rest
from headwater.words.graph_diff import graph_changes, unchanged


def print_graph_diff(graph: GraphDiff) -> None:
    for line in graph_changes(graph):
        print_change(line)
    for line in (unchanged(graph), *rest(graph.truncated)):
        print_line(Text(line, style="dim"))
