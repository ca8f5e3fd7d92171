"""Hiding what is gone, showing it again, and taking events back (semantics 10)."""

import re
from typing import Annotated, Literal, TypeAlias

import msgspec

from headwater.answers.catalog import Dataset, Job, Namespace
from headwater.answers.service import Retracted
from headwater.api.catalog.datasets import DatasetAsked
from headwater.api.catalog.jobs import JobAsked
from headwater.api.catalog.namespaces import NamespaceAsked
from headwater.api.http.operations import LogWrite, RequestContext, delete, post
from headwater.errors import BadRequestError, NotFoundError
from headwater.query.catalog.datasets import dataset as ask_dataset
from headwater.query.catalog.jobs import job as ask_job
from headwater.query.catalog.namespaces import namespace as ask_namespace
from headwater.query.catalog.subjects import entity_subject, namespace_subject
from headwater.query.node_ids import named

_NAMESPACE = "/namespaces/{namespace}"
_DATASET = "/namespaces/{namespace}/datasets/{dataset}"
_JOB = "/namespaces/{namespace}/jobs/{job}"

_Edit: TypeAlias = Literal["delete", "restore"]


class EventAsked(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    digest: Annotated[
        str,
        msgspec.Meta(description="Of the event, as `GET /events/lineage` has it: 32 hex digits."),
    ]


@delete(_DATASET, tag="Datasets", summary="Hide a dataset")
def delete_dataset(context: RequestContext, asked: DatasetAsked) -> LogWrite[Dataset]:
    """Until an event with a later time lists it, or until it is restored. Its history stays. The
    answer has `deleted` false if there is such an event already."""
    return _dataset(context, asked, "delete")


@post(f"{_DATASET}/restore", tag="Datasets", summary="Show a dataset again")
def restore_dataset(context: RequestContext, asked: DatasetAsked) -> LogWrite[Dataset]:
    """Out of a deleted namespace, too."""
    return _dataset(context, asked, "restore")


def _dataset(context: RequestContext, asked: DatasetAsked, edit: _Edit) -> LogWrite[Dataset]:
    """What is hidden may be restored; what was deleted is shown as it is then."""
    name = asked.namespace, asked.dataset
    about = entity_subject(named(context.snapshot, "dataset", *name, deleted=edit == "restore"))
    return LogWrite(
        edits=({"edit": edit, **about},),
        answer=lambda later: ask_dataset(later.snapshot, *name, deleted=edit == "delete"),
    )


@delete(_JOB, tag="Jobs", summary="Hide a job")
def delete_job(context: RequestContext, asked: JobAsked) -> LogWrite[Job]:
    """Until an event with a later time is about it, or until it is restored. Its history stays.
    The answer has `deleted` false if there is such an event already."""
    return _job(context, asked, "delete")


@post(f"{_JOB}/restore", tag="Jobs", summary="Show a job again")
def restore_job(context: RequestContext, asked: JobAsked) -> LogWrite[Job]:
    """Out of a deleted namespace, too."""
    return _job(context, asked, "restore")


def _job(context: RequestContext, asked: JobAsked, edit: _Edit) -> LogWrite[Job]:
    name = asked.namespace, asked.job
    about = entity_subject(named(context.snapshot, "job", *name, deleted=edit == "restore"))
    return LogWrite(
        edits=({"edit": edit, **about},),
        answer=lambda later: ask_job(later.snapshot, *name, deleted=edit == "delete"),
    )


@delete(_NAMESPACE, tag="Namespaces", summary="Hide a namespace and all that is in it")
def delete_namespace(context: RequestContext, asked: NamespaceAsked) -> LogWrite[Namespace]:
    """What a later event lists comes back, and the namespace with it. The answer has `isHidden`
    false if there is such an event already."""
    return _namespace(context, asked, "delete")


@post(f"{_NAMESPACE}/restore", tag="Namespaces", summary="Show a namespace again")
def restore_namespace(context: RequestContext, asked: NamespaceAsked) -> LogWrite[Namespace]:
    """With all in it that was not deleted by itself."""
    return _namespace(context, asked, "restore")


def _namespace(context: RequestContext, asked: NamespaceAsked, edit: _Edit) -> LogWrite[Namespace]:
    return LogWrite(
        edits=({"edit": edit, **namespace_subject(context.snapshot, asked.namespace)},),
        answer=lambda later: ask_namespace(later.snapshot, asked.namespace),
    )


@post("/events/{digest}/retract", tag="Events", summary="Take an event back", role="admin")
def retract_event(context: RequestContext, asked: EventAsked) -> LogWrite[Retracted]:
    """For good: it counts as never accepted, also if it comes again."""
    digest = asked.digest.lower()
    if not re.fullmatch("[0-9a-f]{32}", digest):
        raise BadRequestError(
            f"digest: {asked.digest[:60]!r} is no digest; expected 32 hexadecimal digits"
        )
    answer = Retracted(digest)
    if context.snapshot.query(
        "SELECT 1 FROM edits WHERE name = ? AND edit = 'retract' AND kind = 'event'", (digest,)
    ):
        return LogWrite(answer=lambda _: answer)
    if not context.snapshot.query("SELECT 1 FROM events WHERE digest = ?", (digest,)):
        raise NotFoundError(
            f"there is no event {digest}; `GET /events/lineage` and `GET /findings` have digests"
        )
    return LogWrite(
        edits=({"edit": "retract", "kind": "event", "digest": digest},), answer=lambda _: answer
    )
