"""Marquez's older call that reports a dataset, turned into an OpenLineage event.

The answer combines what was known before with what the request states.
"""

from typing import Annotated, Any

import msgspec
from msgspec.structs import replace

from headwater.answers.moments import Instant
from headwater.answers.versions import DatasetField
from headwater.api.http.operations import LogWrite, RequestContext, put
from headwater.api.marquez.datasets import MarquezDataset, marquez_dataset
from headwater.api.marquez.openlineage import (
    dataset_event,
    event,
    facet,
    now,
    openlineage_name,
    own_facet,
)
from headwater.api.marquez.words import PLACE, StorageType, kind_of
from headwater.errors import NotFoundError
from headwater.model.canonical import node_id
from headwater.query.catalog.datasets import described
from headwater.query.catalog.sources import source
from headwater.query.catalog.subjects import Subject, entity_subject
from headwater.query.moments import in_force
from headwater.query.names.entities import Entity
from headwater.query.node_ids import named, resolve
from headwater.query.runs.stored_runs import stored_runs
from headwater.questions.catalog import DatasetQuestion
from headwater.store import Snapshot

_Name = Annotated[str, msgspec.Meta(min_length=1)]


class FieldReport(msgspec.Struct, frozen=True, kw_only=True):
    """This is a field of a reported dataset."""

    name: _Name
    type: str | None = None
    tags: tuple[_Name, ...] | None = None
    description: str | None = None


class DatasetReport(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """This is a dataset as Marquez's older call reports it."""

    type: StorageType
    physical_name: str | None = None
    source_name: str | None = None
    fields: tuple[FieldReport, ...] | None = None
    tags: tuple[_Name, ...] | None = None
    description: str | None = None
    schema_location: str | None = None
    run_id: Annotated[
        str | None,
        msgspec.Meta(description="This is the run that writes the dataset, if it is known."),
    ] = None


@put(
    "/namespaces/{namespace}/datasets/{dataset}",
    tag="Datasets",
    summary="Report a dataset",
    body=DatasetReport,
    deprecated=True,
)
def report_dataset(
    context: RequestContext, question: DatasetQuestion, body: DatasetReport
) -> LogWrite[MarquezDataset]:
    """Deprecated: send an OpenLineage dataset event instead. This request is turned into such an
    event or, if it names a run, into an event of that run with the dataset as its output. The tags
    become users' tags."""
    at = now()
    dataset = _dataset(context.snapshot, question)
    facets = _facets(context.snapshot, body)
    subject = {**openlineage_name(dataset), "facets": facets}
    reported = dataset_event(at, subject)
    if body.run_id:
        reported = _output(context.snapshot, at, body.run_id, subject)
    known = described(context.snapshot, [dataset], in_force(None))[dataset.key]
    answer = _answer(marquez_dataset(known), body, facets, at)
    return LogWrite(events=(reported,), edits=_tags(dataset, body), answer=lambda _: answer)


def _dataset(snapshot: Snapshot, question: DatasetQuestion) -> Entity:
    """The dataset, which need not be known yet."""
    try:
        return named(snapshot, "dataset", question.namespace, question.dataset, deleted=True)
    except NotFoundError:
        key = node_id("dataset", question.namespace, question.dataset)
        return Entity.of(key, "dataset", question.namespace, question.dataset, own_right=True)


def _output(snapshot: Snapshot, at: int, run_id: str, subject: dict[str, Any]) -> dict[str, Any]:
    found = resolve(snapshot, f"run:{run_id}", kinds=("run",))
    assert found.run_key is not None
    stored = stored_runs(snapshot, [found.run_key])[found.run_key]
    job = openlineage_name(found.entity)
    return event(at, job=job, run={"runId": stored.raw_run_id}, outputs=[subject])


def _facets(snapshot: Snapshot, body: DatasetReport) -> dict[str, Any]:
    facets = {}
    if body.fields:
        facets["schema"] = facet("SchemaDatasetFacet", fields=[_field(f) for f in body.fields])
    if body.source_name:
        url = _source_url(snapshot, body.source_name)
        facets["dataSource"] = facet("DatasourceDatasetFacet", name=body.source_name, uri=url)
    if body.description:
        facets["documentation"] = facet("DocumentationDatasetFacet", description=body.description)
    if kind := kind_of(body.type):
        facets["datasetType"] = facet("DatasetTypeDatasetFacet", datasetType=kind)
    place = {"physicalName": body.physical_name, "schemaLocation": body.schema_location}
    stated = {name: text for name, text in place.items() if text}
    if stated:
        facets[PLACE] = own_facet(**stated)
    return facets


def _field(field: FieldReport) -> dict[str, str]:
    stated = {"name": field.name, "type": field.type, "description": field.description}
    return {name: text for name, text in stated.items() if text}


def _tags(dataset: Entity, body: DatasetReport) -> tuple[Subject, ...]:
    """The tags as users' edits, as a facet would replace all tags that producers have given."""
    about = {"edit": "tag", **entity_subject(dataset)}
    whole = [{**about, "tag": tag} for tag in body.tags or ()]
    of_fields = [
        {**about, "field": field.name, "tag": tag}
        for field in body.fields or ()
        for tag in field.tags or ()
    ]
    return (*whole, *of_fields)


def _source_url(snapshot: Snapshot, name: str) -> str:
    try:
        return source(snapshot, name).connection_url or name
    except NotFoundError:
        return name


def _answer(
    known: MarquezDataset, body: DatasetReport, facets: dict[str, Any], at: int
) -> MarquezDataset:
    fields = tuple(
        DatasetField(f.name, f.type, tuple(sorted(set(f.tags or ()))), f.description)
        for f in body.fields or ()
    )
    return replace(
        known,
        type=body.type,
        physical_name=body.physical_name or known.physical_name,
        source_name=body.source_name or known.source_name,
        fields=fields or known.fields,
        tags=tuple(sorted({*known.tags, *(body.tags or ())})),
        description=body.description or known.description,
        facets=dict(sorted((known.facets | facets).items())),
        created_at=known.created_at or Instant(at),
        updated_at=Instant(at),
        deleted=False,
    )
