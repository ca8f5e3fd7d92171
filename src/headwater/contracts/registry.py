"""The registry: all contracts and products known at one time, and what they say of each other."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from operator import attrgetter
from typing import TypeAlias

import msgspec

from headwater.contracts.contract import Contract, Input, Output, Product
from headwater.contracts.schema_drift import PromisedFields, object_of, promised_fields
from headwater.contracts.versions import ContractHistory, Registered, history

TextKey: TypeAlias = tuple[str, int, str]
"""The hash of a contract's text, the line at which it begins, and the name of an object in it."""

_BY_ID = attrgetter("id")


class ProductClaim(msgspec.Struct, frozen=True):
    """The claim of a product that a contract is its own, because it is at an output port."""

    product: Product
    inputs: tuple[Input, ...]
    file: str


class Registry:
    """Everything that is registered, and what holds because of it. The order makes no difference.

    `promised` keeps what is made of the fields of each text, so that the next registry can use it.
    """

    def __init__(
        self,
        registered: Iterable[Registered],
        promised: dict[TextKey, PromisedFields] | None = None,
    ) -> None:
        by_kind: dict[type, defaultdict[str, list[Registered]]] = {
            Contract: defaultdict(list),
            Product: defaultdict(list),
        }
        for version in registered:
            by_kind[type(version.spec)][version.spec.id].append(version)
        self.contracts = _histories(by_kind[Contract])
        self.products = _histories(by_kind[Product])
        self._inputs: dict[str, tuple[Input, ...]] = {}
        self._promised = {} if promised is None else promised

    @cached_property
    def in_force(self) -> dict[str, Contract]:
        """The version of each contract that counts now, ordered by id."""
        return {key: _contract(known.shown) for key, known in self.contracts.items()}

    @cached_property
    def _claims(self) -> dict[str, list[ProductClaim]]:
        found: defaultdict[str, list[ProductClaim]] = defaultdict(list)
        for known in self.products.values():
            product = known.shown.spec
            assert isinstance(product, Product)
            if known.is_retired:
                continue
            coarse = tuple(
                Input(id=port.contract, origin="odps", coarse=True, line=port.line)
                for port in product.input_ports
            )
            for port in product.output_ports:
                if port.contract is not None:
                    claim = ProductClaim(product, (*port.inputs, *coarse), known.shown.file)
                    found[port.contract].append(claim)
        return dict(found)

    def inputs(self, contract: str) -> tuple[Input, ...]:
        """What a contract depends on, by its own text and by the products that claim it.

        A retired contract depends on nothing. An input of the product as a whole is left out if the
        same input is also declared exactly, and an input without a version if it is also declared
        with one.
        """
        if contract not in self._inputs:
            self._inputs[contract] = self._declared_inputs(contract)
        return self._inputs[contract]

    def _declared_inputs(self, contract: str) -> tuple[Input, ...]:
        known = self.contracts.get(contract)
        own = () if known is None or known.is_retired else self.in_force[contract].inputs
        if contract not in self._claims and len({item.id for item in own}) == len(own):
            return tuple(sorted(own, key=_BY_ID))
        declared = [
            *own,
            *(item for claim in self._claims.get(contract, ()) for item in claim.inputs),
        ]
        exact = {item.id for item in declared if not item.coarse}
        pinned = {item.id for item in declared if item.version is not None}
        kept = {
            (item.id, item.version): item
            for item in reversed(declared)
            if not (item.coarse and item.id in exact)
            and not (item.version is None and item.id in pinned)
        }
        return tuple(sorted(kept.values(), key=lambda item: (item.id, item.version or "")))

    @cached_property
    def depend_on(self) -> dict[str, list[str]]:
        """Every contract, known or only claimed, in order, with the others that it depends on."""
        return {
            contract: [item.id for item in self.inputs(contract) if item.id != contract]
            for contract in sorted({*self.contracts, *self.claimed})
        }

    def file_of(self, contract: str, item: Input) -> str:
        """The file that declares an input."""
        for claim in self._claims.get(contract, ()) if item.origin == "odps" else ():
            if item in claim.inputs:
                return claim.file
        known = self.contracts.get(contract)
        return known.shown.file if known else ""

    def promised(self, version: Registered, output: Output) -> PromisedFields | None:
        """The fields that a version promises for one of its outputs; None if it states none."""
        item = object_of(_contract(version), output)
        if item is None:
            return None
        key = version.sha256, version.first_line, item.name
        if key not in self._promised:
            self._promised[key] = promised_fields(item)
        return self._promised[key]

    def product_of(self, contract: str) -> str | None:
        """The key of a contract's product: the id of an ODPS product, else a name."""
        claims = self._claims.get(contract, ())
        if claims:
            return min(claim.product.id for claim in claims)
        known = self.in_force.get(contract)
        if known is None or known.product is None:
            return None
        return self._by_title.get(known.product, known.product)

    def product_title(self, key: str) -> str:
        known = self.products.get(key)
        if known is None:
            return key
        product = known.shown.spec
        assert isinstance(product, Product)
        return product.title

    @cached_property
    def _by_title(self) -> dict[str, str]:
        return {self.product_title(key): key for key in reversed(self.products)}

    @cached_property
    def claimed(self) -> dict[str, frozenset[str]]:
        """Contracts at output ports, registered or not, each with the products that claim it."""
        return {
            contract: frozenset(claim.product.id for claim in claims)
            for contract, claims in self._claims.items()
        }

    def outputs(self) -> Iterator[tuple[str, Output]]:
        """Every binding in force."""
        for key, contract in self.in_force.items():
            if not self.contracts[key].is_retired:
                for output in contract.outputs:
                    yield key, output


def _contract(version: Registered) -> Contract:
    assert isinstance(version.spec, Contract)
    return version.spec


def _histories(versions: Mapping[str, list[Registered]]) -> dict[str, ContractHistory]:
    found = {key: history(versions[key]) for key in sorted(versions)}
    return {key: known for key, known in found.items() if known is not None}
