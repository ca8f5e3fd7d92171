"""What a question is."""

from typing import Annotated, Any, ClassVar, Generic, TypeAlias, TypeVar, get_args

import msgspec

from headwater.questions.moments import Moment

A = TypeVar("A")

Depth: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]
AsOf: TypeAlias = Annotated[Moment | None, msgspec.Meta(description="As of this time.")]
NodeId: TypeAlias = Annotated[
    str,
    msgspec.Meta(
        description="job:NAMESPACE:NAME or dataset:NAMESPACE:NAME, by any of its names; a colon"
        " inside a part may be written as %3A."
    ),
]
RunId: TypeAlias = Annotated[str, msgspec.Meta(description="The id of a run.")]


class Question(msgspec.Struct, Generic[A], frozen=True, kw_only=True, rename="camel"):
    """Its fields are the parameters of a `GET`; `A` is what it is answered with."""

    path: ClassVar[str]
    """Where it is asked, below the base of the API; `{name}` stands for the field of that name."""
    is_plain: ClassVar[bool] = False
    """Whether the answer has to be asked for by its media type, as JSON alone means Marquez's."""

    @classmethod
    def answered_by(cls) -> type[A]:
        """The `A` that the class, or the one that it extends, was declared with."""
        declared: tuple[Any, ...] = cls.__orig_bases__  # type: ignore[attr-defined]  # as it is generic
        answer: type[A] = get_args(declared[0])[0]
        return answer
