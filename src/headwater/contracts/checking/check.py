"""Checking contracts before they are registered: what is wrong, what changed, who is affected.

The check works from files alone. Contracts that are registered on a server can be given as well;
they then count as history and as consumers.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

import msgspec

from headwater.contracts.checking.changes import compared
from headwater.contracts.checking.check_report import Changed, CheckReport
from headwater.contracts.checking.declared import DeclaredFindings, claimed_twice
from headwater.contracts.checking.rules import DEFAULT, Policy
from headwater.contracts.contract import Contract, Output
from headwater.contracts.documents.read import ReadDocument
from headwater.contracts.findings import ContractFinding, RefusedContract, finding, in_order
from headwater.contracts.graph import contract_graph, cycles
from headwater.contracts.impact import DesignImpact, design_impact
from headwater.contracts.registry import Registry
from headwater.contracts.versions import ContractHistory, Registered, semver


def registered(read: Iterable[ReadDocument], at: int = 0) -> list[Registered]:
    """The documents that were read, as if they had been registered at this time."""
    return [
        Registered(
            one.spec,
            one.document.sha256,
            at,
            one.document.sha256,
            one.document.file,
            one.document.line,
        )
        for one in read
    ]


def check(
    read: Sequence[ReadDocument],
    refused: Sequence[RefusedContract] = (),
    *,
    before: Iterable[Registered] | None = None,
    elsewhere: Iterable[Registered] | None = None,
    against: str | None = None,
    policy: Policy = DEFAULT,
) -> CheckReport:
    """Checks the documents that were read.

    `before` is what the same files held earlier, `elsewhere` what is registered on a server.
    """
    old, others = list(before or ()), list(elsewhere or ())
    now = 1 + max((version.registered_at for version in (*old, *others)), default=0)
    new = _by_id(registered(read, now))
    kept = [version for version in old if version.spec.id in new]
    registry = Registry([*others, *kept, *(one for versions in new.values() for one in versions)])
    contracts = sorted(registry.contracts.keys() & new.keys())
    claimed = {one for one, products in registry.claimed.items() if products & new.keys()}
    graph = contract_graph(registry)
    declared = DeclaredFindings(registry, cycles(registry.depend_on), policy)
    findings = [
        *(found for one in read for found in one.findings),
        *(
            found
            for contract in sorted({*contracts, *claimed})
            for found in declared.findings(contract)
        ),
        *(f for f in claimed_twice(registry, _claims(registry)) if f.contract in new),
        *_lowered(Registry(old), new),
        *_removed(old, new),
    ]
    downstream = graph.neighbours("downstream")
    changed = (
        msgspec.structs.replace(
            one, impact=design_impact(registry, graph, [one.contract], downstream=downstream)
        )
        for one in _changed(Registry([*others, *old]), new, policy)
    )
    return CheckReport(
        contracts=len(contracts),
        products=len(registry.products.keys() & new.keys()),
        against=against,
        consumers="files" if elsewhere is None else "server",
        findings=in_order(policy.applied(findings)),
        refused=tuple(sorted(refused)),
        changed=tuple(changed),
    )


_ById: TypeAlias = dict[str, list[Registered]]


def _by_id(versions: Iterable[Registered]) -> _ById:
    found: _ById = {}
    for version in sorted(versions, key=lambda one: (one.spec.id, one.place)):
        found.setdefault(version.spec.id, []).append(version)
    return found


_NOBODY = DesignImpact((), ())


def _changed(was: Registry, new: _ById, policy: Policy) -> Iterator[Changed]:
    """The versions that are new or differ. There are none if nothing was there before."""
    for version in (one for versions in new.values() for one in versions):
        contract = version.spec
        if not isinstance(contract, Contract) or not was.contracts:
            continue
        base = _base(was.contracts.get(contract.id), version)
        comparison = None if base is None else compared(base, contract, policy)
        if comparison is None or comparison.changes or comparison.before != comparison.after:
            yield Changed(
                contract=contract.id,
                name=contract.name,
                version=contract.version,
                file=version.file,
                line=contract.line,
                comparison=comparison,
                impact=_NOBODY,
            )


def _base(known: ContractHistory | None, version: Registered) -> Contract | None:
    """What a version is compared with: the same version, else the next lower, else the current."""
    if known is None:
        return None
    same = known.version(version.spec.version)
    number = semver(version.spec.version)
    lower = [
        one
        for one in known.versions
        if not one.is_draft and number and (other := semver(one.spec.version)) and other < number
    ]
    base = same or next(iter(lower), known.shown)
    assert isinstance(base.spec, Contract)
    return base.spec


def _lowered(was: Registry, new: _ById) -> Iterator[ContractFinding]:
    """Findings on versions that are lower than the version they replace."""
    for contract, known in was.contracts.items():
        before = known.shown.spec.version
        versions = new.get(contract, [])
        if any(one.spec.version == before for one in versions):
            continue
        for one in versions:
            number, replaced = semver(one.spec.version), semver(before)
            if number is not None and replaced is not None and number < replaced:
                yield finding(
                    "version-not-raised",
                    f"version {one.spec.version} takes the place of {before}, which is higher",
                    contract=contract,
                    version=one.spec.version,
                    file=one.file or None,
                    line=one.spec.line,
                )


def _removed(old: Iterable[Registered], new: _ById) -> Iterator[ContractFinding]:
    gone = {one.spec.id: one for one in old if one.spec.id not in new}
    for contract, one in sorted(gone.items()):
        yield finding(
            "contract-removed",
            f"{contract} was in {one.file or 'the files'}, and is gone",
            contract=contract,
            version=one.spec.version,
            file=one.file or None,
        )


def _claims(registry: Registry) -> dict[str, dict[str, Output]]:
    found: defaultdict[str, dict[str, Output]] = defaultdict(dict)
    for contract, output in registry.outputs():
        found[f"dataset:{output.namespace}:{output.name}"][contract] = output
    return found
