"""What the pipeline notes about its batches, and its claim on the store, on both stores."""

import subprocess
import sys
import time

import pytest

from headwater.errors import FencedError, RefusedRowsError, StoreError, StoreInUseError
from headwater.store import Batch, Store, failure, open_store, recent_batches
from headwater.store.batches import KEPT_BATCHES
from headwater.store.tables import EDGES
from tests.store.rows import edges, pairs, refusing, rows_of

BATCH = Batch(
    finished_at=1_700_000_000_000_000,
    events=14,
    seconds=0.75,
    lag_records=None,
    lag_seconds=2.5,
    steps={"fold": 0.5, "commit": 0.25},
    rows={"runs": 3},
)


def noted(store: Store, *batches: Batch) -> list[Batch]:
    epoch = store.take_over()
    for batch in batches:
        with store.transaction(epoch) as transaction:
            transaction.note(batch)
    with store.snapshot() as snapshot:
        return recent_batches(snapshot)


def test_a_batch_is_read_back_as_it_was_noted(store: Store) -> None:
    quiet = Batch(finished_at=5)
    assert noted(store, BATCH, quiet) == [BATCH, quiet]


def test_a_batch_is_noted_with_its_rows_or_not_at_all(store: Store) -> None:
    epoch = store.take_over()
    with store.transaction(epoch) as transaction:
        transaction.upsert(EDGES, rows_of(edges((1, 2))))
        transaction.note(BATCH)

    def fail_at_the_end() -> None:
        with store.transaction(epoch) as transaction:
            transaction.upsert(EDGES, rows_of(edges((3, 4))))
            transaction.note(BATCH)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail_at_the_end()
    with store.snapshot() as snapshot:
        assert (recent_batches(snapshot), pairs(store)) == ([BATCH], [(1, 2)])


def test_only_the_last_batches_are_kept(store: Store) -> None:
    epoch = store.take_over()
    with store.transaction(epoch) as transaction:
        for number in range(KEPT_BATCHES + 5):
            transaction.note(Batch(finished_at=number))
    with store.snapshot() as snapshot:
        kept = [batch.finished_at for batch in recent_batches(snapshot)]
    assert kept == list(range(5, KEPT_BATCHES + 5))


def test_a_failure_takes_the_place_of_the_failure_before_it(store: Store) -> None:
    found = noted(store, BATCH, failure("one"), failure("two \0"), BATCH, failure("three"))
    assert [batch.error for batch in found] == ["", "two ", "", "three"]


def test_a_pipeline_that_was_taken_over_from_notes_nothing(store: Store) -> None:
    epoch = store.take_over()
    store.take_over()
    with pytest.raises(FencedError), store.transaction(epoch) as transaction:
        transaction.note(BATCH)


def test_rows_that_the_store_cannot_hold_are_told_from_a_store_that_does_not_work(
    store: Store,
) -> None:
    epoch = store.take_over()
    refusing(store)
    with pytest.raises(RefusedRowsError), store.transaction(epoch) as transaction:
        transaction.upsert(EDGES, rows_of(edges((1, 2), (3, 2))))
    with pytest.raises(StoreError) as caught:
        store.query("SELECT 1 FROM no_such_table")
    assert not isinstance(caught.value, RefusedRowsError)


CLAIM = """
import sys
import time
from headwater.store import open_store
with open_store(sys.argv[1]) as store, store.claimed():
    print("mine", flush=True)
    sys.stdin.read()
"""


def test_what_goes_wrong_while_a_store_is_claimed_is_not_told_as_its_fault(store: Store) -> None:
    with pytest.raises(PermissionError), store.claimed():
        raise PermissionError(13, "Permission denied", "some other file")


def test_a_store_is_claimed_by_one_process_and_free_again_when_that_one_is_killed(
    store: Store, store_url: str
) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", CLAIM, store_url],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as other:
        assert other.stdout
        assert other.stdout.readline() == "mine\n"
        with pytest.raises(StoreInUseError, match=f"headwater starting, process {other.pid} on "):
            store.claimed().__enter__()
        claim = store.claim()
        assert claim is not None
        assert (claim.doing, claim.who.split(" on ")[0]) == ("starting", f"process {other.pid}")
        assert store.take_over() == 1, "a claim is for people; what keeps rows safe is the epoch"
        other.kill()
        other.wait()
    with store.claimed():
        pass
    assert store.claim() is None


def test_who_claims_a_store_tells_what_it_does(store: Store, store_url: str) -> None:
    assert store.claim() is None
    with store.claimed() as tell, open_store(store_url) as other:
        for doing in ("rebuilding", "following"):
            tell(doing)
            claim = other.claim()
            assert claim is not None
            assert claim.doing == doing


def test_a_claim_ends_with_its_block(store: Store, store_url: str) -> None:
    for _ in range(2):
        with store.claimed(), open_store(store_url) as other:
            with pytest.raises(StoreInUseError), other.claimed():
                pytest.fail("claimed twice")
            assert store.positions() == {}


@pytest.mark.postgres
def test_a_claim_that_the_database_forgot_is_made_anew(postgres_store_url: str) -> None:
    with (
        open_store(postgres_store_url) as store,
        store.claimed() as tell,
        open_store(postgres_store_url) as other,
    ):
        other.query("SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'")
        while other.claim() is not None:
            time.sleep(0.01)
        tell("following")
        claim = other.claim()
        assert claim is not None
        assert claim.doing == "following"
