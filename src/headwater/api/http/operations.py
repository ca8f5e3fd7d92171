"""What an operation of the API is: a function over values, with its documentation.

The function of a read takes a context and a question, and returns the answer. That of a write
returns a `LogWrite`: what to append to the log, and how to answer once that is applied. Neither
knows HTTP.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import reduce
from operator import or_
from pathlib import Path
from types import UnionType
from typing import (
    IO,
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

from headwater.log import EventLog
from headwater.store import Batch, Claim, Snapshot
from headwater.wire.media import PLAIN

Method: TypeAlias = Literal["GET", "POST", "PUT", "DELETE"]
Role: TypeAlias = Literal["read", "write", "admin"]
A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Beyond:
    """What an operation may read besides the store."""

    log: EventLog
    claim: Callable[[], Claim | None]
    """Looks up the pipeline that keeps the store up to date, if there is one."""
    ended: Callable[[], Batch | None]
    """Looks up the error that ended the last pipeline, unless another one has started since."""
    data: Path | None = None
    """The data directory of the server, if it has one."""
    private_targets: bool = False
    """Whether the server sends alerts to private networks."""


class RequestContext:
    """What the function of an operation may read: the store, what lies beyond it, and what the
    caller accepts."""

    def __init__(self, snapshot: Snapshot, beyond: Beyond, accept: str = "") -> None:
        """`accept` is the `Accept` header of the request."""
        self.snapshot = snapshot
        self.accept = accept
        self.is_of_store_alone = True
        """Whether an answer made with it depends on nothing but the snapshot, so far."""
        self._beyond = beyond

    @property
    def beyond(self) -> Beyond:
        self.is_of_store_alone = False
        return self._beyond

    @property
    def wants_plain(self) -> bool:
        return PLAIN in self.accept


@dataclass(frozen=True, slots=True)
class Text:
    """An answer that is a text of another media type than JSON."""

    media_type: str
    content: str


@dataclass(frozen=True, slots=True)
class Download:
    """An answer that is a file of bytes. It is written to a disk, as it may be larger than
    memory."""

    media_type: str
    name: str
    state: str
    """A text that is another one whenever the content is."""
    write: Callable[[IO[bytes]], None]


@dataclass(frozen=True, slots=True)
class Plain(Generic[A]):
    """An answer in Headwater's own shape, for callers that accept its media type."""

    answer: A


@dataclass(frozen=True, slots=True, kw_only=True)
class LogWrite(Generic[A]):
    """What a write appends to the log in one commit, and how it answers once that is applied."""

    answer: Callable[[RequestContext], A]
    edits: tuple[dict[str, Any], ...] = ()
    """Edits without their time, which is set when they are appended (semantics 10)."""
    events: tuple[dict[str, Any], ...] = ()
    """OpenLineage events."""
    location: str | None = None
    """The path of what the write creates, for the `Location` header."""


class Nothing(msgspec.Struct, frozen=True):
    """The question of operations without parameters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """A route of the API."""

    method: Method
    path: str
    """The path below the API's base. `{name}` stands for a segment, and names a field of the
    question."""
    tag: str
    summary: str
    handler: Callable[..., Any]
    question: type[Any]
    """The struct that the path and the query are read into."""
    answer: Any
    plain: Any = None
    """The type of the answer in Headwater's own shape, if `answer` is in Marquez's."""
    body: Any = None
    """The type that the body is read into as JSON; `bytes` leaves it as it is; None means no
    body."""
    status: int = 200
    role: Role = "read"
    deprecated: bool = False
    media: tuple[str, ...] = ()
    """The media types that the answer may have besides JSON."""
    takes: tuple[str, ...] = field(default=("application/json",))
    """The media types that the body may have."""
    unused: tuple[str, ...] = ()
    """Parameters that may be given, and that change nothing. Any other parameter that the question
    does not have is refused, as it would leave out a part of what was asked."""

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
    """The types of the JSON answer, and of the answer in Headwater's own shape, if it differs."""
    if get_origin(returned) is LogWrite:
        [returned] = get_args(returned)
    if returned is Download:
        return bytes, None
    if get_origin(returned) not in (Union, UnionType):
        return returned, None
    choices = [choice for choice in get_args(returned) if choice is not Text]
    plain = next((choice for choice in choices if get_origin(choice) is Plain), None)
    answer = reduce(or_, (choice for choice in choices if choice is not plain))
    return answer, get_args(plain)[0] if plain else None
