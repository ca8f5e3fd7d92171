"""Answers do not depend on the order in which a log has its records, or a store its rows.

The stores are written from the rows of the reference, so that no Spark is needed, and many worlds
can be asked.
"""

import logging
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from headwater.store import open_store
from tests.running import postgres
from tests.running.answers import READS, Asked, Derived, require_same_answers, serving
from tests.running.reference_store import ReferenceStore
from tests.strategies import World, apart, example_worlds, worlds
from tests.strategies.addresses import AddressAuthor, cases
from tests.strategies.chooser import Drawn, Seeded
from tests.strategies.known import Known

MANY_WORLDS = int(os.environ.get("HEADWATER_WORLDS", "1000"))
TOGETHER = 50
"""How many worlds share a store."""

_logger = logging.getLogger(__name__)

Served = Callable[[Sequence[World]], AbstractContextManager[tuple[Known, list[Asked]]]]


@pytest.fixture
def served(postgres_url: str, tmp_path_factory: pytest.TempPathFactory) -> Served:
    """Brings worlds to three servers, in the order of keys and in any other."""

    @contextmanager
    def serve(found: Sequence[World]) -> Iterator[tuple[Known, list[Asked]]]:
        directory = tmp_path_factory.mktemp("served")
        reference = ReferenceStore([record for world in apart(found) for record in world])
        with ExitStack() as stack:
            urls = {
                "in order": f"sqlite:///{directory}/in order/store",
                "shuffled": f"sqlite:///{directory}/shuffled/store",
                "on PostgreSQL": stack.enter_context(postgres.database(postgres_url)),
            }
            servers = []
            for seed, (name, url) in enumerate(urls.items()):
                derived = Derived(name, directory / name / "log", url)
                with open_store(url) as store:
                    reference.write(derived.log, store, seed or None)
                servers.append(stack.enter_context(serving(derived)))
            with open_store(urls["in order"]) as store, store.snapshot() as snapshot:
                known = Known(snapshot)
            yield known, servers

    return serve


@pytest.mark.postgres
def test_every_operation_that_reads_has_a_case_and_all_its_parameters_have_values(
    served: Served,
) -> None:
    with served([]) as (known, _):
        assert set(cases(known)) == {operation.name for operation in READS}
        author = AddressAuthor(Seeded(1), known)
        for operation in READS:
            assert author.options(operation) is not None, operation.name


@pytest.mark.postgres
@settings(max_examples=6, derandomize=True, phases=[Phase.generate])
@given(data=st.data())
def test_any_order_of_any_events_gives_the_same_answers_to_any_questions(
    served: Served, data: st.DataObject
) -> None:
    """What is found is not shrunk: worlds are small, and each try would write three stores."""
    with served(data.draw(st.lists(worlds(max_records=10), min_size=1, max_size=4))) as asked:
        known, servers = asked
        author = AddressAuthor(Drawn(data.draw), known)
        askable = st.sampled_from([one for one in READS if author.can_ask(one)])
        addresses = [author.address(data.draw(askable)) for _ in range(20)]
        require_same_answers(addresses, servers)


@pytest.mark.postgres
@pytest.mark.parametrize(
    ("many", "each"), [(TOGETHER, 3), pytest.param(MANY_WORLDS, 30, marks=pytest.mark.slow)]
)
def test_any_order_of_generated_worlds_gives_the_same_answers(
    served: Served, many: int, each: int
) -> None:
    """Each operation is asked so many times in each store."""
    compared = 0
    found = example_worlds(seed=15, n=many)
    for start in range(0, many, TOGETHER):
        with served(found[start : start + TOGETHER]) as (known, servers):
            author = AddressAuthor(Seeded(start), known)
            askable = [operation for operation in READS if author.can_ask(operation)]
            addresses = [author.address(operation) for operation in askable for _ in range(each)]
            compared += require_same_answers(addresses, servers).total()
    _logger.info("%d worlds, %d answers from 3 stores", many, compared)
    assert compared >= each * len(READS)
