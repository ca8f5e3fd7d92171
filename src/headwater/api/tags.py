"""Tags: those there are, and users' tags on jobs, datasets and their fields (semantics 10)."""

from typing import Annotated, Literal

import msgspec

from headwater.api.datasets import DatasetAsked
from headwater.api.jobs import JobAsked
from headwater.api.operations import Change, Reading, delete, get, post, put
from headwater.api.paging import PageAsked
from headwater.api.parameters import LARGEST_PAGE, Limit
from headwater.errors import BadRequestError
from headwater.query.datasets import Dataset
from headwater.query.datasets import dataset as ask_dataset
from headwater.query.jobs import Job
from headwater.query.jobs import job as ask_job
from headwater.query.nodes import named
from headwater.query.subjects import Subject, entity_subject, field_subject
from headwater.query.tags import TagDescription, TagList
from headwater.query.tags import tag as ask_tag
from headwater.query.tags import tags as ask_tags

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
def all_tags(reading: Reading, asked: TagsAsked) -> TagList:
    """By name: those that producers and users have given, and those that users describe."""
    return ask_tags(reading.snapshot, asked.page)


@put("/tags/{tag}", tag=_TAG, summary="Describe a tag", body=TagBody)
def describe_tag(
    reading: Reading,  # noqa: ARG001  # a tag may be described before it is given
    asked: TagAsked,
    body: TagBody,
) -> Change[TagDescription]:
    name = _checked(asked.tag)
    edit = {"edit": "describe", "kind": "tag", "name": name, "description": body.description or ""}
    return Change(edits=(edit,), answer=lambda later: ask_tag(later.snapshot, name))


@post(_OF_DATASET, tag=_TAG, summary="Tag a dataset")
def tag_dataset(reading: Reading, asked: DatasetTagAsked) -> Change[Dataset]:
    return _dataset(reading, asked, "tag")


@delete(_OF_DATASET, tag=_TAG, summary="Take a user's tag off a dataset")
def untag_dataset(reading: Reading, asked: DatasetTagAsked) -> Change[Dataset]:
    """Tags that producers give stay."""
    return _dataset(reading, asked, "untag")


@post(_OF_FIELD, tag=_TAG, summary="Tag a field of a dataset")
def tag_field(reading: Reading, asked: FieldTagAsked) -> Change[Dataset]:
    return _dataset(reading, asked, "tag", asked.field)


@delete(_OF_FIELD, tag=_TAG, summary="Take a user's tag off a field")
def untag_field(reading: Reading, asked: FieldTagAsked) -> Change[Dataset]:
    """Tags that producers give stay."""
    return _dataset(reading, asked, "untag", asked.field)


@post(_OF_JOB, tag=_TAG, summary="Tag a job")
def tag_job(reading: Reading, asked: JobTagAsked) -> Change[Job]:
    return _job(reading, asked, "tag")


@delete(_OF_JOB, tag=_TAG, summary="Take a user's tag off a job")
def untag_job(reading: Reading, asked: JobTagAsked) -> Change[Job]:
    """Tags that producers give stay."""
    return _job(reading, asked, "untag")


def _dataset(
    reading: Reading,
    asked: DatasetTagAsked,
    edit: Literal["tag", "untag"],
    field: str | None = None,
) -> Change[Dataset]:
    dataset = named(reading.snapshot, "dataset", asked.namespace, asked.dataset)
    about = entity_subject(dataset)
    if field is not None:
        about = field_subject(reading.snapshot, dataset, field)
    return Change(
        edits=(_edit(edit, about, asked.tag),),
        answer=lambda later: ask_dataset(later.snapshot, asked.namespace, asked.dataset),
    )


def _job(reading: Reading, asked: JobTagAsked, edit: Literal["tag", "untag"]) -> Change[Job]:
    job = named(reading.snapshot, "job", asked.namespace, asked.job)
    return Change(
        edits=(_edit(edit, entity_subject(job), asked.tag),),
        answer=lambda later: ask_job(later.snapshot, asked.namespace, asked.job),
    )


def _edit(edit: Literal["tag", "untag"], about: Subject, tag: str) -> Subject:
    return {"edit": edit, **about, "tag": _checked(tag)}


def _checked(tag: str) -> str:
    name = tag.strip()
    if not name:
        raise BadRequestError("tag: it has nothing but blanks; expected a name")
    return name
