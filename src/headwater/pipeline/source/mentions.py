"""How many events mention what is stored once: names, facet values and sets of column edges.

Such a row stays for as long as any event mentions it. Mentions are counted, so that an event can be
retracted without looking at all others. A 63-bit key stands for what is mentioned
(`model.event_facts`).
"""

from collections import Counter
from collections.abc import Collection

from headwater.pipeline.source.records import ReadRecord, events_in
from headwater.pipeline.source.stored import Rows
from headwater.store.read import Snapshot


def counted(
    snapshot: Snapshot, new: Collection[ReadRecord], gone: Collection[ReadRecord]
) -> tuple[Rows, Rows]:
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


def _count(records: Collection[ReadRecord]) -> Counter[int]:
    """By how many distinct events each key is mentioned."""
    found: Counter[int] = Counter()
    for event in dict(events_in(records)).values():
        found.update(event.mentions())
    return found


def _rows(counts: dict[int, int]) -> Rows:
    return [{"key": key, "events": events} for key, events in counts.items()]
