"""Taking an event apart into facts (`headwater.model.facts`)."""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from headwater.errors import in_words
from headwater.model.canonical import canonical, compact, content_hash
from headwater.model.events import Finding
from headwater.model.facet_checks import gaps
from headwater.model.facet_content import NOTHING, ColumnSource, FacetContent, Name, Names
from headwater.model.facets import (
    DATASET_EVENT_READERS,
    DATASET_READERS,
    JOB_READERS,
    OUTPUT_PLACE,
    RUN_READERS,
    Reader,
)
from headwater.model.facts import DatasetStatement, EventFacts, Fact, JobStatement, Rules
from headwater.model.names import canonical_run_id, normaliser, run_key
from headwater.model.order import RANKS, UNTYPED_RANK, parse_time
from headwater.model.shape import reshaped

_Facets = dict[str, msgspec.Raw]


def unreadable(error: Exception) -> Finding:
    """The finding about an event that was accepted, but that this program fails to read."""
    return Finding("unreadable", "$", in_words(error))


class _Subject(msgspec.Struct, rename="camel"):
    namespace: str | None = None
    name: str | None = None
    facets: _Facets | None = None
    input_facets: _Facets | None = None
    output_facets: _Facets | None = None


class _Run(msgspec.Struct, rename="camel"):
    run_id: str
    facets: _Facets | None = None


class _Event(msgspec.Struct, rename="camel"):
    event_time: str
    event_type: str | None = None
    run: _Run | None = None
    job: _Subject | None = None
    dataset: _Subject | None = None
    inputs: list[_Subject] | None = None
    outputs: list[_Subject] | None = None


_DECODER = msgspec.json.Decoder(_Event)
_NULL = b"null"
_NO_READERS: dict[str, Reader] = {}


class _Holder(NamedTuple):
    """The thing whose facets are read: a run, a job, or a dataset on one side of an event."""

    part: str
    node_id: int | None = None
    partition: str | None = None
    place: int = 0
    path: str = ""
    job: Name | None = None
    """The event's own job, which explicit lineage may refer to without naming it."""


class _Facet(NamedTuple):
    """A facet as it was read once. Facets with equal bytes are not read again."""

    hash: str
    value: str
    deleted: int
    content: FacetContent
    findings: tuple[Finding, ...]
    """Their paths begin inside the facet."""


class Extractor:
    """Takes events apart by the rules. It remembers names and facets, to read each only once."""

    def __init__(self, rules: Rules) -> None:
        self._names = Names(normaliser(rules.dataset_names), normaliser(rules.job_names))
        self._batch_ids = [path.split(".") for path in rules.batch_id_facet]
        self._facets: dict[tuple[int, str, bytes, Name | None], _Facet | None] = {}

    def event(self, body: bytes) -> EventFacts:
        """Everything the event says. The body must have been accepted (`model.events.accept`)."""
        return _EventReader(self, body).result()

    def normalised(self, kind: str, namespace: str, name: str) -> tuple[Name, str | None]:
        return self._names.normalised(kind, namespace, name)

    def facet(
        self, readers: dict[str, Reader], key: str, raw: bytes, job: Name | None
    ) -> _Facet | None:
        """The facet, or None if it is no JSON object.

        `job` is the event's own job where the meaning of the facet depends on it, else None.
        """
        slot = (id(readers), key, raw, job)
        if slot in self._facets:
            return self._facets[slot]
        if len(self._facets) >= 20_000:  # this only bounds memory
            self._facets.clear()
        names = self._names if job is None else self._names.for_job(job)
        facet = self._read(key, readers.get(key), msgspec.json.decode(raw), names)
        if len(raw) < 65_536:
            self._facets[slot] = facet
        return facet

    def _read(self, key: str, reader: Reader | None, value: Any, names: Names) -> _Facet | None:
        if not isinstance(value, dict):
            return None
        text = canonical(value)
        deleted = int(value.get("_deleted") is True)
        if reader is None or deleted:
            return _Facet(content_hash(text), text.decode(), deleted, NOTHING, ())
        content, findings = _interpreted(key, reader, value, names)
        return _Facet(content_hash(text), text.decode(), deleted, content, findings)

    def batch_id(self, facets: _Facets) -> str | None:
        """What the first path that leads to a value leads to (semantics 3.6)."""
        for facet, *keys in self._batch_ids:
            if facet in facets:
                batch = _at_path(msgspec.json.decode(facets[facet]), keys)
                if batch is not None:
                    return batch
        return None


def _at_path(value: Any, keys: list[str]) -> str | None:
    """
    >>> _at_path({"a": {"b": "x", "c": 1}}, ["a", "b/c"]), _at_path({"a": {"b": "x"}}, ["a", "b/c"])
    ('x/1', None)
    """
    *way, last = keys or [""]
    for key in way:
        value = value.get(key) if isinstance(value, dict) else None
    values = [value.get(key) if isinstance(value, dict) else None for key in last.split("/")]
    if any(one is None or one == "" or isinstance(one, dict | list) for one in values):
        return None
    return "/".join(one if isinstance(one, str) else compact(one) for one in values)


def _interpreted(
    key: str, reader: Reader, value: dict[str, Any], names: Names
) -> tuple[FacetContent, tuple[Finding, ...]]:
    """What a facet says, and what is odd in it."""
    try:
        content = reader(value, names)
    except TypeError as error:
        return NOTHING, (Finding("malformed_facet", "", f"{error}; not interpreted"),)
    return content, tuple(
        Finding("incomplete_facet", f".{path}", f"{expected}; passed over")
        for path, expected in gaps(key, value)
    )


class _EventReader:
    """Collects the facts of one event."""

    def __init__(self, extractor: Extractor, body: bytes) -> None:
        self.extractor = extractor
        self.facts: list[Fact] = []
        self.names: list[tuple[Name, int]] = []
        self.values: list[tuple[str, str]] = []
        self.edges: list[ColumnSource] = []
        self.findings: list[Finding] = []
        try:
            self.event = _DECODER.decode(body)
        except msgspec.ValidationError:
            self.event = _DECODER.decode(
                msgspec.json.encode(reshaped(msgspec.json.decode(body), self.findings))
            )

    def result(self) -> EventFacts:
        event = self.event
        time, zoned = parse_time(event.event_time)
        if not zoned:
            self._note("time_without_zone", "eventTime", "no zone given; taken as UTC")
        kind, rank = self._event_type()
        if event.run is not None:
            return self._run_event(event.run, time, rank, kind)
        if event.job is not None:
            return self._job_event(time)
        return self._dataset_event(time)

    def _event_type(self) -> tuple[str | None, int]:
        sent = self.event.event_type
        if sent is None or self.event.run is None:
            return None, UNTYPED_RANK
        kind = sent.upper()
        if kind not in RANKS:
            self._note("unknown_event_type", "eventType", f"{sent[:40]!r} counts as none")
            return None, UNTYPED_RANK
        return kind, RANKS[kind]

    def _run_event(self, run: _Run, time: int, rank: int, kind: str | None) -> EventFacts:
        job = self._own_job()
        run_id, is_uuid = canonical_run_id(run.run_id)
        if not is_uuid:
            self._note("run_id_not_uuid", "run.runId", f"{run.run_id[:80]!r} is mapped to {run_id}")
        ids = compact([run_id, run.run_id])
        self.facts.append(Fact("event", job.node_id, None, kind or "OTHER", 0, None, 0, ids))
        facets = run.facets or {}
        self._read_facets(_Holder("run", path="run.facets"), facets, RUN_READERS)
        batch = self.extractor.batch_id(facets)
        if batch is not None:
            self.facts.append(Fact("batch", None, None, "id", 0, None, 0, batch))
        self._job_facets(job)
        for side, place in (("input", 0), ("output", OUTPUT_PLACE)):
            self._listed(side, place)
        key = run_key(run_id, job.namespace, job.name)
        return self._result(("run", time, rank, kind, key, job.node_id))

    def _job_event(self, time: int) -> EventFacts:
        job = self._own_job()
        self._job_facets(job)
        for side, place in (("input", 0), ("output", OUTPUT_PLACE)):
            self._listed(side, place)
        about = ("job", time, UNTYPED_RANK, None, None, job.node_id)
        return self._result(about, job=self._job_statement())

    def _job_statement(self) -> JobStatement:
        stating = {
            (fact.part, fact.node_id, fact.facet): fact
            for fact in self.facts
            if fact.value is not None or fact.deleted
        }
        listed: dict[str, set[int]] = {"input": set(), "output": set()}
        columns = {}
        for fact in self.facts:
            if fact.part == "listed" and fact.node_id is not None:
                listed[fact.facet].add(fact.node_id)
        for node in sorted(listed["output"]):
            change = stating.get(("output", node, "lifecycleStateChange"))
            if change is not None and change.value and json.loads(change.value)[0] == "DROP":
                listed["output"].discard(node)
                continue
            column_lineage = stating.get(("output", node, "columnLineage"))
            if column_lineage is not None:
                columns[node] = "" if column_lineage.deleted else column_lineage.hash
        own = {fact.facet: fact.value for fact in self.facts if fact.part == "job"}
        version, url = json.loads(own.get("sourceCodeLocation") or "[null,null]")
        lineage = [fact for fact in self.facts if fact.part == "lineage"]
        entries = sorted({(f.node_id, f.value) for f in lineage if f.facet == "entry"})
        return JobStatement(
            compact(sorted(listed["input"])),
            compact(sorted(listed["output"])),
            version,
            url,
            own.get("sql"),
            own.get("sourceCode"),
            compact(sorted(columns.items())),
            compact(entries) if lineage else None,
        )

    def _dataset_event(self, time: int) -> EventFacts:
        assert self.event.dataset is not None
        subject = self.event.dataset
        name, _ = self.extractor.normalised("dataset", subject.namespace or "", subject.name or "")
        self.names.append((name, 1))
        readers, path = DATASET_EVENT_READERS, "dataset.facets"
        self._read_facets(_Holder("dataset", name.node_id, path=path), subject.facets, readers)
        by_facet = {fact.facet: fact for fact in self.facts}

        def value(facet: str) -> str | None:
            return by_facet[facet].value if facet in by_facet else None

        lifecycle, renamed_from = json.loads(value("lifecycleStateChange") or "[null,null]")
        lineage = by_facet.get("lineage")
        statement = DatasetStatement(
            schema_hash=by_facet["schema"].hash if value("schema") else None,
            storage_version=value("version"),
            lifecycle=lifecycle,
            renamed_from=None if renamed_from is None else int(renamed_from),
            lineage_hash=None if lineage is None else "" if lineage.deleted else lineage.value,
        )
        about = ("dataset", time, UNTYPED_RANK, None, None, name.node_id)
        return self._result(about, dataset=statement)

    def _own_job(self) -> Name:
        assert self.event.job is not None
        job = self.event.job
        name, _ = self.extractor.normalised("job", job.namespace or "", job.name or "")
        self.names.append((name, 1))
        return name

    def _job_facets(self, job: Name) -> None:
        assert self.event.job is not None
        holder = _Holder("job", job.node_id, path="job.facets", job=job)
        with_entries = self._read_facets(holder, self.event.job.facets, JOB_READERS)
        for content in with_entries:
            for place, (target, run_id, set_hash) in enumerate(content.entries):
                entry = Fact("lineage", target.node_id, run_id, "entry", place, None, 0, set_hash)
                self.facts.append(entry)
        if any(f.part == "job" and f.facet == "lineage" and f.deleted for f in self.facts):
            self.facts.append(Fact("lineage", job.node_id, None, "withdrawn", 0, None, 0, ""))

    def _listed(self, side: str, first_place: int) -> None:
        listed: Sequence[_Subject] = getattr(self.event, f"{side}s") or ()
        for index, dataset in enumerate(listed):
            path, place = f"{side}s[{index}]", first_place + index
            if not dataset.namespace or not dataset.name:
                self._note("nameless_dataset", path, "no namespace or no name; passed over")
                continue
            name, partition = self.extractor.normalised("dataset", dataset.namespace, dataset.name)
            self.names.append((name, 1))
            node = name.node_id
            self.facts.append(Fact("listed", node, partition, side, place, None, 0, None))
            holder = _Holder(side, node, None, place, f"{path}.facets")
            self._read_facets(holder, dataset.facets, DATASET_READERS)
            own = dataset.input_facets if side == "input" else dataset.output_facets
            part = f"{side}Facets"
            holder = _Holder(part, node, partition, place, f"{path}.{part}")
            self._read_facets(holder, own, _NO_READERS)

    def _read_facets(
        self, holder: "_Holder", facets: _Facets | None, readers: dict[str, Reader]
    ) -> list[FacetContent]:
        """Adds a fact for each facet. Returns the contents that have lineage entries."""
        part, node, partition, place, path, job = holder
        with_entries = []
        for key, raw in (facets or {}).items():
            data = bytes(raw)
            if data == _NULL:
                continue
            # Only the meaning of `lineage` depends on the job. Other facets with equal bytes are
            # read once for all jobs.
            own_job = job if key == "lineage" else None
            facet = self.extractor.facet(readers, key, data, own_job)
            if facet is None:
                self._note("malformed_facet", f"{path}.{key}", "expected an object; passed over")
                continue
            for code, inner, detail in facet.findings:
                self._note(code, f"{path}.{key}{inner}", detail)
            content = facet.content
            self.facts.append(
                Fact(part, node, partition, key, place, facet.hash, facet.deleted, content.value)
            )
            self.values.append((facet.hash, facet.value))
            self.names.extend((name, 0) for name in content.names)
            self.edges.extend(content.edges)
            if content.entries:
                with_entries.append(content)
        return with_entries

    def _note(self, code: str, path: str, detail: str) -> None:
        self.findings.append(Finding(code, path, detail))

    def _result(
        self,
        about: tuple[str, int, int, str | None, str | None, int],
        job: JobStatement | None = None,
        dataset: DatasetStatement | None = None,
    ) -> EventFacts:
        """The finished result. `about` has the first six fields of `EventFacts`."""
        return EventFacts(
            *about,
            self.facts,
            self.names,
            self.values,
            self.edges,
            self.findings,
            job,
            dataset,
        )
