"""The reference is code too: small stories with results computed by hand, and two properties."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from headwater.store import tables
from tests.reference import NOT_TOLD, columns, lineage
from tests.reference.names import Json, digest, normalised
from tests.stories.events import (
    DELETED,
    MIDNIGHT,
    code,
    dataset_event,
    ds,
    job_event,
    run,
    symlinks,
)
from tests.stories.told import Told, hour, run_key
from tests.strategies import World, arrivals, body_text, events, example_worlds, isolated, worlds
from tests.strategies.facets import ANY_KEYS

UUID = "0190a5d2-7c1e-7b7a-9d5f-3c2b1a000001"


# 1, 2.2, 2.5: events, names, ids


def test_ids_are_the_hashes_the_rules_name() -> None:
    told = Told(run(UUID, "a", "COMPLETE", 1, ["raw"], ["käufe"]))
    key = "abb883fd-80dd-5f7d-b416-08d2b9817f73"
    assert digest({"b": "ü", "a": [1, None]}) == "381515fd98920ea239a60ca99f67556f"
    assert told.node("käufe") == 0x020E097805B0615E
    assert told.row("runs")["run_key"] == key
    assert told.row("job_versions")["version_id"] == "225acb7b-c09a-5697-9a94-ed943215289f"
    assert {row["version_id"] for row in told.rows("dataset_versions")} == {
        "8cdaaa30-7837-5ea0-82d5-c81996ab8761",  # write of käufe
        "f73ea7ea-a006-566a-93e1-48fde8964bc7",  # initial version of raw
    }
    assert Told(run("run_7", "a", "START", 1)).row("runs")["run_id"] == (
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
    assert not Told((kind, body | change)).rows("events")
    assert Told((kind, body)).rows("events")


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
    row = Told((kind, body | {"eventTime": spelled})).row("events")
    assert (row["event_time"], row["event_type"], row["rank"]) == (MIDNIGHT, "START", 0)


def test_events_that_differ_in_key_order_alone_are_one() -> None:
    kind, body = run("r", "a", "START", 1)
    assert len(Told((kind, body), (kind, dict(reversed(body.items())))).rows("events")) == 1


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


# 2.3: aliases


def test_an_alias_stated_late_merges_histories_and_its_withdrawal_parts_them() -> None:
    story = [
        run("r1", "writer", "COMPLETE", 1, [], ["orders"]),
        run("r2", "reader", "START", 2, ["lake/orders/dt=1"]),
    ]
    late = dataset_event("lake/orders", 9, symlinks=symlinks("orders", "hive.orders"))
    withdrawn = dataset_event("lake/orders", 10, symlinks=DELETED)

    apart = Told(*story)
    assert apart.history("orders") == [("write", 1, "ever")]
    assert apart.history("lake/orders") == [("initial", "ever", "ever")]

    merged = Told(*story, late)
    # The third name is the smallest of all, but only the other two occur in their own right.
    assert merged.row("entities", kind="dataset")["name"] == "lake/orders"
    assert merged.node("orders") == merged.node("lake/orders") == merged.node("hive.orders")
    # The dataset event repeats nothing new: the write is there, so it makes no version.
    assert merged.history("orders") == [("write", 1, "ever")]

    parted = Told(*story, late, withdrawn)
    assert parted.node("orders") != parted.node("lake/orders")
    assert parted.history("orders") == [("write", 1, "ever")]


def test_a_symlinks_facet_without_identifiers_withdraws_nothing() -> None:
    told = Told(
        dataset_event("x", 1, symlinks=symlinks("y")),
        dataset_event("x", 2, symlinks={"identifiers": []}),
    )
    assert told.node("x") == told.node("y")
    assert hour(told.row("entity_facets", facet="symlinks")["event_time"]) == 1


# 3: runs


def test_a_run_is_the_union_of_its_events_and_nothing_reopens_it() -> None:
    told = Told(
        run("r", "a", "COMPLETE", 3, ["x/dt=2"], ["y"]),
        run("r", "a", "START", 1, ["x/dt=1", "x"]),
        run("r", "a", "RUNNING", 5),
    )
    row = told.row("runs")
    assert (row["state"], hour(row["started_at"]), hour(row["ended_at"])) == ("COMPLETED", 1, 3)
    assert hour(row["last_time"]) == 5
    assert told.row("run_io", side="input")["partitions"] == '["dt=1","dt=2"]'
    assert told.row("run_io", side="output")["node_id"] == told.node("y")


def test_a_run_starts_at_its_first_start_and_ends_at_its_last_terminal_event() -> None:
    told = Told(
        run("r", "a", "OTHER", 1),
        run("r", "a", "COMPLETE", 2),
        run("r", "a", "START", 3),
        run("r", "a", "START", 4),
        run("r", "a", "FAIL", 5),
    )
    row = told.row("runs")
    assert (row["state"], hour(row["started_at"]), hour(row["ended_at"])) == ("FAILED", 3, 5)
    assert (hour(row["first_time"]), row["first_rank"], row["end_rank"]) == (1, 2, 5)


def test_at_one_instant_fail_beats_complete() -> None:
    told = Told(run("r", "a", "FAIL", 1), run("r", "a", "COMPLETE", 1))
    assert told.row("runs")["state"] == "FAILED"


def test_the_last_stating_instance_or_tombstone_wins() -> None:
    told = Told(
        run("r1", "a", "START", 1, job_facets=code("c1")),
        run("r1", "a", "RUNNING", 2, job_facets={"sourceCodeLocation": {"version": ""}}),
        run("r2", "a", "START", 1, job_facets=code("c1")),
        run("r2", "a", "RUNNING", 2, job_facets={"sourceCodeLocation": DELETED}),
    )
    assert told.row("runs", raw_run_id="r1")["code_version"] == "c1"
    assert told.row("runs", raw_run_id="r2")["code_version"] is None
    held = told.row("entity_facets", facet="sourceCodeLocation")
    assert hour(held["event_time"]) == 2


def test_two_jobs_under_one_run_id_are_two_runs() -> None:
    told = Told(run("r", "a", "START", 1), run("r", "b", "START", 2))
    assert {row["run_key"] for row in told.rows("runs")} == {run_key("r", "a"), run_key("r", "b")}


def test_parents_hold_from_the_facet_on_and_the_old_key_is_a_fallback() -> None:
    def under(job: str) -> Json:
        return {"run": {"runId": "p"}, "job": {"namespace": "jobs", "name": job}}

    told = Told(
        run("r1", "a", "START", 1, parent=under("dag")),
        run("r2", "a", "START", 2, parentRun=under("dag")),
        run("r3", "a", "START", 3, parent=under("other"), parentRun=under("dag")),
        run("r4", "a", "START", 4, parent={"run": {"runId": "p"}}),
    )
    spans = [(told.name(r["parent_id"]), *told.span(r)) for r in told.rows("job_parents")]
    assert spans == [("dag", 1, 3), ("other", 3, "ever")]
    assert told.row("runs", raw_run_id="r2")["parent_run_key"] == run_key("p", "dag")
    assert told.row("runs", raw_run_id="r4")["parent_run_key"] is None
    assert told.row("nodes", name="dag")["own_right"] == 0


# 10: edits


@pytest.mark.parametrize("order", [1, -1])
def test_a_retracted_event_was_never_accepted(order: int) -> None:
    kind, body = run("r", "a", "COMPLETE", 1, ["x"], ["y"])
    retraction: Json = {"edit": "retract", "at": "2024-05-01T01:00:00Z", "kind": "event"}
    records = [(kind, body), ("edit", retraction | {"digest": digest(body)})]
    told = Told(*records[::order])
    assert [name for name in told.tables if told.rows(name)] == ["edits"]
    edit = told.row("edits")
    assert (edit["namespace"], edit["name"], edit["value"]) == ("", digest(body), "{}")


# Properties


@settings(max_examples=60)
@given(st.data())
def test_order_duplicates_and_batches_change_nothing(data: st.DataObject) -> None:
    world = data.draw(worlds())
    arrived = data.draw(arrivals(world))
    assert lineage(record for batch in arrived for record in batch) == lineage(world)


@settings(max_examples=40)
@given(events())
def test_generated_events_can_all_be_placed(body: Json) -> None:
    assert len(lineage([("openlineage", body)])["events"]) == 1


def test_isolated_worlds_do_not_touch() -> None:
    apart = [isolated(world, f"w{n}-") for n, world in enumerate(example_worlds(7, 12))]
    together = lineage(record for world in apart for record in world)
    alone = [lineage(world) for world in apart]
    for table, rows in together.items():
        assert set(rows) == {row for result in alone for row in result[table]}, table


def test_isolation_keeps_the_shape_of_a_world() -> None:
    for world in example_worlds(8, 20):
        before, after = lineage(world), lineage(isolated(world, "w-"))
        for table in ("events", "nodes", "entities", "runs", "run_io", "edits", "entity_facets"):
            assert len(before[table]) == len(after[table]), table


def test_bodies_are_written_compact_and_in_their_own_order() -> None:
    assert body_text({"b": [1, None], "a": "ü"}) == '{"b":[1,null],"a":"ü"}'


def test_every_table_is_derived_but_those_that_are_not_told() -> None:
    assert set(lineage([])) == {table.name for table in tables.TABLES} - {*NOT_TOLD}


def observed_features(world: World) -> set[str]:
    """Which features show in the rows that a world leads to."""
    result = lineage(world)

    def rows(table: str) -> list[Json]:
        return [dict(zip(columns(table), row, strict=True)) for row in result[table]]

    found = {f"table {table}" for table, any_rows in result.items() if any_rows}
    for row in rows("dataset_versions"):
        found.add(f"version {row['kind']}")
        found |= {f"{key} {row['kind']}" for key in ("follows", "follows_node", "schema_value",
                  "storage_version") if row[key] is not None}  # fmt: skip
        found |= {f"inherited {row['kind']}"} if row["schema_inherited"] else set()
        found |= (
            {"streamed version"} if ":" in row["place_id"] and row["kind"] == "write" else set()
        )
    for row in rows("job_versions"):
        found.add(f"basis {row['basis']}")
        if row["lineage_unknown"]:
            found.add("unknown, confirmed" if row["confirmed_at"] else "unknown")
    for row in rows("flows"):
        ends = "ends" if row["valid_to"] != tables.FOREVER else "open"
        found.add(f"{row['basis']} flow {row['is_flow']} {ends}")
        found |= {"fed by nothing"} if row["source_id"] == 0 else set()
        found |= {"dataset event lineage"} if row["stated_by"] == row["target_id"] else set()
    found |= {f"edge {row['basis']}" for row in rows("edges")}
    found |= {f"{row['state']} {row['processing']}" for row in rows("runs")}
    found |= {"snapshot"} if any(row["snapshot"] for row in rows("runs")) else set()
    found |= {f"edit {row['edit']}" for row in rows("edits")}
    sizes = Counter(row["entity_id"] for row in rows("nodes")).values()
    shared = Counter(row["run_id"] for row in rows("runs")).values()
    found |= {"more than two aliases"} if max(sizes, default=0) > 2 else set()
    found |= {"shared run id"} if max(shared, default=0) > 1 else set()
    for row in rows("entity_facets"):
        found |= {"tombstone"} if row["deleted"] else set()
        found.add(f"facet {row['facet']}")
    return found


def test_generated_worlds_show_every_feature() -> None:
    seen = Counter(f for world in example_worlds(1, 600) for f in observed_features(world))
    wanted = {f"table {table.name}" for table in tables.TABLES if table.name not in NOT_TOLD}
    wanted |= {f"version {kind}" for kind in ("write", "event", "observed", "pinned", "initial")}
    wanted |= {f"basis {basis}" for basis in ("run", "stream", "declared", "provisional")}
    wanted |= {f"edge {basis}" for basis in ("listed", "explicit", "column")}
    wanted |= {f"{basis} ends" for basis in ("explicit flow 1", "column flow 1", "column flow 0")}
    wanted |= {f"{state} {kind}" for state in ("RUNNING", "COMPLETED", "FAILED")
               for kind in ("BATCH", "STREAMING", "SERVICE")}  # fmt: skip
    wanted |= {f"edit {edit}" for edit in ("retract", "delete", "restore", "tag", "describe")}
    wanted |= {f"facet {key}" for key in (*ANY_KEYS, "schema")}
    wanted |= {"follows observed", "follows pinned", "follows_node write", "follows_node event",
               "schema_value observed", "schema_value initial", "schema_value write",
               "inherited write", "inherited event", "inherited pinned", "inherited observed",
               "storage_version event", "streamed version", "unknown", "unknown, confirmed",
               "fed by nothing", "dataset event lineage", "snapshot", "NEW BATCH",
               "ABORTED BATCH", "more than two aliases", "shared run id", "tombstone"}  # fmt: skip
    assert not {feature for feature in wanted if not seen[feature]}


def test_a_listed_dataset_without_a_name_is_skipped() -> None:
    nameless: Json = {"namespace": "db", "facets": {"odd": {"kept": True}}}
    told = Told(run("r", "a", "COMPLETE", 1, [nameless, "x"]), job_event("a", 2, [ds("y")]))
    assert told.job_versions("a") == [(1, "ever", "x", "")]
    assert not told.rows("facet_values", value='{"kept":true}')
