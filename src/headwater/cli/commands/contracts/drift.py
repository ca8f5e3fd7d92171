"""`headwater contracts drift`: how contracts differ from what runs."""

import click

from headwater.cli.options.asking import Answerer, with_answerer
from headwater.cli.options.choice import choice_of
from headwater.cli.options.page import with_page
from headwater.cli.options.times import Time
from headwater.cli.printing.output import print_json, print_line, print_table
from headwater.contracts.findings import ContractFinding, Level
from headwater.questions.contracts import ContractDriftQuestion, DriftQuestion
from headwater.questions.moments import Moment
from headwater.questions.pages import LIMIT


@click.command()
@click.argument("contract", required=False)
@click.option("--code", help="Only findings with this code.")
@click.option("--level", type=choice_of(Level), help="Only findings of this level.")
@click.option("--at", type=Time(), help="Answer as of this time.")
@click.option(
    "--stale-after",
    type=click.FloatRange(min=0, min_open=True),
    metavar="HOURS",
    help="Hours after which an output without a promised frequency counts as stale.",
)
@with_page(of="findings", limit=LIMIT)
@click.option(
    "--json", "as_json", is_flag=True, help="Print the answer as JSON, with all evidence."
)
@with_answerer
def drift(  # noqa: PLR0913  # one argument for each option
    answerer: Answerer,
    *,
    contract: str | None,
    code: str | None,
    level: Level | None,
    at: Moment | None,
    stale_after: float | None,
    limit: int,
    offset: int,
    as_json: bool,
) -> None:
    """Show how contracts differ from what runs.

    With CONTRACT, show this for one contract, with a verdict on each of its inputs.
    """
    if contract is None:
        report = answerer.ask(
            DriftQuestion(
                at=at,
                code=code,
                level=level,
                stale_after=stale_after,
                limit=limit,
                offset=offset,
            )
        )
        if as_json:
            print_json(report)
            return
        _print_findings(report.findings)
        states = ", ".join(f"{count} {state}" for state, count in report.states.items())
        shown = len(report.findings)
        of = f"{shown} of {report.total_count} findings; " if report.total_count > shown else ""
        print_line(f"{of}contracts: {states or 'none'}")
        return
    found = answerer.ask(ContractDriftQuestion(contract=contract, at=at, stale_after=stale_after))
    if as_json:
        print_json(found)
        return
    print_line(f"{found.id} {found.version}: {found.state}")
    if found.inputs:
        print_table(
            ("INPUT", "VERDICT", "BY WAY OF"),
            ((one.contract, one.verdict, " → ".join(one.path)) for one in found.inputs),
        )
    _print_findings(
        tuple(f for f in found.findings if code in (None, f.code) and level in (None, f.level))
    )


def _print_findings(findings: tuple[ContractFinding, ...]) -> None:
    if findings:
        print_table(
            ("LEVEL", "FINDING", "CONTRACT", "WHAT", "RUN"),
            ((f.level, f.code, f.contract, f.message, f.evidence.run) for f in findings),
        )
