"""What the rules read from facets. The spelling of producers stops here.

A reader takes the JSON object of a facet and returns a `FacetContent`. Its `value` is JSON, or a
bare word, that steps of the pipeline take apart again; None means that the facet states nothing.
"""

from collections.abc import Callable
from typing import Any, Literal, TypeAlias

from headwater.model.canonical import canonical, compact, content_hash
from headwater.model.code_text import Forms, code_forms, sql_forms
from headwater.model.facet_content import (
    NOTHING,
    FacetContent,
    Name,
    Names,
    packed,
    stated_object,
    stated_objects,
    stated_text,
)
from headwater.model.lineage_facets import column_lineage, dataset_lineage, job_lineage
from headwater.model.names import canonical_run_id, run_key
from headwater.model.order import parse_time

Processing: TypeAlias = Literal["BATCH", "STREAMING", "SERVICE"]
"""How a job runs."""

OUTPUT_PLACE = 1_000_000
"""Added to the list position of outputs, so that inside one event an output beats an input."""

VERSION_FACETS = frozenset({"schema", "columnLineage", "version", "lifecycleStateChange"})
"""Facets that belong to a version of a dataset, not to the dataset as such (semantics 3.3)."""


def _schema(facet: dict[str, Any], _: Names) -> FacetContent:
    stated = any(stated_text(field, "name") for field in stated_objects(facet, "fields"))
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
        return FacetContent(packed(change, None))
    return FacetContent(packed(change, old.node_id), names=(old,))


def _symlinks(facet: dict[str, Any], names: Names) -> FacetContent:
    found = (names.reference("dataset", item) for item in stated_objects(facet, "identifiers"))
    members = tuple(name for name in found if name is not None)
    if not members:
        return NOTHING
    return FacetContent(compact(sorted({name.node_id for name in members})), names=members)


def _nominal_time(facet: dict[str, Any], _: Names) -> FacetContent:
    times: list[int | None] = []
    for key in ("nominalStartTime", "nominalEndTime"):
        try:
            times.append(parse_time(stated_text(facet, key) or "")[0])
        except ValueError:
            times.append(None)
    return FacetContent(packed(*times)) if times[0] is not None else NOTHING


def _run_reference(facet: dict[str, Any], names: Names) -> tuple[str | None, Name | None]:
    run_id = stated_text(stated_object(facet, "run"), "runId")
    job = names.reference("job", stated_object(facet, "job"))
    if run_id is None or job is None:
        return None, None
    return run_key(canonical_run_id(run_id)[0], job.namespace, job.name), job


def _parent(facet: dict[str, Any], names: Names) -> FacetContent:
    run_id = stated_text(stated_object(facet, "run"), "runId")
    if run_id is None:
        return NOTHING
    parent_run, parent = _run_reference(facet, names)
    root_run, root = _run_reference(stated_object(facet, "root"), names)
    value = packed(
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
    mode = stated_text(stated_object(facet, "emissionPattern"), "eventContentMode")
    is_snapshot = mode is not None and mode.upper() == "COMPLETE_SNAPSHOT"
    return FacetContent(packed(processing(stated), int(is_snapshot)))


def processing(stated: str) -> Processing:
    """How a job runs, by the `processingType` of its `jobType` facet.

    >>> processing("Streaming"), processing("SERVICE"), processing("STREAM")
    ('STREAMING', 'SERVICE', 'BATCH')
    """
    match stated.upper():
        case "STREAMING" | "SERVICE" as word:
            return word
        case _:
            return "BATCH"


def _source_code_location(facet: dict[str, Any], _: Names) -> FacetContent:
    version, url = stated_text(facet, "version"), stated_text(facet, "url")
    return FacetContent(packed(version, url)) if version or url else NOTHING


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
    return FacetContent(packed(shape, wording, content_hash(canonical(facet))))


def _extraction_error(facet: dict[str, Any], _: Names) -> FacetContent:
    failed = facet.get("failedTasks")
    if not isinstance(failed, int | float):
        return NOTHING
    return FacetContent("1" if failed > 0 else "0")


def _job_dependencies(facet: dict[str, Any], names: Names) -> FacetContent:
    sides = []
    for side in ("upstream", "downstream"):
        found = (names.reference("job", item.get("job")) for item in stated_objects(facet, side))
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
    "columnLineage": column_lineage,
}
DATASET_EVENT_READERS: dict[str, Reader] = DATASET_READERS | {"lineage": dataset_lineage}
