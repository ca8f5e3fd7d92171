"""The names in a batch: which it mentions, and what is written about them (semantics 2)."""

import pyarrow as pa

from headwater.pipeline.batch.renaming import MentionedName, Naming
from headwater.pipeline.batch.work import Work
from headwater.pipeline.source.stored import Rows, rows_in
from headwater.store.read import Snapshot
from headwater.store.tables import ENTITIES, NODES


def mentioned(records: pa.Table) -> dict[int, MentionedName]:
    """The names that records mention."""
    found: dict[int, MentionedName] = {}
    for names in records.column("names").to_pylist():
        for told in names:
            name = MentionedName(told["kind"], told["namespace"], told["name"], told["own_right"])
            if name.own_right or told["node_id"] not in found:
                found[told["node_id"]] = name
    return found


def stated_aliases(snapshot: Snapshot, work: Work) -> dict[int, str | None]:
    """The aliases that the batch states anew, by name; None where they hold no longer."""
    written = work.written["entity_facets"]
    changed = {
        row["node_id"]: row["value"] for row in written.changed if row["facet"] == "symlinks"
    }
    changed |= {node: None for node, facet in written.removed if facet == "symlinks"}
    before: dict[int, str | None] = dict(
        snapshot.query_in(
            "SELECT node_id, value FROM entity_facets"
            " WHERE facet = 'symlinks' AND node_id IN {keys}",
            changed,
        )
    )
    return {node: value for node, value in changed.items() if before.get(node) != value}


def write_nodes(snapshot: Snapshot, names: Naming, work: Work) -> None:
    """The rows of all names that the batch mentions, moves or takes away."""
    stored = rows_in(snapshot, NODES, "node_id", names.names.keys() | names.vanished)
    work.write(NODES, stored, names.rows())


def members_renamed(snapshot: Snapshot, names: Naming) -> Rows:
    """All names of the jobs and datasets whose names change."""
    entities = {names.entity_of[node] for node in names.fresh | names.turned}
    entities |= set(names.entity_of.values()) & names.moved
    stored = rows_in(snapshot, NODES, "entity_id", entities)
    return [
        *(row for row in names.rows() if row["entity_id"] in entities),
        *(row for row in stored if row["node_id"] not in names.names.keys() | names.vanished),
    ]


def write_entities(snapshot: Snapshot, gone: set[int], entities: Rows, work: Work) -> None:
    """Canonical names; those `gone` stand for nothing any more."""
    wanted = {row["entity_id"] for row in entities} | gone
    work.write(ENTITIES, rows_in(snapshot, ENTITIES, "entity_id", wanted), entities)
