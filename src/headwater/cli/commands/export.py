"""`headwater export`: write all tables as Parquet files."""

from pathlib import Path

import click

from headwater.cli.options.settings import store_snapshot, with_settings
from headwater.cli.printing.output import print_json, print_table
from headwater.config import Settings


@click.command()
@click.argument("directory", type=click.Path(path_type=Path, file_okay=False))
@click.option("--json", "as_json", is_flag=True, help="Print the numbers of rows as JSON.")
@with_settings
def export(settings: Settings, directory: Path, as_json: bool) -> None:
    """Write all tables to DIRECTORY as Parquet files.

    A page that explains the tables is written beside them.
    """
    from headwater.query.service.export import export as write

    with store_snapshot(settings) as snapshot:
        counts = write(snapshot, directory)
    if as_json:
        print_json(counts)
    else:
        print_table(("TABLE", "ROWS"), counts.items())
