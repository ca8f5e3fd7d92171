"""Prints how the graphs of two moments differ, or two runs and what went into them."""

from collections.abc import Iterable

from rich.text import Text

from headwater.answers.diff import GraphDiff, RunDiff
from headwater.cli.printing.changes import print_change
from headwater.cli.printing.output import print_line, print_table
from headwater.cli.printing.tree import rest
from headwater.words import graph_diff, run_diff
from headwater.words.numbers import counted, duration


def print_graph_diff(graph: GraphDiff) -> None:
    _print(graph_diff.graph_changes(graph), graph_diff.unchanged(graph), *rest(graph.truncated))


def print_run_diff(runs: RunDiff) -> None:
    print_line(Text(runs.after.job, style="bold"))
    print_table(
        ("", "RUN", "STATE", "STARTED", "TOOK"),
        (
            (which, run.id, run.state, run.started_at, duration(run.duration))
            for which, run in (("from", runs.before), ("to", runs.after))
        ),
    )
    if runs.runs.total_count > 1:
        print_line(f"{counted(runs.runs.total_count - 1, 'run')} between them")
    _print(run_diff.run_changes(runs), *run_diff.unchanged(runs), *rest(runs.truncated))


def _print(changes: Iterable[str], *notes: str) -> None:
    for line in changes:
        print_change(line)
    for note in notes:
        print_line(Text(note, style="dim"))
