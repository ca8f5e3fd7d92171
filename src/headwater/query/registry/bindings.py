"""Which datasets contracts are bound to. A contract may name a dataset by any of its names."""

from collections import defaultdict
from collections.abc import Collection, Iterable

import msgspec

from headwater.answers.graph import ContractMark
from headwater.contracts.contract import Output
from headwater.query.names.entities import Entity, entities_of_names, entity_keys
from headwater.query.registry.registered import RegisteredContracts, contracts
from headwater.store import Snapshot


class Bound(msgspec.Struct, frozen=True, gc=False):
    """An output of a contract and the key of its dataset, which is None if no event names it."""

    contract: str
    output: Output
    key: int | None


class Bindings:
    """All bindings between contracts and datasets that are in force at one time."""

    def __init__(self, snapshot: Snapshot, known: RegisteredContracts) -> None:
        keys = entity_keys(snapshot, known.by_node)
        self._of_contract: defaultdict[str, list[Bound]] = defaultdict(list)
        self._claims: defaultdict[int, dict[str, Output]] = defaultdict(dict)
        for node, claims in known.by_node.items():
            key = keys.get(node)
            for contract, output in claims:
                self._of_contract[contract].append(Bound(contract, output, key))
                if key is not None:
                    self._claims[key][contract] = output
        self._contracts = {key: tuple(sorted(claims)) for key, claims in self._claims.items()}
        self.datasets = frozenset(self._contracts)
        """The datasets that occur in events and that a contract is bound to."""

    def of_contract(self, contract: str) -> list[Bound]:
        return self._of_contract.get(contract, [])

    def contracts_of(self, dataset: int) -> tuple[str, ...]:
        """The contracts that a dataset is bound to, sorted."""
        return self._contracts.get(dataset, ())

    def datasets_of(self, of: Iterable[str]) -> set[int]:
        """The datasets that these contracts are bound to and that occur in events."""
        return {
            bound.key
            for contract in of
            for bound in self.of_contract(contract)
            if bound.key is not None
        }

    def claims(self, found: dict[int, Entity]) -> dict[str, dict[str, Output]]:
        """For each dataset that several contracts are bound to, by its id, these contracts."""
        return {
            found[key].id: claims
            for key, claims in self._claims.items()
            if len(claims) > 1 and key in found
        }


def bindings(snapshot: Snapshot, known: RegisteredContracts) -> Bindings:
    """The bindings, kept in memory until there are new names or contracts."""
    state = (snapshot.state("nodes"), known)
    return snapshot.recall("bindings", state, lambda: Bindings(snapshot, known))


def contract_marks(
    snapshot: Snapshot, datasets: Collection[int], at: int
) -> dict[int, tuple[ContractMark, ...]]:
    """The contracts that cover each dataset, by its key. Datasets without any are left out."""
    known = contracts(snapshot, at)
    if not known.by_node or not datasets:
        return {}
    found: defaultdict[int, set[ContractMark]] = defaultdict(set)
    for node, key in entities_of_names(snapshot, datasets).items():
        for contract, output in known.by_node.get(node, ()):
            spec = known.registry.in_force[contract]
            mark = ContractMark(contract, spec.version, spec.title, spec.status, output.binding)
            found[key].add(mark)
    return {key: tuple(sorted(marks, key=lambda mark: mark.id)) for key, marks in found.items()}
