"""The facets, which the store keeps by content."""

from collections.abc import Iterable
from typing import Any

import msgspec

from headwater.store import Snapshot
from headwater.store.memory import one_value

_VALUES = "SELECT hash, value FROM facet_values WHERE hash IN {keys}"
_SHORT = (
    "SELECT hash, CASE WHEN length(value) <= 2000 THEN value END FROM facet_values"
    " WHERE hash IN {keys}"
)


def facet_values(snapshot: Snapshot, hashes: Iterable[str | None]) -> dict[str, str]:
    """The JSON of facets, by hash."""
    wanted = {found for found in hashes if found}
    # Short facets are needed again and again. Longer ones are not worth the memory.
    short: dict[str, str] = snapshot.by_key(_SHORT, wanted, one_value, unchanging=True)
    return short | dict(snapshot.query_in(_VALUES, sorted(wanted - short.keys())))


def decoded(snapshot: Snapshot, hashes: Iterable[str | None]) -> dict[str, Any]:
    """The decoded contents of facets, by hash."""
    values = facet_values(snapshot, hashes)
    return {hash_: msgspec.json.decode(value) for hash_, value in values.items()}
