"""Items of histories on their way: each with the job or dataset that it belongs to.

Items are packed where runs are folded, and unpacked where a history is. Between these nobody looks
into them.
"""

from collections.abc import Iterator
from typing import TypeAlias

import msgspec

from headwater.model.datasets.items import DATASET_KINDS, DatasetItem
from headwater.model.jobs.items import JOB_KINDS, JobItem

JOBS, DATASETS = "job_items", "dataset_items"
"""The kinds of packs that items travel in."""

Item: TypeAlias = JobItem | DatasetItem

_KINDS: dict[str, type[Item]] = {**JOB_KINDS, **DATASET_KINDS}
_WORDS = {struct: kind for kind, struct in _KINDS.items()}
_DECODERS = {kind: msgspec.msgpack.Decoder(struct) for kind, struct in _KINDS.items()}
_ROWS = msgspec.msgpack.Decoder(list[tuple[int, str, msgspec.Raw]])

ItemRow = tuple[int, str, Item | msgspec.Raw]
"""The id of a job or dataset, the word for the type of an item, and the item."""


def item_row(key: int, item: Item) -> ItemRow:
    """An item of the job or dataset with this id, ready to be packed."""
    return key, _WORDS[type(item)], item


def item_rows(pack: bytes) -> Iterator[tuple[int, str, msgspec.Raw]]:
    """The rows in a pack, with items as they are packed."""
    yield from _ROWS.decode(pack)


def unpacked(kind: str, item: msgspec.Raw) -> Item:
    """An item of a pack."""
    return _DECODERS[kind].decode(item)
