"""The registered contracts, now or as of a time (docs/contracts.md).

Contracts change rarely and questions about them are frequent, so they are kept in memory until the
store has others. Reading ten thousand takes a quarter of a second.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import cached_property, lru_cache
from typing import NamedTuple

from headwater.contracts.checking.declared import DeclaredFindings
from headwater.contracts.contract import Output, decoded
from headwater.contracts.findings import ContractFinding
from headwater.contracts.graph import Graph, ProductGraph, contract_graph, cycles, product_graph
from headwater.contracts.registry import Registry, TextKey
from headwater.contracts.schema_drift import PromisedFields
from headwater.contracts.versions import Registered
from headwater.model.canonical import node_id
from headwater.model.facts import Rules
from headwater.model.names import normaliser
from headwater.store import Snapshot

EditPlace = tuple[int, str]
"""The time of a registration or deletion, and the digest of the edit."""


class Neighbours(NamedTuple):
    above: dict[str, set[str]]
    below: dict[str, set[str]]


class RegisteredContracts:
    """The contracts that are registered at one time, with the look-ups that questions need."""

    def __init__(
        self,
        registered: list[Registered],
        rules: Rules,
        promised: dict[TextKey, PromisedFields] | None = None,
    ) -> None:
        self._rules = rules
        self.registry = Registry(registered, promised)
        self.registered = registered

    @cached_property
    def graph(self) -> Graph:
        return contract_graph(self.registry)

    @cached_property
    def cycles(self) -> list[tuple[str, ...]]:
        return cycles(self.registry.depend_on)

    @cached_property
    def downstream(self) -> dict[str, list[str]]:
        """The contracts that depend directly on each contract."""
        return self.graph.neighbours("downstream")

    @cached_property
    def upstream(self) -> dict[str, list[str]]:
        return self.graph.neighbours("upstream")

    def names(self, ids: Iterable[str]) -> dict[str, str]:
        """The names of those of these contracts that are registered, by id."""
        in_force = self.registry.in_force
        return {one: in_force[one].title for one in sorted(set(ids)) if one in in_force}

    @cached_property
    def products(self) -> ProductGraph:
        return product_graph(self.registry, self.graph)

    @cached_property
    def product_neighbours(self) -> Neighbours:
        """The direct neighbours of each product, by its key in the product graph."""
        found = Neighbours(defaultdict(set), defaultdict(set))
        for edge in self.products.edges:
            found.below[edge.origin].add(edge.destination)
            found.above[edge.destination].add(edge.origin)
        return found

    @cached_property
    def declared(self) -> list[ContractFinding]:
        """The findings about contracts themselves, independent of anything that runs."""
        judge = DeclaredFindings(self.registry, self.cycles)
        return [found for contract in self.registry.depend_on for found in judge.findings(contract)]

    @cached_property
    def by_node(self) -> dict[int, tuple[tuple[str, Output], ...]]:
        """The contracts that are bound to each name of a dataset."""
        placed = binder(self._rules)
        found: defaultdict[int, list[tuple[str, Output]]] = defaultdict(list)
        for contract, output in self.registry.outputs():
            found[placed(output.namespace, output.name)].append((contract, output))
        return {node: tuple(claims) for node, claims in found.items()}


@lru_cache(maxsize=4)
def binder(rules: Rules) -> Callable[[str, str], int]:
    """A function that turns the namespace and name in a contract into a node id of the tables."""
    aliases = dict(rules.namespace_aliases)
    normalise = normaliser(rules.dataset_names)

    @lru_cache(maxsize=1 << 16)  # another contract brings few new names
    def placed(namespace: str, name: str) -> int:
        return node_id("dataset", aliases.get(namespace, namespace), normalise(name)[0])

    return placed


class _History:
    """All registrations and deletions of contracts."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._rules = snapshot.rules
        self._versions = _versions(snapshot)
        self._promised: dict[TextKey, PromisedFields]
        self._promised = snapshot.recall("promised fields", None, dict)
        self._deletions: defaultdict[tuple[str, str], list[EditPlace]] = defaultdict(list)
        for kind, key, at, digest in snapshot.query(
            "SELECT kind, name, edited_at, digest FROM edits"
            " WHERE edit = 'delete' AND kind IN ('contract', 'product')"
            " ORDER BY edited_at, digest"
        ):
            self._deletions[kind, key].append((at, digest))
        places = [version.registered_at for _, version in self._versions]
        places += [at for found in self._deletions.values() for at, _ in found]
        self._last = max(places, default=0)

    def at(self, moment: int | None) -> RegisteredContracts:
        if moment is None or moment >= self._last:
            return self._now
        return self._contracts(moment)

    @cached_property
    def _now(self) -> RegisteredContracts:
        return self._contracts(self._last)

    def _contracts(self, moment: int) -> RegisteredContracts:
        return RegisteredContracts(self._in_force(moment), self._rules, self._promised)

    def _in_force(self, moment: int) -> list[Registered]:
        """What was registered by that moment and not deleted since."""
        return [
            version
            for subject, version in self._versions
            if version.registered_at <= moment and self._deleted(subject, moment) < version.place
        ]

    def _deleted(self, subject: tuple[str, str], moment: int) -> EditPlace:
        found = self._deletions.get(subject, [])
        count = bisect_right(found, moment, key=lambda place: place[0])
        return found[count - 1] if count else (-1, "")


def _versions(snapshot: Snapshot) -> list[tuple[tuple[str, str], Registered]]:
    """All registered versions. Those that were read before are taken from memory."""
    read: dict[str, tuple[tuple[str, str], Registered]]
    read = snapshot.recall("contract versions", None, dict)
    digests = [digest for (digest,) in snapshot.query("SELECT digest FROM contracts")]
    rows = snapshot.query_in(
        "SELECT digest, kind, contract_id, registered_at, sha256, file, line, spec FROM contracts"
        " WHERE digest IN {keys}",
        [digest for digest in digests if digest not in read],
    )
    for digest, kind, key, at, sha256, file, line, spec in rows:
        read[digest] = (kind, key), Registered(decoded(spec), sha256, at, digest, file, line)
    return [read[digest] for digest in digests]


def contracts(snapshot: Snapshot, at: int | None = None) -> RegisteredContracts:
    """The contracts that are registered now or were as of a time."""
    [state] = snapshot.query(
        "SELECT (SELECT COUNT(*) FROM contracts), (SELECT COUNT(*) FROM edits"
        " WHERE edit = 'delete' AND kind IN ('contract', 'product'))"
    )
    # Rows are only added, until a rebuild makes the tables anew, so counts identify the state.
    return snapshot.recall("contracts", state, lambda: _History(snapshot)).at(at)
