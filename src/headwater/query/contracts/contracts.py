"""The registered contracts: lists, details, versions and texts."""

from collections.abc import Iterable

from headwater.answers.contracts import (
    BoundOutput,
    ContractDetails,
    ContractList,
    ContractSummary,
    ContractVersion,
    ContractVersions,
    SpecKind,
)
from headwater.answers.moments import Instant
from headwater.contracts.checking.changes import Comparison, compared
from headwater.contracts.contract import Contract, Product
from headwater.contracts.documents.read import read
from headwater.contracts.versions import ContractHistory, Registered
from headwater.errors import NotFoundError
from headwater.query.contracts.subject import require_contract, require_subject
from headwater.query.names.entities import entities
from headwater.query.registry.bindings import Bindings
from headwater.query.registry.registered import RegisteredContracts, contracts
from headwater.questions.contracts import ContractsQuestion
from headwater.store import Snapshot


def list_contracts(snapshot: Snapshot, question: ContractsQuestion) -> ContractList:
    """The contracts and products, by name and then by id."""
    known = contracts(snapshot, question.at)
    kind, product = question.kind, question.product
    words = (question.text or "").lower().split()
    found = {
        (summary.name.lower(), summary.id, str(summary.kind)): summary
        for summary in _summaries(known)
        if (kind is None or summary.kind == kind)
        and (product is None or summary.product == product)
        and all(word in f"{summary.id}\n{summary.name}".lower() for word in words)
    }
    shown, following = question.page.of(sorted(found), tuple[str, str, str])
    return ContractList(tuple(found[place] for place in shown), len(found), following)


def _summaries(known: RegisteredContracts) -> Iterable[ContractSummary]:
    for history in known.registry.contracts.values():
        yield _summary(known, "contract", history)
    for history in known.registry.products.values():
        yield _summary(known, "product", history)


def _summary(
    known: RegisteredContracts, kind: SpecKind, history: ContractHistory
) -> ContractSummary:
    registry, shown = known.registry, history.shown
    spec = shown.spec
    product = registry.product_of(spec.id) if isinstance(spec, Contract) else spec.id
    consumers = known.downstream.get(spec.id, []) if kind == "contract" else []
    inputs = registry.inputs(spec.id) if kind == "contract" else ()
    return ContractSummary(
        kind=kind,
        id=spec.id,
        version=spec.version,
        current=history.current is shown,
        status=spec.status,
        name=spec.title,
        product=None if product is None else registry.product_title(product),
        owners=spec.owners,
        standard=spec.standard,
        inputs=tuple(dict.fromkeys(item.id for item in inputs)),
        consumers=len(consumers),
        versions=len(history.versions),
        registered_at=Instant(shown.registered_at),
    )


def _history(known: RegisteredContracts, wanted: str) -> tuple[SpecKind, ContractHistory]:
    found = require_subject(known, wanted)
    registry = known.registry
    if found.kind == "contract":
        return "contract", registry.contracts[found.id]
    if found.id in registry.products:
        return "product", registry.products[found.id]
    members = ", ".join(found.contracts)
    raise NotFoundError(
        f"{wanted!r} is a product that contracts name, and nothing else is registered of it; ask"
        f" for one of its contracts: {members}"
    )


def _chosen(history: ContractHistory, version: str | None) -> Registered:
    found = history.shown if version is None else history.version(version)
    if found is None:
        there = ", ".join(one.spec.version for one in history.versions)
        raise NotFoundError(f"{history.shown.spec.id} has no version {version!r}; it has {there}")
    return found


def contract_details(
    snapshot: Snapshot, contract: str, version: str | None = None, *, at: int | None = None
) -> ContractDetails:
    """A contract or product in its current version, or in another."""
    known = contracts(snapshot, at)
    kind, history = _history(known, contract)
    chosen = _chosen(history, version)
    text = _text(snapshot, chosen)
    found = read(text.encode(), chosen.file, chosen.first_line)
    summary = _summary(known, kind, history)
    return ContractDetails(
        summary=summary,
        version=_version(history, chosen),
        outputs=_outputs(snapshot, chosen),
        spec=chosen.spec,
        findings=tuple(finding for one in found.read for finding in one.findings),
        names=known.names(summary.inputs),
    )


def _outputs(snapshot: Snapshot, chosen: Registered) -> tuple[BoundOutput, ...]:
    if not isinstance(chosen.spec, Contract):
        return ()
    bounds = Bindings(snapshot, RegisteredContracts([chosen], snapshot.rules)).of_contract(
        chosen.spec.id
    )
    names = entities(snapshot, {bound.key for bound in bounds if bound.key is not None})
    return tuple(
        BoundOutput(
            namespace=bound.output.namespace,
            name=bound.output.name,
            binding=bound.output.binding,
            dataset=names[bound.key].id if bound.key in names else None,
        )
        for bound in bounds
    )


def contract_text(
    snapshot: Snapshot, contract: str, version: str | None = None, *, at: int | None = None
) -> str:
    """The text of a contract or product as it was written."""
    _, history = _history(contracts(snapshot, at), contract)
    return _text(snapshot, _chosen(history, version))


def _text(snapshot: Snapshot, chosen: Registered) -> str:
    [(text,)] = snapshot.query("SELECT text FROM contracts WHERE digest = ?", (chosen.digest,))
    return str(text)


def contract_versions(
    snapshot: Snapshot, contract: str, *, at: int | None = None
) -> ContractVersions:
    _, history = _history(contracts(snapshot, at), contract)
    return ContractVersions(
        history.shown.spec.id, tuple(_version(history, one) for one in history.versions)
    )


def _version(history: ContractHistory, version: Registered) -> ContractVersion:
    before = history.before(version)
    changes = None
    if before is not None and not isinstance(version.spec, Product):
        assert isinstance(before.spec, Contract)
        changes = compared(before.spec, version.spec)
    return ContractVersion(
        version=version.spec.version,
        status=version.spec.status,
        registered_at=Instant(version.registered_at),
        sha256=version.sha256,
        file=version.file,
        current=history.current is version,
        changes=changes,
    )


def contract_diff(
    snapshot: Snapshot, contract: str, before: str | None = None, after: str | None = None
) -> Comparison:
    """The changes between two versions, by default from the next lower one to the one shown."""
    known = contracts(snapshot)
    history = known.registry.contracts[require_contract(known, contract)]
    new = _chosen(history, after)
    old = _chosen(history, before) if before is not None else history.before(new)
    if old is None:
        raise NotFoundError(
            f"{history.shown.spec.id} has no version before {new.spec.version} to compare with"
        )
    assert isinstance(old.spec, Contract)
    assert isinstance(new.spec, Contract)
    return compared(old.spec, new.spec)
