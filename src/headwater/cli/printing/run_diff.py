"""Prints how two runs, and what went into them, differ."""

from rich.text import Text

from headwater.answers.diff import RunDiff
from headwater.cli.printing.changes import print_change
from headwater.cli.printing.output import print_line, print_table
from headwater.cli.printing.tree import rest
from headwater.words.numbers import counted, duration
from headwater.words.run_diff import run_changes, unchanged


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
    for line in run_changes(runs):
        print_change(line)
    for line in (*unchanged(runs), *rest(runs.truncated)):
        print_line(Text(line, style="dim"))
