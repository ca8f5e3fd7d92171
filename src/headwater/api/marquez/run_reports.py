"""Marquez's calls from before OpenLineage that report runs and their states, turned into events.

Their answers are made of what was known before and of what the request says.
"""

import uuid
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from headwater.answers.moments import Instant
from headwater.answers.runs import Run
from headwater.api.catalog.jobs import JobAsked
from headwater.api.http.operations import LogWrite, RequestContext, post
from headwater.api.http.parameters import Moment
from headwater.api.marquez.openlineage import Name, event, facet, now, openlineage_name, own_facet
from headwater.api.runs.runs import RunAsked
from headwater.errors import BadRequestError
from headwater.model.names import canonical_run_id
from headwater.query.catalog.jobs import described
from headwater.query.moments import duration_ms, in_force, instant
from headwater.query.names.identifiers import job_id
from headwater.query.names.run_ids import find_run
from headwater.query.node_ids import named, resolve
from headwater.query.runs.job_runs import ARGUMENTS, in_full
from headwater.query.runs.stored_runs import stored_runs
from headwater.wire.paths import BASE

Mark: TypeAlias = Literal["START", "COMPLETE", "FAIL", "ABORT"]
_ENDS: dict[Mark, str] = {"COMPLETE": "COMPLETED", "FAIL": "FAILED", "ABORT": "ABORTED"}


class RunReport(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    id: Annotated[Name | None, msgspec.Meta(description="Made up if left out.")] = None
    nominal_start_time: Moment | None = None
    nominal_end_time: Moment | None = None
    args: dict[str, str] | None = None


class MarkAsked(RunAsked, frozen=True, kw_only=True, rename="camel"):
    at: Annotated[Moment | None, msgspec.Meta(description="When; now if left out.")] = None


@post(
    "/namespaces/{namespace}/jobs/{job}/runs",
    tag="Runs",
    summary="Report a run",
    body=RunReport,
    status=201,
    deprecated=True,
)
def report_run(context: RequestContext, asked: JobAsked, body: RunReport) -> LogWrite[Run]:
    """Use an OpenLineage run event instead, which this becomes. The run is NEW until it is marked
    as started, and reads and writes what its job does now."""
    job = named(context.snapshot, "job", asked.namespace, asked.job)
    if body.id is not None and find_run(context.snapshot, body.id) is not None:
        raise BadRequestError(f"id: there is a run {body.id} already; send another id, or none")
    at = now()
    sent = body.id or str(uuid.uuid4())
    run_id, _ = canonical_run_id(sent)
    facets = _run_facets(body)
    start, end = instant(body.nominal_start_time), instant(body.nominal_end_time)
    answer = Run(
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
    # The outputs that are reported for it later would say, by themselves, that it reads nothing.
    known = described(context.snapshot, [job], in_force(None))[job.key]
    told = event(
        at,
        job=openlineage_name(job),
        run={"runId": sent, "facets": facets},
        inputs=map(msgspec.structs.asdict, known.inputs),
        outputs=map(msgspec.structs.asdict, known.outputs),
    )
    return LogWrite(events=(told,), answer=lambda _: answer, location=f"{BASE}/jobs/runs/{run_id}")


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


def _marked(context: RequestContext, asked: MarkAsked, mark: Mark) -> LogWrite[Run]:
    found = resolve(context.snapshot, f"run:{asked.id}", kinds=("run",))
    assert found.run_key is not None
    stored = stored_runs(context.snapshot, [found.run_key])[found.run_key]
    [known] = in_full(context.snapshot, [stored])
    at = now() if asked.at is None else asked.at
    told = event(
        at, job=openlineage_name(found.entity), run={"runId": stored.raw_run_id}, event_type=mark
    )
    answer = _after(known, mark, at)
    return LogWrite(events=(told,), answer=lambda _: answer)


def _after(run: Run, mark: Mark, at: int) -> Run:
    """The run once it is marked: nothing re-opens it, and its last end counts (semantics 3.4)."""
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
def mark_started(context: RequestContext, asked: MarkAsked) -> LogWrite[Run]:
    """Use an OpenLineage event of type START instead, which this becomes."""
    return _marked(context, asked, "START")


@post("/jobs/runs/{id}/complete", tag="Runs", summary="Mark a run as completed", deprecated=True)
def mark_completed(context: RequestContext, asked: MarkAsked) -> LogWrite[Run]:
    """Use an OpenLineage event of type COMPLETE instead, which this becomes."""
    return _marked(context, asked, "COMPLETE")


@post("/jobs/runs/{id}/fail", tag="Runs", summary="Mark a run as failed", deprecated=True)
def mark_failed(context: RequestContext, asked: MarkAsked) -> LogWrite[Run]:
    """Use an OpenLineage event of type FAIL instead, which this becomes."""
    return _marked(context, asked, "FAIL")


@post("/jobs/runs/{id}/abort", tag="Runs", summary="Mark a run as aborted", deprecated=True)
def mark_aborted(context: RequestContext, asked: MarkAsked) -> LogWrite[Run]:
    """Use an OpenLineage event of type ABORT instead, which this becomes."""
    return _marked(context, asked, "ABORT")
