"""Rules kept as data: what each kind of change means to readers, and what a rules file overrides.

A rules file is TOML:

    [changes]                       # a kind of change = "breaking", "warning", "info" or "off"
    type-widened = "breaking"

    [findings]                      # a code = "error", "warning", "info" or "off"
    unresolved-input = "error"

    [[ignore]]                      # patterns as in file names; what is left out matches anything
    code = "uncontracted-input"
    contract = "orders-*"
    reason = "the API has no contract"
"""

import tomllib
from collections.abc import Iterable
from fnmatch import fnmatchcase
from typing import Any, Literal, TypeAlias

import msgspec

from headwater.contracts.findings import CODES, LEVELS, ContractFinding
from headwater.errors import SettingError

ImpactOnReaders: TypeAlias = Literal["breaking", "warning", "info"]
"""The impact of a change on those who read the data."""
Bump: TypeAlias = Literal["major", "minor", "patch"]

IMPACTS: tuple[ImpactOnReaders, ...] = ("breaking", "warning", "info")
BUMPS: tuple[Bump, ...] = ("major", "minor", "patch")
OFF = "off"


class Rule(msgspec.Struct, frozen=True):
    """What one kind of change means."""

    impact: ImpactOnReaders
    bump: Bump
    """The part of the version that has to rise, at least."""
    help: str
    breaks_writers: bool = False


RULES: dict[str, Rule] = {
    "object-removed": Rule("breaking", "major", "A table, topic, … is gone."),
    "object-added": Rule("info", "minor", "A table, topic, … is new."),
    "object-moved": Rule("breaking", "major", "An object has another physical name."),
    "field-removed": Rule("breaking", "major", "A field is gone."),
    "field-renamed": Rule("breaking", "major", "A field has another name, logical or physical."),
    "field-added": Rule("info", "minor", "A field is new, and optional."),
    "required-field-added": Rule("info", "minor", "A field is new, and required.", True),
    "type-changed": Rule("breaking", "major", "A field has another type, or a narrower one."),
    "type-widened": Rule("warning", "minor", "A field has a wider type of the same category."),
    "type-stated": Rule("info", "minor", "The type of a field was not stated before."),
    "required-dropped": Rule("breaking", "major", "A field may now be empty."),
    "required-gained": Rule("info", "minor", "A field must no longer be empty.", True),
    "unique-dropped": Rule("breaking", "major", "The values of a field may now repeat."),
    "unique-gained": Rule("info", "minor", "The values of a field must no longer repeat.", True),
    "key-dropped": Rule("breaking", "major", "A field is no longer part of the primary key."),
    "key-gained": Rule("info", "minor", "A field becomes part of the primary key.", True),
    "limit-loosened": Rule("warning", "minor", "A field may have values it could not have."),
    "limit-tightened": Rule("info", "minor", "A field may have fewer values.", True),
    "pattern-changed": Rule("warning", "minor", "The values of a field follow another pattern."),
    "binding-removed": Rule("breaking", "major", "The data is no longer at a place it was at."),
    "binding-added": Rule("info", "minor", "The data is at another place, too."),
    "deprecated": Rule("warning", "minor", "It is deprecated or retired."),
    "status-changed": Rule("info", "patch", "It has another status."),
    "inputs-changed": Rule("info", "minor", "It depends on other contracts, or versions."),
    "product-changed": Rule("info", "minor", "It belongs to another product."),
    "quality-changed": Rule("info", "minor", "Quality rules changed."),
    "description-changed": Rule("info", "patch", "A description, a name or tags changed."),
    "other-changed": Rule("info", "patch", "Something else changed."),
}


class Ignore(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A pattern for findings and changes that do not count."""

    code: str = "*"
    contract: str = "*"
    reason: str = ""

    def covers(self, code: str, contract: str | None) -> bool:
        return fnmatchcase(code, self.code) and fnmatchcase(contract or "", self.contract)


class Policy(msgspec.Struct, frozen=True):
    """What a rules file says. Without one, everything counts as it does by default."""

    changes: dict[str, str] = {}
    findings: dict[str, str] = {}
    ignore: tuple[Ignore, ...] = ()

    def rule(self, kind: str, contract: str) -> Rule | None:
        """How a change counts; None if it does not count."""
        rule = RULES[kind]
        impact = self.changes.get(kind, rule.impact)
        if impact == OFF or self._ignores(kind, contract):
            return None
        if impact == rule.impact:
            return rule
        bump: Bump = "major" if impact == "breaking" else max(rule.bump, "minor", key=BUMPS.index)
        return msgspec.structs.replace(rule, impact=impact, bump=bump)

    def applied(self, findings: Iterable[ContractFinding]) -> list[ContractFinding]:
        """The findings that count, at the levels that the rules file gives them."""
        kept = []
        for found in findings:
            level = self.findings.get(found.code, found.level)
            if level != OFF and not self._ignores(found.code, found.contract):
                kept.append(msgspec.structs.replace(found, level=level))
        return kept

    def _ignores(self, code: str, contract: str | None) -> bool:
        return any(rule.covers(code, contract) for rule in self.ignore)


DEFAULT = Policy()


def read_policy(text: str, file: str) -> Policy:
    """The policy in a rules file. SettingError if the file has something unknown in it."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SettingError(f"the rules file {file} is not valid TOML: {error}") from error
    unknown = table.keys() - {"changes", "findings", "ignore"}
    if unknown:
        raise SettingError(
            f"the rules file {file} has a part {min(unknown)!r}; "
            "expected [changes], [findings] and [[ignore]]"
        )
    try:
        ignore = msgspec.convert(table.get("ignore", []), tuple[Ignore, ...])
    except msgspec.ValidationError as error:
        raise SettingError(f"the rules file {file}, [[ignore]]: {error}") from error
    return Policy(
        _levels(table.get("changes", {}), RULES, IMPACTS, f"{file}, [changes]"),
        _levels(table.get("findings", {}), CODES, LEVELS, f"{file}, [findings]"),
        ignore,
    )


def _levels(table: Any, known: Iterable[str], levels: Iterable[str], where: str) -> dict[str, str]:
    allowed = (*levels, OFF)
    if not isinstance(table, dict):
        raise SettingError(f"{where}: expected a table")
    for code, level in table.items():
        if code not in known:
            raise SettingError(f"{where}: unknown {code!r}; there are {', '.join(known)}")
        if level not in allowed:
            raise SettingError(f"{where}: {code} is {level!r}, expected {' or '.join(allowed)}")
    return table
