"""Accepting events: what is refused, what is repaired, and an event's digest (semantics 1)."""

import codecs
import json
import math
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from headwater.errors import Fault, RefusedEventError, UnreadableEventError
from headwater.model.canonical import canonical, content_hash
from headwater.model.order import parse_time


class Finding(NamedTuple):
    """Something odd in an event that was accepted all the same (semantics 1.6)."""

    code: str
    path: str
    detail: str


class Accepted(NamedTuple):
    """An event in the form in which the log holds it."""

    body: bytes
    """The event as one line of JSON that every reader of the log can decode."""
    digest: str
    repairs: tuple[Finding, ...]
    """What had to be changed in the event before the log could hold it."""


def accept(body: bytes) -> Accepted:
    """The event as the log will hold it. RefusedEventError if it cannot be placed."""
    value, repairs = _decode(body)
    _check_placeable(value)
    line = canonical(value) if repairs else body.translate(_ONE_LINE).strip()
    return Accepted(line, content_hash(canonical(value)), repairs)


def edit_line(edit: dict[str, Any]) -> tuple[bytes, str]:
    """The line of an edit for the log, and its digest."""
    line = canonical(edit)
    return line, content_hash(line)


_ONE_LINE = bytes.maketrans(b"\n\r", b"  ")
_ESCAPED = re.compile(rb"\\u00(?:00|3[aA])")
"""NUL and the colon, written as escapes."""


def _decode(body: bytes) -> tuple[Any, tuple[Finding, ...]]:
    """The JSON value, repaired where a JSON store could not hold it (semantics 1.6)."""
    try:
        value = msgspec.json.decode(body)
    except RecursionError:
        raise UnreadableEventError(
            Fault(
                "$",
                "the JSON is nested too deeply to be read; an OpenLineage event is a few levels"
                " deep",
            )
        ) from None
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        return _repair(body, error)
    # Where a key repeats, the decoded value has fewer keys than the body, and so fewer colons.
    # Counting colons costs far less than decoding pair by pair, which is done only if the counts
    # differ or a colon is written as an escape.
    repeats = body.count(b":") != msgspec.json.encode(value).count(b":")
    if repeats or _ESCAPED.search(body):
        return _repair(body, None)
    return value, ()


def _repair(body: bytes, cause: Exception | None) -> tuple[Any, tuple[Finding, ...]]:
    findings: dict[str, Finding] = {}

    def note(code: str, detail: str) -> None:
        findings.setdefault(code, Finding(code, "$", detail))

    def text(value: str) -> str:
        if "\x00" in value:
            note("nul_character", "a NUL character was replaced by U+FFFD")
            value = value.replace("\x00", "\ufffd")
        if not value.isascii() and any("\ud800" <= char <= "\udfff" for char in value):
            note("lone_surrogate", "half of a surrogate pair was replaced by U+FFFD")
            value = "".join("\ufffd" if "\ud800" <= c <= "\udfff" else c for c in value)
        return value

    def clean(value: Any) -> Any:
        if isinstance(value, str):
            return text(value)
        if isinstance(value, list):
            return [clean(item) for item in value]
        return value

    def pairs(items: list[tuple[str, Any]]) -> dict[str, Any]:
        cleaned = {text(key): clean(value) for key, value in items}
        if len(cleaned) != len(items):
            note("duplicate_key", "a key stands twice in one object; its last value was kept")
        return cleaned

    def number(spelled: str) -> float | str:
        value = float(spelled)
        if math.isfinite(value):
            return value
        note("number_out_of_range", f"{spelled[:40]} is too large for JSON readers; kept as text")
        return spelled

    def integer(spelled: str) -> int | str:
        if len(spelled) <= 4000:  # Python refuses to convert longer ones
            return int(spelled)
        note("number_out_of_range", f"an integer of {len(spelled)} digits was kept as text")
        return spelled

    def refuse(constant: str) -> None:
        raise ValueError(f"{constant} is not JSON")

    try:
        value = json.loads(
            body.decode("utf-8-sig"),
            object_pairs_hook=pairs,
            parse_float=number,
            parse_int=integer,
            parse_constant=refuse,
        )
        if body.startswith(codecs.BOM_UTF8):
            note("byte_order_mark", "a byte order mark before the event was left out")
        return clean(value), tuple(findings.values())
    except (ValueError, RecursionError) as error:
        raise UnreadableEventError(
            Fault("$", f"not JSON: {cause or error}; send one JSON object, encoded as UTF-8")
        ) from error


def _check_placeable(event: Any) -> None:
    """RefusedEventError unless the event has a kind, a time and an identity (semantics 1.6)."""
    if not isinstance(event, dict):
        raise RefusedEventError(
            Fault(
                "$",
                f"expected a JSON object, found {_kind_of(event)}; an event is an object with "
                "`run` and `job`, `job`, or `dataset`",
            )
        )
    faults = (*_identity_faults(event), *_time_faults(event.get("eventTime")))
    if faults:
        raise RefusedEventError(*faults)


def _identity_faults(event: dict[str, Any]) -> Iterator[Fault]:
    run, job, dataset = (event.get(key) for key in ("run", "job", "dataset"))
    if run is not None:
        yield from _text_faults(run, "run", "runId")
        yield from _text_faults(job, "job", "namespace", "name")
    elif job is not None:
        yield from _text_faults(job, "job", "namespace", "name")
    elif dataset is not None:
        yield from _text_faults(dataset, "dataset", "namespace", "name")
    else:
        yield Fault(
            "$",
            "the event has neither `run`, `job` nor `dataset`, so it is about nothing; "
            "OpenLineage events have at least one of them",
        )


def _time_faults(time: Any) -> Iterator[Fault]:
    if not isinstance(time, str):
        yield Fault("eventTime", f"expected an RFC 3339 time, found {_kind_of(time)}")
        return
    try:
        parse_time(time)
    except ValueError:
        yield Fault("eventTime", f"{time!r} is no time; write it like 2024-01-31T10:00:00Z")


def _text_faults(subject: Any, path: str, *keys: str) -> Iterator[Fault]:
    if not isinstance(subject, dict):
        yield Fault(path, f"expected an object, found {_kind_of(subject)}")
        return
    for key in keys:
        value = subject.get(key)
        if not isinstance(value, str) or not value:
            yield Fault(
                f"{path}.{key}", f"expected a text that is not empty, found {_kind_of(value)}"
            )


def _kind_of(value: Any) -> str:
    if value is None:
        return "nothing"
    if value == "":
        return "an empty text"
    names = {dict: "an object", list: "an array", str: "a text", bool: "a boolean"}
    return names.get(type(value), "a number")
