"""`headwater contracts show`: one contract or product."""

import click

from headwater.answers.contracts import BoundOutput
from headwater.cli.options.asking import Answerer, with_answerer
from headwater.cli.options.times import Time
from headwater.cli.printing.output import print_fields, print_json, print_line, print_table


@click.command()
@click.argument("contract")
@click.option("--version", help="The version to show instead of the current one.")
@click.option("--at", type=Time(), help="Answer as of this time.")
@click.option("--text", "as_text", is_flag=True, help="Print the text as it was registered.")
@click.option(
    "--json", "as_json", is_flag=True, help="Print everything the contract contains as JSON."
)
@with_answerer
def show(
    answerer: Answerer,
    *,
    contract: str,
    version: str | None,
    at: int | None,
    as_text: bool,
    as_json: bool,
) -> None:
    """Show what CONTRACT promises, and list its versions.

    CONTRACT is the id or the name of a contract or product.
    """
    if as_text:
        click.echo(answerer.contracts.text(contract, version, at=at), nl=False)
        return
    found = answerer.contracts.details(contract, version, at=at)
    if as_json:
        print_json(found)
        return
    summary = found.summary
    print_fields(
        (
            (summary.kind, summary.id),
            ("name", summary.name),
            ("version", found.version.version),
            ("status", found.version.status),
            ("product", summary.product),
            ("owners", list(summary.owners)),
            ("standard", summary.standard),
            ("registered", f"{found.version.registered_at} {found.version.file}".strip()),
            ("inputs", list(summary.inputs)),
            ("outputs", [_output(output) for output in found.outputs]),
            ("consumers", str(summary.consumers)),
            ("findings", [f"{f.code} (line {f.line}): {f.message}" for f in found.findings]),
        )
    )
    versions = answerer.contracts.versions(contract, at=at).versions
    if len(versions) > 1:
        print_line("")
        print_table(
            ("VERSION", "STATUS", "REGISTERED", "CHANGE"),
            (
                (one.version, one.status, one.registered_at, one.changes and one.changes.bump)
                for one in versions
            ),
        )


def _output(output: BoundOutput) -> str:
    named = output.dataset or f"dataset:{output.namespace}:{output.name} (no event names it)"
    return f"{named} (derived)" if output.binding == "derived" else named
