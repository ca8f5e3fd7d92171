"""Operations on tags: all tags, and users' tags on jobs, datasets and fields (semantics 10)."""

from typing import Annotated, Literal

import msgspec

from headwater.answers.catalog import TagDescription, TagList
from headwater.api.http.operations import LogWrite, RequestContext, delete, get, post, put
from headwater.api.marquez.datasets import MarquezDataset, marquez_dataset
from headwater.api.marquez.jobs import MarquezJob, marquez_job
from headwater.query.catalog.datasets import dataset as ask_dataset
from headwater.query.catalog.edits import tag_name
from headwater.query.catalog.jobs import job as ask_job
from headwater.query.catalog.subjects import Subject, entity_subject, field_subject
from headwater.query.catalog.tags import tag as ask_tag
from headwater.query.catalog.tags import tags as ask_tags
from headwater.query.node_ids import named
from headwater.questions.catalog import DatasetQuestion, JobQuestion, TagsQuestion
from headwater.questions.question import TagName

_TAG = "Tags"
_OF_DATASET = "/namespaces/{namespace}/datasets/{dataset}/tags/{tag}"
_OF_FIELD = "/namespaces/{namespace}/datasets/{dataset}/fields/{field}/tags/{tag}"
_OF_JOB = "/namespaces/{namespace}/jobs/{job}/tags/{tag}"


class TagQuestion(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    tag: TagName


class TagBody(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """This is the description of a tag by a user."""

    description: str | None = None


class DatasetTagQuestion(DatasetQuestion, frozen=True, kw_only=True, rename="camel"):
    tag: TagName


class FieldTagQuestion(DatasetTagQuestion, frozen=True, kw_only=True, rename="camel"):
    field: Annotated[
        str,
        msgspec.Meta(
            description="This is the name of a field. The parts of a nested name are joined by"
            " dots."
        ),
    ]


class JobTagQuestion(JobQuestion, frozen=True, kw_only=True, rename="camel"):
    tag: TagName


@get(TagsQuestion.path, tag=_TAG, summary="List all tags")
def all_tags(context: RequestContext, question: TagsQuestion) -> TagList:
    """The tags are ordered by name. They are the tags that producers and users have given, and
    those that users describe."""
    return ask_tags(context.snapshot, question.page)


@put("/tags/{tag}", tag=_TAG, summary="Describe a tag", body=TagBody)
def describe_tag(
    context: RequestContext,  # noqa: ARG001  # a tag may be described before it is given
    question: TagQuestion,
    body: TagBody,
) -> LogWrite[TagDescription]:
    """Says what the tag means. It may be described before anything has it."""
    name = tag_name(question.tag)
    edit = {"edit": "describe", "kind": "tag", "name": name, "description": body.description or ""}
    return LogWrite(edits=(edit,), answer=lambda later: ask_tag(later.snapshot, name))


@post(_OF_DATASET, tag=_TAG, summary="Tag a dataset")
def tag_dataset(context: RequestContext, question: DatasetTagQuestion) -> LogWrite[MarquezDataset]:
    """A user's tag stands beside those of producers, and no event takes it away."""
    return _dataset(context, question, "tag")


@delete(_OF_DATASET, tag=_TAG, summary="Remove a user's tag from a dataset")
def untag_dataset(
    context: RequestContext, question: DatasetTagQuestion
) -> LogWrite[MarquezDataset]:
    """Tags that producers gave stay."""
    return _dataset(context, question, "untag")


@post(_OF_FIELD, tag=_TAG, summary="Tag a field of a dataset")
def tag_field(context: RequestContext, question: FieldTagQuestion) -> LogWrite[MarquezDataset]:
    """A user's tag stands beside those of producers, and no event takes it away."""
    return _dataset(context, question, "tag", question.field)


@delete(_OF_FIELD, tag=_TAG, summary="Remove a user's tag from a field")
def untag_field(context: RequestContext, question: FieldTagQuestion) -> LogWrite[MarquezDataset]:
    """Tags that producers gave stay."""
    return _dataset(context, question, "untag", question.field)


@post(_OF_JOB, tag=_TAG, summary="Tag a job")
def tag_job(context: RequestContext, question: JobTagQuestion) -> LogWrite[MarquezJob]:
    """A user's tag stands beside those of producers, and no event takes it away."""
    return _job(context, question, "tag")


@delete(_OF_JOB, tag=_TAG, summary="Remove a user's tag from a job")
def untag_job(context: RequestContext, question: JobTagQuestion) -> LogWrite[MarquezJob]:
    """Tags that producers gave stay."""
    return _job(context, question, "untag")


def _dataset(
    context: RequestContext,
    question: DatasetTagQuestion,
    edit: Literal["tag", "untag"],
    field: str | None = None,
) -> LogWrite[MarquezDataset]:
    dataset = named(context.snapshot, "dataset", question.namespace, question.dataset)
    about = entity_subject(dataset)
    if field is not None:
        about = field_subject(context.snapshot, dataset, field)
    return LogWrite(
        edits=(_edit(edit, about, question.tag),),
        answer=lambda later: marquez_dataset(
            ask_dataset(later.snapshot, question.namespace, question.dataset)
        ),
    )


def _job(
    context: RequestContext, question: JobTagQuestion, edit: Literal["tag", "untag"]
) -> LogWrite[MarquezJob]:
    job = named(context.snapshot, "job", question.namespace, question.job)
    return LogWrite(
        edits=(_edit(edit, entity_subject(job), question.tag),),
        answer=lambda later: marquez_job(ask_job(later.snapshot, question.namespace, question.job)),
    )


def _edit(edit: Literal["tag", "untag"], about: Subject, tag: str) -> Subject:
    return {"edit": edit, **about, "tag": tag_name(tag)}
