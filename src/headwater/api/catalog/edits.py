"""Users' edits: one operation for all that have a node id, and others that hide jobs, datasets and
namespaces, restore them, and retract events (semantics 10)."""

import re
from typing import Annotated, Literal, TypeAlias

import msgspec

from headwater.answers.catalog import Edited
from headwater.answers.service import Retracted
from headwater.api.http.operations import LogWrite, RequestContext, delete, post
from headwater.api.marquez.datasets import MarquezDataset, marquez_dataset
from headwater.api.marquez.jobs import MarquezJob, marquez_job
from headwater.api.marquez.namespaces import MarquezNamespace, marquez_namespace
from headwater.errors import BadRequestError, NotFoundError
from headwater.query.catalog.datasets import dataset as ask_dataset
from headwater.query.catalog.edits import edit_record
from headwater.query.catalog.jobs import job as ask_job
from headwater.query.catalog.namespaces import namespace as ask_namespace
from headwater.query.catalog.subjects import entity_subject, namespace_subject, subject_id
from headwater.query.node_ids import named
from headwater.questions.catalog import DatasetQuestion, JobQuestion, NamespaceQuestion
from headwater.questions.edits import EDITS, Edit

_NAMESPACE = "/namespaces/{namespace}"
_DATASET = "/namespaces/{namespace}/datasets/{dataset}"
_JOB = "/namespaces/{namespace}/jobs/{job}"

_Edit: TypeAlias = Literal["delete", "restore"]


class EventQuestion(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The event that a request is about."""

    digest: Annotated[
        str,
        msgspec.Meta(
            description="This is the digest of the event, 32 hexadecimal digits, as `GET"
            " /events/lineage` returns it."
        ),
    ]


@post(EDITS, tag="Edits", summary="Tag, describe, hide or restore something by its id", body=Edit)
def make_edit(context: RequestContext, body: Edit) -> LogWrite[Edited]:
    """`edit` says what to do: `tag`, `untag`, `describe`, `delete` or `restore`. The answer has the
    canonical id of what was edited."""
    record = edit_record(context.snapshot, body)
    answer = Edited(subject_id(record))
    return LogWrite(edits=(record,), answer=lambda _: answer)


@delete(_DATASET, tag="Datasets", summary="Hide a dataset")
def delete_dataset(context: RequestContext, question: DatasetQuestion) -> LogWrite[MarquezDataset]:
    """The dataset is hidden until an event with a later time lists it, or until it is restored. Its
    history stays. In the answer, `deleted` is false if there is such an event already."""
    return _dataset(context, question, "delete")


@post(f"{_DATASET}/restore", tag="Datasets", summary="Restore a dataset")
def restore_dataset(context: RequestContext, question: DatasetQuestion) -> LogWrite[MarquezDataset]:
    """The dataset becomes visible again, even if its namespace was deleted."""
    return _dataset(context, question, "restore")


def _dataset(
    context: RequestContext, question: DatasetQuestion, edit: _Edit
) -> LogWrite[MarquezDataset]:
    """The edit of a dataset, and how to answer it. A hidden dataset can be restored, and a deleted
    one is returned as it then is."""
    name = question.namespace, question.dataset
    about = entity_subject(named(context.snapshot, "dataset", *name, deleted=edit == "restore"))
    return LogWrite(
        edits=({"edit": edit, **about},),
        answer=lambda later: marquez_dataset(
            ask_dataset(later.snapshot, *name, deleted=edit == "delete")
        ),
    )


@delete(_JOB, tag="Jobs", summary="Hide a job")
def delete_job(context: RequestContext, question: JobQuestion) -> LogWrite[MarquezJob]:
    """The job is hidden until an event with a later time is about it, or until it is restored. Its
    history stays. In the answer, `deleted` is false if there is such an event already."""
    return _job(context, question, "delete")


@post(f"{_JOB}/restore", tag="Jobs", summary="Restore a job")
def restore_job(context: RequestContext, question: JobQuestion) -> LogWrite[MarquezJob]:
    """The job becomes visible again, even if its namespace was deleted."""
    return _job(context, question, "restore")


def _job(context: RequestContext, question: JobQuestion, edit: _Edit) -> LogWrite[MarquezJob]:
    name = question.namespace, question.job
    about = entity_subject(named(context.snapshot, "job", *name, deleted=edit == "restore"))
    return LogWrite(
        edits=({"edit": edit, **about},),
        answer=lambda later: marquez_job(ask_job(later.snapshot, *name, deleted=edit == "delete")),
    )


@delete(_NAMESPACE, tag="Namespaces", summary="Hide a namespace and everything in it")
def delete_namespace(
    context: RequestContext, question: NamespaceQuestion
) -> LogWrite[MarquezNamespace]:
    """A job or dataset that an event with a later time lists becomes visible again, and the
    namespace with it. In the answer, `isHidden` is false if there is such an event already."""
    return _namespace(context, question, "delete")


@post(f"{_NAMESPACE}/restore", tag="Namespaces", summary="Restore a namespace")
def restore_namespace(
    context: RequestContext, question: NamespaceQuestion
) -> LogWrite[MarquezNamespace]:
    """The namespace becomes visible again, with everything in it that was not deleted by itself."""
    return _namespace(context, question, "restore")


def _namespace(
    context: RequestContext, question: NamespaceQuestion, edit: _Edit
) -> LogWrite[MarquezNamespace]:
    return LogWrite(
        edits=({"edit": edit, **namespace_subject(context.snapshot, question.namespace)},),
        answer=lambda later: marquez_namespace(ask_namespace(later.snapshot, question.namespace)),
    )


@post("/events/{digest}/retract", tag="Events", summary="Retract an event", role="admin")
def retract_event(context: RequestContext, question: EventQuestion) -> LogWrite[Retracted]:
    """The event counts as never accepted, even if it is sent again. This cannot be undone."""
    digest = question.digest.lower()
    if not re.fullmatch("[0-9a-f]{32}", digest):
        raise BadRequestError(
            f"digest: {question.digest[:60]!r} is no digest; expected 32 hexadecimal digits"
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
