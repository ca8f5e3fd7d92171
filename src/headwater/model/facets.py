"""What the rules read from facets. The spelling of producers stops here.

A reader takes the JSON object of a facet and returns a `FacetContent`. Its `value` is JSON, or a
bare word, that steps of the pipeline take apart again; None means that the facet states nothing.
"""

from collections.abc import Callable
from copy import copy
from typing import Any, NamedTuple

from headwater.model.canonical import canonical, compact, content_hash, node_id
from headwater.model.code_text import Forms, code_forms, sql_forms
from headwater.model.names import NameAndPartition, canonical_run_id, run_key
from headwater.model.order import parse_time

OUTPUT_PLACE = 1_000_000
"""Added to the list position of outputs, so that inside one event an output beats an input."""

VERSION_FACETS = frozenset({"schema", "columnLineage", "version", "lifecycleStateChange"})
"""Facets that belong to a version of a dataset, not to the dataset as such (semantics 3.3)."""


class Name(NamedTuple):
    """A normalised name of a job or dataset."""

    node_id: int
    kind: str
    namespace: str
    name: str


class ColumnSource(NamedTuple):
    """One column edge: a source of one output field. An empty field means the whole dataset."""

    set_hash: str
    output_field: str
    source_node: int
    input_field: str
    transformations: str


class Entry(NamedTuple):
    """One entry of explicit lineage: a target, and the set of column edges stated for it."""

    target: Name
    run_id: str | None
    set_hash: str


class FacetContent(NamedTuple):
    """What the rules make of one facet."""

    value: str | None = None
    names: tuple[Name, ...] = ()
    edges: tuple[ColumnSource, ...] = ()
    entries: tuple[Entry, ...] = ()


NOTHING = FacetContent()


class Names:
    """Turns namespaces and names as sent into normalised names, and remembers the results."""

    def __init__(
        self,
        dataset_rule: Callable[[str], NameAndPartition],
        job_rule: Callable[[str], NameAndPartition],
    ) -> None:
        self._rules = {"dataset": dataset_rule, "job": job_rule}
        self._seen: dict[tuple[str, str, str], tuple[Name, str | None]] = {}
        self.own_job: Name | None = None
        """The event's own job, where the meaning of a facet depends on it."""

    def for_job(self, job: Name) -> "Names":
        """The same names, for facets of an event of this job."""
        names = copy(self)
        names.own_job = job
        return names

    def normalised(self, kind: str, namespace: str, name: str) -> tuple[Name, str | None]:
        """The normalised name, and the partition that was cut off it."""
        key = (kind, namespace, name)
        known = self._seen.get(key)
        if known is None:
            if len(self._seen) >= 200_000:  # this only bounds memory
                self._seen.clear()
            short, partition = self._rules[kind](name)
            known = Name(node_id(kind, namespace, short), kind, namespace, short), partition
            self._seen[key] = known
        return known

    def reference(self, kind: str, value: Any) -> Name | None:
        """The name that an object such as {"namespace": …, "name": …} refers to."""
        if not isinstance(value, dict):
            return None
        namespace, name = stated_text(value, "namespace"), stated_text(value, "name")
        return self.normalised(kind, namespace, name)[0] if namespace and name else None


def stated_text(value: Any, key: str) -> str | None:
    """The text at a key of an object; None where there is none, or something else, or no object."""
    text = value.get(key) if isinstance(value, dict) else None
    return text if isinstance(text, str) and text else None


def _object(value: dict[str, Any], key: str) -> dict[str, Any]:
    """The object at a key, or {} where there is none. TypeError where it is something else."""
    found = value.get(key)
    if found is None:
        return {}
    if not isinstance(found, dict):
        raise TypeError(f"{key}: expected an object")
    return found


def _objects(value: dict[str, Any], key: str) -> list[dict[str, Any]]:
    found = value.get(key)
    if found is None:
        return []
    if not isinstance(found, list):
        raise TypeError(f"{key}: expected an array")
    return [item for item in found if isinstance(item, dict)]


def _packed(*parts: str | int | None) -> str:
    return compact([None if part is None else str(part) for part in parts])


def _schema(facet: dict[str, Any], _: Names) -> FacetContent:
    stated = any(stated_text(field, "name") for field in _objects(facet, "fields"))
    return FacetContent("1") if stated else NOTHING


def _version(facet: dict[str, Any], _: Names) -> FacetContent:
    version = facet.get("datasetVersion")
    if isinstance(version, int | float) and not isinstance(version, bool):
        version = compact(version)
    return FacetContent(version) if isinstance(version, str) and version else NOTHING


def _lifecycle(facet: dict[str, Any], names: Names) -> FacetContent:
    change = stated_text(facet, "lifecycleStateChange")
    if change is None:
        return NOTHING
    change = change.upper()
    old = names.reference("dataset", facet.get("previousIdentifier"))
    if change != "RENAME" or old is None:
        return FacetContent(_packed(change, None))
    return FacetContent(_packed(change, old.node_id), names=(old,))


def _symlinks(facet: dict[str, Any], names: Names) -> FacetContent:
    found = (names.reference("dataset", item) for item in _objects(facet, "identifiers"))
    members = tuple(name for name in found if name is not None)
    if not members:
        return NOTHING
    return FacetContent(compact(sorted({name.node_id for name in members})), names=members)


def _transformations(source: dict[str, Any], legacy: dict[str, Any]) -> list[dict[str, Any]]:
    stated = []
    items = _objects(source, "transformations")
    for item in items:
        known: dict[str, Any] = {
            key: item[key] for key in ("type", "subtype", "description") if stated_text(item, key)
        }
        if isinstance(item.get("masking"), bool):
            known["masking"] = item["masking"]
        if known:
            stated.append(known)
    if items:
        return stated
    kind = stated_text(legacy, "transformationType")
    description = stated_text(legacy, "transformationDescription")
    if kind is None and description is None:
        return []
    old: dict[str, Any] = {"type": "DIRECT"}
    if kind is not None and kind.upper() == "MASKED":
        old |= {"subtype": "TRANSFORMATION", "masking": True}
    elif kind is not None:
        old["subtype"] = kind.upper()
    if description is not None:
        old["description"] = description
    return [old]


class _EdgeSet:
    """Collects the column edges of one statement. A source without a name is `own_job`."""

    def __init__(self, names: Names, own_job: Name | None = None) -> None:
        self._names = names
        self._own_job = own_job
        self.has_own_job = False
        self._transformations: dict[tuple[str, int, str], set[bytes]] = {}
        self.sources: dict[int, Name] = {}

    def add(
        self, output_field: str, source: dict[str, Any], kind: str | None, legacy: dict[str, Any]
    ) -> None:
        name = self._names.reference(kind, source) if kind else None
        if name is None and _is_own_job(kind, source):
            name = self._own_job
            self.has_own_job = name is not None
        if name is None:
            return
        self.sources[name.node_id] = name
        key = (output_field, name.node_id, stated_text(source, "field") or "")
        stated = self._transformations.setdefault(key, set())
        stated.update(canonical(item) for item in _transformations(source, legacy))

    def edges(self, set_hash: str) -> tuple[ColumnSource, ...]:
        return tuple(
            ColumnSource(set_hash, output, node, field, f"[{b','.join(sorted(how)).decode()}]")
            for (output, node, field), how in sorted(self._transformations.items())
        )


def _column_lineage(facet: dict[str, Any], names: Names) -> FacetContent:
    found = _EdgeSet(names)
    for field, entry in _object(facet, "fields").items():
        if isinstance(entry, dict):
            for source in _objects(entry, "inputFields"):
                found.add(field, source, "dataset", entry)
    for source in _objects(facet, "dataset"):
        found.add("", source, "dataset", {})
    if not found.sources:
        return NOTHING
    edges = found.edges(content_hash(canonical(facet)))
    return FacetContent("1", names=tuple(found.sources.values()), edges=edges)


def _explicit(
    statement: dict[str, Any], names: Names, own_job: Name | None = None
) -> tuple[str, _EdgeSet]:
    """The hash of a statement of explicit lineage, and the column edges that it makes."""
    found = _EdgeSet(names, own_job)
    for source in _objects(statement, "inputs"):
        found.add("", source, _kind(source), {})
    for field, entry in _object(statement, "fields").items():
        if isinstance(entry, dict):
            for source in _objects(entry, "inputs"):
                found.add(field, source, _kind(source), {})
    # Column lineage is hashed as sent. The word `lineage` keeps an equal text of explicit lineage,
    # which means something else, apart from it.
    hashed: list[Any] = ["lineage", statement]
    if own_job is not None and found.has_own_job:  # one text of two jobs makes two statements
        hashed.append(own_job.node_id)
    return content_hash(canonical(hashed)), found


def _kind(reference: dict[str, Any]) -> str | None:
    return {"DATASET": "dataset", "JOB": "job"}.get(str(reference.get("type")).upper())


def _is_own_job(kind: str | None, reference: dict[str, Any]) -> bool:
    return (
        kind == "job"
        and not stated_text(reference, "namespace")
        and not stated_text(reference, "name")
    )


def job_lineage(facet: dict[str, Any], names: Names) -> FacetContent:
    """Explicit lineage of a job. Entries without a target are passed over.

    A job without a name is the event's own job. As the source of another job it feeds that job; as
    the source of a dataset it only says that the job makes the dataset (semantics 7.1).
    """
    seen: dict[int, Name] = {}
    edges: list[ColumnSource] = []
    entries = []
    for entry in _objects(facet, "entries"):
        kind = _kind(entry)
        if kind is None:
            continue
        target = names.own_job if _is_own_job(kind, entry) else names.reference(kind, entry)
        if target is None:
            continue
        feeds = names.own_job if target.kind == "job" and target != names.own_job else None
        set_hash, found = _explicit(entry, names, feeds)
        seen |= found.sources
        seen[target.node_id] = target
        edges += found.edges(set_hash)
        entries.append(Entry(target, stated_text(entry, "runId"), set_hash))
    if not entries:
        return NOTHING
    return FacetContent("1", tuple(seen.values()), tuple(edges), tuple(entries))


def dataset_lineage(facet: dict[str, Any], names: Names) -> FacetContent:
    """Explicit lineage in a dataset event. Its value is the hash of the set of column edges."""
    statement = {key: facet[key] for key in ("inputs", "fields") if facet.get(key) is not None}
    if not statement:
        return NOTHING
    set_hash, found = _explicit(statement, names)
    return FacetContent(set_hash, tuple(found.sources.values()), found.edges(set_hash))


def _nominal_time(facet: dict[str, Any], _: Names) -> FacetContent:
    times: list[int | None] = []
    for key in ("nominalStartTime", "nominalEndTime"):
        try:
            times.append(parse_time(stated_text(facet, key) or "")[0])
        except ValueError:
            times.append(None)
    return FacetContent(_packed(*times)) if times[0] is not None else NOTHING


def _run_reference(facet: dict[str, Any], names: Names) -> tuple[str | None, Name | None]:
    run_id = stated_text(_object(facet, "run"), "runId")
    job = names.reference("job", _object(facet, "job"))
    if run_id is None or job is None:
        return None, None
    return run_key(canonical_run_id(run_id)[0], job.namespace, job.name), job


def _parent(facet: dict[str, Any], names: Names) -> FacetContent:
    run_id = stated_text(_object(facet, "run"), "runId")
    if run_id is None:
        return NOTHING
    parent_run, parent = _run_reference(facet, names)
    root_run, root = _run_reference(_object(facet, "root"), names)
    value = _packed(
        canonical_run_id(run_id)[0],
        parent_run,
        parent and parent.node_id,
        root_run,
        root and root.node_id,
    )
    return FacetContent(value, names=tuple(name for name in (parent, root) if name is not None))


def _job_type(facet: dict[str, Any], _: Names) -> FacetContent:
    stated = stated_text(facet, "processingType")
    if stated is None:
        return NOTHING
    mode = stated_text(_object(facet, "emissionPattern"), "eventContentMode")
    is_snapshot = mode is not None and mode.upper() == "COMPLETE_SNAPSHOT"
    return FacetContent(_packed(processing(stated), int(is_snapshot)))


def processing(stated: str) -> str:
    """How a job runs, by the `processingType` of its `jobType` facet.

    >>> processing("Streaming"), processing("SERVICE"), processing("STREAM")
    ('STREAMING', 'SERVICE', 'BATCH')
    """
    word = stated.upper()
    return word if word in ("STREAMING", "SERVICE") else "BATCH"


def _source_code_location(facet: dict[str, Any], _: Names) -> FacetContent:
    version, url = stated_text(facet, "version"), stated_text(facet, "url")
    return FacetContent(_packed(version, url)) if version or url else NOTHING


def _sql(facet: dict[str, Any], _: Names) -> FacetContent:
    return _source(facet, sql_forms(stated_text(facet, "query") or ""))


def _source_code(facet: dict[str, Any], _: Names) -> FacetContent:
    is_sql = (stated_text(facet, "language") or "").upper() == "SQL"
    return _source(
        facet, (sql_forms if is_sql else code_forms)(stated_text(facet, "sourceCode") or "")
    )


def _source(facet: dict[str, Any], forms: Forms) -> FacetContent:
    """Digests of the shape and of the wording; and of the facet, which has the text itself."""
    if not forms.wording:
        return NOTHING
    shape, wording = (content_hash(form.encode()) for form in (forms.shape, forms.wording))
    return FacetContent(_packed(shape, wording, content_hash(canonical(facet))))


def _extraction_error(facet: dict[str, Any], _: Names) -> FacetContent:
    failed = facet.get("failedTasks")
    if not isinstance(failed, int | float):
        return NOTHING
    return FacetContent("1" if failed > 0 else "0")


def _job_dependencies(facet: dict[str, Any], names: Names) -> FacetContent:
    sides = []
    for side in ("upstream", "downstream"):
        found = (names.reference("job", item.get("job")) for item in _objects(facet, side))
        sides.append({name.node_id: name for name in found if name is not None})
    if not any(sides):
        return NOTHING
    value = compact([sorted(side) for side in sides])
    return FacetContent(value, names=tuple({**sides[0], **sides[1]}.values()))


Reader = Callable[[dict[str, Any], Names], FacetContent]

RUN_READERS: dict[str, Reader] = {
    "nominalTime": _nominal_time,
    "parent": _parent,
    "parentRun": _parent,
    "extractionError": _extraction_error,
    "jobDependencies": _job_dependencies,
}
JOB_READERS: dict[str, Reader] = {
    "jobType": _job_type,
    "sourceCodeLocation": _source_code_location,
    "sql": _sql,
    "sourceCode": _source_code,
    "lineage": job_lineage,
}
DATASET_READERS: dict[str, Reader] = {
    "schema": _schema,
    "version": _version,
    "lifecycleStateChange": _lifecycle,
    "symlinks": _symlinks,
    "columnLineage": _column_lineage,
}
DATASET_EVENT_READERS: dict[str, Reader] = DATASET_READERS | {"lineage": dataset_lineage}
