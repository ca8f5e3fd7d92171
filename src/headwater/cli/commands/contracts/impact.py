"""`headwater contracts impact`: who is impacted if a contract or product changes."""

import click

from headwater.cli.options.asking import Answerer, with_answerer
from headwater.cli.options.times import Time
from headwater.cli.printing.output import print_json, print_line, print_table
from headwater.questions.contracts import ContractImpactQuestion
from headwater.questions.moments import Moment
from headwater.words.numbers import counted


@click.command()
@click.argument("contract")
@click.option(
    "--depth",
    type=click.IntRange(min=1),
    help="How many steps from contract to contract to go; all by default.",
)
@click.option("--at", type=Time(), help="Answer as of this time.")
@click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")
@with_answerer
def impact(
    answerer: Answerer, *, contract: str, depth: int | None, at: Moment | None, as_json: bool
) -> None:
    """Show the contracts, products, jobs and datasets that depend on CONTRACT.

    CONTRACT is the id or name of a contract or product.
    """
    found = answerer.ask(ContractImpactQuestion(contract=contract, depth=depth, at=at))
    if as_json:
        print_json(found)
        return
    print_line(counted(len(found.contracts), "contract"))
    if found.contracts:
        print_table(
            ("DISTANCE", "CONTRACT", "NAME", "THROUGH", "PRODUCT", "OWNERS"),
            (
                (
                    one.distance,
                    one.id,
                    one.name if one.registered else "(not registered)",
                    one.via,
                    one.product.partition(":")[2] if one.product.startswith("product:") else None,
                    ", ".join(one.owners),
                )
                for one in found.contracts
            ),
        )
    names = ", ".join(product.name for product in found.products)
    print_line(f"{counted(len(found.products), 'product')}{': ' if names else ''}{names}")
    running = found.operational
    if running.knowledge == "unknown":
        print_line(f"jobs and datasets: unknown, as {running.reason}")
        return
    hits = (*running.jobs, *running.datasets)
    print_line(f"{counted(len(running.jobs), 'job')}, {counted(len(running.datasets), 'dataset')}")
    if hits:
        print_table(
            ("DISTANCE", "NODE", "THROUGH", "CONTRACTS"),
            ((hit.distance, hit.id, hit.via, ", ".join(hit.contracts)) for hit in sorted(hits)),
        )
