"""The owners of jobs and datasets, as the last `ownership` facet states them."""

from collections.abc import Collection
from typing import Any

from headwater.answers.facets import Owner
from headwater.query.facets.entity_facets import entity_facets
from headwater.store import Snapshot


def owners(snapshot: Snapshot, keys: Collection[int]) -> dict[int, tuple[Owner, ...]]:
    """The owners of each entity, sorted. Entities without owners are left out."""
    facets = entity_facets(snapshot, keys, ("ownership",))
    found = {key: _owners(stated["ownership"]) for key, stated in facets.items()}
    return {key: named for key, named in found.items() if named}


def _owners(facet: dict[str, Any]) -> tuple[Owner, ...]:
    stated = facet.get("owners")
    items = [item for item in stated if isinstance(item, dict)] if isinstance(stated, list) else []
    named = {
        Owner(item["name"], item["type"] if isinstance(item.get("type"), str) else "")
        for item in items
        if isinstance(item.get("name"), str) and item["name"]
    }
    return tuple(sorted(named))
