"""What a node id stands for, under the names that answers use."""

import msgspec

from headwater.query.names.entities import written
from headwater.query.names.run_ids import public_ids
from headwater.query.node_ids import NodeKind, resolve
from headwater.store import Snapshot


class Identity(msgspec.Struct, frozen=True, kw_only=True):
    """A job or dataset by its canonical name, or what belongs to it."""

    id: str
    kind: NodeKind
    namespace: str
    """Of a field that of its dataset, of a run that of its job; so the name."""
    name: str
    field: str | None
    version: str | None
    run: str | None
    """The id of a run, as answers have it."""


def identity(snapshot: Snapshot, node: str, *, at: int | None = None) -> Identity:
    """Of a node by any of its names; `at` decides whether it is deleted."""
    found = resolve(snapshot, node, at=at)
    entity = found.entity
    run = None
    if found.run_key is not None:
        run = public_ids(snapshot, [found.run_key])[found.run_key]
    field = () if found.field is None else (found.field,)
    parts = (run,) if run is not None else (entity.namespace, entity.name, *field)
    return Identity(
        id=written(found.kind, *parts, version=found.version),
        kind=found.kind,
        namespace=entity.namespace,
        name=entity.name,
        field=found.field,
        version=found.version,
        run=run,
    )
