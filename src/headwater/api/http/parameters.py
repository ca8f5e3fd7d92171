"""What is asked in the path and the query of a request, as values of the declared types."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Annotated, Any, TypeAlias, TypeVar
from urllib.parse import unquote

import msgspec

from headwater.errors import BadRequestError, Fault, UnprocessableError
from headwater.model.order import parse_time

LARGEST_PAGE = 1000
LARGEST_OFFSET = 2**53
_LAST_SECOND = 253_402_300_799
"""Of the year 9999; what is larger was not meant as seconds."""
_UNENCODED_PLUS = re.compile(r"([Tt ]\d.*) (\d\d(?::?\d\d)?)$")
P = TypeVar("P")


class Moment(int):
    """An instant that is asked for, in µs since 1970 UTC."""


Limit: TypeAlias = Annotated[
    int, msgspec.Meta(ge=0, description=f"How many; more than {LARGEST_PAGE} count as that.")
]
Offset: TypeAlias = Annotated[
    int, msgspec.Meta(ge=0, le=LARGEST_OFFSET, description="Skip this many.")
]
Depth: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]
Flag: TypeAlias = bool
DEFAULT_LIMIT = 100


def read_parameters(kind: type[P], path: Mapping[str, str], query: Sequence[tuple[str, str]]) -> P:
    """`path` are the parts as they stand in the URL, still percent-encoded."""
    lists = _lists(kind)  # type: ignore[arg-type]  # a class, which is hashable
    given: dict[str, Any] = {}
    for name, text in query:
        if name in lists:
            given.setdefault(name, []).append(text)
        else:
            given[name] = text
    given |= {name: unquote(part) for name, part in path.items()}
    if "limit" in given:
        given["limit"] = _page_size(given["limit"])
    _refuse_nul(given)
    try:
        return msgspec.convert(given, kind, strict=False, dec_hook=_decoded)
    except msgspec.ValidationError as error:
        raise BadRequestError(*_words(error)) from None


def _page_size(text: str) -> str:
    """
    >>> _page_size("20"), _page_size("9" * 5000), _page_size("-1")
    ('20', '1000', '-1')
    """
    is_number = re.fullmatch("[0-9]+", text)
    return str(int(min(float(text), LARGEST_PAGE))) if is_number else text


def _refuse_nul(given: Mapping[str, Any]) -> None:
    for name, value in given.items():
        if any("\x00" in text for text in (value if isinstance(value, list) else [value])):
            raise BadRequestError(
                f"{name} has a NUL character, which no name has",
                (Fault(name, "expected a text without NUL characters"),),
            )


def _words(error: msgspec.ValidationError) -> tuple[str, tuple[Fault, ...]]:
    """
    >>> _words(msgspec.ValidationError("Expected `int` >= 0 - at `$.depth`"))
    ('depth: Expected `int` >= 0', (Fault(path='depth', message='Expected `int` >= 0'),))
    """
    message, _, place = str(error).partition(" - at ")
    path = place.strip("`").removeprefix("$").removeprefix(".")
    missing = re.fullmatch("Object missing required field `(.+)`", message)
    if missing:
        path, message = missing[1], "it is missing; this question cannot be asked without"
    return f"{path}: {message}" if path else message, (Fault(path or "$", message),)


def read_body(kind: Any, body: bytes) -> Any:
    """A request's body as JSON of a type."""
    try:
        value = msgspec.json.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadRequestError(f"the body is not JSON: {error}") from None
    try:
        return msgspec.convert(value, kind, dec_hook=_decoded)
    except msgspec.ValidationError as error:
        raise UnprocessableError(*_words(error)) from None


_LISTS = (msgspec.inspect.VarTupleType, msgspec.inspect.ListType, msgspec.inspect.SetType)


@cache
def _lists(kind: type[Any]) -> frozenset[str]:
    """The wire names of the parameters that may be given several times."""
    info = msgspec.inspect.type_info(kind)
    assert isinstance(info, msgspec.inspect.StructType)
    return frozenset(
        field.encode_name for field in info.fields if isinstance(_bare(field.type), _LISTS)
    )


def _bare(kind: msgspec.inspect.Type) -> msgspec.inspect.Type:
    return _bare(kind.type) if isinstance(kind, msgspec.inspect.Metadata) else kind


def _decoded(kind: type[Any], value: Any) -> Any:
    return _DECODERS[kind](value)


def _moment(value: Any) -> Moment:
    text = str(value).strip()
    if re.fullmatch(r"-?\d{1,12}(\.\d+)?", text) and abs(float(text)) <= _LAST_SECOND:
        return Moment(float(text) * 1_000_000)
    try:
        # A plus sign that was not encoded arrives as a space.
        return Moment(parse_time(_UNENCODED_PLUS.sub(r"\1+\2", text))[0])
    except ValueError:
        raise ValueError(f"{text!r} is no time; {_advice(text)}") from None


def _advice(text: str) -> str:
    """
    >>> _advice("1706121212345")
    'it looks like unix milliseconds: send unix seconds, 1706121212.345'
    """
    if re.fullmatch(r"[0-9]{12,14}", text):
        return f"it looks like unix milliseconds: send unix seconds, {text[:-3]}.{text[-3:]}"
    return "write one like 2025-01-31T10:00:00Z, or as unix seconds"


_DECODERS: dict[type[Any], Callable[[Any], Any]] = {Moment: _moment}


def not_blank(parameter: str, text: str, expected: str) -> str:
    """The text as it is, if there is something in it."""
    if not text.strip():
        raise BadRequestError(f"{parameter}: it has nothing but blanks; expected {expected}")
    return text
