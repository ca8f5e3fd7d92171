"""`headwater runs`: runs, newest first."""

import click

from headwater.cli.options.asking import Answerer, with_answerer
from headwater.cli.options.choice import choice_of
from headwater.cli.options.page import with_page
from headwater.cli.printing.output import beyond, print_json, print_line, print_table
from headwater.questions.runs import RunsQuestion, RunState
from headwater.words.numbers import duration


@click.command()
@click.argument("node", required=False)
@click.option(
    "--state", type=choice_of(RunState, case_sensitive=False), help="Only runs in this state."
)
@click.option("--batch", help="Only runs of this batch: its id, nominal start or shared run id.")
@with_page(of="runs")
@click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")
@with_answerer
def runs(
    answerer: Answerer,
    node: str | None,
    state: RunState | None,
    batch: str | None,
    limit: int,
    offset: int,
    as_json: bool,
) -> None:
    """List runs, newest first.

    NODE is a job, or a dataset that the runs read or write. Without NODE, all runs are listed.
    """
    found = answerer.ask(
        RunsQuestion(node_id=node, state=state, batch=batch, limit=limit, offset=offset)
    )
    if as_json:
        print_json(found)
        return
    if not found.runs:
        print_line(f"no runs{beyond(found.total_count)}")
        return
    print_table(
        ("STARTED", "STATE", "TOOK", "TRY", "JOB", "RUN", "PARENT"),
        (
            (
                run.started_at,
                run.state_in_words,
                duration(run.duration),
                run.attempt,
                run.job,
                run.id,
                run.parent or run.parent_job,
            )
            for run in found.runs
        ),
    )
    if found.total_count > offset + len(found.runs):
        print_line(f"{len(found.runs)} of {found.total_count}")
