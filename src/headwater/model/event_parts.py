"""Reading the parts of events, each only once: facets, and the jobs and datasets that have them."""

from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from headwater.model.canonical import canonical, compact, content_hash
from headwater.model.events import Finding
from headwater.model.facet_checks import READ_WHEN_ASKED, gaps
from headwater.model.facet_content import NOTHING, ColumnSource, FacetContent, Name, Names
from headwater.model.facets import DATASET_READERS, JOB_READERS, OUTPUT_PLACE, Reader
from headwater.model.facts import Fact, Rules
from headwater.model.names import normaliser

Facets = dict[str, msgspec.Raw]


class EventSubject(msgspec.Struct, rename="camel"):
    """A job or a dataset in an event."""

    namespace: str | None = None
    name: str | None = None
    facets: Facets | None = None
    input_facets: Facets | None = None
    output_facets: Facets | None = None


_SUBJECT_DECODER = msgspec.json.Decoder(EventSubject)
NULL = b"null"
_KEPT_BYTES = 32 << 20
_LARGEST_KEPT = 65_536
_ENTRY_BYTES = 1_000
"""These bound the memory of what was read once: bytes of JSON, and about what an entry takes beside
them."""

T = TypeVar("T")
_NO_READERS: dict[str, Reader] = {}


class Holder(NamedTuple):
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


class _Memory(Generic[T]):
    """What was read once, by the bytes that it was read from. It forgets all when it is full."""

    def __init__(self) -> None:
        self._read: dict[tuple[Any, ...], T] = {}
        self._bytes = 0

    def get(self, key: tuple[Any, ...]) -> T | None:
        return self._read.get(key)

    def put(self, key: tuple[Any, ...], size: int, read: T) -> T:
        if size < _LARGEST_KEPT:
            if self._bytes > _KEPT_BYTES:
                self._read.clear()
                self._bytes = 0
            self._read[key] = read
            self._bytes += size + _ENTRY_BYTES
        return read


class EventParts:
    """Reads jobs, datasets and facets by the rules.

    It remembers them, to read each only once: most events repeat, byte for byte, what earlier ones
    say of their job and datasets.
    """

    def __init__(self, rules: Rules) -> None:
        self._names = Names(normaliser(rules.dataset_names), normaliser(rules.job_names))
        self._batch_ids = [path.split(".") for path in rules.batch_id_facet]
        self._facets = _Memory[tuple[_Facet | None]]()
        self._listed = _Memory[PartFacts]()
        self._jobs = _Memory[tuple[Name, PartFacts]]()

    def listed(self, side: str, index: int, raw: bytes) -> "PartFacts":
        """What a dataset in a list of an event says, at this index of the list."""
        key = (side, index, raw)
        return self._listed.get(key) or self._listed.put(
            key, len(raw), _listed(self, side, index, _SUBJECT_DECODER.decode(raw))
        )

    def job(self, raw: bytes) -> "tuple[Name, PartFacts]":
        """The job of an event, and what its facets say."""
        key = (raw,)
        return self._jobs.get(key) or self._jobs.put(
            key, len(raw), _job(self, _SUBJECT_DECODER.decode(raw))
        )

    def require_shape(self, raw: bytes) -> None:
        """ValidationError if this is no job or dataset."""
        _SUBJECT_DECODER.decode(raw)

    def normalised(self, kind: str, namespace: str, name: str) -> tuple[Name, str | None]:
        return self._names.normalised(kind, namespace, name)

    def facet(
        self, readers: dict[str, Reader], key: str, raw: bytes, job: Name | None
    ) -> _Facet | None:
        """The facet, or None if it is no JSON object.

        `job` is the event's own job where the meaning of the facet depends on it, else None.
        """
        slot = (id(readers), key, raw, job)
        known = self._facets.get(slot)
        if known is None:
            names = self._names if job is None else self._names.for_job(job)
            facet = self._read(key, readers.get(key), msgspec.json.decode(raw), names)
            known = self._facets.put(slot, len(key) + len(raw), (facet,))
        return known[0]

    def _read(self, key: str, reader: Reader | None, value: Any, names: Names) -> _Facet | None:
        if not isinstance(value, dict):
            return None
        text = canonical(value)
        deleted = int(value.get("_deleted") is True)
        if reader is not None and not deleted:
            content, findings = _interpreted(key, reader, value, names)
        else:
            is_read = key in READ_WHEN_ASKED and not deleted
            content, findings = NOTHING, _incomplete(key, value) if is_read else ()
        return _Facet(content_hash(text), text.decode(), deleted, content, findings)

    def batch_id(self, facets: Facets) -> str | None:
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
    return content, _incomplete(key, value)


def _incomplete(key: str, value: dict[str, Any]) -> tuple[Finding, ...]:
    return tuple(
        Finding("incomplete_facet", f".{path}", f"{expected}; passed over")
        for path, expected in gaps(key, value)
    )


class PartFacts:
    """What was read: of an event, or of a part of one."""

    def __init__(self) -> None:
        self.facts: list[Fact] = []
        self.names: list[tuple[Name, int]] = []
        self.values: list[tuple[str, str]] = []
        self.edges: list[ColumnSource] = []
        self.findings: list[Finding] = []

    def add(self, part: "PartFacts") -> None:
        self.facts += part.facts
        self.names += part.names
        self.values += part.values
        self.edges += part.edges
        self.findings += part.findings

    def note(self, code: str, path: str, detail: str) -> None:
        self.findings.append(Finding(code, path, detail))

    def read_facets(
        self,
        parts: EventParts,
        holder: Holder,
        facets: Facets | None,
        readers: dict[str, Reader],
    ) -> list[FacetContent]:
        """Adds a fact for each facet. Returns the contents that have lineage entries."""
        part, node, partition, place, path, job = holder
        with_entries = []
        for key, raw in (facets or {}).items():
            data = bytes(raw)
            if data == NULL:
                continue
            # Only the meaning of `lineage` depends on the job. Other facets with equal bytes are
            # read once for all jobs.
            own_job = job if key == "lineage" else None
            facet = parts.facet(readers, key, data, own_job)
            if facet is None:
                self.note("malformed_facet", f"{path}.{key}", "expected an object; passed over")
                continue
            for code, inner, detail in facet.findings:
                self.note(code, f"{path}.{key}{inner}", detail)
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


def _job(parts: EventParts, job: EventSubject) -> tuple[Name, PartFacts]:
    name, _ = parts.normalised("job", job.namespace or "", job.name or "")
    read = PartFacts()
    holder = Holder("job", name.node_id, path="job.facets", job=name)
    for content in read.read_facets(parts, holder, job.facets, JOB_READERS):
        for place, (target, run_id, set_hash) in enumerate(content.entries):
            entry = Fact("lineage", target.node_id, run_id, "entry", place, None, 0, set_hash)
            read.facts.append(entry)
    if any(fact.facet == "lineage" and fact.deleted for fact in read.facts):
        read.facts.append(Fact("lineage", name.node_id, None, "withdrawn", 0, None, 0, ""))
    return name, read


def _listed(parts: EventParts, side: str, index: int, dataset: EventSubject) -> PartFacts:
    read = PartFacts()
    path = f"{side}s[{index}]"
    place = index if side == "input" else OUTPUT_PLACE + index
    if not dataset.namespace or not dataset.name:
        read.note("nameless_dataset", path, "no namespace or no name; passed over")
        return read
    name, partition = parts.normalised("dataset", dataset.namespace, dataset.name)
    read.names.append((name, 1))
    node = name.node_id
    read.facts.append(Fact("listed", node, partition, side, place, None, 0, None))
    holder = Holder(side, node, None, place, f"{path}.facets")
    read.read_facets(parts, holder, dataset.facets, DATASET_READERS)
    own = dataset.input_facets if side == "input" else dataset.output_facets
    part = f"{side}Facets"
    holder = Holder(part, node, partition, place, f"{path}.{part}")
    read.read_facets(parts, holder, own, _NO_READERS)
    return read
