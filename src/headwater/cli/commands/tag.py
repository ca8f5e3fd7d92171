"""`headwater tag`: tags that users give to jobs, datasets and fields."""

import click

from headwater.cli.options.editing import editing, log_edit
from headwater.cli.options.settings import with_settings
from headwater.config import Settings
from headwater.query.catalog.subjects import subject
from headwater.query.names.entities import spelled_out


@click.command()
@click.argument("node")
@click.argument("tag")
@click.option("--field", metavar="FIELD", help="Tag this field of the dataset NODE.")
@click.option("--remove", is_flag=True, help="Remove the tag.")
@with_settings
def tag(settings: Settings, node: str, tag: str, field: str | None, remove: bool) -> None:
    """Tag a job, a dataset or a field of a dataset.

    NODE is job:NAMESPACE:NAME, dataset:NAMESPACE:NAME or datasetField:NAMESPACE:NAME:FIELD. Tags
    that producers send are not affected. `headwater history` shows both kinds.
    """
    tag = tag.strip()
    if not tag:
        raise click.BadParameter("it is empty", param_hint="TAG")
    with editing(settings) as snapshot:
        if field is not None:
            dataset = subject(snapshot, node, kinds=("dataset",))
            node = spelled_out("datasetField", dataset["namespace"], dataset["name"], field)
        about = subject(snapshot, node, kinds=("job", "dataset", "datasetField"))
    log_edit(settings, "untag" if remove else "tag", about | {"tag": tag})
