"""`headwater describe`: a user's description of a job, dataset, namespace, source or tag."""

import click

from headwater.cli.options.asking import Answerer, print_outcome, with_answerer
from headwater.questions.edits import DescribeEdit


@click.command()
@click.argument("node")
@click.argument("text")
@with_answerer
def describe(answerer: Answerer, node: str, text: str) -> None:
    """Describe a job, dataset, namespace, source or tag.

    NODE is job:NAMESPACE:NAME, dataset:NAMESPACE:NAME, namespace:NAMESPACE, source:NAME or
    tag:NAME. TEXT is shown instead of the description by producers; an empty TEXT removes it.
    """
    answerer.edit(DescribeEdit(node_id=node, description=text))
    print_outcome(answerer)
