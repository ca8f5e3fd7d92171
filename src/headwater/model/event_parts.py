"""Reading the parts of events, each only once: facets, and the jobs and datasets that have them."""

from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from headwater.model.canonical import canonical, compact, content_hash
from headwater.model.event_facts import PartFacts, Quotation
from headwater.model.events import Finding
from headwater.model.facet_checks import READ_WHEN_ASKED, gaps
from headwater.model.facet_content import NOTHING, FacetContent, Name, Names
from headwater.model.facets import DATASET_READERS, JOB_READERS, OUTPUT_PLACE, Reader
from headwater.model.facts import Fact, Rules
from headwater.model.names import normaliser

RawFacets = dict[str, msgspec.Raw]
NULL = b"null"


class EventSubject(msgspec.Struct, rename="camel"):
    """A job or a dataset in an event."""

    namespace: str | None = None
    name: str | None = None
    facets: RawFacets | None = None
    input_facets: RawFacets | None = None
    output_facets: RawFacets | None = None


class _Listing(msgspec.Struct, rename="camel"):
    """A dataset in a list of an event. Its facets are decoded only if they were not read before."""

    namespace: str | None = None
    name: str | None = None
    facets: msgspec.Raw = msgspec.Raw(NULL)
    input_facets: RawFacets | None = None
    output_facets: RawFacets | None = None


_SUBJECT_DECODER = msgspec.json.Decoder(EventSubject)
_LISTING_DECODER = msgspec.json.Decoder(_Listing)
_FACETS_DECODER = msgspec.json.Decoder(RawFacets | None)
_KEPT_BYTES = 32 << 20
_LARGEST_KEPT = 65_536
_ENTRY_BYTES = 1_000
"""These three bound the memory for what was read once: the bytes of JSON that are kept in all, the
largest part that is kept, and about what an entry takes beside its JSON."""

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


class _Dataset(NamedTuple):
    """A dataset in a list, as it was read once."""

    quotation: Quotation
    """What is said of it, beside what the run did with it."""
    holder_of_own: Holder
    """What holds the facets that say what the run did with it."""


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
        self._datasets = _Memory[_Dataset]()
        self._listed = _Memory[Quotation]()
        self._jobs = _Memory[tuple[Name, Quotation]]()

    def listed(self, side: str, index: int, raw: bytes, own: PartFacts) -> Quotation:
        """What an event says of a dataset, at this index of a list.

        What the run did with the dataset is added to `own`, as it differs from run to run.
        """
        known = self._listed.get((side, index, raw))
        if known is not None:
            return known
        listing = _LISTING_DECODER.decode(raw)
        if not listing.namespace or not listing.name:
            read = PartFacts()
            path = f"{side}s[{index}]"
            read.note("nameless_dataset", path, "no namespace or no name; passed over")
            return Quotation.of(read, 0)
        facets = bytes(listing.facets)
        key = (side, index, listing.namespace, listing.name, facets)
        dataset = self._datasets.get(key) or self._datasets.put(
            key, len(facets), _dataset(self, side, index, listing)
        )
        did = listing.input_facets if side == "input" else listing.output_facets
        if not did:
            return self._listed.put((side, index, raw), len(raw), dataset.quotation)
        read_facets(own, self, dataset.holder_of_own, did, _NO_READERS)
        return dataset.quotation

    def job(self, raw: bytes) -> tuple[Name, Quotation]:
        """The job of an event, and what the event says of it."""
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

    def batch_id(self, facets: RawFacets) -> str | None:
        """What the first path that leads to a value leads to (semantics 3.6)."""
        for facet, *keys in self._batch_ids:
            if facet in facets:
                batch = _at_path(msgspec.json.decode(facets[facet]), keys)
                if batch is not None:
                    return batch
        return None


def _at_path(value: Any, keys: list[str]) -> str | None:
    """The text or number at a path of keys. Several at its end, with `/` between, make one text.

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


def read_facets(
    into: PartFacts,
    parts: EventParts,
    holder: Holder,
    facets: RawFacets | None,
    readers: dict[str, Reader],
) -> list[FacetContent]:
    """Adds a fact for each facet. Returns the contents that have lineage entries."""
    part, node, partition, place, path, job = holder
    with_entries = []
    # Copies of an event may have their facets in another order, and must make equal excerpts.
    for key, raw in sorted((facets or {}).items()):
        data = bytes(raw)
        if data == NULL:
            continue
        # Only the meaning of `lineage` depends on the job. Other facets with equal bytes are read
        # once for all jobs.
        own_job = job if key == "lineage" else None
        facet = parts.facet(readers, key, data, own_job)
        if facet is None:
            into.note("malformed_facet", f"{path}.{key}", "expected an object; passed over")
            continue
        for code, inner, detail in facet.findings:
            into.note(code, f"{path}.{key}{inner}", detail)
        content = facet.content
        into.facts.append(
            Fact(part, node, partition, key, place, facet.hash, facet.deleted, content.value)
        )
        into.values.append((facet.hash, facet.value))
        into.names.extend((name, 0) for name in content.names)
        into.edges.extend(content.edges)
        if content.entries:
            with_entries.append(content)
    return with_entries


def _job(parts: EventParts, job: EventSubject) -> tuple[Name, Quotation]:
    name, _ = parts.normalised("job", job.namespace or "", job.name or "")
    read = PartFacts()
    read.names.append((name, 1))
    holder = Holder("job", name.node_id, path="job.facets", job=name)
    for content in read_facets(read, parts, holder, job.facets, JOB_READERS):
        for place, (target, run_id, set_hash) in enumerate(content.entries):
            entry = Fact("lineage", target.node_id, run_id, "entry", place, None, 0, set_hash)
            read.facts.append(entry)
    if any(fact.facet == "lineage" and fact.deleted for fact in read.facts):
        read.facts.append(Fact("lineage", name.node_id, None, "withdrawn", 0, None, 0, ""))
    return name, Quotation.of(read, 0)


def _dataset(parts: EventParts, side: str, index: int, listing: _Listing) -> _Dataset:
    read, path = PartFacts(), f"{side}s[{index}]"
    place = index if side == "input" else OUTPUT_PLACE + index
    name, partition = parts.normalised("dataset", listing.namespace or "", listing.name or "")
    read.names.append((name, 1))
    node = name.node_id
    read.facts.append(Fact("listed", node, partition, side, 0, None, 0, None))
    holder = Holder(side, node, None, path=f"{path}.facets")
    facets = _FACETS_DECODER.decode(listing.facets)
    read_facets(read, parts, holder, facets, DATASET_READERS)
    own = f"{side}Facets"
    holder_of_own = Holder(own, node, partition, place, f"{path}.{own}")
    return _Dataset(Quotation.of(read, place), holder_of_own)
