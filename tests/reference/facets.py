"""What each facet states. Every reader gives None where the facet states nothing (3.3)."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from tests.reference.code_text import code_forms, sql_forms
from tests.reference.names import (
    Json,
    Name,
    canonical,
    dataset_name,
    digest,
    is_text,
    job_name,
    run_id_of,
    text_hash,
)

T = TypeVar("T")

Place = tuple[int, int, str, int]
"""Where an instance stands: K of its event, and its place inside the event."""


@dataclass(frozen=True)
class Instance:
    """One occurrence of a facet."""

    at: Place
    facet: Json


def is_tombstone(facet: Json) -> bool:
    return facet.get("_deleted") is True


def alive(facet: Json | None) -> Json | None:
    return None if facet is None or is_tombstone(facet) else facet


def folded(instances: Iterable[Instance], read: Callable[[Json | None], object]) -> Instance | None:
    """3.3: the last instance that states something or is a tombstone."""
    stating = [i for i in instances if is_tombstone(i.facet) or read(i.facet) is not None]
    return max(stating, key=lambda i: i.at, default=None)


def stated(instances: Iterable[Instance], read: Callable[[Json | None], T | None]) -> T | None:
    """What the folded facet states; None after a tombstone."""
    last = folded(instances, read)
    return None if last is None else read(alive(last.facet))


# Datasets


class Field(NamedTuple):
    path: str
    type: str | None


def schema(facet: Json | None) -> list[Field] | None:
    """Flattened: a parent before its children, nested names joined by dots, first one wins."""
    found: dict[str, str | None] = {}

    def collect(items: object, prefix: str) -> None:
        for item in items if isinstance(items, list) else []:
            if isinstance(item, dict) and is_text(item.get("name")):
                path = prefix + item["name"]
                found.setdefault(path, item["type"] if is_text(item.get("type")) else None)
                collect(item.get("fields"), path + ".")

    collect((facet or {}).get("fields"), "")
    return [Field(path, kind) for path, kind in found.items()] or None


def storage_version(facet: Json | None) -> str | None:
    value = (facet or {}).get("datasetVersion")
    if isinstance(value, int | float) and not isinstance(value, bool):
        return canonical(value)
    return value if isinstance(value, str) and value else None


class Lifecycle(NamedTuple):
    change: str
    previous: Name | None
    """For a RENAME: the old name."""


def lifecycle(facet: Json | None) -> Lifecycle | None:
    value = (facet or {}).get("lifecycleStateChange")
    if facet is None or not isinstance(value, str) or not value:
        return None
    change = value.upper()
    previous = dataset_name(facet.get("previousIdentifier")) if change == "RENAME" else None
    return Lifecycle(change, previous)


def symlinks(facet: Json | None) -> list[Name] | None:
    items = (facet or {}).get("identifiers")
    names = [dataset_name(item) for item in (items if isinstance(items, list) else [])]
    return [name for name in names if name is not None] or None


# Column edges (7.1)


class ColumnEdge(NamedTuple):
    output_field: str
    source: Name
    input_field: str
    transformations: str


def column_lineage(facet: Json | None) -> list[ColumnEdge] | None:
    found: list[tuple[str, Name | None, str, list[str]]] = []
    fields = (facet or {}).get("fields")
    for output, entry in fields.items() if isinstance(fields, dict) else ():
        if not isinstance(entry, dict):
            continue
        for item in dicts(entry.get("inputFields")):
            hows = transformations(item) if item.get("transformations") else legacy(entry)
            found.append((output, dataset_name(item), field_of(item), hows))
    found += [
        ("", dataset_name(item), field_of(item), transformations(item))
        for item in dicts((facet or {}).get("dataset"))
    ]
    return united(found) or None


def united(found: list[tuple[str, Name | None, str, list[str]]]) -> list[ColumnEdge]:
    """One edge per output field, source and source field, with the union of transformations."""
    union: dict[tuple[str, Name, str], set[str]] = {}
    for output, source, field, hows in found:
        if source is not None:
            union.setdefault((output, source, field), set()).update(hows)
    return [ColumnEdge(*key, f"[{','.join(sorted(hows))}]") for key, hows in union.items()]


def transformations(item: Json) -> list[str]:
    found = []
    for sent in dicts(item.get("transformations")):
        kept = {
            key: sent[key] for key in ("type", "subtype", "description") if is_text(sent.get(key))
        }
        if isinstance(sent.get("masking"), bool):
            kept["masking"] = sent["masking"]
        if kept:
            found.append(canonical(kept))
    return found


def legacy(entry: Json) -> list[str]:
    """The old transformationType and transformationDescription as one transformation."""
    kind, description = entry.get("transformationType"), entry.get("transformationDescription")
    if not is_text(kind) and not is_text(description):
        return []
    transformation: Json = {"type": "DIRECT"}
    if is_text(kind) and str(kind).upper() == "MASKED":
        transformation |= {"subtype": "TRANSFORMATION", "masking": True}
    elif is_text(kind):
        transformation |= {"subtype": str(kind).upper()}
    if is_text(description):
        transformation |= {"description": description}
    return [canonical(transformation)]


def dicts(value: object) -> list[Json]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def field_of(item: Json) -> str:
    return str(item["field"]) if is_text(item.get("field")) else ""


# Explicit lineage (6.3)


class Entry(NamedTuple):
    """One target of explicit lineage with what feeds it."""

    type: str
    target: Name
    run_id: str
    set_hash: str
    edges: list[ColumnEdge]


def explicit_lineage(facet: Json | None, own_job: Name) -> list[Entry] | None:
    items = (facet or {}).get("entries")
    if not isinstance(items, list):
        return None
    entries = []
    for item in dicts(items):
        target = None
        if item.get("type") == "DATASET":
            target = dataset_name(item)
        elif item.get("type") == "JOB":
            target = own_job if is_unnamed_job(item) else job_name(item)
        if target is not None:
            run_id = str(item["runId"]) if is_text(item.get("runId")) else ""
            # 7.1: the own job feeds other jobs; the same text of another job means another feeder.
            feeding = own_job if item["type"] == "JOB" and target != own_job else None
            refers = any(is_unnamed_job(source) for _, source in inputs(item))
            meant = [feeding.node] if feeding is not None and refers else []
            set_hash = digest(["lineage", item, *meant])
            entries.append(Entry(item["type"], target, run_id, set_hash, sources(item, feeding)))
    return entries


class DatasetLineage(NamedTuple):
    set_hash: str
    edges: list[ColumnEdge]


def dataset_lineage(facet: Json | None) -> DatasetLineage | None:
    """The `lineage` facet of a dataset event; it states something if it has inputs or fields."""
    sent = facet or {}
    stated = {key: sent[key] for key in ("inputs", "fields") if sent.get(key) is not None}
    return DatasetLineage(digest(["lineage", stated]), sources(stated, None)) if stated else None


def inputs(item: Json) -> list[tuple[str, Json]]:
    """What feeds a target: `inputs` as a whole, `fields` field by field."""
    lists = [("", item.get("inputs"))]
    fields = item.get("fields")
    for output, entry in fields.items() if isinstance(fields, dict) else ():
        lists.append((output, entry.get("inputs") if isinstance(entry, dict) else None))
    return [(output, source) for output, listed in lists for source in dicts(listed)]


def sources(item: Json, unnamed_job: Name | None) -> list[ColumnEdge]:
    return united(
        [
            (output, source_name(source, unnamed_job), field_of(source), transformations(source))
            for output, source in inputs(item)
        ]
    )


def is_unnamed_job(reference: Json) -> bool:
    named = reference.get("namespace") is not None or reference.get("name") is not None
    return reference.get("type") == "JOB" and not named


def source_name(source: Json, unnamed_job: Name | None) -> Name | None:
    if is_unnamed_job(source):
        return unnamed_job
    readers = {"DATASET": dataset_name, "JOB": job_name}
    reader = readers.get(str(source.get("type")))
    return reader(source) if reader else None


# Runs and jobs


class Parent(NamedTuple):
    run_id: str
    job: Name | None
    root_run_id: str | None
    root_job: Name | None


def parent(facet: Json | None) -> Parent | None:
    """3.5; the root counts only with run and job."""
    run_id = nested_run_id(facet)
    if facet is None or run_id is None:
        return None
    root = facet.get("root")
    root_run_id = nested_run_id(root if isinstance(root, dict) else None)
    root_job = job_name(root.get("job")) if isinstance(root, dict) and root_run_id else None
    return Parent(run_id, job_name(facet.get("job")), root_run_id, root_job)


def nested_run_id(holder: Json | None) -> str | None:
    run = (holder or {}).get("run")
    raw = run.get("runId") if isinstance(run, dict) else None
    return run_id_of(raw) if isinstance(raw, str) and raw else None


class Dependencies(NamedTuple):
    upstream: list[Name]
    downstream: list[Name]


def job_dependencies(facet: Json | None) -> Dependencies | None:
    sides = []
    for side in ("upstream", "downstream"):
        jobs = [job_name(item.get("job")) for item in dicts((facet or {}).get(side))]
        sides.append([job for job in jobs if job is not None])
    return Dependencies(*sides) if any(sides) else None


class JobType(NamedTuple):
    processing: str
    snapshot: bool


def job_type(facet: Json | None) -> JobType | None:
    processing = (facet or {}).get("processingType")
    if facet is None or not isinstance(processing, str):
        return None
    pattern = facet.get("emissionPattern")
    mode = pattern.get("eventContentMode") if isinstance(pattern, dict) else None
    known = processing.upper() in ("STREAMING", "SERVICE")
    return JobType(
        processing.upper() if known else "BATCH",
        isinstance(mode, str) and mode.upper() == "COMPLETE_SNAPSHOT",
    )


class Source(NamedTuple):
    """4.3: digests of the shape, of the wording, and of the facet that has the text."""

    shape: str
    wording: str
    facet: str


class Code(NamedTuple):
    """4.3: each part is carried over where an entry has none."""

    version: str | None = None
    url: str | None = None
    sql: Source | None = None
    source: Source | None = None

    def after(self, before: "Code") -> "Code":
        return Code(
            self.version or before.version,
            self.url or before.url,
            self.sql or before.sql,
            self.source or before.source,
        )

    def row(self) -> tuple[str | None, ...]:
        """As columns of a table."""
        texts = (text and canonical(list(text)) for text in (self.sql, self.source))
        return self.version, self.url, *texts


def source(facet: Json | None, text: object, is_sql: bool) -> Source | None:
    forms = (sql_forms if is_sql else code_forms)(text if isinstance(text, str) else "")
    if facet is None or not forms.wording:
        return None
    return Source(text_hash(forms.shape), text_hash(forms.wording), digest(facet))


def sql(facet: Json | None) -> Source | None:
    return source(facet, (facet or {}).get("query"), is_sql=True)


def source_code(facet: Json | None) -> Source | None:
    language = (facet or {}).get("language")
    is_sql = isinstance(language, str) and language.upper() == "SQL"
    return source(facet, (facet or {}).get("sourceCode"), is_sql)


def source_code_location(facet: Json | None) -> Code | None:
    version, url = ((facet or {}).get(key) for key in ("version", "url"))
    code = Code(version if is_text(version) else None, url if is_text(url) else None)
    return code if code.version or code.url else None


def failed_tasks(facet: Json | None) -> bool | None:
    count = (facet or {}).get("failedTasks")
    if isinstance(count, bool) or not isinstance(count, int | float):
        return None
    return count > 0
