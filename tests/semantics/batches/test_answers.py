"""Every answer is a function of the set of accepted events, as every row is.

Rows without an order of their own lie otherwise in a store that followed the log than in one that
was rebuilt, and otherwise on PostgreSQL than on SQLite: an answer must not show it.
"""

import logging
import os
from contextlib import ExitStack

import pytest

from headwater.store import open_store
from tests.running.answers import READS, require_same_answers, serving
from tests.semantics.batches.conftest import SEED, WorldStores
from tests.strategies.addresses import AddressAuthor
from tests.strategies.chooser import Seeded
from tests.strategies.known import Known

pytestmark = [pytest.mark.spark, pytest.mark.postgres]

MANY_WORLDS = int(os.environ.get("HEADWATER_WORLDS", "1000"))

_logger = logging.getLogger(__name__)


@pytest.mark.parametrize(
    ("many", "batches", "further"),
    [
        (200, (6, 3), 0),
        pytest.param(MANY_WORLDS, (24, 12), 50, marks=pytest.mark.slow, id="many worlds"),
    ],
)
def test_every_route_gives_the_same_bytes_followed_and_rebuilt_on_both_databases(
    world_stores: WorldStores, many: int, batches: tuple[int, int], further: int
) -> None:
    """Each operation is asked with each of its options, and then with any so many times more."""
    live = world_stores.followed("sqlite", many, batches[0])
    other_order = world_stores.followed("postgresql", many, batches[1])
    with open_store(live.url) as store, store.snapshot() as snapshot:
        author = AddressAuthor(Seeded(SEED), Known(snapshot))
    addresses = [
        address
        for operation in READS
        for address in (
            *author.each_option(operation),
            *(author.address(operation) for _ in range(further)),
        )
    ]
    with ExitStack() as stack:
        stores = (live, *world_stores.rebuilt(live), other_order)
        servers = [stack.enter_context(serving(store)) for store in stores]
        counts = require_same_answers(addresses, servers)
    _logger.info("%d worlds, %d answers from %d stores", many, counts.total(), len(servers))
    silent = {operation.name for operation in READS if not counts[f"{operation.name} 200"]}
    assert not silent, "operations of which nothing but errors was compared"
