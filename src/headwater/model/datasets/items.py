"""What the histories of datasets are derived from: what runs and events say about their names.

Items are made where runs are folded, one for each name of a dataset. They are used where all names
of a dataset are together, with all datasets that renames connect with it (`datasets.families`).
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

import msgspec

from headwater.model.datasets.history import HistoryItem
from headwater.model.runs.registers import Place
from headwater.model.runs.rows import RunIoRow, RunRow, StreamIoRow


class UseItem(msgspec.Struct, array_like=True, frozen=True):
    """A name that a run lists among its inputs or its outputs, and the order of each thing that it
    says there.

    Where a run uses several names for one dataset, the orders decide which value counts.
    """

    run_key: str
    state: str
    processing: str
    started_at: int
    ended_at: int | None
    side: str
    node_id: int
    drops: bool
    """Whether it is an output that the run drops (semantics 5.6)."""
    pin: str | None
    pin_key: Place | None
    storage_version: str | None
    version_key: Place | None
    schema_hash: str | None
    schema_key: Place | None
    renamed_from: int | None
    lifecycle_key: Place | None


class StreamedItem(msgspec.Struct, array_like=True, frozen=True):
    """A name that one event of a stream lists among its outputs."""

    run_key: str
    event_time: int
    rank: int
    digest: str
    node_id: int
    schema_hash: str | None
    schema_place: int | None
    storage_version: str | None
    version_place: int | None


class DeclaredItem(msgspec.Struct, array_like=True, frozen=True):
    """What a dataset event states."""

    digest: str
    node_id: int
    event_time: int
    schema_hash: str | None
    storage_version: str | None
    lifecycle: str | None
    renamed_from: int | None


class NodeItem(msgspec.Struct, array_like=True, frozen=True):
    """A name of a dataset."""

    node_id: int
    namespace: str
    name: str
    own_right: int
    entity_id: int | None = None
    """The dataset that it stands for; None where only whoever folds the items knows."""


class SchemaItem(msgspec.Struct, array_like=True, frozen=True):
    """The schema behind a hash."""

    hash: str
    value: str


class KnownItem(msgspec.Struct, array_like=True, frozen=True):
    """Something that is known of a dataset outside of the window in which it is derived."""

    dataset_id: int
    item: HistoryItem


DatasetItem: TypeAlias = UseItem | StreamedItem | DeclaredItem | NodeItem | SchemaItem | KnownItem

DATASET_KINDS: dict[str, type[DatasetItem]] = {
    "use": UseItem,
    "streamed": StreamedItem,
    "declared": DeclaredItem,
    "node": NodeItem,
    "schema": SchemaItem,
    "known": KnownItem,
}
"""The types of items by the words that they travel under."""


@dataclass
class FamilyItems:
    """The items of one family of datasets, by kind."""

    uses: list[UseItem] = field(default_factory=list)
    streamed: list[StreamedItem] = field(default_factory=list)
    declared: list[DeclaredItem] = field(default_factory=list)
    nodes: dict[int, NodeItem] = field(default_factory=dict)
    schemas: dict[str, str] = field(default_factory=dict)
    """Schemas by their hash."""
    known: list[KnownItem] = field(default_factory=list)

    def add(self, item: DatasetItem) -> None:
        match item:
            case UseItem():
                self.uses.append(item)
            case StreamedItem():
                self.streamed.append(item)
            case DeclaredItem():
                self.declared.append(item)
            case NodeItem():
                self.nodes[item.node_id] = item
            case SchemaItem():
                self.schemas[item.hash] = item.value
            case KnownItem():
                self.known.append(item)


def use_item(run: RunRow, row: RunIoRow) -> UseItem:
    """An input or output of a run as an item of its dataset's history."""
    return UseItem(
        run.run_key,
        run.state,
        run.processing,
        run.started_at,
        run.ended_at,
        row.side,
        row.node_id,
        row.drops,
        row.pin,
        row.pin_key,
        row.storage_version,
        row.version_key,
        row.schema_hash,
        row.schema_key,
        row.renamed_from,
        row.lifecycle_key,
    )


def streamed_items(listed: list[StreamIoRow]) -> Iterator[StreamedItem]:
    """What the events of a stream list among their outputs. What they read makes no version."""
    for row in listed:
        if row.side == "output":
            yield StreamedItem(
                row.run_key,
                row.event_time,
                row.rank,
                row.digest,
                row.node_id,
                row.schema_hash,
                row.schema_place,
                row.storage_version,
                row.version_place,
            )
