"""Hiding what is gone, showing it again, and taking events back (semantics 10)."""

import re
from typing import Annotated, Literal, TypeAlias

import msgspec

from headwater.api.datasets import DatasetAsked
from headwater.api.jobs import JobAsked
from headwater.api.namespaces import NamespaceAsked
from headwater.api.operations import Change, Reading, delete, post
from headwater.errors import BadRequestError, NotFoundError
from headwater.query.datasets import Dataset
from headwater.query.datasets import dataset as ask_dataset
from headwater.query.jobs import Job
from headwater.query.jobs import job as ask_job
from headwater.query.namespaces import Namespace
from headwater.query.namespaces import namespace as ask_namespace
from headwater.query.nodes import named
from headwater.query.subjects import entity_subject, namespace_subject

_NAMESPACE = "/namespaces/{namespace}"
_DATASET = "/namespaces/{namespace}/datasets/{dataset}"
_JOB = "/namespaces/{namespace}/jobs/{job}"

_Edit: TypeAlias = Literal["delete", "restore"]


class EventAsked(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    digest: Annotated[
        str,
        msgspec.Meta(description="Of the event, as `GET /events/lineage` has it: 32 hex digits."),
    ]


class Retracted(msgspec.Struct, frozen=True):
    """An event that counts as never accepted, also if it comes again."""

    digest: str


@delete(_DATASET, tag="Datasets", summary="Hide a dataset")
def delete_dataset(reading: Reading, asked: DatasetAsked) -> Change[Dataset]:
    """Until an event with a later time lists it, or until it is restored. Its history stays. The
    answer has `deleted` false if there is such an event already."""
    return _dataset(reading, asked, "delete")


@post(f"{_DATASET}/restore", tag="Datasets", summary="Show a dataset again")
def restore_dataset(reading: Reading, asked: DatasetAsked) -> Change[Dataset]:
    """Out of a deleted namespace, too."""
    return _dataset(reading, asked, "restore")


def _dataset(reading: Reading, asked: DatasetAsked, edit: _Edit) -> Change[Dataset]:
    """What is hidden may be restored; what was deleted is shown as it is then."""
    name = asked.namespace, asked.dataset
    about = entity_subject(named(reading.snapshot, "dataset", *name, deleted=edit == "restore"))
    return Change(
        edits=({"edit": edit, **about},),
        answer=lambda later: ask_dataset(later.snapshot, *name, deleted=edit == "delete"),
    )


@delete(_JOB, tag="Jobs", summary="Hide a job")
def delete_job(reading: Reading, asked: JobAsked) -> Change[Job]:
    """Until an event with a later time is about it, or until it is restored. Its history stays.
    The answer has `deleted` false if there is such an event already."""
    return _job(reading, asked, "delete")


@post(f"{_JOB}/restore", tag="Jobs", summary="Show a job again")
def restore_job(reading: Reading, asked: JobAsked) -> Change[Job]:
    """Out of a deleted namespace, too."""
    return _job(reading, asked, "restore")


def _job(reading: Reading, asked: JobAsked, edit: _Edit) -> Change[Job]:
    name = asked.namespace, asked.job
    about = entity_subject(named(reading.snapshot, "job", *name, deleted=edit == "restore"))
    return Change(
        edits=({"edit": edit, **about},),
        answer=lambda later: ask_job(later.snapshot, *name, deleted=edit == "delete"),
    )


@delete(_NAMESPACE, tag="Namespaces", summary="Hide a namespace and all that is in it")
def delete_namespace(reading: Reading, asked: NamespaceAsked) -> Change[Namespace]:
    """What a later event lists comes back, and the namespace with it. The answer has `isHidden`
    false if there is such an event already."""
    return _namespace(reading, asked, "delete")


@post(f"{_NAMESPACE}/restore", tag="Namespaces", summary="Show a namespace again")
def restore_namespace(reading: Reading, asked: NamespaceAsked) -> Change[Namespace]:
    """With all in it that was not deleted by itself."""
    return _namespace(reading, asked, "restore")


def _namespace(reading: Reading, asked: NamespaceAsked, edit: _Edit) -> Change[Namespace]:
    return Change(
        edits=({"edit": edit, **namespace_subject(reading.snapshot, asked.namespace)},),
        answer=lambda later: ask_namespace(later.snapshot, asked.namespace),
    )


@post("/events/{digest}/retract", tag="Events", summary="Take an event back", role="admin")
def retract_event(reading: Reading, asked: EventAsked) -> Change[Retracted]:
    """For good: it counts as never accepted, also if it comes again."""
    digest = asked.digest.lower()
    if not re.fullmatch("[0-9a-f]{32}", digest):
        raise BadRequestError(
            f"digest: {asked.digest[:60]!r} is no digest; expected 32 hexadecimal digits"
        )
    answer = Retracted(digest)
    if reading.snapshot.query(
        "SELECT 1 FROM edits WHERE name = ? AND edit = 'retract' AND kind = 'event'", (digest,)
    ):
        return Change(answer=lambda _: answer)
    if not reading.snapshot.query("SELECT 1 FROM events WHERE digest = ?", (digest,)):
        raise NotFoundError(
            f"there is no event {digest}; `GET /events/lineage` and `GET /findings` have digests"
        )
    return Change(
        edits=({"edit": "retract", "kind": "event", "digest": digest},), answer=lambda _: answer
    )
