"""Findings by producer and kind: whose events are odd, and in what way (semantics 1.6).

The store does not know producers. Events about one job come from one producer, so one event for
each kind of finding and each job is looked up in the log.
"""

from collections import defaultdict
from typing import NamedTuple

import msgspec

from headwater.answers.service import FindingGroup, FindingGroups
from headwater.log import EventLog
from headwater.query.moments import earliest, in_force, latest
from headwater.query.names.entities import entities
from headwater.query.service.events import bodies_at
from headwater.query.service.findings import chosen, event_findings
from headwater.store import Snapshot
from headwater.store.backend import Row

_MOST_PARTS = 500
"""At most this many events are looked up, for the kinds and jobs with the most findings."""
_MOST_NODES = 5


class _Part(NamedTuple):
    """The findings of one kind in the events about one job or dataset."""

    code: str
    key: int | None
    findings: int
    first: int | None
    last: int | None
    digest: str
    """One of the events."""


class _Event(msgspec.Struct):
    producer: str | None = None


def finding_groups(
    snapshot: Snapshot, log: EventLog, *, horizon: int | None = None
) -> FindingGroups:
    sql, params = chosen(None, in_force(horizon))
    found = f"({sql}) AS f LEFT JOIN nodes n ON n.node_id = f.node_id"
    rows = snapshot.query(
        "SELECT f.code, n.entity_id, count(*), min(f.event_time), max(f.event_time), min(f.digest)"
        f" FROM {found} GROUP BY f.code, n.entity_id ORDER BY count(*) DESC, min(f.digest), f.code",
        params,
    )
    parts = [_Part(*row) for row in rows]
    looked_up = parts[:_MOST_PARTS]
    producers = _producers(snapshot, log, looked_up)
    examples = _examples(snapshot, found, params, looked_up)
    grouped: defaultdict[tuple[str | None, str], list[_Part]] = defaultdict(list)
    for part in looked_up:
        grouped[producers.get(part.digest), part.code].append(part)
    named = entities(snapshot, {part.key for part in looked_up if part.key is not None})
    first_rows = [examples[same[0].code, same[0].digest] for same in grouped.values()]
    groups = [
        FindingGroup(
            producer=producer,
            code=code,
            count=sum(part.findings for part in same),
            first=earliest(*(part.first for part in same)),
            last=latest(*(part.last for part in same)),
            nodes=tuple(named[part.key].id for part in same if part.key in named)[:_MOST_NODES],
            node_count=sum(part.key is not None for part in same),
            example=example,
        )
        for ((producer, code), same), example in zip(
            grouped.items(), event_findings(snapshot, first_rows), strict=True
        )
    ]
    groups.sort(key=lambda group: (-group.count, group.code, group.producer or ""))
    return FindingGroups(tuple(groups), sum(part.findings for part in parts))


def _producers(snapshot: Snapshot, log: EventLog, parts: list[_Part]) -> dict[str, str]:
    """The producers of events, by digest, as far as the events can be read."""
    places = snapshot.query_in(
        "SELECT digest, segment, position FROM events WHERE digest IN {keys}",
        sorted({part.digest for part in parts}),
    )
    bodies = bodies_at(log, [(segment, position) for _, segment, position in places])
    found = {}
    for digest, segment, position in places:
        try:
            event = msgspec.json.decode(bodies[segment, position], type=_Event)
        except msgspec.DecodeError:
            continue  # It was accepted after repair, so that its text alone cannot be read.
        if event.producer:
            found[digest] = event.producer
    return found


def _examples(
    snapshot: Snapshot, found: str, params: tuple[object, ...], parts: list[_Part]
) -> dict[tuple[str, str], Row]:
    """One finding for each kind and event, as `event_findings` takes it."""
    rows = snapshot.query_in(
        "SELECT f.code, f.path, f.detail, f.event_time, n.entity_id, f.digest"
        f" FROM {found} WHERE f.digest IN {{keys}} ORDER BY f.path DESC",
        sorted({part.digest for part in parts}),
        params,
    )
    return {(code, digest): row for row in rows for code, *_, digest in [row]}
