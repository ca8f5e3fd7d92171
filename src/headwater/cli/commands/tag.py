"""`headwater tag`: tags that users give to jobs, datasets and fields."""

import click

from headwater.cli.options.asking import Answerer, print_outcome, with_answerer
from headwater.questions.edits import TagEdit, UntagEdit


@click.command()
@click.argument("node")
@click.argument("tag")
@click.option("--field", metavar="FIELD", help="Tag this field of the dataset NODE.")
@click.option("--remove", is_flag=True, help="Remove the tag.")
@with_answerer
def tag(answerer: Answerer, node: str, tag: str, field: str | None, remove: bool) -> None:
    """Tag a job, a dataset or a field of a dataset.

    NODE is job:NAMESPACE:NAME, dataset:NAMESPACE:NAME or datasetField:NAMESPACE:NAME:FIELD. Tags
    that producers send are not affected. `headwater history` shows both kinds.
    """
    kind = UntagEdit if remove else TagEdit
    answerer.edit(kind(node_id=node, tag=tag, field=field))
    print_outcome(answerer)
