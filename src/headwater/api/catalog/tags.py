"""Tags: those there are, and users' tags on jobs, datasets and their fields (semantics 10)."""

from typing import Annotated, Literal

import msgspec

from headwater.answers.catalog import Dataset, Job, TagDescription, TagList
from headwater.api.catalog.datasets import DatasetAsked
from headwater.api.catalog.jobs import JobAsked
from headwater.api.http.operations import LogWrite, RequestContext, delete, get, post, put
from headwater.api.http.paging import PageAsked
from headwater.api.http.parameters import LARGEST_PAGE, Limit, not_blank
from headwater.query.catalog.datasets import dataset as ask_dataset
from headwater.query.catalog.jobs import job as ask_job
from headwater.query.catalog.subjects import Subject, entity_subject, field_subject
from headwater.query.catalog.tags import tag as ask_tag
from headwater.query.catalog.tags import tags as ask_tags
from headwater.query.node_ids import named

_TAG = "Tags"
_OF_DATASET = "/namespaces/{namespace}/datasets/{dataset}/tags/{tag}"
_OF_FIELD = "/namespaces/{namespace}/datasets/{dataset}/fields/{field}/tags/{tag}"
_OF_JOB = "/namespaces/{namespace}/jobs/{job}/tags/{tag}"


class TagsAsked(PageAsked, frozen=True, kw_only=True, rename="camel"):
    limit: Limit = LARGEST_PAGE


class TagAsked(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    tag: str


class TagBody(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    description: str | None = None


class DatasetTagAsked(DatasetAsked, frozen=True, kw_only=True, rename="camel"):
    tag: str


class FieldTagAsked(DatasetTagAsked, frozen=True, kw_only=True, rename="camel"):
    field: Annotated[str, msgspec.Meta(description="Nested names are joined by dots.")]


class JobTagAsked(JobAsked, frozen=True, kw_only=True, rename="camel"):
    tag: str


@get("/tags", tag=_TAG, summary="All tags")
def all_tags(context: RequestContext, asked: TagsAsked) -> TagList:
    """By name: those that producers and users have given, and those that users describe."""
    return ask_tags(context.snapshot, asked.page)


@put("/tags/{tag}", tag=_TAG, summary="Describe a tag", body=TagBody)
def describe_tag(
    context: RequestContext,  # noqa: ARG001  # a tag may be described before it is given
    asked: TagAsked,
    body: TagBody,
) -> LogWrite[TagDescription]:
    name = _name(asked.tag)
    edit = {"edit": "describe", "kind": "tag", "name": name, "description": body.description or ""}
    return LogWrite(edits=(edit,), answer=lambda later: ask_tag(later.snapshot, name))


@post(_OF_DATASET, tag=_TAG, summary="Tag a dataset")
def tag_dataset(context: RequestContext, asked: DatasetTagAsked) -> LogWrite[Dataset]:
    return _dataset(context, asked, "tag")


@delete(_OF_DATASET, tag=_TAG, summary="Take a user's tag off a dataset")
def untag_dataset(context: RequestContext, asked: DatasetTagAsked) -> LogWrite[Dataset]:
    """Tags that producers give stay."""
    return _dataset(context, asked, "untag")


@post(_OF_FIELD, tag=_TAG, summary="Tag a field of a dataset")
def tag_field(context: RequestContext, asked: FieldTagAsked) -> LogWrite[Dataset]:
    return _dataset(context, asked, "tag", asked.field)


@delete(_OF_FIELD, tag=_TAG, summary="Take a user's tag off a field")
def untag_field(context: RequestContext, asked: FieldTagAsked) -> LogWrite[Dataset]:
    """Tags that producers give stay."""
    return _dataset(context, asked, "untag", asked.field)


@post(_OF_JOB, tag=_TAG, summary="Tag a job")
def tag_job(context: RequestContext, asked: JobTagAsked) -> LogWrite[Job]:
    return _job(context, asked, "tag")


@delete(_OF_JOB, tag=_TAG, summary="Take a user's tag off a job")
def untag_job(context: RequestContext, asked: JobTagAsked) -> LogWrite[Job]:
    """Tags that producers give stay."""
    return _job(context, asked, "untag")


def _dataset(
    context: RequestContext,
    asked: DatasetTagAsked,
    edit: Literal["tag", "untag"],
    field: str | None = None,
) -> LogWrite[Dataset]:
    dataset = named(context.snapshot, "dataset", asked.namespace, asked.dataset)
    about = entity_subject(dataset)
    if field is not None:
        about = field_subject(context.snapshot, dataset, field)
    return LogWrite(
        edits=(_edit(edit, about, asked.tag),),
        answer=lambda later: ask_dataset(later.snapshot, asked.namespace, asked.dataset),
    )


def _job(
    context: RequestContext, asked: JobTagAsked, edit: Literal["tag", "untag"]
) -> LogWrite[Job]:
    job = named(context.snapshot, "job", asked.namespace, asked.job)
    return LogWrite(
        edits=(_edit(edit, entity_subject(job), asked.tag),),
        answer=lambda later: ask_job(later.snapshot, asked.namespace, asked.job),
    )


def _edit(edit: Literal["tag", "untag"], about: Subject, tag: str) -> Subject:
    return {"edit": edit, **about, "tag": _name(tag)}


def _name(tag: str) -> str:
    return not_blank("tag", tag, "a name").strip()
