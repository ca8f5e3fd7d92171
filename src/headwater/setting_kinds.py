"""The kinds of values that settings take: how each is read, checked and described."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from headwater.model.facts import CODE_FROM


@dataclass(frozen=True, slots=True)
class SettingKind:
    """The kind of value that a setting takes.

    `parse` reads the text of an environment variable. `check` takes a value that already has a
    type, such as an argument or a TOML value. Both raise ValueError.
    """

    name: str
    expected: str
    check: Callable[[object], object]
    parse: Callable[[str], object] = str


_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:/")
"""How a URL begins. One slash is enough, as a `Path` leaves out the second."""


def _path(value: object) -> Path:
    if not isinstance(value, str | Path) or not str(value) or _URL.match(str(value)):
        raise ValueError
    return Path(value).expanduser()


def _file(value: object) -> str:
    """A path, or nothing."""
    text = str(value) if isinstance(value, Path) else _text(value)
    return str(Path(text).expanduser()) if text else ""


def _path_or_url(schemes: str) -> Callable[[object], str]:
    """A path, a URL with one of the schemes, or nothing."""
    matching = _matching(rf"|[^:]+|({schemes})://.+")

    def check(value: object) -> str:
        text = str(value) if isinstance(value, Path) else matching(value)
        return str(Path(text).expanduser()) if text and not is_url(text) else text

    return check


def is_url(text: str) -> bool:
    """Whether a text that may be a path or a URL is a URL."""
    return "://" in text


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError
    return value


def _matching(pattern: str) -> Callable[[object], str]:
    def check(value: object) -> str:
        if not re.fullmatch(pattern, text := _text(value)):
            raise ValueError
        return text

    return check


def _whole(least: int, most: float = float("inf")) -> Callable[[object], int]:
    def check(value: object) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise ValueError
        return value

    return check


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError
    return value


def _flag_from_text(text: str) -> bool:
    match text.strip().lower():
        case "true" | "yes" | "on" | "1":
            return True
        case "false" | "no" | "off" | "0":
            return False
        case _:
            raise ValueError


def _names(value: object) -> tuple[str, ...]:
    if not isinstance(value, list | tuple):
        raise ValueError
    names = tuple(_text(name).strip() for name in value)
    if not all(names):
        raise ValueError
    return names


def _names_from_text(text: str) -> list[str]:
    return text.split(",") if text.strip() else []


def _code_from(value: object) -> tuple[str, ...]:
    names = _names(value)
    if not set(names) <= set(CODE_FROM):
        raise ValueError
    return tuple(name for name in CODE_FROM if name in names)


def _pairs(value: object) -> tuple[tuple[str, str], ...]:
    items = tuple(value.items()) if isinstance(value, Mapping) else value
    if not isinstance(items, tuple):
        raise ValueError
    pairs = tuple((_text(left).strip(), _text(right).strip()) for left, right in items)
    if not all(left and right for left, right in pairs):
        raise ValueError
    return tuple(sorted(pairs))


def _pairs_from_text(text: str) -> dict[str, str]:
    pairs = [pair.partition("=") for pair in text.split(",") if pair.strip()]
    if not all(equals for _, equals, _ in pairs):
        raise ValueError
    return {left: right for left, _, right in pairs}


PATH = SettingKind(
    "path",
    "the path of a directory on a disk of this machine; a URL is taken by `store` alone, where"
    " postgresql://USER@HOST/DATABASE is lineage that several machines share",
    _path,
)
STORE = SettingKind(
    "store URL",
    "sqlite:///PATH or postgresql://USER@HOST/DATABASE",
    _matching(r"|sqlite:///.+|postgres(ql)?://.+"),
)
STAGING = SettingKind(
    "path or URL",
    "a path, or a URL that Spark knows, such as hdfs://HOST/FOLDER or s3a://BUCKET/FOLDER",
    _path_or_url("file|hdfs|s3a|gs|abfss?"),
)
LOG = SettingKind(
    "log URL", "kafka://BROKER,BROKER/TOPIC, or empty", _matching(r"|kafka://[^/\s]+/[\w.-]+")
)
ARCHIVE = SettingKind(
    "path or URL", "a path, or s3://BUCKET/FOLDER", _path_or_url("file|hdfs|s3|gs")
)
TOPIC = SettingKind("text", "the name of a topic, or empty", _matching(r"|[\w.-]{1,249}"))
TEXT = SettingKind("text", "text", _text)
FILE = SettingKind("path", "the path of a file", _file)
MASTER = SettingKind(
    "text",
    "local[*], spark://HOST:7077, yarn or k8s://HOST:PORT; sc://… is named by `spark_remote`",
    _matching(r"(?!sc:)\S+"),
)
REMOTE = SettingKind("URL", "sc://HOST:PORT, or empty", _matching(r"|sc://[^\s/:;]\S*"))
MEMORY = SettingKind(
    "memory", "an amount of memory such as 4g or 512m", _matching(r"[1-9]\d*[kmgtKMGT]")
)
SERVER = SettingKind("URL", "a URL such as http://localhost:5000", _matching(r"|https?://\S+"))
HOST = SettingKind("text", "an address such as 127.0.0.1", _matching(r"\S+"))
PORT = SettingKind("number", "a port, from 0 to 65535", _whole(0, 65535), int)
COUNT = SettingKind("number", "a whole number of at least 1", _whole(1), int)
AMOUNT = SettingKind("number", "a whole number of at least 0", _whole(0), int)
FLAG = SettingKind("flag", "true or false", _flag, _flag_from_text)
NAMES = SettingKind("names", "a list of names", _names, _names_from_text)
CODE = SettingKind("names", "version, source, both or neither", _code_from, _names_from_text)
PAIRS = SettingKind("pairs", "names with the names they stand for: A=B", _pairs, _pairs_from_text)

SECRET = (STORE, REMOTE, ARCHIVE)
"""The kinds of values that may hold a password or a token. Such values are not shown in
messages."""
