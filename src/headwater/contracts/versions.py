"""Versions of contracts: their order, and which of them is in force."""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

import msgspec

from headwater.contracts.contract import Spec

_NUMBERS = re.compile(r"[vV]?(\d{1,9})(?:\.(\d{1,9}))?(?:\.(\d{1,9}))?")
_SEMVER = re.compile(
    r"[vV]?(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?"
)
_LEADING_V = re.compile(r"[vV](?=\d)")

DRAFTS = frozenset({"draft", "proposed"})
"""The statuses of versions that may still change, and are not in force."""
RETIRED = "retired"
DEPRECATED = "deprecated"


class SemVer(NamedTuple):
    """A semantic version, in a form whose order in Python is the right one."""

    major: int
    minor: int
    patch: int
    is_release: bool
    pre_release: tuple[tuple[bool, int, str], ...]
    """Numbers come before words."""


@lru_cache(maxsize=4096)  # many contracts have the same few versions
def semver(version: str) -> SemVer | None:
    """The semantic version; None if it is not one. A leading `v` and missing parts are tolerated.

    >>> semver("v2.1") > semver("2.0.9"), semver("1.0.0-rc.2") < semver("1.0.0"), semver("2024-05")
    (True, True, None)
    """
    match = _SEMVER.fullmatch(version) or _NUMBERS.fullmatch(version)
    if match is None:
        return None
    major, minor, patch = (int(part or 0) for part in match.groups()[:3])
    words = (match.groups()[3:4] or (None,))[0]
    parts = tuple(
        (False, int(word), "") if word.isdigit() and len(word) < 10 else (True, 0, word)
        for word in (words.split(".") if words else ())
    )
    return SemVer(major, minor, patch, not parts, parts)


def same_version(one: str, other: str) -> bool:
    """Whether two versions are the same, apart from a leading `v`.

    >>> same_version("v1.0.0", "1.0.0"), same_version("1.0", "1.0.0")
    (True, False)
    """
    return plain_version(one) == plain_version(other)


def plain_version(version: str) -> str:
    return _LEADING_V.sub("", version, count=1) if _LEADING_V.match(version) else version


class Registered(msgspec.Struct, frozen=True, gc=False):
    """A version as it was registered. `registered_at` and `digest` give the order."""

    spec: Spec
    sha256: str
    registered_at: int = 0
    digest: str = ""
    file: str = ""
    first_line: int = 1

    @property
    def status(self) -> str:
        return self.spec.status.strip().lower() if self.spec.status else ""

    @property
    def is_draft(self) -> bool:
        return self.status in DRAFTS

    @property
    def is_retired(self) -> bool:
        return self.status == RETIRED

    @property
    def place(self) -> tuple[int, str]:
        return self.registered_at, self.digest


class ContractHistory(msgspec.Struct, frozen=True, gc=False):
    """All versions of one contract or product, the highest first, each as it was last registered.

    Semantic versions come before others, which are ordered by their registration.
    """

    versions: tuple[Registered, ...]
    shown: Registered
    """The current version. If there is none, the highest that is not retired, else the highest."""
    current: Registered | None
    """The highest version that is not draft, proposed or retired."""
    last_registered_at: int
    replaced: tuple[Registered, ...] = ()
    """Earlier contents of versions whose content has changed since."""

    @property
    def is_retired(self) -> bool:
        return self.current is None and self.shown.is_retired

    def version(self, wanted: str) -> Registered | None:
        for version in self.versions:
            if same_version(version.spec.version, wanted):
                return version
        return None

    def before(self, version: Registered) -> Registered | None:
        """The next lower version that is not a draft."""
        if len(self.versions) == 1:
            return None
        below = self.versions[self.versions.index(version) + 1 :]
        return next((lower for lower in below if not lower.is_draft), None)

    def as_of(self, at: int) -> "ContractHistory | None":
        """What was registered by then."""
        if self.last_registered_at <= at:
            return self
        known = (*self.versions, *self.replaced)
        return history(version for version in known if version.registered_at <= at)


def history(registered: Iterable[Registered]) -> ContractHistory | None:
    """The history of the versions of one id, in whatever order they come."""
    registered = list(registered)
    if not registered:
        return None
    if len(registered) == 1:
        [only] = registered
        current = None if only.is_draft or only.is_retired else only
        return ContractHistory((only,), only, current, only.registered_at)
    last: dict[str, Registered] = {}
    replaced: dict[tuple[str, str], Registered] = {}
    for version in sorted(registered, key=lambda version: version.place):
        key = plain_version(version.spec.version)
        before = last.get(key)
        if before is not None and before.sha256 == version.sha256:
            continue  # the same content again: the first registration counts
        if before is not None:
            replaced[key, before.sha256] = before
        last[key] = version
    versions = tuple(sorted(last.values(), key=_rank, reverse=True))
    alive = [version for version in versions if not version.is_retired]
    current = next((version for version in alive if not version.is_draft), None)
    return ContractHistory(
        versions,
        current or (alive or versions)[0],
        current,
        max(version.registered_at for version in versions),
        tuple(old for (key, sha), old in replaced.items() if last[key].sha256 != sha),
    )


def _rank(version: Registered) -> tuple[bool, SemVer | tuple[int, ...], tuple[int, str]]:
    number = semver(version.spec.version)
    return number is not None, number or (), version.place
