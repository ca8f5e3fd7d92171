"""`headwater delete` and `headwater restore`: hiding what is gone, and taking that back."""

import click

from headwater.cli.editing import log_edit, subject
from headwater.cli.settings import reading, with_settings
from headwater.config import Settings
from headwater.errors import NotFoundError
from headwater.store import Snapshot


@click.command()
@click.argument("node")
@with_settings
def delete(settings: Settings, node: str) -> None:
    """Hide a job, a dataset or a namespace.

    NODE is job:NAMESPACE:NAME, dataset:NAMESPACE:NAME or namespace:NAMESPACE. It is hidden from
    now on until an event with a later time lists it, or until it is restored; its history stays.
    """
    with reading(settings) as snapshot:
        about = _subject(snapshot, node, deleted=False)
    log_edit(settings, "delete", about)


@click.command()
@click.argument("node")
@with_settings
def restore(settings: Settings, node: str) -> None:
    """Show again what was deleted.

    NODE is written as for `headwater delete`. A job or dataset comes back out of a deleted
    namespace, too.
    """
    with reading(settings) as snapshot:
        about = _subject(snapshot, node, deleted=True)
    log_edit(settings, "restore", about)


def _subject(snapshot: Snapshot, node: str, *, deleted: bool) -> dict[str, str]:
    kind, _, namespace = node.partition(":")
    if kind != "namespace":
        return subject(snapshot, node, deleted=deleted)
    if not snapshot.query("SELECT 1 FROM entities WHERE namespace = ? LIMIT 1", (namespace,)):
        raise NotFoundError(
            f"no job or dataset is in the namespace {namespace!r}; "
            "find names with `headwater search TEXT`"
        )
    return {"kind": "namespace", "namespace": namespace}
