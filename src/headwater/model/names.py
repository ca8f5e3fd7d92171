"""Names: normalisers, run ids and run keys (semantics 1.4, 2.2, 2.5)."""

import re
import uuid
from collections.abc import Callable, Sequence
from datetime import date
from functools import lru_cache

from headwater.errors import SettingError
from headwater.model.canonical import version_id

Cut = tuple[str, str | None]
"""What remains of a name, and what was cut off (None where nothing was a partition)."""

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
"""As `uuid.UUID` has it, hyphens stand anywhere, and run ids that are others become one."""


def _key_value(name: str) -> Cut | None:
    match = _KEY_VALUE.fullmatch(name)
    return (match[1], match[2]) if match else None


def _date(name: str) -> Cut | None:
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


def _quotes(name: str) -> Cut | None:
    if not _ALL_QUOTED.fullmatch(name):
        return None
    parts = (part[1:-1].replace(part[0] * 2, part[0]) for part in _ONE_QUOTED.findall(name))
    return ".".join(parts), None


NORMALISERS: dict[str, Callable[[str], Cut | None]] = {
    "key_value": _key_value,
    "date": _date,
    "quotes": _quotes,
}
"""By the names that settings use; each takes one bite, and is called again until none bites."""


def normaliser(rules: Sequence[str]) -> Callable[[str], Cut]:
    """A function from a raw name to (name, partition).

    >>> normaliser(["key_value", "date"])("warehouse/orders/2024/01/31/country=DE")
    ('warehouse/orders', '2024/01/31/country=DE')
    """
    unknown = [rule for rule in rules if rule not in NORMALISERS]
    if unknown:
        raise SettingError(
            f"unknown name rule {unknown[0]!r}; the rules are {', '.join(sorted(NORMALISERS))}"
        )
    steps = [NORMALISERS[rule] for rule in rules]

    def normalise(name: str) -> Cut:
        cut_off: list[str] = []
        bites = True
        while bites:
            bites = False
            for step in steps:
                bite = step(name)
                if bite is not None and bite[0] and bite[0] != name:
                    name = bite[0]
                    if bite[1] is not None:
                        cut_off.insert(0, bite[1])
                    bites = True
        return name, "/".join(cut_off) or None

    return normalise


@lru_cache(maxsize=4096)  # the events of a run come close together
def canonical_run_id(raw: str) -> tuple[str, bool]:
    """The runId as a UUID, and whether it was written as one (semantics 1.4)."""
    written = _UUID.fullmatch(raw.strip())
    return (str(uuid.UUID(written[2])), True) if written else (version_id("run", raw), False)


@lru_cache(maxsize=4096)
def run_key(run_id: str, namespace: str, name: str) -> str:
    return version_id(run_id, namespace, name)
