"""Answers are packed for clients that take them packed."""

import zlib

import httpx2
import pytest
import zstandard

from headwater.api.http.gate import Gate
from headwater.api.http.operations import RequestContext, Text, get
from headwater.api.http.packing import SMALL_BYTES, accepted, packed
from headwater.api.server import application
from tests.api.conftest import Scene
from tests.running.servers import serving

TEXT = "a line of an answer\n" * 5000


@get("/large", tag="Tests", summary="A large answer")
def large(context: RequestContext) -> Text:
    return Text("text/plain", TEXT)


def unpacked(content: bytes, encoding: str | None) -> bytes:
    if encoding == "zstd":
        return zstandard.ZstdDecompressor().decompress(content)
    return zlib.decompress(content, 16 + zlib.MAX_WBITS) if encoding == "gzip" else content


@pytest.mark.parametrize(
    ("header", "encoding"),
    [
        ("gzip, deflate, br, zstd", "zstd"),
        ("gzip;q=0.5, deflate", "gzip"),
        ("GZIP", "gzip"),
        ("zstd;q=0, gzip", "gzip"),
        ("gzip; q=0.0", None),
        ("br", None),
        ("", None),
    ],
)
def test_the_best_encoding_that_the_client_takes_is_used(header: str, encoding: str | None) -> None:
    content, used = packed(TEXT.encode(), header)
    assert used == encoding
    assert unpacked(content, used) == TEXT.encode()
    assert (len(content) < len(TEXT) / 10) == (encoding is not None)


def test_small_answers_are_left_as_they_are() -> None:
    assert packed(b"x" * SMALL_BYTES, "zstd") == (b"x" * SMALL_BYTES, None)


def test_weights_that_are_no_numbers_refuse_nothing() -> None:
    assert accepted("gzip;q=high, br;other=0") == {"gzip", "br"}


@pytest.mark.parametrize("encoding", ["zstd", "gzip"])
def test_a_server_says_how_an_answer_is_packed(scene: Scene, encoding: str) -> None:
    with (
        serving(application(scene.site, Gate(scene.keys), [large])) as address,
        httpx2.stream(
            "GET", f"{address}/api/v1/large", headers={"Accept-Encoding": encoding}
        ) as answer,
    ):
        content = b"".join(answer.iter_raw())
    assert answer.headers["content-encoding"] == encoding
    assert int(answer.headers["content-length"]) == len(content) < len(TEXT) / 10
    assert unpacked(content, encoding) == TEXT.encode()
