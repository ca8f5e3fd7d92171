"""What all questions have in common."""

from typing import Annotated, Any, ClassVar, Generic, TypeAlias, TypeVar, get_args

import msgspec

from headwater.questions.moments import Moment

A = TypeVar("A")

Depth: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]
AsOf: TypeAlias = Annotated[
    Moment | None,
    msgspec.Meta(description="Answer as of this time, or as of now if it is left out."),
]
NodeId: TypeAlias = Annotated[
    str,
    msgspec.Meta(
        description="This is a node id: job:NAMESPACE:NAME or dataset:NAMESPACE:NAME, by any of"
        " its names. A colon inside a part may be written as %3A."
    ),
]
RunId: TypeAlias = Annotated[str, msgspec.Meta(description="This is the id of a run.")]
NamespaceName: TypeAlias = Annotated[
    str, msgspec.Meta(description="This is the name of a namespace.")
]
JobName: TypeAlias = Annotated[
    str, msgspec.Meta(description="This is the name of a job, without its namespace.")
]
DatasetName: TypeAlias = Annotated[
    str,
    msgspec.Meta(
        description="This is the name of a dataset, without its namespace. Any of its names will"
        " do."
    ),
]
VersionId: TypeAlias = Annotated[str, msgspec.Meta(description="This is the id of a version.")]
TagName: TypeAlias = Annotated[str, msgspec.Meta(description="This is the name of a tag.")]


class Question(msgspec.Struct, Generic[A], frozen=True, kw_only=True, rename="camel"):
    """A question. Its fields are the parameters of a `GET`, and `A` is the type of its answer."""

    path: ClassVar[str]
    """The path below the API's base. `{name}` stands for the value of the field with that name."""
    is_plain: ClassVar[bool] = False
    """Whether the answer in this shape needs its own media type, as plain JSON means Marquez's
    shape."""

    @classmethod
    def answered_by(cls) -> type[A]:
        """The `A` with which this class, or the class that it extends, was declared."""
        declared: tuple[Any, ...] = cls.__orig_bases__  # type: ignore[attr-defined]  # as it is generic
        answer: type[A] = get_args(declared[0])[0]
        return answer
