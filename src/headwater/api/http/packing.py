"""Packing answers, for clients that take them packed."""

import zlib

import zstandard

SMALL_BYTES = 1400
"""Answers up to this size are sent as they are, as they fit into a packet or so."""
_ZSTD_LEVEL = 1
_GZIP_LEVEL = 1
"""Levels beyond these cost far more time than they save bytes: of 9 MB of a graph, gzip saves a
tenth in twice the time at level 4, and zstd nothing at level 3."""
_GZIP = 16 + zlib.MAX_WBITS
"""The `wbits` by which zlib is told to write gzip."""


def accepted(accept_encoding: str) -> set[str]:
    """The encodings that an `Accept-Encoding` header allows."""
    found = set()
    for part in accept_encoding.lower().split(","):
        name, *parameters = (piece.strip() for piece in part.split(";"))
        if not any(_is_refusal(parameter) for parameter in parameters):
            found.add(name)
    return found


def _is_refusal(parameter: str) -> bool:
    """Whether it is `q=0`, in any of its spellings."""
    name, _, weight = parameter.partition("=")
    return name.strip() == "q" and not weight.strip().strip("0.")


def packed(content: bytes, accept_encoding: str) -> tuple[bytes, str | None]:
    """The content as it is sent, and the name of its encoding, or None if it is left plain."""
    if len(content) <= SMALL_BYTES:
        return content, None
    encodings = accepted(accept_encoding)
    if "zstd" in encodings:
        return zstandard.ZstdCompressor(_ZSTD_LEVEL).compress(content), "zstd"
    if "gzip" in encodings:
        packer = zlib.compressobj(_GZIP_LEVEL, wbits=_GZIP)
        return packer.compress(content) + packer.flush(), "gzip"
    return content, None
