"""Questions as URLs: writing a question into a path and query, and reading it from them."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from types import MappingProxyType
from typing import Any, TypeVar
from urllib.parse import unquote

import msgspec

from headwater.errors import BadRequestError, Fault, UnprocessableError
from headwater.model.order import format_time
from headwater.questions.moments import Moment, read_moment
from headwater.questions.pages import LARGEST_PAGE
from headwater.questions.question import Question
from headwater.wire.paths import part_of_path

P = TypeVar("P")
_PART = re.compile(r"{(\w+)}")
_NO_CHOICES: Mapping[str, Sequence[str]] = MappingProxyType({})


def url_of(question: Question[Any]) -> tuple[str, list[tuple[str, str]]]:
    """The path and the query of a question.

    Fields that are None are left out, and a field with several values is given once for each.
    """
    given: dict[str, Any] = msgspec.to_builtins(question, enc_hook=_encoded)
    in_path = {name: part_of_path(given.pop(name)) for name in _PART.findall(question.path)}
    query = [
        (name, str(value).lower() if isinstance(value, bool) else str(value))
        for name, values in given.items()
        for value in (values if isinstance(values, tuple) else (values,))
        if value is not None
    ]
    return question.path.format(**in_path), query


def read_parameters(
    kind: type[P],
    path: Mapping[str, str],
    query: Sequence[tuple[str, str]],
    beside: Collection[str] = (),
) -> P:
    """The question in a URL. The parts of `path` are still percent-encoded. `beside` are parameters
    that the request may have although they are no part of the question."""
    known = {*_names(kind) - path.keys(), *beside}  # type: ignore[arg-type]  # a class, which is hashable
    _refuse_unknown((name for name, _ in query), known)
    query = [(name, text) for name, text in query if name not in beside]
    lists = _lists(kind)  # type: ignore[arg-type]  # a class, which is hashable
    given: dict[str, Any] = {}
    for name, text in query:
        if name in lists:
            given.setdefault(name, []).append(text)
        elif name in given:
            raise BadRequestError(
                f"{name} is given twice; leave out all but one", (Fault(name, "given twice"),)
            )
        else:
            given[name] = text
    given |= {name: unquote(part) for name, part in path.items()}
    if "limit" in given:
        given["limit"] = _page_size(given["limit"])
    _refuse_nul(given)
    try:
        return msgspec.convert(given, kind, strict=False, dec_hook=_decoded)
    except msgspec.ValidationError as error:
        raise BadRequestError(*_words(error, _choices(kind))) from None  # type: ignore[arg-type]  # a class, which is hashable


def _refuse_unknown(given: Iterable[str], known: Collection[str]) -> None:
    """A parameter that nobody reads would leave out a part of the question: a typo in a time asks
    about the past, and would be answered with the present.

    >>> _refuse_unknown(["deph"], {"at", "depth"})
    Traceback (most recent call last):
    headwater.errors.BadRequestError: there is no parameter 'deph' here; did you mean depth?
    """
    for name in given:
        if name not in known:
            spelled = {one.lower(): one for one in sorted(known)}
            near = get_close_matches(name.lower(), spelled, n=1, cutoff=0.5)
            hint = (
                f"did you mean {spelled[near[0]]}?"
                if near
                else f"known are {', '.join(spelled.values()) or 'none'}"
            )
            message = f"there is no parameter {name[:60]!r} here; {hint}"
            raise BadRequestError(message, (Fault(name[:60], hint),))


def _page_size(text: str) -> str:
    """The limit, cut to the largest page before it is read: it may have thousands of digits.

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


def _words(
    error: msgspec.ValidationError, choices: Mapping[str, Sequence[str]] = _NO_CHOICES
) -> tuple[str, tuple[Fault, ...]]:
    """The message of a validation error, and the parameter or field that it is about.

    >>> _words(msgspec.ValidationError("Expected `int` >= 0 - at `$.depth`"))
    ('depth: Expected `int` >= 0', (Fault(path='depth', message='Expected `int` >= 0'),))
    """
    message, _, place = str(error).partition(" - at ")
    path = place.strip("`").removeprefix("$").removeprefix(".")
    words = choices.get(path.partition("[")[0], ())
    if words and message.startswith("Invalid enum value"):
        message += f"; expected {', '.join(words)}"
    missing = re.fullmatch("Object missing required field `(.+)`", message)
    if missing:
        path, message = missing[1], "it is missing; this question cannot be asked without"
    return f"{path}: {message}" if path else message, (Fault(path or "$", message),)


def read_body(kind: Any, body: bytes) -> Any:
    """Reads the JSON body of a request as a value of a type."""
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
def _names(kind: type[Any]) -> frozenset[str]:
    """The wire names of the parameters."""
    return frozenset(field.encode_name for field in _fields(kind))


@cache
def _choices(kind: type[Any]) -> dict[str, tuple[str, ...]]:
    """The words that each parameter may be, where it may be but a few."""
    return {field.encode_name: words for field in _fields(kind) if (words := _literals(field.type))}


def _literals(kind: msgspec.inspect.Type) -> tuple[str, ...]:
    match kind:
        case msgspec.inspect.Metadata(type=bare):
            return _literals(bare)
        case msgspec.inspect.UnionType(types=types):
            return tuple(word for one in types for word in _literals(one))
        case (
            msgspec.inspect.VarTupleType(item_type=item)
            | msgspec.inspect.ListType(item_type=item)
            | msgspec.inspect.SetType(item_type=item)
        ):
            return _literals(item)
        case msgspec.inspect.LiteralType(values=words):
            return tuple(map(str, words))
        case _:
            return ()


@cache
def _lists(kind: type[Any]) -> frozenset[str]:
    """The wire names of the parameters that may be given several times."""
    found = (field for field in _fields(kind) if isinstance(_bare(field.type), _LISTS))
    return frozenset(field.encode_name for field in found)


def _fields(kind: type[Any]) -> tuple[msgspec.inspect.Field, ...]:
    info = msgspec.inspect.type_info(kind)
    assert isinstance(info, msgspec.inspect.StructType)
    return info.fields


def _bare(kind: msgspec.inspect.Type) -> msgspec.inspect.Type:
    return _bare(kind.type) if isinstance(kind, msgspec.inspect.Metadata) else kind


def _decoded(kind: type[Any], value: Any) -> Any:
    if kind is Moment:
        return read_moment(str(value))
    raise TypeError(f"{kind.__name__} is no part of a question")


def _encoded(value: Any) -> str:
    if isinstance(value, Moment):
        return format_time(value)
    raise TypeError(f"{type(value).__name__} is no part of a question")
