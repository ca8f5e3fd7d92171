"""What a tool is: its arguments, and a function from these to a few lines of text."""

import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Protocol, TypeAlias, get_type_hints

import msgspec

from headwater.assistants.views import Views
from headwater.questions.moments import Moment
from headwater.questions.question import A, Question
from headwater.wire.parameters import read_body

Most: TypeAlias = Annotated[
    int, msgspec.Meta(ge=1, le=500, description="How many entries to list at most.")
]
AtTime: TypeAlias = Annotated[
    Moment | None,
    msgspec.Meta(description="Answer as of this time (RFC 3339), or as of now if it is left out."),
]


class Ask(Protocol):
    """Asks whoever knows: a store, or a server."""

    def __call__(self, question: Question[A], /) -> A: ...


class Arguments(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The arguments of a tool. They are fewer than the parameters of the question behind it."""


ToolFunction: TypeAlias = Callable[[Ask, Views, Any], Iterator[str]]


@dataclass(frozen=True, slots=True)
class Tool:
    """A question that an assistant can ask."""

    answerer: ToolFunction
    takes: type[Arguments]

    @property
    def name(self) -> str:
        return self.answerer.__name__

    @property
    def description(self) -> str:
        return inspect.getdoc(self.answerer) or ""

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of the arguments."""
        _, definitions = msgspec.json.schema_components([self.takes], schema_hook=_schema)
        schema: dict[str, Any] = definitions[self.takes.__name__]
        return {name: schema[name] for name in schema if name not in ("title", "description")}

    def read(self, given: Mapping[str, Any]) -> Arguments:
        """The arguments as a value; UnprocessableError with what is wrong otherwise."""
        arguments: Arguments = read_body(self.takes, msgspec.json.encode(given))
        return arguments

    def answer(self, ask: Ask, views: Views, arguments: Arguments) -> str:
        return "\n".join(self.answerer(ask, views, arguments))


def tool(answerer: ToolFunction) -> Tool:
    """Makes a tool of a function. Its docstring tells assistants what the tool is for."""
    return Tool(answerer, get_type_hints(answerer)["given"])


def _schema(kind: type[Any]) -> dict[str, Any]:
    assert kind is Moment, kind
    return {"type": "string", "examples": ["2025-01-31T10:00:00Z"]}
