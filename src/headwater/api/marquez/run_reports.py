"""Marquez's older calls that report runs and their states, turned into OpenLineage events.

The answers combine what was known before with what the request states.
"""

import uuid
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from headwater.answers.moments import Instant
from headwater.api.http.operations import LogWrite, RequestContext, post
from headwater.api.marquez.openlineage import (
    NameText,
    event,
    facet,
    now,
    openlineage_name,
    own_facet,
)
from headwater.api.marquez.runs import ARGUMENTS, MarquezRun, marquez_run
from headwater.errors import BadRequestError
from headwater.model.names import canonical_run_id
from headwater.query.catalog.jobs import described
from headwater.query.moments import duration_ms, in_force, instant
from headwater.query.names.identifiers import job_id
from headwater.query.names.run_ids import find_run
from headwater.query.node_ids import named, resolve
from headwater.query.runs.job_runs import in_full
from headwater.query.runs.stored_runs import stored_runs
from headwater.questions.catalog import JobQuestion
from headwater.questions.moments import Moment
from headwater.questions.runs import RunQuestion
from headwater.wire.paths import BASE

StateReport: TypeAlias = Literal["START", "COMPLETE", "FAIL", "ABORT"]
_ENDS: dict[StateReport, str] = {"COMPLETE": "COMPLETED", "FAIL": "FAILED", "ABORT": "ABORTED"}


class RunReport(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """This is a run as Marquez's older call reports it."""

    id: Annotated[
        NameText | None,
        msgspec.Meta(
            description="This is the id of the run. If it is left out, a new one is chosen."
        ),
    ] = None
    nominal_start_time: Moment | None = None
    nominal_end_time: Moment | None = None
    args: dict[str, str] | None = None


class RunStateQuestion(RunQuestion, frozen=True, kw_only=True, rename="camel"):
    at: Annotated[
        Moment | None,
        msgspec.Meta(description="This is when it happened. It is now if it is left out."),
    ] = None


@post(
    "/namespaces/{namespace}/jobs/{job}/runs",
    tag="Runs",
    summary="Report a run",
    body=RunReport,
    status=201,
    deprecated=True,
)
def report_run(
    context: RequestContext, question: JobQuestion, body: RunReport
) -> LogWrite[MarquezRun]:
    """Deprecated: send an OpenLineage run event instead. This request is turned into such an event.
    The run is NEW until it is marked as started. Its inputs and outputs are those that its job has
    now."""
    job = named(context.snapshot, "job", question.namespace, question.job)
    if body.id is not None and find_run(context.snapshot, body.id) is not None:
        raise BadRequestError(f"id: there is a run {body.id} already; send another id, or none")
    at = now()
    sent = body.id or str(uuid.uuid4())
    run_id, _ = canonical_run_id(sent)
    facets = _run_facets(body)
    start, end = instant(body.nominal_start_time), instant(body.nominal_end_time)
    answer = MarquezRun(
        id=run_id,
        run_id=run_id,
        job=job_id(job),
        created_at=Instant(at),
        updated_at=Instant(at),
        nominal_start_time=start,
        nominal_end_time=end,
        state="NEW",
        started_at=Instant(at),
        ended_at=None,
        duration_ms=None,
        batch=None if start is None else str(start),
        job_version=None,
        args=body.args or {},
        input_dataset_versions=(),
        output_dataset_versions=(),
        facets=facets,
        attempt=None,
        parent=None,
        root=None,
        siblings=(),
    )
    # Without inputs, outputs that are reported later would mean that the run reads nothing.
    known = described(context.snapshot, [job], in_force(None))[job.key]
    reported = event(
        at,
        job=openlineage_name(job),
        run={"runId": sent, "facets": facets},
        inputs=map(msgspec.structs.asdict, known.inputs),
        outputs=map(msgspec.structs.asdict, known.outputs),
    )
    return LogWrite(
        events=(reported,), answer=lambda _: answer, location=f"{BASE}/jobs/runs/{run_id}"
    )


def _run_facets(body: RunReport) -> dict[str, Any]:
    facets = {}
    times = {
        "nominalStartTime": instant(body.nominal_start_time),
        "nominalEndTime": instant(body.nominal_end_time),
    }
    stated = {name: str(time) for name, time in times.items() if time is not None}
    if stated:
        facets["nominalTime"] = facet("NominalTimeRunFacet", **stated)
    if body.args:
        facets[ARGUMENTS] = own_facet(args=body.args)
    return facets


def _marked(
    context: RequestContext, question: RunStateQuestion, mark: StateReport
) -> LogWrite[MarquezRun]:
    found = resolve(context.snapshot, f"run:{question.id}", kinds=("run",))
    assert found.run_key is not None
    stored = stored_runs(context.snapshot, [found.run_key])[found.run_key]
    [known] = in_full(context.snapshot, [stored])
    at = now() if question.at is None else question.at
    reported = event(
        at, job=openlineage_name(found.entity), run={"runId": stored.raw_run_id}, event_type=mark
    )
    answer = _after(marquez_run(known), mark, at)
    return LogWrite(events=(reported,), answer=lambda _: answer)


def _after(run: MarquezRun, mark: StateReport, at: int) -> MarquezRun:
    """The run after the mark: nothing re-opens a run, and its last end counts (semantics 3.4)."""
    updated = replace(run, updated_at=Instant(max(at, run.updated_at)))
    if mark == "START":
        is_new = run.state == "NEW"
        started = Instant(at) if is_new else run.started_at
        return replace(updated, state="RUNNING" if is_new else run.state, started_at=started)
    if run.ended_at is not None and run.ended_at > at:
        return updated
    taken = duration_ms(run.started_at, at)
    return replace(updated, state=_ENDS[mark], ended_at=Instant(at), duration_ms=taken)


@post("/jobs/runs/{id}/start", tag="Runs", summary="Mark a run as started", deprecated=True)
def mark_started(context: RequestContext, question: RunStateQuestion) -> LogWrite[MarquezRun]:
    """Deprecated: send an OpenLineage event of type START instead. This request is turned into such
    an event."""
    return _marked(context, question, "START")


@post("/jobs/runs/{id}/complete", tag="Runs", summary="Mark a run as completed", deprecated=True)
def mark_completed(context: RequestContext, question: RunStateQuestion) -> LogWrite[MarquezRun]:
    """Deprecated: send an OpenLineage event of type COMPLETE instead. This request is turned into
    such an event."""
    return _marked(context, question, "COMPLETE")


@post("/jobs/runs/{id}/fail", tag="Runs", summary="Mark a run as failed", deprecated=True)
def mark_failed(context: RequestContext, question: RunStateQuestion) -> LogWrite[MarquezRun]:
    """Deprecated: send an OpenLineage event of type FAIL instead. This request is turned into such
    an event."""
    return _marked(context, question, "FAIL")


@post("/jobs/runs/{id}/abort", tag="Runs", summary="Mark a run as aborted", deprecated=True)
def mark_aborted(context: RequestContext, question: RunStateQuestion) -> LogWrite[MarquezRun]:
    """Deprecated: send an OpenLineage event of type ABORT instead. This request is turned into such
    an event."""
    return _marked(context, question, "ABORT")
