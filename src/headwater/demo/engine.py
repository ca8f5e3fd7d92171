"""From a run of the story to the events that its producer sends about it."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any, NamedTuple, TypeAlias

from headwater.demo.facets import FacetFields, StoryFacets, code, on_the_wire, schema
from headwater.demo.roles import (
    ColumnSources,
    Dialect,
    StoryDataset,
    StoryJob,
    StoryRun,
    StorySource,
    Use,
    commit,
)

EventFields: TypeAlias = dict[str, Any]

_SCHEMA_URL = "https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/"
_BOTH = ("inputs", "outputs")


class DatedEvent(NamedTuple):
    """An event, and the time at which it reaches the collector."""

    arrives: datetime
    event: EventFields


def run_events(run: StoryRun) -> Iterator[DatedEvent]:
    """All events of a run: its start, in some dialects a RUNNING event, and its end."""
    dialect = run.job.dialect
    yield event(run, "START", run.started, dialect.start_lists)
    if dialect.running_lists and run.outputs:
        halfway = run.started + (run.ended - run.started) / 2
        yield event(run, "RUNNING", halfway, dialect.running_lists)
    yield event(run, run.outcome, run.ended, _BOTH)


def event(
    run: StoryRun,
    kind: str,
    when: datetime,
    lists: Iterable[str] = _BOTH,
    facets: StoryFacets | None = None,
) -> DatedEvent:
    dialect = run.job.dialect
    is_end = kind not in ("START", "RUNNING")
    body = {
        "eventType": kind,
        "eventTime": dialect.time(when),
        "run": {
            "runId": run.run_id,
            "facets": on_the_wire(
                "run", dialect.producer, _run_facets(run, kind) | dict(facets or {})
            ),
        },
        "job": run.job.identity
        | {"facets": on_the_wire("job", dialect.producer, _job_facets(run, kind))},
        "inputs": [_input(run, use) for use in run.inputs] if "inputs" in lists else [],
        "outputs": (
            [_output(run, use, is_end) for use in run.outputs] if "outputs" in lists else []
        ),
        "producer": dialect.producer,
        "schemaURL": f"{_SCHEMA_URL}RunEvent",
    }
    return DatedEvent(run.arrives or when, body)


def job_event(
    job: StoryJob, when: datetime, inputs: Iterable[Use], outputs: Iterable[Use]
) -> DatedEvent:
    dialect = job.dialect
    declared = StoryRun(job, when, when, tuple(inputs), tuple(outputs))
    body = {
        "eventTime": dialect.time(when),
        "job": job.identity
        | {"facets": on_the_wire("job", dialect.producer, _job_facets(declared, "START"))},
        "inputs": [_input(declared, use) for use in declared.inputs],
        "outputs": [_output(declared, use, is_end=False) for use in declared.outputs],
        "producer": dialect.producer,
        "schemaURL": f"{_SCHEMA_URL}JobEvent",
    }
    return DatedEvent(when, body)


def dataset_event(
    dialect: Dialect, dataset: StoryDataset, when: datetime, facets: StoryFacets
) -> DatedEvent:
    body = {
        "eventTime": dialect.time(when),
        "dataset": {
            "namespace": dataset.namespace,
            "name": dataset.name,
            "facets": on_the_wire("dataset", dialect.producer, facets),
        },
        "producer": dialect.producer,
        "schemaURL": f"{_SCHEMA_URL}DatasetEvent",
    }
    return DatedEvent(when, body)


def _run_facets(run: StoryRun, kind: str) -> dict[str, FacetFields]:
    dialect = run.job.dialect
    facets: dict[str, FacetFields] = dict(run.facets)
    if run.parent is not None:
        facets["parent"] = {
            "run": {"runId": run.parent.run_id},
            "job": run.parent.job.identity,
            "root": {"run": {"runId": run.root.run_id}, "job": run.root.job.identity},
        }
    if kind == "START" or dialect.repeats_facets:
        facets["processing_engine"] = dialect.engine
        if run.nominal is not None:
            facets["nominalTime"] = {"nominalStartTime": dialect.time(run.nominal)}
    if run.error and kind == "FAIL":
        facets["errorMessage"] = {"message": run.error, "programmingLanguage": "SQL"}
    return facets


def _job_facets(run: StoryRun, kind: str) -> dict[str, FacetFields]:
    job = run.job
    facets: dict[str, FacetFields] = {
        "jobType": {
            "processingType": job.processing,
            "integration": job.dialect.integration,
            "jobType": job.kind,
        }
    }
    if kind == "START" or job.dialect.repeats_facets:
        facets |= job.facets
        if job.repository:
            facets |= code(job.repository, job.path, commit(job.node, run.revision))
    return facets | dict(run.job_facets)


def _input(run: StoryRun, use: Use) -> EventFields:
    own = dict(use.own_facets)
    if use.rows:
        own["inputStatistics"] = {"rowCount": use.rows, "size": use.rows * 96}
    facets = _dataset_facets(use)
    if use.version:
        facets["version"] = {"datasetVersion": use.version}
    return _listed(run, use, facets, {"inputFacets": own} if own else {})


def _output(run: StoryRun, use: Use, is_end: bool) -> EventFields:
    facets = _dataset_facets(use)
    columns = run.job.columns.get(use.dataset)
    if columns and run.inputs:
        facets["columnLineage"] = _column_lineage(run, columns)
    own = dict(use.own_facets)
    if is_end and use.version:
        facets["version"] = {"datasetVersion": use.version}
    if is_end and use.rows:
        own["outputStatistics"] = {"rowCount": use.rows, "size": use.rows * 96, "fileCount": 4}
    return _listed(run, use, facets, {"outputFacets": own} if own else {})


def _dataset_facets(use: Use) -> dict[str, FacetFields]:
    dataset = use.dataset
    source = {"name": dataset.namespace, "uri": dataset.namespace}
    facets: dict[str, FacetFields] = {"dataSource": source}
    if columns := use.fields or dataset.fields:
        facets["schema"] = schema(columns)
    return facets | dict(dataset.facets) | dict(use.facets)


def _listed(
    run: StoryRun, use: Use, facets: StoryFacets, own: Mapping[str, StoryFacets]
) -> EventFields:
    producer = run.job.dialect.producer
    return {
        "namespace": use.dataset.namespace,
        "name": use.name,
        "facets": on_the_wire("dataset", producer, facets),
        **{key: on_the_wire("dataset", producer, content) for key, content in own.items()},
    }


def _column_lineage(run: StoryRun, columns: ColumnSources) -> FacetFields:
    """The column lineage facet, with datasets named as the run lists them.

    A source that the run does not read is left out.
    """
    read = {use.dataset: use.name for use in run.inputs}

    def references(sources: tuple[StorySource, ...]) -> list[FacetFields]:
        return [
            {
                "namespace": source.dataset.namespace,
                "name": read[source.dataset],
                "field": source.column,
                "transformations": [_transformation(source.how)],
            }
            for source in sources
            if source.dataset in read
        ]

    fields = {name: {"inputFields": references(s)} for name, s in columns.items() if name}
    content: dict[str, Any] = {"fields": fields}
    if "" in columns:
        content["dataset"] = references(columns[""])
    return content


def _transformation(how: str) -> FacetFields:
    masking = how == "MASKED"
    is_direct = how in ("IDENTITY", "TRANSFORMATION", "AGGREGATION", "MASKED")
    return {
        "type": "DIRECT" if is_direct else "INDIRECT",
        "subtype": "TRANSFORMATION" if masking else how,
        "description": "sha256" if masking else "",
        "masking": masking,
    }
