"""Taking an event apart into facts (`headwater.model.facts`)."""

import json

import msgspec

from headwater.errors import in_words
from headwater.model.canonical import compact
from headwater.model.event_facts import (
    DatasetStatement,
    EventFacts,
    JobStatement,
    PartFacts,
    Quotation,
)
from headwater.model.event_parts import (
    NULL,
    EventParts,
    EventSubject,
    Holder,
    RawFacets,
    read_facets,
)
from headwater.model.events import Finding
from headwater.model.facet_content import Name
from headwater.model.facets import (
    DATASET_EVENT_READERS,
    RUN_READERS,
)
from headwater.model.facts import Fact, Rules
from headwater.model.names import canonical_run_id, run_key
from headwater.model.order import RANKS, UNTYPED_RANK, parse_time
from headwater.model.shape import reshaped


def unreadable(error: Exception) -> Finding:
    """The finding about an event that was accepted, but that this program fails to read."""
    return Finding("unreadable", "$", in_words(error))


class _Run(msgspec.Struct, rename="camel"):
    run_id: str
    facets: RawFacets | None = None


class _Event(msgspec.Struct, rename="camel"):
    """An event. Its job and its datasets are decoded only if they were not read before."""

    event_time: str
    event_type: str | None = None
    run: _Run | None = None
    job: msgspec.Raw = msgspec.Raw(NULL)
    dataset: EventSubject | None = None
    inputs: list[msgspec.Raw] | None = None
    outputs: list[msgspec.Raw] | None = None


_DECODER = msgspec.json.Decoder(_Event)


class Extractor:
    """Takes events apart by the rules. It remembers the parts that it has read."""

    def __init__(self, rules: Rules) -> None:
        self._parts = EventParts(rules)

    def event(self, body: bytes) -> EventFacts:
        """Everything the event says. The body must have been accepted (`model.events.accept`)."""
        try:
            return _EventReader(self._parts, _DECODER.decode(body)).result()
        except msgspec.ValidationError:
            found: list[Finding] = []
            kept = reshaped(msgspec.json.decode(body), found)
            reader = _EventReader(self._parts, _DECODER.decode(msgspec.json.encode(kept)))
            reader.own.findings += found
            return reader.result()


class _EventReader:
    """Collects the facts of one event."""

    def __init__(self, parts: EventParts, event: _Event) -> None:
        self.parts, self.event = parts, event
        self.own = PartFacts()
        self.quoted: list[Quotation] = []

    def result(self) -> EventFacts:
        event = self.event
        time, zoned = parse_time(event.event_time)
        if not zoned:
            self.own.note("time_without_zone", "eventTime", "no zone given; taken as UTC")
        kind, rank = self._event_type()
        if event.run is not None:
            return self._run_event(event.run, time, rank, kind)
        if bytes(event.job) != NULL:
            return self._job_event(time)
        return self._dataset_event(time)

    def _event_type(self) -> tuple[str | None, int]:
        sent = self.event.event_type
        if sent is None or self.event.run is None:
            return None, UNTYPED_RANK
        kind = sent.upper()
        if kind not in RANKS:
            self.own.note("unknown_event_type", "eventType", f"{sent[:40]!r} counts as none")
            return None, UNTYPED_RANK
        return kind, RANKS[kind]

    def _run_event(self, run: _Run, time: int, rank: int, kind: str | None) -> EventFacts:
        job = self._own_job()
        run_id, is_uuid = canonical_run_id(run.run_id)
        if not is_uuid:
            mapped = f"{run.run_id[:80]!r} is mapped to {run_id}"
            self.own.note("run_id_not_uuid", "run.runId", mapped)
        # The id as sent says more than the id only where it is another text.
        sent = None if run.run_id == run_id else run.run_id
        self.own.facts.append(Fact("event", job.node_id, None, kind or "OTHER", 0, None, 0, sent))
        facets = run.facets or {}
        read_facets(self.own, self.parts, Holder("run", path="run.facets"), facets, RUN_READERS)
        batch = self.parts.batch_id(facets)
        if batch is not None:
            self.own.facts.append(Fact("batch", None, None, "id", 0, None, 0, batch))
        self._read_lists()
        key = run_key(run_id, job.namespace, job.name)
        return self._result(("run", time, rank, kind, key, run_id, job.node_id))

    def _job_event(self, time: int) -> EventFacts:
        job = self._own_job()
        self._read_lists()
        about = ("job", time, UNTYPED_RANK, None, None, None, job.node_id)
        return self._result(about, job=self._job_statement())

    def _own_job(self) -> Name:
        name, of_job = self.parts.job(bytes(self.event.job))
        self.quoted.append(of_job)
        return name

    def _read_lists(self) -> None:
        for side, listed in (("input", self.event.inputs), ("output", self.event.outputs)):
            for index, raw in enumerate(listed or ()):
                self.quoted.append(self.parts.listed(side, index, bytes(raw), self.own))

    def _job_statement(self) -> JobStatement:
        facts = [fact for one in self.quoted for fact in one.facts]
        stating = {
            (fact.part, fact.node_id, fact.facet): fact
            for fact in facts
            if fact.value is not None or fact.deleted
        }
        listed: dict[str, set[int]] = {"input": set(), "output": set()}
        columns = {}
        for fact in facts:
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
        own = {fact.facet: fact.value for fact in facts if fact.part == "job"}
        version, url = json.loads(own.get("sourceCodeLocation") or "[null,null]")
        lineage = [fact for fact in facts if fact.part == "lineage"]
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
        for raw in (*(self.event.inputs or ()), *(self.event.outputs or ())):
            self.parts.require_shape(bytes(raw))  # it says nothing here, but its shape may be odd
        name, _ = self.parts.normalised("dataset", subject.namespace or "", subject.name or "")
        self.own.names.append((name, 1))
        holder = Holder("dataset", name.node_id, path="dataset.facets")
        read_facets(self.own, self.parts, holder, subject.facets, DATASET_EVENT_READERS)
        by_facet = {fact.facet: fact for fact in self.own.facts}

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
        about = ("dataset", time, UNTYPED_RANK, None, None, None, name.node_id)
        return self._result(about, dataset=statement)

    def _result(
        self,
        about: tuple[str, int, int, str | None, str | None, str | None, int],
        job: JobStatement | None = None,
        dataset: DatasetStatement | None = None,
    ) -> EventFacts:
        """The finished result. `about` has the first seven fields of `EventFacts`."""
        return EventFacts(*about, self.own, tuple(self.quoted), job, dataset)
