"""`headwater search`: jobs and datasets by a part of their names."""

import click

from headwater.cli.output import print_json, print_line, print_table
from headwater.cli.settings import reading, with_settings
from headwater.config import Settings
from headwater.query.entities import EntityKind
from headwater.query.search import LIMIT
from headwater.query.search import search as ask_search


@click.command()
@click.argument("text")
@click.option("--kind", type=click.Choice(["job", "dataset"]), help="Only these.")
@click.option(
    "--limit", type=click.IntRange(min=1), default=LIMIT, show_default=True, help="How many."
)
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@with_settings
def search(
    settings: Settings, text: str, kind: EntityKind | None, limit: int, as_json: bool
) -> None:
    """Find jobs and datasets with TEXT in their names.

    In any of their names or namespaces, whatever the case. Names that are just TEXT come first,
    then those that begin with it.
    """
    with reading(settings) as snapshot:
        found = ask_search(snapshot, text, kind=kind, limit=limit)
    if as_json:
        print_json(found)
    elif not found.hits:
        print_line(f"no {kind or 'job or dataset'} has {text!r} in its name")
    else:
        print_table(("NODE", "ALSO"), ((hit.id, ", ".join(hit.aliases)) for hit in found.hits))
    if found.has_more and not as_json:
        print_line("there are more: raise --limit to see them")
