"""`headwater export`: write all tables as Parquet files."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from headwater.cli.options.asking import Answerer, Local, with_answerer
from headwater.cli.printing.output import print_json, print_table

if TYPE_CHECKING:
    from headwater.client import Client
    from headwater.query.service.export_files import TableFiles, Unit


@click.command()
@click.argument("directory", type=click.Path(path_type=Path, file_okay=False))
@click.option(
    "--by",
    type=click.Choice(["month", "day"]),
    help="Divide tables that have a time into a file for each of these, in UTC.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the numbers as JSON.")
@with_answerer
def export(answerer: Answerer, directory: Path, by: "Unit | None", as_json: bool) -> None:
    """Write all tables to DIRECTORY as Parquet files.

    A page that explains the tables is written beside them. If DIRECTORY has an earlier export, only
    the files whose content has changed are written.
    """
    from headwater.query.service.export_files import SnapshotSource, export_to

    if isinstance(answerer, Local):
        found = export_to(directory, SnapshotSource(answerer.snapshot), by)
    else:
        found = _downloaded(answerer, directory, by)
    if as_json:
        print_json(found)
    else:
        print_table(
            ("TABLE", "ROWS", "FILES", "WRITTEN"),
            ((name, one.rows, one.files, one.written) for name, one in found.items()),
        )


def _downloaded(client: "Client", directory: Path, by: "Unit | None") -> "dict[str, TableFiles]":
    from headwater.cli.processes.downloading import ServerSource
    from headwater.query.service.export_files import export_to

    source = ServerSource(client)
    before = source.tables()
    found = export_to(directory, source, by)
    if source.tables() != before:
        click.echo(
            "the server has changed its tables meanwhile, so they are of moments that are some"
            " seconds apart; the same command brings them up to date",
            err=True,
        )
    return found
