"""Events as sent, made readable: which are accepted, their order, what they list and mention
(semantics 1, 3.3, 10)."""

import datetime as dt
import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import yaml

from tests.reference import facets
from tests.reference.names import (
    Json,
    Name,
    canonical,
    digest,
    is_text,
    job_name,
    normalised,
    run_id_of,
    run_key_of,
)

RANKS = {"START": 0, "RUNNING": 1, "OTHER": 2, "COMPLETE": 3, "ABORT": 4, "FAIL": 5}

Key = tuple[int, int, str]
"""K of 1.2: event time, rank, digest."""


@dataclass(frozen=True)
class Listed:
    """A dataset in the `inputs` or `outputs` of an event."""

    side: str
    name: Name
    partition: str | None
    place: int
    """3.3: inside one event an output's facet beats an input's, then the list position."""
    facets: Json
    side_facets: Json


@dataclass(frozen=True)
class Event:
    digest: str
    shape: str
    time: int
    rank: int
    event_type: str | None
    subject: Name
    """The job of a run or job event, the dataset of a dataset event."""
    raw_run_id: str | None
    run_id: str | None
    run_key: str | None
    listed: tuple[Listed, ...]
    run_facets: Json
    subject_facets: Json

    @property
    def key(self) -> Key:
        return (self.time, self.rank, self.digest)

    def all_facets(self) -> Iterator[Json]:
        for holder in (self.run_facets, self.subject_facets):
            yield from holder.values()
        for item in self.listed:
            yield from item.facets.values()
            yield from item.side_facets.values()


def accepted(records: Iterable[tuple[str, Json]]) -> tuple[list[Event], list[Json]]:
    """The distinct events that count, in the order of K, and the distinct edits."""
    edits: dict[str, Json] = {}
    events: dict[str, Event] = {}
    retracted: set[str] = set()
    for kind, body in records:
        if kind == "edit":
            edits[digest(body)] = body
            if body["edit"] in ("retract", "set_aside"):
                retracted.add(body["digest"])
        else:
            event = read_event(body)
            if event is not None:
                events[event.digest] = event
    kept = [event for event in events.values() if event.digest not in retracted]
    return sorted(kept, key=lambda event: event.key), list(edits.values())


def edit_row(body: Json) -> tuple[object, ...]:
    known = ("edit", "at", "kind", "namespace", "name", "digest", "text")
    rest = {key: value for key, value in body.items() if key not in known}
    name = body.get("digest") if body["kind"] == "event" else body.get("name")
    return (
        digest(body),
        body["edit"],
        instant(body["at"]),
        body["kind"],
        body.get("namespace") or "",
        name or "",
        canonical(rest),
    )


def contract_rows(edits: Iterable[Json]) -> Iterator[tuple[object, ...]]:
    """What edits register, without the form that the pipeline keeps it in."""
    for body in edits:
        if body["edit"] == "contract":
            text = body["text"]
            contract = yaml.load(text, yaml.BaseLoader)  # noqa: S506  # makes texts of everything
            is_product = contract.get("kind") == "DataProduct"
            yield (
                digest(body),
                "product" if is_product else "contract",
                contract_id(contract.get("id") or contract["uuid"]),
                contract.get("version", ""),
                instant(body["at"]),
                hashlib.sha256(text.encode()).hexdigest(),
                body.get("file", ""),
                body.get("line", 1),
                text,
            )


def contract_id(text: str) -> str:
    """Those that are UUIDs are compared in any letter case, all others exactly."""
    lengths = [len(part) for part in text.strip().split("-")]
    is_uuid = lengths == [8, 4, 4, 4, 12] and not text.strip(" -0123456789abcdefABCDEF")
    return text.strip().lower() if is_uuid else text.strip()


def read_event(body: object) -> Event | None:
    """1.1 and 1.6: None for what cannot be placed."""
    if not isinstance(body, dict):
        return None
    shape = next((key for key in ("run", "job", "dataset") if body.get(key) is not None), None)
    time = instant(body.get("eventTime"))
    if shape is None or time is None:
        return None
    holder = body.get("dataset" if shape == "dataset" else "job")
    subject = job_name(holder)
    if subject is None or not isinstance(holder, dict):
        return None
    if shape == "dataset":
        subject = Name("dataset", subject.namespace, normalised(subject.name)[0])
    run = body["run"] if shape == "run" else {}
    raw_run_id = run.get("runId") if isinstance(run, dict) else None
    if shape == "run" and not is_text(raw_run_id):
        return None
    run_id = run_id_of(raw_run_id) if raw_run_id else None
    event_type = str(body.get("eventType")).upper() if shape == "run" else ""
    return Event(
        digest=digest(body),
        shape=shape,
        time=time,
        rank=RANKS.get(event_type, 2),
        event_type=event_type if event_type in RANKS else None,
        subject=subject,
        raw_run_id=raw_run_id,
        run_id=run_id,
        run_key=run_key_of(run_id, subject) if run_id else None,
        listed=() if shape == "dataset" else tuple(listed(body)),
        run_facets=objects(run.get("facets")),
        subject_facets=objects(holder.get("facets")),
    )


def listed(body: Json) -> Iterator[Listed]:
    for side, offset in (("input", 0), ("output", 1_000_000)):
        items = body.get(f"{side}s")
        for index, item in enumerate(items if isinstance(items, list) else []):
            if job_name(item) is None:
                continue  # 1.6: a dataset in a list that lacks a name is skipped
            name, partition = normalised(item["name"])
            yield Listed(
                side=side,
                name=Name("dataset", item["namespace"], name),
                partition=partition,
                place=offset + index,
                facets=objects(item.get("facets")),
                side_facets=objects(item.get(f"{side}Facets")),
            )


def objects(value: object) -> Json:
    """The facets that are objects; 1.6: others are not interpreted, and null is absent (1.1)."""
    if not isinstance(value, dict):
        return {}
    return {key: facet for key, facet in value.items() if isinstance(facet, dict)}


def instant(value: object) -> int | None:
    """1.3: µs since 1970 UTC, digits below the µs cut; None if unreadable. A date alone is its
    midnight, and a leap second the first of the next minute."""
    found = re.fullmatch(
        r"(\d{4})(-?)(\d\d)\2(\d\d)"
        r"(?:[Tt ](\d\d)(?:(:?)(\d\d)(?:\6(\d\d)(?:[.,](\d+))?)?)?"
        r"(?:[Zz]|([+-])(\d\d)(?::?(\d\d))?)?)?",
        value.strip() if isinstance(value, str) else "",
        re.ASCII,
    )
    if not found:
        return None
    year, _, month, day, hour, _, minute, second, fraction, sign, *ahead = found.groups()
    hours, minutes, seconds, zone_hours, zone_minutes = (
        int(part or 0) for part in (hour, minute, second, *ahead)
    )
    if hours > 23 or minutes > 59 or seconds > 60 or zone_hours > 23 or zone_minutes > 59:
        return None
    try:
        days = dt.date(int(year), int(month), int(day)).toordinal()
    except ValueError:
        return None
    zone = (60 * zone_hours + zone_minutes) * (-60 if sign == "-" else 60)
    total = 86400 * days + 3600 * hours + 60 * minutes + seconds - zone
    if not 86400 <= total < 86400 * (dt.date.max.toordinal() + 1):
        return None  # beyond the years 1 to 9999, in UTC
    since_1970 = total - 86400 * dt.date(1970, 1, 1).toordinal()
    return 1_000_000 * since_1970 + int(f"{fraction or 0:0<6}"[:6])


def mentions(event: Event) -> Iterator[Name]:
    """Every job and dataset the event names. Tombstones, and facets that state nothing, do not."""
    yield event.subject
    for key in ("parent", "parentRun"):
        parent = facets.parent(facets.alive(event.run_facets.get(key)))
        if parent is not None:
            yield from (job for job in (parent.job, parent.root_job) if job is not None)
    dependencies = facets.job_dependencies(facets.alive(event.run_facets.get("jobDependencies")))
    if dependencies is not None:
        yield from (*dependencies.upstream, *dependencies.downstream)
    for item in event.listed:
        yield item.name
        yield from dataset_mentions(item.facets)
    if event.shape == "dataset":
        yield from dataset_mentions(event.subject_facets)
        sets = facets.dataset_lineage(facets.alive(event.subject_facets.get("lineage")))
        yield from (edge.source for edge in (sets.edges if sets else ()))
    else:
        for entry in explicit_entries(event):
            yield entry.target
            yield from (edge.source for edge in entry.edges)


def dataset_mentions(held: Json) -> Iterator[Name]:
    yield from facets.symlinks(facets.alive(held.get("symlinks"))) or ()
    columns = facets.column_lineage(facets.alive(held.get("columnLineage")))
    yield from (edge.source for edge in columns or ())
    lifecycle = facets.lifecycle(facets.alive(held.get("lifecycleStateChange")))
    if lifecycle is not None and lifecycle.previous is not None:
        yield lifecycle.previous


def explicit_entries(event: Event) -> list[facets.Entry]:
    """The valid entries of the job facet `lineage`, in list order."""
    facet = facets.alive(event.subject_facets.get("lineage"))
    return facets.explicit_lineage(facet, event.subject) or []
