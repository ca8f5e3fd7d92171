"""`headwater search`: find jobs and datasets by a text."""

import click

from headwater.answers.names import EntityKind
from headwater.answers.search import Hit
from headwater.cli.options.asking import Answerer, with_answerer
from headwater.cli.options.choice import choice_of
from headwater.cli.options.page import with_page
from headwater.cli.printing.output import print_json, print_line, print_table
from headwater.questions.search import ENTITY_TYPES, SearchQuestion

SHOWN = 3


@click.command()
@click.argument("text")
@click.option("--kind", type=choice_of(EntityKind), help="Only jobs, or only datasets.")
@click.option("--namespace", metavar="NAMESPACE", help="Only jobs and datasets in this namespace.")
@with_page(of="results")
@click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")
@with_answerer
def search(
    answerer: Answerer,
    text: str,
    kind: EntityKind | None,
    namespace: str | None,
    limit: int,
    offset: int,
    as_json: bool,
) -> None:
    """Find jobs and datasets by TEXT.

    TEXT is looked for in names, namespaces, fields, tags, descriptions and owners, in any letter
    case. Names that equal TEXT come first, then names that begin with it.
    """
    found = answerer.ask(
        SearchQuestion(
            q=text,
            filter=ENTITY_TYPES[kind] if kind else None,
            namespace=namespace,
            limit=limit,
            offset=offset,
        )
    )
    if as_json:
        print_json(found)
        return
    if not found.hits and not offset:
        yet = " yet: events wait to be read" if _is_behind(answerer) else ""
        print_line(f"no {kind or 'job or dataset'} matches {text!r}{yet}")
        return
    print_table(
        ("NODE", "FOUND IN", "ALSO"),
        ((hit.id, _place(hit), ", ".join(hit.aliases)) for hit in found.hits),
    )
    if found.total_count > offset + len(found.hits):
        print_line(f"{len(found.hits)} of {found.total_count}")


def _is_behind(answerer: Answerer) -> bool:
    """Whether events wait to be read, so that what is not found may still come."""
    lag = answerer.status().lag
    return lag is not None and lag.bytes > 0


def _place(hit: Hit) -> str:
    """Where the text was found, with the text itself unless the node's id shows it."""
    kind, texts = hit.match.kind, hit.match.texts
    if kind in ("name", "namespace"):
        return kind
    more = ", …" if len(texts) > SHOWN else ""
    return f"{kind} {', '.join(texts[:SHOWN])}{more}"
