"""Names, and the jobs and datasets that they stand for (semantics 2.3)."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from headwater.store.read import arrow_schema
from headwater.store.tables import ENTITIES, NODES


class NodeRow(NamedTuple):
    """A row of `nodes`."""

    node_id: int
    kind: str
    namespace: str
    name: str
    own_right: int
    entity_id: int


class EntityRow(NamedTuple):
    """A row of `entities`."""

    entity_id: int
    kind: str
    namespace: str
    name: str
    own_right: int


def entities(nodes: Iterable[NodeRow]) -> list[EntityRow]:
    """The jobs and datasets that names stand for, given all names of each.

    The canonical name is the smallest in its own right, if there is any, or else the smallest.
    """
    found: dict[tuple[int, str], tuple[int, str, str]] = {}
    for node in nodes:
        key, name = (node.entity_id, node.kind), (1 - node.own_right, node.namespace, node.name)
        found[key] = min(name, found.get(key, name))
    return [EntityRow(*key, *name[1:], 1 - name[0]) for key, name in found.items()]


def node_batches(
    names: Iterable[pa.RecordBatch], entity_of: Mapping[int, int]
) -> Iterator[pa.RecordBatch]:
    """Rows of `nodes`, of names and the entities of those that have aliases."""
    aliased = pa.array(entity_of.keys(), pa.int64())
    entity = pa.array(entity_of.values(), pa.int64())
    for batch in names:
        node_ids = batch.column("node_id")
        known = entity.take(pc.index_in(node_ids, aliased))
        columns = [*batch.columns, pc.coalesce(known, node_ids)]
        yield pa.RecordBatch.from_arrays(columns, schema=arrow_schema(NODES))


def entity_batches(
    nodes: Iterable[pa.RecordBatch], entity_of: Mapping[int, int]
) -> Iterator[pa.RecordBatch]:
    """Rows of `entities`, of the rows of `nodes` and the entities of those that have aliases."""
    schema = arrow_schema(ENTITIES)
    aliased = pa.array(entity_of.keys(), pa.int64())
    with_aliases: list[NodeRow] = []
    for batch in nodes:
        has_aliases = pc.is_in(batch.column("node_id"), aliased)
        with_aliases += _rows(batch.filter(has_aliases))
        # Most names are the only one of their job or dataset.
        yield batch.filter(pc.invert(has_aliases)).select(schema.names)
    columns = zip(*entities(with_aliases), strict=True) if with_aliases else ((),) * len(schema)
    arrays = [pa.array(c, f.type) for c, f in zip(columns, schema, strict=True)]
    yield pa.RecordBatch.from_arrays(arrays, schema=schema)


def _rows(batch: pa.RecordBatch) -> Iterator[NodeRow]:
    return map(NodeRow._make, zip(*(column.to_pylist() for column in batch.columns), strict=True))
