"""Users' edits: their subject is looked up in the store, and they are written to the log."""

import time

from headwater.cli.output import print_line
from headwater.cli.settings import log_writer
from headwater.config import Settings
from headwater.errors import NodeIdError
from headwater.model.events import edit_line
from headwater.model.order import format_time
from headwater.query.nodes import NodeKind, resolve
from headwater.store import Snapshot


def subject(
    snapshot: Snapshot,
    node: str,
    *,
    kinds: tuple[NodeKind, ...] = ("job", "dataset"),
    deleted: bool = False,
) -> dict[str, str]:
    """What an edit is about, as the fields that the log has for it."""
    found = resolve(snapshot, node, kinds=kinds, deleted=deleted)
    if found.version is not None:
        raise NodeIdError(f"{node!r} is a version; name the {found.kind}, without #VERSION")
    entity = found.entity
    named = {"kind": entity.kind, "namespace": entity.namespace, "name": entity.name}
    return named if found.field is None else named | {"field": found.field}


def log_edit(settings: Settings, edit: str, fields: dict[str, str]) -> None:
    """Append an edit to the log, at the time it is now (semantics 10)."""
    now = time.time_ns() // 1000
    body, digest = edit_line({"edit": edit, "at": format_time(now), **fields})
    with log_writer(settings) as writer:
        writer.append("edit", digest, body, now)
    print_line("logged; `headwater build` applies it, or the pipeline, if one runs")
