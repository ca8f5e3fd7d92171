"""`headwater delete` and `headwater restore`: hide jobs, datasets and namespaces, or undo that."""

import click

from headwater.cli.options.asking import Answerer, print_outcome, with_answerer
from headwater.questions.edits import DeleteEdit, RestoreEdit


@click.command()
@click.argument("node")
@with_answerer
def delete(answerer: Answerer, node: str) -> None:
    """Hide a job, a dataset or a namespace.

    NODE is job:NAMESPACE:NAME, dataset:NAMESPACE:NAME or namespace:NAMESPACE. It is hidden from
    now on, until an event with a later time lists it or until it is restored. Its history stays.
    """
    answerer.edit(DeleteEdit(node_id=node))
    print_outcome(answerer)


@click.command()
@click.argument("node")
@with_answerer
def restore(answerer: Answerer, node: str) -> None:
    """Show a deleted job, dataset or namespace again.

    NODE is written as for `headwater delete`. A job or dataset becomes visible even if its
    namespace is deleted.
    """
    answerer.edit(RestoreEdit(node_id=node))
    print_outcome(answerer)
