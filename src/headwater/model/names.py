"""Normalised names, run ids and run keys (semantics 1.4, 2.2, 2.5)."""

import re
import uuid
from collections.abc import Callable, Sequence
from datetime import date
from functools import lru_cache

from headwater.errors import SettingError
from headwater.model.canonical import version_id

NameAndPartition = tuple[str, str | None]
"""What remains of a name, and the partition that was cut off (None if none was)."""

_KEY_VALUE = re.compile(r"(.+)/([A-Za-z_][A-Za-z0-9_.-]*=[^/]*)", re.DOTALL)
_DATES = (
    re.compile(r"(.+)/((\d{4})/(\d{2})/(\d{2}))", re.DOTALL),
    re.compile(r"(.+)/((\d{4})-(\d{2})-(\d{2}))", re.DOTALL),
    re.compile(r"(.+)/((\d{4})(\d{2})(\d{2}))", re.DOTALL),
    re.compile(r"(.+)/((\d{4})/(\d{2})())", re.DOTALL),
)
_QUOTED = r'(?:"(?:[^"]|"")+"|`(?:[^`]|``)+`)'
_ALL_QUOTED = re.compile(rf"{_QUOTED}(?:\.{_QUOTED})*", re.DOTALL)
_ONE_QUOTED = re.compile(_QUOTED, re.DOTALL)

_UUID = re.compile(
    r"(?:urn:uuid:|(\{))?([0-9a-f]{8}(-?)[0-9a-f]{4}\3[0-9a-f]{4}\3[0-9a-f]{4}\3[0-9a-f]{12})(?(1)\})",
    re.ASCII | re.IGNORECASE,
)
"""Stricter than `uuid.UUID`, which takes hyphens at any place and so maps different ids to one."""


def _key_value(name: str) -> NameAndPartition | None:
    match = _KEY_VALUE.fullmatch(name)
    return (match[1], match[2]) if match else None


def _date(name: str) -> NameAndPartition | None:
    for pattern in _DATES:
        match = pattern.fullmatch(name)
        if match and _is_date(match[3], match[4], match[5] or "01"):
            return match[1], match[2]
    return None


def _is_date(year: str, month: str, day: str) -> bool:
    if not (year + month + day).isascii() or not 1970 <= int(year) <= 2099:
        return False
    try:
        date(int(year), int(month), int(day))
    except ValueError:
        return False
    return True


def _quotes(name: str) -> NameAndPartition | None:
    if not _ALL_QUOTED.fullmatch(name):
        return None
    parts = (part[1:-1].replace(part[0] * 2, part[0]) for part in _ONE_QUOTED.findall(name))
    return ".".join(parts), None


NORMALISERS: dict[str, Callable[[str], NameAndPartition | None]] = {
    "key_value": _key_value,
    "date": _date,
    "quotes": _quotes,
}
"""The normalisers, by the names that settings use. Each cuts off one part and returns None when
there is nothing to cut."""


def normaliser(rules: Sequence[str]) -> Callable[[str], NameAndPartition]:
    """A function from a name as sent to the normalised name and its partition.

    >>> normaliser(["key_value", "date"])("warehouse/orders/2024/01/31/country=DE")
    ('warehouse/orders', '2024/01/31/country=DE')
    """
    unknown = [rule for rule in rules if rule not in NORMALISERS]
    if unknown:
        raise SettingError(
            f"unknown name rule {unknown[0]!r}; the rules are {', '.join(sorted(NORMALISERS))}"
        )
    steps = [NORMALISERS[rule] for rule in rules]

    def normalise(name: str) -> NameAndPartition:
        cut_off: list[str] = []
        has_changed = True
        while has_changed:
            has_changed = False
            for step in steps:
                cut = step(name)
                if cut is not None and cut[0] and cut[0] != name:
                    name = cut[0]
                    if cut[1] is not None:
                        cut_off.insert(0, cut[1])
                    has_changed = True
        return name, "/".join(cut_off) or None

    return normalise


@lru_cache(maxsize=4096)  # the events of one run arrive close together
def canonical_run_id(raw: str) -> tuple[str, bool]:
    """The runId as a UUID, and whether it was written as a UUID (semantics 1.4)."""
    written = _UUID.fullmatch(raw.strip())
    return (str(uuid.UUID(written[2])), True) if written else (version_id("run", raw), False)


@lru_cache(maxsize=4096)
def run_key(run_id: str, namespace: str, name: str) -> str:
    return version_id(run_id, namespace, name)
