"""`headwater search`: jobs and datasets by a part of their names, or of what is said of them."""

import click

from headwater.answers.names import EntityKind
from headwater.answers.search import Hit
from headwater.cli.options.asking import Asked, with_asked
from headwater.cli.printing.output import print_json, print_line, print_table
from headwater.query.pages import Page

SHOWN = 3


@click.command()
@click.argument("text")
@click.option("--kind", type=click.Choice(["job", "dataset"]), help="Only these.")
@click.option("--namespace", metavar="NAMESPACE", help="Only those in a namespace.")
@click.option(
    "--limit", type=click.IntRange(min=1), default=20, show_default=True, help="How many."
)
@click.option("--offset", type=click.IntRange(min=0), default=0, help="Skip this many.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@with_asked
def search(
    asked: Asked,
    text: str,
    kind: EntityKind | None,
    namespace: str | None,
    limit: int,
    offset: int,
    as_json: bool,
) -> None:
    """Find jobs and datasets by TEXT.

    In any of their names or namespaces, their fields, tags, descriptions and owners, whatever the
    case. Names that are just TEXT come first, then those that begin with it.
    """
    page = Page(limit=limit, offset=offset)
    found = asked.search(text, kind=kind, namespace=namespace, page=page)
    if as_json:
        print_json(found)
        return
    if not found.hits and not offset:
        print_line(f"no {kind or 'job or dataset'} has {text!r} in its name, nor is it said of one")
        return
    print_table(
        ("NODE", "FOUND IN", "ALSO"),
        ((hit.id, _place(hit), ", ".join(hit.aliases)) for hit in found.hits),
    )
    if found.total_count > offset + len(found.hits):
        print_line(f"{len(found.hits)} of {found.total_count}")


def _place(hit: Hit) -> str:
    """What was found, where the node's own name does not show it."""
    kind, texts = hit.match.kind, hit.match.texts
    if kind in ("name", "namespace"):
        return kind
    more = ", …" if len(texts) > SHOWN else ""
    return f"{kind} {', '.join(texts[:SHOWN])}{more}"
