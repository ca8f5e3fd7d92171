"""What changed from one version of a contract to another, and what that means to its readers."""

from collections.abc import Iterator

import msgspec

from headwater.contracts.checking.field_changes import (
    Difference,
    extra_differences,
    field_differences,
)
from headwater.contracts.checking.rules import BUMPS, DEFAULT, Bump, ImpactOnReaders, Policy
from headwater.contracts.contract import Contract, SchemaObject
from headwater.contracts.versions import DEPRECATED, RETIRED, semver


class ContractChange(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """This is a difference between two versions, and what it means to readers by a rule. `path` is
    made of names: `schema.orders.id.required`."""

    kind: str
    impact: ImpactOnReaders
    bump: Bump
    path: str
    before: str | None
    after: str | None
    message: str
    line: int
    breaks_writers: bool


class Comparison(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """These are all changes from one version of a contract to another."""

    before: str
    """The version that was compared with."""
    after: str
    changes: tuple[ContractChange, ...]
    breaking: bool
    bump: Bump | None
    """The part of the version that has to rise, at least, or None if nothing changed."""
    suggested_version: str | None
    """The lowest version that says enough of the changes. It is None if nothing changed, or if the
    versions are no semantic versions."""

    @property
    def lacks_major(self) -> bool:
        """Whether readers break although the version does not say so."""
        return self.breaking and not _rises(self.before, self.after)


def compared(before: Contract, after: Contract, policy: Policy = DEFAULT) -> Comparison:
    changes = []
    for found in _differences(before, after):
        rule = policy.rule(found.kind, after.id)
        if rule is not None:
            changes.append(
                ContractChange(
                    kind=found.kind,
                    impact=rule.impact,
                    bump=rule.bump,
                    path=found.path,
                    before=found.before,
                    after=found.after,
                    message=_message(found, rule.help),
                    line=found.line or after.line,
                    breaks_writers=rule.breaks_writers,
                )
            )
    changes.sort(key=lambda change: (BUMPS.index(change.bump), change.path, change.kind))
    bump = changes[0].bump if changes else None
    return Comparison(
        before=before.version,
        after=after.version,
        changes=tuple(changes),
        breaking=any(change.impact == "breaking" for change in changes),
        bump=bump,
        suggested_version=suggested_version(before.version, bump),
    )


def suggested_version(before: str, bump: Bump | None) -> str | None:
    """The next version with this part raised.

    >>> suggested_version("1.4.2", "major"), suggested_version("v1.4.2", "patch")
    ('2.0.0', 'v1.4.3')
    >>> suggested_version("0.4.2", "major")
    '0.5.0'
    """
    number = semver(before)
    if number is None or bump is None:
        return None
    v = "v" if before.lower().startswith("v") else ""
    if bump == "major" and number.major > 0:
        return f"{v}{number.major + 1}.0.0"
    if bump in ("major", "minor"):  # before 1.0.0 a new minor version means a break
        return f"{v}{number.major}.{number.minor + 1}.0"
    return f"{v}{number.major}.{number.minor}.{number.patch + 1}"


def _rises(before: str, after: str) -> bool:
    """Whether the version says that something breaks. One that is not semantic must differ."""
    old, new = semver(before), semver(after)
    if old is None or new is None:
        return before != after
    return new[:1] > old[:1] or (old.major == 0 and new[:2] > old[:2])


def _message(found: Difference, help: str) -> str:
    values = f" ({found.before or 'nothing'} → {found.after or 'nothing'})"
    return (
        f"{found.path}: {help[0].lower()}{help[1:].rstrip('.')}{values if found.has_values else ''}"
    )


def _differences(before: Contract, after: Contract) -> Iterator[Difference]:
    yield from _objects(before, after)
    yield from _bindings(before, after)
    yield from _inputs(before, after)
    yield from _status(before, after)
    if before.product != after.product:
        yield Difference("product-changed", "product", before.product, after.product)
    yield from _described(before, after)
    yield from extra_differences("", before.extra, after.extra, after.line)


def _objects(before: Contract, after: Contract) -> Iterator[Difference]:
    old = {item.name: item for item in before.objects}
    new = {item.name: item for item in after.objects}
    moved = _renamed(old, new)
    for name, item in old.items():
        path = f"schema.{name}"
        if name in moved:
            yield Difference("object-moved", path, name, moved[name], new[moved[name]].line)
        elif name not in new:
            yield Difference("object-removed", path, name, None)
        else:
            yield from _object(path, item, new[name])
    for name, item in new.items():
        if name not in old and name not in moved.values():
            yield Difference("object-added", f"schema.{name}", None, name, item.line)


def _object(path: str, old: SchemaObject, new: SchemaObject) -> Iterator[Difference]:
    names = (old.physical_name or old.name, new.physical_name or new.name)
    if names[0] != names[1]:
        yield Difference("object-moved", path, *names, new.line)
    if old.description != new.description:
        yield Difference("description-changed", f"{path}.description", line=new.line)
    if old.physical_type != new.physical_type:
        kinds = (old.physical_type, new.physical_type)
        yield Difference("other-changed", f"{path}.physicalType", *kinds, new.line)
    yield from field_differences(path, old.fields, new.fields)
    yield from extra_differences(path, old.extra, new.extra, new.line)


def _renamed(old: dict[str, SchemaObject], new: dict[str, SchemaObject]) -> dict[str, str]:
    """Objects that are gone under one name and new under another, with the same physical name."""
    gone = {item.physical_name: name for name, item in old.items() if name not in new}
    return {
        gone[item.physical_name]: name
        for name, item in new.items()
        if name not in old and item.physical_name is not None and item.physical_name in gone
    }


def _bindings(before: Contract, after: Contract) -> Iterator[Difference]:
    old = {f"{output.namespace} {output.name}" for output in before.outputs}
    new = {f"{output.namespace} {output.name}": output.line for output in after.outputs}
    for place in sorted(old - new.keys()):
        yield Difference("binding-removed", "outputs", place, None)
    for place in sorted(new.keys() - old):
        yield Difference("binding-added", "outputs", None, place, new[place])
    servers = [{server.name: server.settings for server in one.servers} for one in (before, after)]
    if servers[0] != servers[1] and old == new.keys():
        yield Difference("other-changed", "servers", line=after.line)


def _inputs(before: Contract, after: Contract) -> Iterator[Difference]:
    old = {item.id: item.version or "current" for item in before.inputs}
    new = {item.id: item.version or "current" for item in after.inputs}
    lines = {item.id: item.line for item in after.inputs}
    for id_ in sorted(old.keys() | new.keys()):
        if old.get(id_) != new.get(id_):
            path = f"inputs.{id_}"
            yield Difference("inputs-changed", path, old.get(id_), new.get(id_), lines.get(id_, 0))


def _status(before: Contract, after: Contract) -> Iterator[Difference]:
    old, new = ((one.status or "").lower() for one in (before, after))
    if old != new:
        ends = new in (DEPRECATED, RETIRED) and old != RETIRED
        kind = "deprecated" if ends else "status-changed"
        yield Difference(kind, "status", before.status, after.status)


def _described(before: Contract, after: Contract) -> Iterator[Difference]:
    for name in ("name", "description", "tags", "owners", "domain"):
        if getattr(before, name) != getattr(after, name):
            kind = "description-changed" if name in ("name", "description", "tags") else ""
            yield Difference(kind or "other-changed", name)
