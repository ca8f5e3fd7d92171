"""What the tests of the log share: bodies, and reading everything back."""

import hashlib
from pathlib import Path

import msgspec

from headwater.log import Positions, Range, Record, encode, head, ranges, read

RECEIVED = 1_767_225_600_000_000


def body(name: str, padding: int = 0) -> bytes:
    return msgspec.json.encode({"name": name, "padding": "x" * padding})


def name_of(record: Record) -> str:
    return str(msgspec.json.decode(record.body)["name"])


def digest(content: bytes) -> str:
    return hashlib.blake2b(content, digest_size=16).hexdigest()


def line(name: str, padding: int = 0) -> bytes:
    content = body(name, padding)
    return encode(RECEIVED, "openlineage", digest(content), content)


def read_ranges(directory: Path, new: list[Range]) -> list[Record]:
    return [record for part in new for record in read(directory, *msgspec.structs.astuple(part))]


def read_all(directory: Path) -> list[Record]:
    return read_ranges(directory, ranges({}, head(directory)))


def names(directory: Path) -> list[str]:
    return [name_of(record) for record in read_all(directory)]


class Follower:
    """Reads what is new each time, from where it was, as the pipeline does."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._positions: Positions = {}
        self.names: list[str] = []

    def catch_up(self) -> None:
        now = head(self._directory, self._positions)
        new = ranges(self._positions, now)
        self.names += [name_of(record) for record in read_ranges(self._directory, new)]
        self._positions = now
