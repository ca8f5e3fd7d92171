"""What a route is: a function over values, and what it says of itself to callers.

A read takes what it may read from and what was asked, and returns its answer. A write returns a
`LogWrite`: what to append to the log, and how to answer once that is applied. Neither knows HTTP.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import UnionType
from typing import (
    Any,
    Generic,
    Literal,
    TypeAlias,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec

from headwater.store import Batch, Claim, Snapshot
from headwater.wire.media import PLAIN

Method: TypeAlias = Literal["GET", "POST", "PUT", "DELETE"]
Role: TypeAlias = Literal["read", "write", "admin"]
A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class RequestContext:
    """What a request may read from."""

    snapshot: Snapshot
    log: Path
    claim: Callable[[], Claim | None]
    """Who keeps the store up to date, looked up when it is asked for."""
    ended: Callable[[], Batch | None]
    """The error that ended the last pipeline, if it was one, and no other has started since."""
    accept: str = ""
    """The media types that the caller would like, as in the header."""

    @property
    def wants_plain(self) -> bool:
        return PLAIN in self.accept


@dataclass(frozen=True, slots=True)
class Text:
    """An answer that is not JSON."""

    media_type: str
    content: str


@dataclass(frozen=True, slots=True)
class Plain(Generic[A]):
    """An answer in our own shape, for who asks for its media type."""

    answer: A


@dataclass(frozen=True, slots=True, kw_only=True)
class LogWrite(Generic[A]):
    """What a write appends to the log, all in one commit, and its answer once that is applied."""

    answer: Callable[[RequestContext], A]
    edits: tuple[dict[str, Any], ...] = ()
    """Without their time, which is when they are appended (semantics 10)."""
    events: tuple[dict[str, Any], ...] = ()
    """OpenLineage events."""
    location: str | None = None
    """The path of what it made, if that is something new."""


class Nothing(msgspec.Struct, frozen=True):
    """No parameters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """A route of the API."""

    method: Method
    path: str
    """Below the base; `{name}` stands for a part, or several where the text of one has slashes."""
    tag: str
    summary: str
    handler: Callable[..., Any]
    question: type[Any]
    """What its path and query are read as."""
    answer: Any
    plain: Any = None
    """The answer in our own shape, where `answer` has another."""
    body: Any = None
    """What the request's body is read as: a type for JSON, `bytes` for the body as it is."""
    status: int = 200
    role: Role = "read"
    deprecated: bool = False
    media: tuple[str, ...] = ()
    """Media types of its answers beside JSON."""
    takes: tuple[str, ...] = field(default=("application/json",))
    """Media types of the body."""

    @property
    def name(self) -> str:
        return self.handler.__name__

    @property
    def description(self) -> str:
        return " ".join((self.handler.__doc__ or "").split())

    @property
    def writes(self) -> bool:
        return self.method != "GET"

    def run(self, context: RequestContext, question: Any, *body: Any) -> Any:
        parameters = () if self.question is Nothing else (question,)
        return self.handler(context, *parameters, *body)


Handler: TypeAlias = Callable[..., Any]
Decorator: TypeAlias = Callable[[Handler], Operation]


def get(path: str, *, tag: str, summary: str, **more: Any) -> Decorator:
    return _operation("GET", path, tag, summary, more)


def post(path: str, *, tag: str, summary: str, **more: Any) -> Decorator:
    return _operation("POST", path, tag, summary, more)


def put(path: str, *, tag: str, summary: str, **more: Any) -> Decorator:
    return _operation("PUT", path, tag, summary, more)


def delete(path: str, *, tag: str, summary: str, **more: Any) -> Decorator:
    return _operation("DELETE", path, tag, summary, more)


def _operation(
    method: Method, path: str, tag: str, summary: str, more: dict[str, Any]
) -> Decorator:
    role: Role = "read" if method == "GET" else "write"

    def decorate(handler: Handler) -> Operation:
        hints = get_type_hints(handler)
        answer, plain = _answers(hints["return"])
        return Operation(
            method=method,
            path=path,
            tag=tag,
            summary=summary,
            handler=handler,
            question=hints.get("question", Nothing),
            answer=answer,
            plain=plain,
            **{"role": role, **more},
        )

    return decorate


def _answers(returned: Any) -> tuple[Any, Any]:
    """The type of the JSON answer, and that of the plain one, if there is one."""
    if get_origin(returned) is LogWrite:
        [returned] = get_args(returned)
    if get_origin(returned) not in (Union, UnionType):
        return returned, None
    choices = [choice for choice in get_args(returned) if choice is not Text]
    plain = next((choice for choice in choices if get_origin(choice) is Plain), None)
    [answer] = (choice for choice in choices if choice is not plain)
    return answer, get_args(plain)[0] if plain else None
