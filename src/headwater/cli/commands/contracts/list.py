"""`headwater contracts list`: the registered contracts and products."""

import click

from headwater.answers.contracts import SpecKind
from headwater.cli.options.asking import Answerer, with_answerer
from headwater.cli.options.choice import choice_of
from headwater.cli.options.page import with_page
from headwater.cli.options.times import Time
from headwater.cli.printing.output import beyond, print_json, print_line, print_table
from headwater.questions.contracts import ContractsQuestion
from headwater.questions.moments import Moment
from headwater.questions.pages import LIMIT


@click.command("list")
@click.argument("text", required=False)
@click.option("--kind", type=choice_of(SpecKind), help="Only contracts, or only products.")
@click.option("--product", help="Only contracts of the product with this title.")
@click.option("--at", type=Time(), help="Answer as of this time.")
@with_page(of="entries", limit=LIMIT)
@click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")
@with_answerer
def list_(  # noqa: PLR0913  # one argument for each option
    answerer: Answerer,
    *,
    text: str | None,
    kind: SpecKind | None,
    product: str | None,
    at: Moment | None,
    limit: int,
    offset: int,
    as_json: bool,
) -> None:
    """List the registered contracts and products, ordered by name.

    With TEXT, list only those that have it in their id or name.
    """
    found = answerer.ask(
        ContractsQuestion(kind=kind, text=text, product=product, at=at, limit=limit, offset=offset)
    )
    if as_json:
        print_json(found)
        return
    if not found.contracts:
        register = "; register some with `headwater contracts add PATH`"
        print_line(f"no contracts{beyond(found.total_count) or register}")
        return
    print_table(
        ("ID", "NAME", "VERSION", "STATUS", "PRODUCT", "INPUTS", "CONSUMERS", "OWNERS"),
        (
            (
                one.id,
                one.name if one.name != one.id else None,
                one.version,
                one.status,
                one.product,
                len(one.inputs),
                one.consumers,
                ", ".join(one.owners),
            )
            for one in found.contracts
        ),
    )
    if found.total_count > offset + len(found.contracts):
        print_line(f"{len(found.contracts)} of {found.total_count}")
