"""How many events mention what is stored once: names, facet values and sets of column edges.

Such a row stays for as long as any event mentions it. Mentions are counted, so that an event can be
retracted without looking at all others. A 63-bit key stands for what is mentioned.
"""

from collections import Counter
from functools import lru_cache

import pyarrow as pa
import pyarrow.compute as pc

from headwater.model.facts import EventFacts
from headwater.pipeline.source.stored import Rows
from headwater.store.read import Snapshot

_BITS = 2**63 - 1
_SET, _NAME, _OWN = (_BITS // 7 * n for n in (1, 2, 4))
"""Added to keys, so that things of different kinds have different keys."""


@lru_cache(maxsize=65_536)
def value_key(content_hash: str) -> int:
    """The key of a facet value."""
    return int(content_hash[:16], 16) & _BITS


def set_key(set_hash: str) -> int:
    """The key of a set of column edges."""
    return value_key(set_hash) ^ _SET


def name_key(node: int) -> int:
    """The key of a name, however it is mentioned."""
    return node ^ _NAME


def own_key(node: int) -> int:
    """The key of a name that is mentioned in its own right."""
    return node ^ _OWN


def mentioned_by(event: EventFacts) -> set[int]:
    """The keys of everything that an event mentions."""
    found = {value_key(content_hash) for content_hash, _ in event.values}
    found.update(set_key(edge.set_hash) for edge in event.edges)
    found.update(name_key(name.node_id) for name, _ in event.names)
    found.update(own_key(name.node_id) for name, own in event.names if own)
    return found


def counted(snapshot: Snapshot, new: pa.Table, gone: pa.Table) -> tuple[Rows, Rows]:
    """Rows of `mentions` as they are stored, and as they are after this batch.

    `new` are the records that the batch adds, `gone` those that it retracts. What is no longer
    mentioned is missing among the later rows.
    """
    change = _count(new)
    change.subtract(_count(gone))
    known = snapshot.query_in("SELECT key, events FROM mentions WHERE key IN {keys}", change)
    stored: dict[int, int] = dict(known)
    now = {key: stored.get(key, 0) + more for key, more in change.items()}
    return _rows(stored), _rows({key: events for key, events in now.items() if events})


def _count(records: pa.Table) -> Counter[int]:
    """By how many distinct events each key is mentioned."""
    places = {digest: n for n, digest in enumerate(records.column("digest").to_pylist())}
    distinct = records.column("mentions").take(pa.array(places.values(), pa.int64()))
    counts = pc.value_counts(pc.list_flatten(distinct))
    return Counter({item["values"]: item["counts"] for item in counts.to_pylist()})


def _rows(counts: dict[int, int]) -> Rows:
    return [{"key": key, "events": events} for key, events in counts.items()]
