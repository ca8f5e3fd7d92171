"""`headwater why`: the likely causes of a run's failure or different result."""

import click
from rich.text import Text

from headwater.answers.runs import RunSummary
from headwater.answers.why import Cause, Why
from headwater.cli.options.asking import Answerer, with_answerer
from headwater.cli.printing.changes import print_change
from headwater.cli.printing.output import STYLES, print_json, print_line
from headwater.cli.printing.tree import COLOURS, rest
from headwater.questions.graph import DEPTH, WhyQuestion
from headwater.words.changes import text_changes
from headwater.words.why import not_compared


@click.command()
@click.argument("run_id", metavar="RUN")
@click.option("--against", metavar="RUN", help="Another run of the job to compare with.")
@click.option(
    "--depth",
    type=click.IntRange(min=0),
    default=DEPTH,
    show_default=True,
    help="How many hops from run to run to go.",
)
@click.option(
    "--json", "as_json", is_flag=True, help="Print the answer as JSON, with all evidence."
)
@with_answerer
def why(answerer: Answerer, run_id: str, against: str | None, depth: int, as_json: bool) -> None:
    """Show why a run failed, or had a different result.

    RUN and everything that went into it are compared with the last completed run of its job before
    it. The likeliest cause comes first, with the path from the cause to the run. The score says how
    likely it is: 400 for a schema or table that changed, 300 for code or datasets, 200 for a
    failure or a missing input, 100 for volumes, and one less for each step between it and the run.
    """
    found = answerer.ask(WhyQuestion(run_id=run_id, against=against, depth=depth))
    if as_json:
        print_json(found)
        return
    _print_heading(found)
    _print_failures(found)
    for cause in found.causes:
        print_line("")
        _print_cause(cause)
    _print_rest(found)


def _print_heading(found: Why) -> None:
    print_line(_run(found.run))
    for line in (found.error or "").splitlines():
        if line.strip():
            print_line(Text(f"  {line}", style="red"))
    if found.assumed:
        print_line("it reported no inputs: those of its job's version are assumed")
    if found.against is None:
        print_line(not_compared(found))
    else:
        which = "the last completed before it: " if found.comparison == "lastCompleted" else ""
        compared = Text(f"compared with {which}run {found.against.id}  ")
        print_line(compared.append_text(_state(found.against)))


def _print_failures(found: Why) -> None:
    """The runs that failed below it, whose causes are those of the run."""
    if found.failed_below:
        print_line(Text("failed below it:", style="bold"))
    for failed in found.failed_below:
        print_line(Text("  ").append_text(_run(failed.run)))
        for line in (failed.error or "").splitlines()[:1]:
            print_line(Text(f"    {line}", style="red"))


def _run(run: RunSummary) -> Text:
    return Text(f"run {run.id} of {run.job}  ").append_text(_state(run))


def _state(run: RunSummary) -> Text:
    text = Text(run.state, style=STYLES.get(run.state, ""))
    return text.append(f" {run.ended_at or run.started_at}", style="default")


def _print_cause(cause: Cause) -> None:
    line = Text(f"{cause.rank}. {cause.kind}", style="bold yellow")
    print_line(line.append(f"  score {cause.score}", style="not bold dim"))
    print_line(f"   {cause.sentence}")
    for change in cause.texts:
        for diff_line in text_changes(change):
            print_change(diff_line, indent=7)
    path = zip(cause.evidence.through, cause.evidence.path, strict=True)
    for step, (name, node) in enumerate(path):
        text = Text("     > " if step else "       ", style="dim")
        text.append(name, style=f"not dim {COLOURS[name.partition(':')[0]]}")
        is_version = node.startswith(f"{name}#")
        print_line(text.append(node.removeprefix(name) if is_version else f"  {node}"))


def _print_rest(found: Why) -> None:
    if not found.causes and found.failed_below:
        print_line("nothing that went into what failed was different, failed or was missing")
    elif not found.causes and found.against is None:
        print_line("nothing that went into it failed, or contradicts itself")
    elif not found.causes:
        print_line("nothing that went into it was different, failed or was missing")
    for line in rest(found.truncated):
        print_line(Text(line, style="dim"))
