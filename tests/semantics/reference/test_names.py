"""Events, names, ids and aliases of the reference, by hand (semantics 1 and 2)."""

import pytest

from tests.reference.names import Json, digest, normalised
from tests.stories.events import (
    DELETED,
    MIDNIGHT,
    dataset_event,
    ds,
    job_event,
    run,
    symlinks,
)
from tests.stories.reference_lineage import ReferenceLineage, hour

UUID = "0190a5d2-7c1e-7b7a-9d5f-3c2b1a000001"


def test_ids_are_the_hashes_the_rules_name() -> None:
    derived = ReferenceLineage(run(UUID, "a", "COMPLETE", 1, ["raw"], ["käufe"]))
    key = "abb883fd-80dd-5f7d-b416-08d2b9817f73"
    assert digest({"b": "ü", "a": [1, None]}) == "381515fd98920ea239a60ca99f67556f"
    assert derived.node("käufe") == 0x020E097805B0615E
    assert derived.row("runs")["run_key"] == key
    assert derived.row("job_versions")["version_id"] == "225acb7b-c09a-5697-9a94-ed943215289f"
    assert {row["version_id"] for row in derived.rows("dataset_versions")} == {
        "8cdaaa30-7837-5ea0-82d5-c81996ab8761",  # write of käufe
        "f73ea7ea-a006-566a-93e1-48fde8964bc7",  # initial version of raw
    }
    assert ReferenceLineage(run("run_7", "a", "START", 1)).row("runs")["run_id"] == (
        "975eb0bd-9f29-5c35-b957-bc1b4503160a"
    )


@pytest.mark.parametrize(
    "change",
    [
        {"eventTime": None},
        {"eventTime": "yesterday"},
        {"run": {"runId": ""}},
        {"run": {}},
        {"run": None, "job": None},
        {"job": {"namespace": "jobs"}},
        {"job": {"namespace": "", "name": "a"}},
    ],
)
def test_what_cannot_be_placed_is_ignored(change: Json) -> None:
    kind, body = run("r", "a", "START", 1)
    assert not ReferenceLineage((kind, body | change)).rows("events")
    assert ReferenceLineage((kind, body)).rows("events")


@pytest.mark.parametrize(
    "spelled",
    [
        "2024-05-01T00:00:00Z",
        "2024-05-01T00:00:00.0000009Z",
        "2024-05-01T02:30:00+02:30",
        "20240430T190000-0500",
        "2024-05-01T00:00:00",
    ],
)
def test_one_instant_has_many_spellings(spelled: str) -> None:
    kind, body = run("r", "a", "start", 1)
    row = ReferenceLineage((kind, body | {"eventTime": spelled})).row("events")
    assert (row["event_time"], row["event_type"], row["rank"]) == (MIDNIGHT, "START", 0)


def test_events_that_differ_in_key_order_alone_are_one() -> None:
    kind, body = run("r", "a", "START", 1)
    assert (
        len(ReferenceLineage((kind, body), (kind, dict(reversed(body.items())))).rows("events"))
        == 1
    )


@pytest.mark.parametrize(
    ("sent", "name", "partition"),
    [
        ("a/b", "a/b", None),
        ("a/dt=2024-01-31", "a", "dt=2024-01-31"),
        ("a/year=2024/month=01", "a", "year=2024/month=01"),
        ("a/2024/01/31", "a", "2024/01/31"),
        ("a/2024/01", "a", "2024/01"),
        ("a/2024-02-30", "a/2024-02-30", None),
        ("a/21000101", "a/21000101", None),
        ("a/2024/01/k=v/20240131", "a", "2024/01/k=v/20240131"),
        ("/k=v", "/k=v", None),
        ("k=v", "k=v", None),
        ("2024-01-31", "2024-01-31", None),
        ('"a"."b c"', "a.b c", None),
        ("`a`.`b`", "a.b", None),
        ('"a".b', '"a".b', None),
        ("`a/k=v`", "`a", "k=v`"),
        ("`a`/k=v", "a", "k=v"),
    ],
)
def test_names_lose_partitions_and_quotes(sent: str, name: str, partition: str | None) -> None:
    assert normalised(sent) == (name, partition)


def test_an_alias_stated_late_merges_histories_and_its_withdrawal_parts_them() -> None:
    story = [
        run("r1", "writer", "COMPLETE", 1, [], ["orders"]),
        run("r2", "reader", "START", 2, ["lake/orders/dt=1"]),
    ]
    late = dataset_event("lake/orders", 9, symlinks=symlinks("orders", "hive.orders"))
    withdrawn = dataset_event("lake/orders", 10, symlinks=DELETED)

    apart = ReferenceLineage(*story)
    assert apart.history("orders") == [("write", 1, "ever")]
    assert apart.history("lake/orders") == [("initial", "ever", "ever")]

    merged = ReferenceLineage(*story, late)
    # The third name is the smallest of all, but only the other two occur in their own right.
    assert merged.row("entities", kind="dataset")["name"] == "lake/orders"
    assert merged.node("orders") == merged.node("lake/orders") == merged.node("hive.orders")
    # The dataset event repeats nothing new: the write is there, so it makes no version.
    assert merged.history("orders") == [("write", 1, "ever")]

    parted = ReferenceLineage(*story, late, withdrawn)
    assert parted.node("orders") != parted.node("lake/orders")
    assert parted.history("orders") == [("write", 1, "ever")]


def test_a_symlinks_facet_without_identifiers_withdraws_nothing() -> None:
    derived = ReferenceLineage(
        dataset_event("x", 1, symlinks=symlinks("y")),
        dataset_event("x", 2, symlinks={"identifiers": []}),
    )
    assert derived.node("x") == derived.node("y")
    assert hour(derived.row("entity_facets", facet="symlinks")["event_time"]) == 1


def test_a_listed_dataset_without_a_name_is_skipped() -> None:
    nameless: Json = {"namespace": "db", "facets": {"odd": {"kept": True}}}
    derived = ReferenceLineage(
        run("r", "a", "COMPLETE", 1, [nameless, "x"]), job_event("a", 2, [ds("y")])
    )
    assert derived.job_versions("a") == [(1, "ever", "x", "")]
    assert not derived.rows("facet_values", value='{"kept":true}')
