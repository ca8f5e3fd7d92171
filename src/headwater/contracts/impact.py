"""Who is affected if contracts change: first other contracts, and only then their products.

Walking the product graph instead would blame a product for each of its contracts.
"""

from collections.abc import Collection, Mapping

import msgspec

from headwater.contracts.graph import Graph, product_key, reach
from headwater.contracts.registry import Registry


class Impacted(msgspec.Struct, frozen=True, kw_only=True, rename="camel", gc=False):
    """This is a contract that depends on the one that changes."""

    id: str
    name: str | None
    version: str | None
    product: str
    distance: int
    via: str
    """The contract before it on a shortest way."""
    owners: tuple[str, ...]
    registered: bool
    coarse: bool
    """Whether the dependency is only known of its product as a whole."""


class ImpactedProduct(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """This is a product with contracts that are affected."""

    id: str
    name: str
    distance: int
    """The distance of the nearest of its contracts."""
    contracts: tuple[str, ...]


class DesignImpact(msgspec.Struct, frozen=True, rename="camel"):
    """These are the contracts and products that are affected by a change. Empty lists mean that
    none is, as far as contracts say."""

    contracts: tuple[Impacted, ...]
    products: tuple[ImpactedProduct, ...]

    @property
    def direct(self) -> tuple[Impacted, ...]:
        return tuple(found for found in self.contracts if found.distance == 1)


def design_impact(
    registry: Registry,
    graph: Graph,
    changed: Collection[str],
    depth: int | None = None,
    downstream: Mapping[str, list[str]] | None = None,
) -> DesignImpact:
    """Who is affected if these contracts change.

    `downstream` are the graph's neighbours, where a caller has them already.
    """
    onward = graph.neighbours("downstream") if downstream is None else downstream
    steps = reach(onward, changed, depth)
    coarse = {(e.origin, e.destination) for e in graph.edges if e.coarse and e.origin in steps}
    contracts = tuple(
        _impacted(registry, reached, step.distance, step.via, (step.via, reached) in coarse)
        for reached, step in steps.items()
        if step.via is not None
    )
    members: dict[str, list[Impacted]] = {}
    for found in contracts:
        members.setdefault(found.product, []).append(found)
    products = tuple(
        ImpactedProduct(
            id=key,
            name=registry.product_title(key.partition(":")[2]),
            distance=min(found.distance for found in those),
            contracts=tuple(sorted(found.id for found in those)),
        )
        for key, those in members.items()
        if key.startswith("product:")
    )
    return DesignImpact(contracts, products)


def _impacted(
    registry: Registry, contract: str, distance: int, via: str, is_coarse: bool
) -> Impacted:
    known = registry.in_force.get(contract)
    return Impacted(
        id=contract,
        name=known.title if known else None,
        version=known.version if known else None,
        product=product_key(registry, contract),
        distance=distance,
        via=via,
        owners=known.owners if known else (),
        registered=known is not None,
        coarse=is_coarse,
    )
