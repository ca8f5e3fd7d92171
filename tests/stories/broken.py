"""Request bodies that no producer should send, and some that producers have sent."""

import gzip
import json
import zlib
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

MANY = 100_000


class Body(NamedTuple):
    """A body that is posted to the collector."""

    name: str
    content: bytes
    encoding: bytes = b""


def event(name: str = "job", **more: Any) -> dict[str, Any]:
    return {
        "eventType": "COMPLETE",
        "eventTime": "2025-01-01T00:00:00Z",
        "run": {"runId": "11111111-2222-3333-4444-555555555555", "facets": {}},
        "job": {"namespace": "broken", "name": name, "facets": {}},
        "inputs": [{"namespace": "broken", "name": "in"}],
        "outputs": [{"namespace": "broken", "name": "out"}],
        **more,
    }


WHOLE = json.dumps(event()).encode()


@cache
def bodies() -> tuple[Body, ...]:
    return tuple(_bodies())


def _bodies() -> Iterator[Body]:
    for place in range(0, len(WHOLE), 17):
        yield Body(f"cut off at {place}", WHOLE[:place])
    for place in range(1, len(WHOLE), 23):
        yield Body(f"a bit flipped at {place}", _flipped(WHOLE, place))
    yield from _texts()
    yield from _numbers()
    yield from _nested()
    yield from _shapes()
    yield from _large()
    yield from _packed()


def _flipped(body: bytes, place: int) -> bytes:
    return body[:place] + bytes([body[place] ^ 0x80]) + body[place + 1 :]


def _texts() -> Iterator[Body]:
    """Wrong encodings, and invalid or unusual characters."""
    text = json.dumps(event("jöb"), ensure_ascii=False)
    for encoding in ("utf-16", "utf-16-le", "utf-16-be", "utf-32", "latin-1", "utf-8-sig"):
        yield Body(f"in {encoding}", text.encode(encoding))
    for name, found in {
        "NUL": b"\x00",
        "an escaped NUL": b"\\u0000",
        "a lone surrogate": b"\\ud800",
        "surrogates the wrong way round": b"\\udc00\\ud800",
        "an encoded surrogate": b"\xed\xa0\x80",
        "an overlong slash": b"\xc0\xaf",
        "a continuation alone": b"\x80",
        "beyond Unicode": b"\xf4\x90\x80\x80",
        "a control character": b"\x01",
        "a newline": b"\n",
        "an escape that is none": b"\\x41",
        "a noncharacter": b"\\uffff",
        "right to left": "\u202e".encode(),
        "a private character": "\U0010fffd".encode(),
    }.items():
        yield Body(f"{name} in a name", WHOLE.replace(b'"name": "job"', b'"name": "j%sb"' % found))
        yield Body(f"{name} in a key", WHOLE.replace(b'"eventType"', b'"event%sType"' % found))
        facet = b'"facets": {"f%s": {"k%s": "v%s"}}' % (found, found, found)
        yield Body(f"{name} in a facet", WHOLE.replace(b'"facets": {}', facet))
    yield Body("NULs before and after", b"\x00" + WHOLE + b"\x00")
    yield Body("nothing but NULs", b"\x00" * 1000)


def _numbers() -> Iterator[Body]:
    for number in ("1e400", "-1e400", "9" * 5000, "-0", "1E-400", "NaN", "Infinity", "0x10", "01"):
        name = number[:9]
        yield Body(f"{name} as the time", WHOLE.replace(b'"2025-01-01T00:00:00Z"', number.encode()))
        facet = f'"facets": {{"outputStatistics": {{"rowCount": {number}}}}}'.encode()
        yield Body(f"{name} in a facet", WHOLE.replace(b'"facets": {}', facet))
    for time in (
        "0000-00-00T00:00:00Z",
        "99999-01-01T00:00:00Z",
        "2025-02-30T00:00:00Z",
        "now",
        "",
    ):
        yield Body(f"the time {time!r}", json.dumps(event(eventTime=time)).encode())
    for time in ("-0001-01-01T00:00:00Z", "2025-01-01T00:00:00+99:99", "9999-12-31T23:59:60Z"):
        yield Body(f"the time {time!r}", json.dumps(event(eventTime=time)).encode())


def _nested() -> Iterator[Body]:
    for opening, closing in ((b"[", b"]"), (b'{"a":', b"}")):
        deep = opening * MANY
        yield Body(f"{opening!r} without end", deep)
        yield Body(f"{opening!r} deep down", deep + b"1" + closing * MANY)
        for depth in (200, 2000, MANY):
            facet = b'"facets": {"f": %s1%s}' % (opening * depth, closing * depth)
            name = f"{opening!r} {depth} deep in a facet"
            yield Body(name, WHOLE.replace(b'"facets": {}', facet))


def _shapes() -> Iterator[Body]:
    """JSON of an unexpected shape."""
    for text in (
        "null",
        "true",
        "1",
        '"event"',
        "[]",
        "{}",
        "[[]]",
        "[{}]",
        "{}{}",
        "// {}",
        "{},",
    ):
        yield Body(text, text.encode())
    yield Body("twice", WHOLE + WHOLE)
    yield Body("twice, by lines", WHOLE + b"\n" + WHOLE)
    yield Body("something behind it", WHOLE + b"garbage")
    yield Body("keys twice", WHOLE[:-1] + b"," + WHOLE[1:])
    yield Body("another job with the same key", WHOLE[:-1] + b',"job":{"namespace":1}}')
    yield Body("single quotes", WHOLE.replace(b'"', b"'"))
    wrong: Any
    for wrong in (None, 1, "x", [], {}, [None], [[]], {"a": 1}, True):
        for key in ("run", "job", "inputs", "outputs", "eventType", "eventTime", "dataset"):
            yield Body(f"{wrong!r} as {key}", json.dumps(event(**{key: wrong})).encode())
    for wrong in (None, 1, "x", [None], {"namespace": 1, "name": 2}, {"namespace": "", "name": ""}):
        yield Body(f"{wrong!r} as input", json.dumps(event(inputs=[wrong])).encode())
    for name in ("schema", "columnLineage", "symlinks", "parent", "lineage", "ownership", "tags"):
        for wrong in (None, 1, [], {}, {"fields": 1}, {"fields": [None]}, {"fields": {"a": None}}):
            facets = {"namespace": "broken", "name": "out", "facets": {name: wrong}}
            run = {**event()["run"], "facets": {name: wrong}}
            found = event(run=run, inputs=[facets], outputs=[facets])
            yield Body(f"{wrong!r} as facet {name}", json.dumps(found).encode())


def _large() -> Iterator[Body]:
    yield Body("a long name", json.dumps(event("n" * (1 << 20))).encode())
    inputs = [{"namespace": "broken", "name": f"i{n}"} for n in range(5_000)]
    yield Body("many inputs", json.dumps(event(inputs=inputs)).encode())
    facets = {f"f{n}": {"v": n} for n in range(2_000)}
    run = {"runId": "11111111-2222-3333-4444-555555555556", "facets": facets}
    yield Body("many facets", json.dumps(event(run=run)).encode())
    yield Body("blanks alone", b" " * (30 << 20))
    yield Body("strays by the million", gzip.compress(b"x\n" * (8 << 20)), b"gzip")
    yield Body("braces by the million", gzip.compress(b"{\n" * (8 << 20)), b"gzip")
    yield Body("40 MB", b'{"a":"' + b"x" * (40 << 20) + b'"}')


def _packed() -> Iterator[Body]:
    """Bodies that are gzip, or that are declared to be."""
    packed = gzip.compress(WHOLE)
    yield Body("gzip cut off", packed[:-9], b"gzip")
    yield Body("gzip of nothing", gzip.compress(b""), b"gzip")
    yield Body("no gzip", WHOLE, b"gzip")
    yield Body("gzip that is not declared", packed)
    yield Body("gzip with a wrong checksum", packed[:-8] + b"\x00" * 8, b"gzip")
    yield Body("gzip with something behind it", packed + b"garbage", b"gzip")
    yield Body("gzip twice", gzip.compress(packed), b"gzip")
    yield Body(
        "gzip in two parts", gzip.compress(WHOLE[:100]) + gzip.compress(WHOLE[100:]), b"gzip"
    )
    yield Body("a gzip bomb", gzip.compress(b"\x00" * (400 << 20)), b"gzip")
    yield Body("a gzip bomb in parts", gzip.compress(b" " * (8 << 20)) * 100, b"gzip")
    yield Body("a gzip of a million parts", gzip.compress(b"") * (1 << 20), b"gzip")
    yield Body("deflate", zlib.compress(WHOLE), b"deflate")
    yield Body("two encodings", packed, b"gzip, gzip")
    yield Body("an encoding of another world", packed, b"\xe9")
