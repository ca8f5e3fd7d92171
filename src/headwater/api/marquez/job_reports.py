"""Marquez's older call that reports a job, turned into OpenLineage events.

The answer combines what was known before with what the request states.
"""

from typing import Annotated, Any

import msgspec
from msgspec.structs import replace

from headwater.answers.moments import Instant
from headwater.answers.names import DatasetId
from headwater.api.http.operations import LogWrite, RequestContext, put
from headwater.api.marquez.jobs import MarquezJob, marquez_job
from headwater.api.marquez.openlineage import NameText, event, facet, now, openlineage_name
from headwater.api.marquez.words import JobType, processing_of
from headwater.errors import NotFoundError
from headwater.model.canonical import node_id
from headwater.query.catalog.jobs import described
from headwater.query.moments import in_force
from headwater.query.names.entities import Entity
from headwater.query.node_ids import named
from headwater.questions.catalog import JobQuestion
from headwater.store import Snapshot


class ReportedDataset(msgspec.Struct, frozen=True):
    """This is the name of a dataset that a reported job reads or writes."""

    namespace: NameText
    name: NameText


class JobReport(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """This is a job as Marquez's older call reports it."""

    type: JobType
    inputs: tuple[ReportedDataset, ...] = ()
    outputs: tuple[ReportedDataset, ...] = ()
    location: str | None = None
    description: str | None = None
    run_id: Annotated[
        NameText | None,
        msgspec.Meta(description="This is a run of the job that reads and writes these datasets."),
    ] = None


@put(
    "/namespaces/{namespace}/jobs/{job}",
    tag="Jobs",
    summary="Report a job",
    body=JobReport,
    deprecated=True,
)
def report_job(
    context: RequestContext, question: JobQuestion, body: JobReport
) -> LogWrite[MarquezJob]:
    """Deprecated: send an OpenLineage job event instead. This request is turned into such an
    event."""
    at = now()
    job = _job(context.snapshot, question)
    inputs = [msgspec.structs.asdict(dataset) for dataset in body.inputs]
    outputs = [msgspec.structs.asdict(dataset) for dataset in body.outputs]
    subject = {**openlineage_name(job), "facets": _job_facets(body)}
    events = [event(at, job=subject, inputs=inputs, outputs=outputs)]
    if body.run_id:
        run = {"runId": body.run_id}
        events.append(event(at, job=openlineage_name(job), run=run, inputs=inputs, outputs=outputs))
    known = described(context.snapshot, [job], in_force(None))[job.key]
    answer = replace(
        known,
        processing=processing_of(body.type),
        inputs=_ids(body.inputs),
        outputs=_ids(body.outputs),
        location=body.location or known.location,
        description=body.description or known.description,
        created_at=known.created_at or Instant(at),
        updated_at=Instant(at),
    )
    return LogWrite(events=tuple(events), answer=lambda _: marquez_job(answer))


def _ids(datasets: tuple[ReportedDataset, ...]) -> tuple[DatasetId, ...]:
    return tuple(sorted({DatasetId(dataset.namespace, dataset.name) for dataset in datasets}))


def _job(snapshot: Snapshot, question: JobQuestion) -> Entity:
    """The job, which need not be known yet."""
    try:
        return named(snapshot, "job", question.namespace, question.job, deleted=True)
    except NotFoundError:
        key = node_id("job", question.namespace, question.job)
        return Entity.of(key, "job", question.namespace, question.job, own_right=True)


def _job_facets(body: JobReport) -> dict[str, Any]:
    facets = {"jobType": facet("JobTypeJobFacet", processingType=processing_of(body.type))}
    if body.location:
        facets["sourceCodeLocation"] = facet(
            "SourceCodeLocationJobFacet", type="git", url=body.location
        )
    if body.description:
        facets["documentation"] = facet("DocumentationJobFacet", description=body.description)
    return facets
