"""`headwater diff`: what changed between two moments, or between two runs."""

import click

from headwater.cli.options.asking import Answerer, with_answerer
from headwater.cli.options.choice import choice_of
from headwater.cli.options.times import Time
from headwater.cli.printing.diff import print_graph_diff, print_run_diff
from headwater.cli.printing.output import print_json
from headwater.questions.graph import DEPTH, GraphDiffQuestion, RunDiffQuestion, Scope
from headwater.questions.moments import Moment


@click.command()
@click.argument("first", metavar="NODE|RUN")
@click.argument("second", metavar="[RUN]", required=False)
@click.option("--from", "since", type=Time(), help="The first moment, for a NODE.")
@click.option("--to", "until", type=Time(), help="The second moment, for a NODE; now by default.")
@click.option(
    "--depth",
    type=click.IntRange(min=0),
    default=DEPTH,
    show_default=True,
    help="How many hops from job to job, or from run to run, to go.",
)
@click.option(
    "--scope",
    type=choice_of(Scope),
    default="neighbourhood",
    show_default=True,
    help="For a NODE: show nodes up to the depth, or everything connected.",
)
@click.option(
    "--json", "as_json", is_flag=True, help="Print the answer as JSON, including what is the same."
)
@with_answerer
def diff(  # noqa: PLR0913  # one argument for each option
    answerer: Answerer,
    *,
    first: str,
    second: str | None,
    since: Moment | None,
    until: Moment | None,
    depth: int,
    scope: Scope,
    as_json: bool,
) -> None:
    """Show what changed between two moments, or between two runs.

    \b
    headwater diff NODE --from TIME [--to TIME]   the graph around a job or dataset
    headwater diff RUN RUN                        two runs of a job, and all that went into them

    RUN is the id of a run; the earlier run comes first. In the output, + is new, - is gone, ~ is
    different. For each dataset with another version, both versions are shown: the one that was
    read, or made, in either run.
    """
    if second is None:
        if since is None:
            raise click.UsageError("name two runs, or a NODE and --from TIME")
        graph = answerer.ask(
            GraphDiffQuestion(node_id=first, since=since, until=until, depth=depth, scope=scope)
        )
        print_json(graph) if as_json else print_graph_diff(graph)
        return
    if since is not None or until is not None:
        raise click.UsageError("--from and --to are for a NODE; two runs have times of their own")
    runs = answerer.ask(RunDiffQuestion(before=first, after=second, depth=depth))
    print_json(runs) if as_json else print_run_diff(runs)
