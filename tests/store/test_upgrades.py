"""A store that other code or settings wrote: who may read it, and what is told to the others."""

import pytest

from headwater.errors import StoreSchemaError
from headwater.model.facts import Rules
from headwater.store import Store, connect, open_store
from headwater.store.claims import far
from headwater.store.tables import EDGES
from tests.store.rows import batches_of, edges, fill, pairs


def rebuilt(store: Store, *rows: tuple[int, int]) -> None:
    with store.rebuild(store.take_over()) as target:
        target.load(EDGES, batches_of(edges(*rows)))
        target.publish({})


def test_a_store_of_other_settings_is_read_by_its_own_rules_until_it_is_rebuilt(
    store_url: str,
) -> None:
    before = Rules(dataset_names=("date",))
    after = Rules(dataset_names=("quotes",), namespace_aliases=(("a", "b"),))
    with open_store(store_url, settings_digest="abc", rules=before) as store:
        rebuilt(store, (1, 2))
    with (
        open_store(store_url, settings_digest="xyz", rules=after, as_it_is=True) as reader,
        open_store(store_url, settings_digest="xyz", rules=after, rebuild=True) as writer,
    ):
        with reader.snapshot() as snapshot:
            assert pairs(reader) == [(1, 2)]
            assert snapshot.rules == Rules(
                dataset_names=("date",), namespace_aliases=(("a", "b"),)
            ), "aliases shape no rows, and hold at once"
        rebuilt(writer, (3, 4))
        with reader.snapshot() as snapshot:
            assert pairs(reader) == [(3, 4)]
            assert snapshot.rules == after


def test_a_store_that_does_not_know_its_rules_is_read_by_those_given(store_url: str) -> None:
    with open_store(store_url, settings_digest="abc") as store:
        fill(store)
        with store.transaction(store.take_over()):
            pass
    given = Rules(dataset_names=("quotes",))
    with open_store(store_url, settings_digest="xyz", rules=given, as_it_is=True) as store:
        store.query("SELECT 1")
        with store._backend.write_session() as session:
            session.execute("DELETE FROM meta WHERE key = 'rules'")
    with (
        open_store(store_url, settings_digest="xyz", rules=given, as_it_is=True) as store,
        store.snapshot() as snapshot,
    ):
        assert snapshot.rules == given


def test_another_schema_is_refused_however_a_store_is_read(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_store(store_url).close()
    monkeypatch.setattr(connect, "SCHEMA_VERSION", 99)
    with pytest.raises(StoreSchemaError, match="run `headwater build --full`") as caught:
        open_store(store_url, as_it_is=True)
    assert (caught.value.is_newer, caught.value.rebuilt) == (False, "")


def test_who_meets_another_schema_is_told_how_far_its_rebuild_has_come(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_store(store_url).close()
    monkeypatch.setattr(connect, "SCHEMA_VERSION", 99)
    with open_store(store_url, rebuild=True) as builder, builder.claimed() as announce:
        announce(far("rebuilding", 43, 720))
        with pytest.raises(StoreSchemaError, match="built anew, 43 % done, about 12m 00s left"):
            open_store(store_url)


def test_old_code_reads_on_during_a_rebuild_and_is_told_of_the_newer_version_after_it(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_store(store_url) as old:
        rebuilt(old, (1, 2))
        with monkeypatch.context() as newer:
            newer.setattr(connect, "SCHEMA_VERSION", 99)
            new = open_store(store_url, rebuild=True)
        with new, new.rebuild(new.take_over()) as target:
            target.load(EDGES, batches_of(edges((3, 4))))
            assert pairs(old) == [(1, 2)]
            target.publish({})
        with pytest.raises(StoreSchemaError, match="a newer version of it") as caught:
            pairs(old)
        assert caught.value.is_newer


def test_a_claim_says_how_far_a_rebuild_has_come(store: Store, store_url: str) -> None:
    with open_store(store_url) as other, store.claimed() as announce:
        for percent, left, words in (
            (0, None, "0 % done"),
            (43, 720, "43 % done, about 12m 00s left"),
        ):
            announce(far("rebuilding", percent, left))
            claim = other.claim()
            assert claim is not None
            assert (claim.doing, claim.percent, claim.seconds_left) == ("rebuilding", percent, left)
            assert claim.progress == words
        announce("following")
        claim = other.claim()
        assert claim is not None
        assert (claim.doing, claim.percent, claim.progress) == ("following", None, "")
