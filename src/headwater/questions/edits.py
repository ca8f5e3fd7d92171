"""The edits that users make, each written down once: what is edited, and how (semantics 10)."""

from typing import Annotated, TypeAlias

import msgspec

EDITS = "/edits"
"""The path that edits are sent to, below the API's base."""


def _word(name: str) -> str:
    """The word for an edit in JSON and in the log.

    >>> _word("DescribeEdit")
    'describe'
    """
    return name.removesuffix("Edit").lower()


class _Edit(msgspec.Struct, frozen=True, kw_only=True, rename="camel", tag_field="edit", tag=_word):
    node_id: Annotated[
        str,
        msgspec.Meta(
            description="What is edited: job:NAMESPACE:NAME or dataset:NAMESPACE:NAME, by any of"
            " its names. A namespace, which can be deleted, restored and described, is"
            " namespace:NAMESPACE. What can only be described is source:NAME or tag:NAME. What can"
            " only be tagged is datasetField:NAMESPACE:NAME:FIELD."
        ),
    ]

    @property
    def word(self) -> str:
        return _word(type(self).__name__)


_Field: TypeAlias = Annotated[
    str | None, msgspec.Meta(description="This is the field of the dataset that the edit is about.")
]


class TagEdit(_Edit, frozen=True, kw_only=True):
    """This edit tags a job, a dataset or a field."""

    tag: str
    field: _Field = None


class UntagEdit(_Edit, frozen=True, kw_only=True):
    """This edit removes a user's tag. Tags that producers gave stay."""

    tag: str
    field: _Field = None


class DescribeEdit(_Edit, frozen=True, kw_only=True):
    """This edit describes a job, dataset, namespace, source or tag."""

    description: Annotated[
        str,
        msgspec.Meta(
            description="It is shown instead of the description by producers. An empty text"
            " removes it."
        ),
    ]


class DeleteEdit(_Edit, frozen=True, kw_only=True):
    """This edit hides a job, dataset or namespace until an event with a later time lists it."""


class RestoreEdit(_Edit, frozen=True, kw_only=True):
    """This edit shows a deleted job, dataset or namespace again."""


Edit: TypeAlias = TagEdit | UntagEdit | DescribeEdit | DeleteEdit | RestoreEdit
