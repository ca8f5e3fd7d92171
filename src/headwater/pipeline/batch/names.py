"""The names in a batch: which ones it mentions, and the rows written about them (semantics 2)."""

from collections.abc import Collection

from headwater.pipeline.batch.naming import MentionedName, Naming
from headwater.pipeline.batch.work import BatchWork
from headwater.pipeline.derive.nodes import NodeRow, entities
from headwater.pipeline.source.records import ReadRecord, events_in
from headwater.pipeline.source.stored import Rows, rows_in
from headwater.store.read import Snapshot
from headwater.store.tables import ENTITIES, ENTITY_FACETS, NODES


def mentioned(records: Collection[ReadRecord]) -> dict[int, MentionedName]:
    """The names that records mention."""
    found: dict[int, MentionedName] = {}
    for _, event in events_in(records):
        for name, own_right in event.names:
            if own_right or name.node_id not in found:
                named = (name.kind, name.namespace, name.name)
                found[name.node_id] = MentionedName(*named, own_right)
    return found


def stated_aliases(snapshot: Snapshot, work: BatchWork) -> dict[int, str | None]:
    """The aliases that the batch changes, by name. None where they no longer hold."""
    written = work.written["entity_facets"]
    rows = (dict(zip(ENTITY_FACETS.names, values, strict=True)) for values in written.changed)
    changed = {row["node_id"]: row["value"] for row in rows if row["facet"] == "symlinks"}
    changed |= {node: None for node, facet in written.removed if facet == "symlinks"}
    before: dict[int, str | None] = dict(
        snapshot.query_in(
            "SELECT node_id, value FROM entity_facets"
            " WHERE facet = 'symlinks' AND node_id IN {keys}",
            changed,
        )
    )
    return {node: value for node, value in changed.items() if before.get(node) != value}


def write_nodes(snapshot: Snapshot, names: Naming, work: BatchWork) -> None:
    """Writes the rows of all names that the batch mentions, moves or removes."""
    stored = rows_in(snapshot, NODES, "node_id", names.names.keys() | names.vanished)
    work.write(NODES, stored, names.rows())


def members_of_changed(snapshot: Snapshot, names: Naming) -> Rows:
    """All names of the jobs and datasets whose set of names changes."""
    entities = {names.entity_of[node] for node in names.fresh | names.turned}
    entities |= set(names.entity_of.values()) & names.moved
    stored = rows_in(snapshot, NODES, "entity_id", entities)
    return [
        *(row for row in names.rows() if row["entity_id"] in entities),
        *(row for row in stored if row["node_id"] not in names.names.keys() | names.vanished),
    ]


def write_entities(snapshot: Snapshot, gone: set[int], members: Rows, work: BatchWork) -> None:
    """Writes canonical names, given all names of each job and dataset that may have another.

    The entities that are `gone` stand for nothing any more.
    """
    found = [row._asdict() for row in entities(NodeRow(**member) for member in members)]
    wanted = {row["entity_id"] for row in found} | gone
    work.write(ENTITIES, rows_in(snapshot, ENTITIES, "entity_id", wanted), found)
