"""`headwater export`: all tables as Parquet."""

from pathlib import Path

import click

from headwater.cli.options.settings import reading, with_settings
from headwater.cli.printing.output import print_json, print_table
from headwater.config import Settings


@click.command()
@click.argument("directory", type=click.Path(path_type=Path, file_okay=False))
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@with_settings
def export(settings: Settings, directory: Path, as_json: bool) -> None:
    """Write all tables to DIRECTORY as Parquet.

    With a page that explains them.
    """
    from headwater.query.service.export import export as write

    with reading(settings) as snapshot:
        counts = write(snapshot, directory)
    if as_json:
        print_json(counts)
    else:
        print_table(("TABLE", "ROWS"), counts.items())
