"""`headwater contracts show`: one contract or product."""

import click

from headwater.answers.contracts import BoundOutput
from headwater.cli.options.asking import Asked, with_asked
from headwater.cli.options.times import Time
from headwater.cli.printing.output import print_fields, print_json, print_line, print_table


@click.command()
@click.argument("contract")
@click.option("--version", help="Another version than the current one.")
@click.option("--at", type=Time(), help="As of a time.")
@click.option("--text", "as_text", is_flag=True, help="The text, as it was registered.")
@click.option("--json", "as_json", is_flag=True, help="As JSON, with all it says.")
@with_asked
def show(
    asked: Asked,
    *,
    contract: str,
    version: str | None,
    at: int | None,
    as_text: bool,
    as_json: bool,
) -> None:
    """Show CONTRACT, by its id or name: what it promises, and its versions."""
    if as_text:
        click.echo(asked.contracts.text(contract, version, at=at), nl=False)
        return
    found = asked.contracts.details(contract, version, at=at)
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
    versions = asked.contracts.versions(contract, at=at).versions
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
