"""Findings on what contracts declare together: references, circles, versions and claims."""

from collections.abc import Iterable, Iterator, Mapping

from headwater.contracts.changes import compared
from headwater.contracts.contract import Contract, Input, Output
from headwater.contracts.findings import ContractFinding, FindingEvidence, finding
from headwater.contracts.registry import Registry
from headwater.contracts.rules import DEFAULT, Policy
from headwater.contracts.versions import DEPRECATED, RETIRED, Registered, semver


class DeclaredFindings:
    """The findings on one registry, by contract."""

    def __init__(
        self,
        registry: Registry,
        circles: Iterable[tuple[str, ...]],
        policy: Policy = DEFAULT,
    ) -> None:
        self._registry = registry
        self._policy = policy
        self._circles = {one: circle for circle in circles for one in circle}
        self._sound = {
            key for key, known in registry.contracts.items() if not _is_leaving(known.shown)
        }
        """Contracts that anyone may name as an input without a version. Nearly all are."""

    def findings(self, contract: str) -> Iterator[ContractFinding]:
        for item in self._registry.inputs(contract):
            if item.id == contract or item.version is not None or item.id not in self._sound:
                yield from self._input(contract, item)
        if contract in self._circles:
            circle = self._circles[contract]
            others = ", ".join(one for one in circle if one != contract)
            yield self._finding(
                "cycle",
                f"it depends on itself, by way of {others}",
                contract,
                evidence=FindingEvidence(contracts=circle),
            )
        known = self._registry.contracts.get(contract)
        if known is None:
            return
        for old in known.replaced:
            now = known.version(old.spec.version)
            if now is not None and not old.is_draft:
                yield self._changed(contract, old, now)
        yield from self._version(contract, known.shown, known.before(known.shown))

    def _input(self, contract: str, item: Input) -> Iterator[ContractFinding]:
        if item.id == contract:
            yield self._finding("self-reference", "it names itself as its input", contract, item)
            return
        target = self._registry.contracts.get(item.id)
        if target is None:
            yield self._finding(
                "unresolved-input", f"no contract {item.id} is registered", contract, item
            )
            return
        version = target.shown if item.version is None else target.version(item.version)
        if version is None:
            there = ", ".join(known.spec.version for known in target.versions[:5])
            yield self._finding(
                "version-pin-missing",
                f"{item.id} has no version {item.version}; it has {there}",
                contract,
                item,
            )
            return
        if _is_leaving(version):
            yield self._finding(
                "input-retired",
                f"{item.id} {version.spec.version} is {version.status}",
                contract,
                item,
                _named(version),
            )
        if item.version is None:
            return
        pinned, newest = semver(version.spec.version), semver(target.shown.spec.version)
        if pinned and newest and newest.major > pinned.major:
            yield self._finding(
                "input-behind",
                f"{item.id} is pinned to {item.version}; {target.shown.spec.version} is current",
                contract,
                item,
                _named(version),
            )

    def _changed(self, contract: str, old: Registered, now: Registered) -> ContractFinding:
        assert isinstance(old.spec, Contract)
        assert isinstance(now.spec, Contract)
        found = compared(old.spec, now.spec, self._policy)
        contents = FindingEvidence(sha256=(old.sha256, now.sha256))
        if not found.changes:
            message = f"the text of version {now.spec.version} changed, though not in meaning"
            return self._finding("version-not-raised", message, contract, evidence=contents)
        return self._finding(
            "same-version-changed",
            f"version {now.spec.version} has two contents ({found.changes[0].message}); the last"
            f" one counts, and should be version {found.suggested_version or 'of its own'}",
            contract,
            evidence=contents,
        )

    def _version(
        self, contract: str, shown: Registered, before: Registered | None
    ) -> Iterator[ContractFinding]:
        if before is None or shown.is_draft:
            return
        assert isinstance(before.spec, Contract)
        assert isinstance(shown.spec, Contract)
        found = compared(before.spec, shown.spec, self._policy)
        if found.lacks_major:
            broken = next(change for change in found.changes if change.impact == "breaking")
            yield self._finding(
                "breaking-without-major",
                f"{found.before} → {found.after} breaks readers ({broken.message}); "
                f"the version should be {found.suggested_version}",
                contract,
                evidence=FindingEvidence(contracts=(f"{contract}@{found.before}",)),
            )

    def _finding(
        self,
        code: str,
        message: str,
        contract: str,
        item: Input | None = None,
        evidence: FindingEvidence | None = None,
    ) -> ContractFinding:
        known = self._registry.contracts.get(contract)
        file = self._registry.file_of(contract, item) if item else known.shown.file if known else ""
        line = item.line if item else known.shown.spec.line if known else None
        return finding(
            code,
            message,
            contract=contract,
            version=known.shown.spec.version if known else None,
            file=file or None,
            line=line,
            evidence=evidence or FindingEvidence(),
        )


def _is_leaving(version: Registered) -> bool:
    return version.status in (DEPRECATED, RETIRED)


def _named(version: Registered) -> FindingEvidence:
    return FindingEvidence(contracts=(f"{version.spec.id}@{version.spec.version}",))


def claimed_twice(
    registry: Registry, claims: Mapping[str, Mapping[str, Output]]
) -> Iterator[ContractFinding]:
    """A finding for each contract that is bound to a dataset to which another is bound, too."""
    for dataset, by_contract in claims.items():
        for contract, output in by_contract.items() if len(by_contract) > 1 else ():
            others = sorted(by_contract.keys() - {contract})
            shown = registry.contracts[contract].shown
            yield finding(
                "dataset-claimed-twice",
                f"{dataset} is bound to {', '.join(others)}, too",
                contract=contract,
                version=shown.spec.version,
                file=shown.file or None,
                line=output.line,
                evidence=FindingEvidence(dataset=dataset, contracts=tuple(others)),
            )
