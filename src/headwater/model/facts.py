"""From one event to facts: what it says, taken apart so that facts of many events can be merged.

A fact is a register: its key is (entity, node, partition, facet) within a run (or within what the
event is about), its order is the event's K and the fact's place in the event. Keys that start with
`#` are Headwater's own: `#START` … for the event itself, `#listed` for a dataset in a list,
`#entry` for an entry of explicit lineage, `#withdrawn` where a tombstone takes the earlier ones
back, `#batch` for a batch id.
"""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from headwater.model.canonical import canonical, compact, content_hash
from headwater.model.events import Finding
from headwater.model.facets import (
    DATASET_EVENT_READERS,
    DATASET_READERS,
    JOB_READERS,
    NOTHING,
    OUTPUT_PLACE,
    RUN_READERS,
    ColumnEdge,
    Name,
    Names,
    Reader,
    Reading,
)
from headwater.model.names import canonical_run_id, normaliser, run_key
from headwater.model.order import RANKS, UNTYPED_RANK, parse_time


class Rules(msgspec.Struct, frozen=True):
    """The settings that shape derived rows; the store remembers which it was built with."""

    dataset_names: tuple[str, ...] = ("key_value", "date", "quotes")
    job_names: tuple[str, ...] = ()
    batch_id_facet: str = ""
    """Where a run facet holds a batch id, as `facet.key.key`; '' for nowhere."""

    def digest(self) -> str:
        return content_hash(canonical(msgspec.to_builtins(self)))


class Fact(NamedTuple):
    entity: str
    node_id: int | None
    partition: str | None
    facet: str
    place: int
    hash: str | None
    deleted: int
    value: str | None


class JobStatement(NamedTuple):
    """What a job event says that runs say by facts."""

    inputs: str
    outputs: str
    code_version: str | None
    code_url: str | None
    columns: str
    lineage: str | None


class DatasetStatement(NamedTuple):
    schema_hash: str | None
    storage_version: str | None
    lifecycle: str | None
    renamed_from: int | None
    lineage_hash: str | None


class EventFacts(NamedTuple):
    shape: str
    event_time: int
    rank: int
    event_type: str | None
    run_key: str | None
    node_id: int
    facts: list[Fact]
    names: list[tuple[Name, int]]
    """Names mentioned, each with 1 if it occurs in its own right."""
    values: list[tuple[str, str]]
    edges: list[ColumnEdge]
    findings: list[Finding]
    job: JobStatement | None
    dataset: DatasetStatement | None


_Facets = dict[str, msgspec.Raw]


class _Subject(msgspec.Struct):
    namespace: str | None = None
    name: str | None = None
    facets: _Facets | None = None
    inputFacets: _Facets | None = None
    outputFacets: _Facets | None = None


class _Run(msgspec.Struct):
    runId: str
    facets: _Facets | None = None


class _Event(msgspec.Struct):
    eventTime: str
    eventType: str | None = None
    run: _Run | None = None
    job: _Subject | None = None
    dataset: _Subject | None = None
    inputs: list[_Subject] | None = None
    outputs: list[_Subject] | None = None


_DECODER = msgspec.json.Decoder(_Event)
_NULL = b"null"


class _Facet(NamedTuple):
    """A facet as read once and remembered: equal bytes are read only once."""

    hash: str
    value: str
    deleted: int
    reading: Reading
    finding: str | None


class Extractor:
    """Reads events by the rules; remembers names and facets it has seen, to read them once."""

    def __init__(self, rules: Rules) -> None:
        self._names = Names(normaliser(rules.dataset_names), normaliser(rules.job_names))
        self._batch = rules.batch_id_facet.split(".") if rules.batch_id_facet else None
        self._facets: dict[tuple[int, str, bytes], _Facet | None] = {}

    def event(self, body: bytes, digest: str) -> EventFacts:
        """Everything the event says; `body` was accepted before (`model.events.accept`)."""
        return _Reading(self, body, digest).result()

    def normalised(self, kind: str, namespace: str, name: str) -> tuple[Name, str | None]:
        return self._names.normalised(kind, namespace, name)

    def facet(self, readers: dict[str, Reader], key: str, raw: bytes) -> _Facet | None:
        """The facet, or None if it is no object."""
        slot = (id(readers), key, raw)
        if slot in self._facets:
            return self._facets[slot]
        if len(self._facets) >= 20_000:  # a bound on memory, not a rule
            self._facets.clear()
        facet = self._read(readers.get(key), msgspec.json.decode(raw))
        if len(raw) < 65_536:
            self._facets[slot] = facet
        return facet

    def _read(self, reader: Reader | None, value: Any) -> _Facet | None:
        if not isinstance(value, dict):
            return None
        text = canonical(value)
        deleted = int(value.get("_deleted") is True)
        reading, finding = NOTHING, None
        if reader is not None and not deleted:
            try:
                reading = reader(value, self._names)
            except TypeError as error:
                finding = str(error)
        return _Facet(content_hash(text), text.decode(), deleted, reading, finding)

    def batch_id(self, facets: _Facets) -> str | None:
        if self._batch is None or self._batch[0] not in facets:
            return None
        value: Any = msgspec.json.decode(facets[self._batch[0]])
        for key in self._batch[1:]:
            value = value.get(key) if isinstance(value, dict) else None
        if value is None or isinstance(value, dict | list):
            return None
        return value if isinstance(value, str) else compact(value)


class _Reading:
    """One event being read."""

    def __init__(self, extractor: Extractor, body: bytes, digest: str) -> None:
        self.extractor = extractor
        self.facts: list[Fact] = []
        self.names: list[tuple[Name, int]] = []
        self.values: list[tuple[str, str]] = []
        self.edges: list[ColumnEdge] = []
        self.findings: list[Finding] = []
        try:
            self.event = _DECODER.decode(body)
        except msgspec.ValidationError:
            self.event = _DECODER.decode(
                msgspec.json.encode(_reshaped(msgspec.json.decode(body), self.findings))
            )

    def result(self) -> EventFacts:
        event = self.event
        time, zoned = parse_time(event.eventTime)
        if not zoned:
            self._note("time_without_zone", "eventTime", "no zone given; taken as UTC")
        kind, rank = self._event_type()
        if event.run is not None:
            return self._run_event(event.run, time, rank, kind)
        if event.job is not None:
            return self._job_event(time)
        return self._dataset_event(time)

    def _event_type(self) -> tuple[str | None, int]:
        sent = self.event.eventType
        if sent is None or self.event.run is None:
            return None, UNTYPED_RANK
        kind = sent.upper()
        if kind not in RANKS:
            self._note("unknown_event_type", "eventType", f"{sent[:40]!r} counts as none")
            return None, UNTYPED_RANK
        return kind, RANKS[kind]

    def _run_event(self, run: _Run, time: int, rank: int, kind: str | None) -> EventFacts:
        job = self._own_job()
        run_id, is_uuid = canonical_run_id(run.runId)
        if not is_uuid:
            self._note("run_id_not_uuid", "run.runId", f"{run.runId[:80]!r} is mapped to {run_id}")
        ids = compact([run_id, run.runId])
        self.facts.append(
            Fact("run", job.node_id, None, f"#{kind or 'OTHER'}", 0, None, 0, ids)
        )
        facets = run.facets or {}
        self._read_facets("run", None, None, facets, RUN_READERS, 0, "run.facets")
        batch = self.extractor.batch_id(facets)
        if batch is not None:
            self.facts.append(Fact("run", None, None, "#batch", 0, None, 0, batch))
        self._job_facets(job)
        for side, place in (("input", 0), ("output", OUTPUT_PLACE)):
            self._listed(side, place)
        key = run_key(run_id, job.namespace, job.name)
        return self._result("run", time, rank, kind, key, job.node_id)

    def _job_event(self, time: int) -> EventFacts:
        job = self._own_job()
        self._job_facets(job)
        for side, place in (("input", 0), ("output", OUTPUT_PLACE)):
            self._listed(side, place)
        return self._result(
            "job", time, UNTYPED_RANK, None, None, job.node_id, job=self._job_statement()
        )

    def _job_statement(self) -> JobStatement:
        said = {
            (fact.entity, fact.node_id, fact.facet): fact
            for fact in self.facts
            if fact.value is not None or fact.deleted or fact.facet == "#listed"
        }
        listed: dict[str, set[int]] = {"input": set(), "output": set()}
        columns = {}
        for entity, node, facet in said:
            if node is not None and facet == "#listed":
                listed[entity].add(node)
        for node in sorted(listed["output"]):
            change = said.get(("output", node, "lifecycleStateChange"))
            if change is not None and change.value and json.loads(change.value)[0] == "DROP":
                listed["output"].discard(node)
                continue
            stated = said.get(("output", node, "columnLineage"))
            if stated is not None:
                columns[node] = "" if stated.deleted else stated.hash
        code = next((f.value for f in self.facts if f.facet == "sourceCodeLocation"), None)
        version, url = json.loads(code) if code else (None, None)
        entries = sorted({(f.node_id, f.value) for f in self.facts if f.facet == "#entry"})
        return JobStatement(
            compact(sorted(listed["input"])),
            compact(sorted(listed["output"])),
            version,
            url,
            compact(sorted(columns.items())),
            compact(entries) if entries else None,
        )

    def _dataset_event(self, time: int) -> EventFacts:
        assert self.event.dataset is not None
        subject = self.event.dataset
        name, _ = self.extractor.normalised("dataset", subject.namespace or "", subject.name or "")
        self.names.append((name, 1))
        readers, path = DATASET_EVENT_READERS, "dataset.facets"
        self._read_facets("dataset", name.node_id, None, subject.facets, readers, 0, path)
        said = {fact.facet: fact for fact in self.facts}

        def value(facet: str) -> str | None:
            return said[facet].value if facet in said else None

        lifecycle, renamed_from = json.loads(value("lifecycleStateChange") or "[null,null]")
        lineage = said.get("lineage")
        statement = DatasetStatement(
            schema_hash=said["schema"].hash if value("schema") else None,
            storage_version=value("version"),
            lifecycle=lifecycle,
            renamed_from=None if renamed_from is None else int(renamed_from),
            lineage_hash=None if lineage is None else "" if lineage.deleted else lineage.value,
        )
        return self._result(
            "dataset", time, UNTYPED_RANK, None, None, name.node_id, dataset=statement
        )

    def _own_job(self) -> Name:
        assert self.event.job is not None
        job = self.event.job
        name, _ = self.extractor.normalised("job", job.namespace or "", job.name or "")
        self.names.append((name, 1))
        return name

    def _job_facets(self, job: Name) -> None:
        assert self.event.job is not None
        entries = self._read_facets(
            "job", job.node_id, None, self.event.job.facets, JOB_READERS, 0, "job.facets"
        )
        for reading in entries:
            for place, (target, run_id, set_hash) in enumerate(reading.entries):
                node = job.node_id if target is None else target.node_id
                self.facts.append(
                    Fact("lineage", node, run_id, "#entry", place, None, 0, set_hash)
                )
        if any(fact.facet == "lineage" and fact.deleted for fact in self.facts):
            self.facts.append(Fact("job", job.node_id, None, "#withdrawn", 0, None, 0, "1"))

    def _listed(self, side: str, first_place: int) -> None:
        listed: Sequence[_Subject] = getattr(self.event, f"{side}s") or ()
        for index, dataset in enumerate(listed):
            path, place = f"{side}s[{index}]", first_place + index
            if not dataset.namespace or not dataset.name:
                self._note("nameless_dataset", path, "no namespace or no name; passed over")
                continue
            name, partition = self.extractor.normalised(
                "dataset", dataset.namespace, dataset.name
            )
            self.names.append((name, 1))
            node = name.node_id
            self.facts.append(Fact(side, node, partition, "#listed", place, None, 0, None))
            self._read_facets(
                side, node, None, dataset.facets, DATASET_READERS, place, f"{path}.facets"
            )
            own = dataset.inputFacets if side == "input" else dataset.outputFacets
            entity = f"{side}Facets"
            self._read_facets(entity, node, partition, own, {}, place, f"{path}.{entity}")

    def _read_facets(
        self,
        entity: str,
        node: int | None,
        partition: str | None,
        facets: _Facets | None,
        readers: dict[str, Reader],
        place: int,
        path: str,
    ) -> list[Reading]:
        """Facts from a `facets` object; returns the readings that have lineage entries."""
        with_entries = []
        for key, raw in (facets or {}).items():
            data = bytes(raw)
            if data == _NULL:
                continue
            facet = self.extractor.facet(readers, key, data)
            if facet is None:
                self._note("malformed_facet", f"{path}.{key}", "expected an object; passed over")
                continue
            if facet.finding is not None:
                self._note("malformed_facet", f"{path}.{key}", f"{facet.finding}; not interpreted")
            reading = facet.reading
            self.facts.append(
                Fact(entity, node, partition, key, place, facet.hash, facet.deleted, reading.value)
            )
            self.values.append((facet.hash, facet.value))
            self.names.extend((name, 0) for name in reading.names)
            self.edges.extend(reading.edges)
            if reading.entries:
                with_entries.append(reading)
        return with_entries

    def _note(self, code: str, path: str, detail: str) -> None:
        self.findings.append(Finding(code, path, detail))

    def _result(
        self,
        shape: str,
        time: int,
        rank: int,
        kind: str | None,
        key: str | None,
        node: int,
        job: JobStatement | None = None,
        dataset: DatasetStatement | None = None,
    ) -> EventFacts:
        return EventFacts(
            shape,
            time,
            rank,
            kind,
            key,
            node,
            self.facts,
            self.names,
            self.values,
            self.edges,
            self.findings,
            job,
            dataset,
        )


def _reshaped(event: dict[str, Any], findings: list[Finding]) -> dict[str, Any]:
    """The event without the parts that have another shape than the specification's."""

    def note(path: str, expected: str) -> None:
        findings.append(Finding("wrong_shape", path, f"expected {expected}; passed over"))

    def facets(subject: dict[str, Any], path: str) -> dict[str, Any]:
        kept = dict(subject)
        for key in ("facets", "inputFacets", "outputFacets"):
            if kept.get(key) is not None and not isinstance(kept[key], dict):
                note(f"{path}.{key}", "an object")
                del kept[key]
        for key in ("namespace", "name"):
            if not isinstance(kept.get(key), str):
                kept.pop(key, None)
        return kept

    kept: dict[str, Any] = {"eventTime": event["eventTime"]}
    if event.get("eventType") is not None:
        if isinstance(event["eventType"], str):
            kept["eventType"] = event["eventType"]
        else:
            note("eventType", "a text")
    for key in ("run", "job", "dataset"):
        if isinstance(event.get(key), dict):
            kept[key] = facets(event[key], key)
    for key in ("inputs", "outputs"):
        items = event.get(key)
        if items is not None and not isinstance(items, list):
            note(key, "an array")
        elif items:
            kept[key] = [
                facets(item, f"{key}[{index}]") if isinstance(item, dict) else {}
                for index, item in enumerate(items)
            ]
    return kept
