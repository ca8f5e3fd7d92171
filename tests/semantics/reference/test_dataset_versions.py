"""Dataset histories of the reference, by hand (semantics 5)."""

import json

from tests.reference.names import digest, uuid_of
from tests.stories.events import (
    DELETED,
    DROP,
    STREAMING,
    dataset_event,
    ds,
    renamed_from,
    run,
    schema,
    symlinks,
    version,
)
from tests.stories.reference_lineage import ReferenceLineage, run_key

INT = schema(id="int", name="string")
TEXT = schema(id="varchar(9)")
SAME = INT | {"note": "same fields"}


def test_only_completed_runs_write() -> None:
    derived = ReferenceLineage(
        run("r1", "a", "COMPLETE", 1, [], [ds("x", schema=INT)]),
        run("r2", "a", "FAIL", 2, [], ["x"]),
        run("r3", "a", "ABORT", 3, [], ["x"]),
        run("r4", "a", "START", 4, [], ["x"]),
        run("r5", "a", "COMPLETE", 5, [], ["x"]),
    )
    assert derived.history("x") == [("write", 1, 5), ("write", 5, "ever")]
    first, last = derived.versions("x")
    assert (first["schema_hash"], first["schema_inherited"]) == (digest(INT), 0)
    assert (last["schema_hash"], last["schema_inherited"]) == (digest(INT), 1)


def test_a_dataset_event_makes_a_version_where_it_says_something_new() -> None:
    derived = ReferenceLineage(
        run("r", "b", "START", 0, ["x"]),
        dataset_event("x", 1),
        dataset_event("x", 2, schema=INT),
        dataset_event("x", 3, schema=SAME),
        dataset_event("x", 4, version=version("7")),
        dataset_event("x", 5, version=version("7"), schema=INT),
        dataset_event("x", 6, schema=DELETED),
    )
    assert derived.history("x") == [
        ("initial", "ever", 1),
        ("event", 1, 2),
        ("event", 2, 4),
        ("event", 4, "ever"),
    ]


def test_a_dataset_event_brings_a_dropped_dataset_back() -> None:
    derived = ReferenceLineage(
        dataset_event("x", 1, schema=INT),
        dataset_event("x", 2, **DROP),
        dataset_event("x", 3, schema=INT),
        dataset_event("x", 4),
    )
    assert derived.history("x") == [("event", 1, 2), ("event", 3, "ever")]


def test_reads_fill_the_initial_version_field_by_field() -> None:
    derived = ReferenceLineage(
        run("r1", "a", "START", 1, [ds("x", schema={"fields": [{"name": "id"}]})]),
        run("r2", "a", "START", 2, [ds("x", schema=schema(id="int", vip="bool"))]),
        run("r3", "a", "START", 3, [ds("x", schema=schema(vip="BOOLEAN"))]),
        run("w", "b", "COMPLETE", 4, [], ["x"]),
    )
    initial, written = derived.versions("x")
    fields = [{"name": "id", "type": "int"}, {"name": "vip", "type": "bool"}]
    assert json.loads(initial["schema_value"]) == {"fields": fields}
    assert written["schema_hash"] == initial["schema_hash"] == digest({"fields": fields})
    assert written["schema_inherited"] == 1


def test_a_pin_finds_its_version_and_makes_one_where_none_has_it() -> None:
    derived = ReferenceLineage(
        run("w1", "w", "COMPLETE", 1, [], [ds("x", version=version("1"))]),
        run("w2", "w", "COMPLETE", 2, [], [ds("x", version=version("2"))]),
        run("r1", "r", "START", 3, [ds("x", version=version("1"))]),
        run("r2", "r", "START", 4, [ds("x", version=version("0"))]),
        run("r3", "r", "START", 5, [ds("x", version=version("0"))]),
    )
    # Pinned versions stand beside the history: they end nothing and hold for no time.
    assert derived.history("x") == [("write", 1, 2), ("write", 2, "ever"), ("pinned", 4, 4)]
    pinned = derived.row("dataset_versions", kind="pinned")
    assert (pinned["run_key"], pinned["storage_version"]) == (run_key("r2", "r"), "0")
    assert pinned["follows"] == derived.versions("x")[1]["version_id"]


def test_a_pin_may_name_a_later_version_or_one_by_a_dataset_event() -> None:
    derived = ReferenceLineage(
        run("r1", "r", "START", 1, [ds("x", version=version("late"))]),
        run("r2", "r", "START", 1, [ds("x", version=version("declared"))]),
        dataset_event("x", 2, version=version("declared")),
        run("w", "w", "COMPLETE", 3, [], [ds("x", version=version("late"))]),
    )
    assert derived.history("x") == [("event", 2, 3), ("write", 3, "ever")]


def test_a_pinned_version_is_read_without_a_pin_only_where_there_is_no_other() -> None:
    derived = ReferenceLineage(
        run("r1", "r", "START", 1, [ds("x", version=version("1"), schema=INT)]),
        run("r2", "r", "START", 2, [ds("x", schema=TEXT)]),
        run("r3", "r", "START", 3, [ds("x", version=version("2"), schema=TEXT)]),
        run("r4", "r", "START", 4, [ds("x", schema=schema(id="text"))]),
    )
    kinds = ["initial", "pinned", "observed", "pinned"]
    assert [kind for kind, _, _ in derived.history("x")] == kinds
    initial, first, observed, second = derived.versions("x")
    assert first["follows"] == initial["version_id"]
    assert observed["follows"] == first["version_id"]
    assert second["follows"] == observed["version_id"]
    assert initial["schema_hash"] is None


def test_the_first_version_stated_is_the_pin_and_the_runs_own_is_none() -> None:
    derived = ReferenceLineage(
        run("w", "w", "COMPLETE", 1, [], [ds("x", version=version("1"), schema=INT)]),
        run("m", "merge", "START", 2, [ds("x", version=version("2"), schema=TEXT)]),
        run("m", "merge", "COMPLETE", 3, [ds("x", version=version("9"))],
            [ds("x", version=version("2"))]),
    )  # fmt: skip
    # The pin is the run's own version 2, so the read is unpinned, and contradicts version 1.
    assert derived.row("run_io", side="input", run_key=run_key("m", "merge"))["pin"] == "2"
    assert derived.history("x") == [("write", 1, 2), ("observed", 2, 3), ("write", 3, "ever")]


def test_a_retyped_field_shows_a_change_and_the_writer_is_followed() -> None:
    derived = ReferenceLineage(
        run("w", "w", "COMPLETE", 1, [], [ds("x", schema=INT)]),
        run("r1", "r", "START", 2, [ds("x", schema=schema(name="text"))]),  # a projection
        run("r2", "r", "START", 3, [ds("x", schema=schema(id="BIGINT"))]),  # the same category
        run("r3", "r", "START", 4, [ds("x", schema=TEXT)]),
        run("r4", "r", "START", 5, [ds("x", schema=TEXT)]),
    )
    assert derived.history("x") == [("write", 1, 4), ("observed", 4, "ever")]
    written, observed = derived.versions("x")
    fields = [{"name": "id", "type": "varchar(9)"}, {"name": "name", "type": "string"}]
    assert json.loads(observed["schema_value"]) == {"fields": fields}
    assert observed["follows"] == written["version_id"]
    assert observed["run_key"] == run_key("r3", "r")


def test_a_field_the_writer_does_not_have_shows_a_change() -> None:
    derived = ReferenceLineage(
        run("w", "w", "COMPLETE", 1, [], [ds("x", schema=INT)]),
        run("r1", "r", "START", 2, [ds("x", schema=schema(vip="bool"))]),
    )
    assert derived.history("x") == [("write", 1, 2), ("observed", 2, "ever")]
    without = ReferenceLineage(
        run("w", "w", "COMPLETE", 1, [], ["x"]),
        run("r1", "r", "START", 2, [ds("x", schema=schema(vip="bool"))]),
    )
    assert without.history("x") == [("write", 1, "ever")]


def test_nested_fields_are_compared_by_path() -> None:
    def home(zip_type: str) -> dict[str, object]:
        inner = [{"name": "zip", "type": zip_type}]
        return {"fields": [{"name": "home", "type": "struct", "fields": inner}]}

    story = [run("w", "w", "COMPLETE", 1, [], [ds("x", schema=home("int"))])]
    same = run("r", "r", "START", 2, [ds("x", schema=home("long"))])
    other = run("r", "r", "START", 2, [ds("x", schema=home("string"))])
    assert len(ReferenceLineage(*story, same).versions("x")) == 1
    observed = ReferenceLineage(*story, other).versions("x")[1]
    assert observed["schema_value"] == (
        '{"fields":[{"name":"home","type":"struct"},{"name":"home.zip","type":"string"}]}'
    )


def test_a_read_of_a_dropped_dataset_shows_that_it_is_back() -> None:
    derived = ReferenceLineage(
        run("w", "w", "COMPLETE", 1, [], [ds("x", schema=INT)]),
        run("f", "w", "FAIL", 2, [], [ds("x", **DROP)]),
        run("d", "w", "COMPLETE", 3, [], [ds("x", **DROP)]),
        run("r", "r", "START", 5, ["x"]),
    )
    assert derived.history("x") == [("write", 1, 3), ("observed", 5, "ever")]
    written, observed = derived.versions("x")
    assert observed["follows"] == written["version_id"]
    assert (observed["schema_hash"], observed["schema_inherited"]) == (digest(INT), 1)
    drop = derived.row("drops")
    assert (drop["place_kind"], drop["place_id"]) == (1, run_key("d", "w"))


def test_a_rename_drops_the_old_name_and_follows_it() -> None:
    derived = ReferenceLineage(
        run("w", "w", "COMPLETE", 1, [], ["old"]),
        dataset_event("new", 2, lifecycleStateChange=renamed_from("old")),
    )
    assert derived.history("old") == [("write", 1, 2)]
    assert derived.history("new") == [("event", 2, "ever")]
    renamed = derived.row("dataset_versions", kind="event")
    assert (renamed["follows_node"], renamed["follows"]) == (derived.node("old"), None)
    assert derived.row("drops")["dataset_id"] == derived.node("old")

    one = dataset_event("new", 3, symlinks=symlinks("old"))
    same = ReferenceLineage(
        run("w", "w", "COMPLETE", 1, [], ["old"]),
        dataset_event("new", 2, lifecycleStateChange=renamed_from("old")),
        one,
    )
    assert not same.rows("drops")
    assert same.history("new") == [("write", 1, 2), ("event", 2, "ever")]


def test_a_rename_goes_on_with_the_schema_of_what_it_follows() -> None:
    moved = {"lifecycleStateChange": renamed_from("old")}
    written = run("w", "w", "COMPLETE", 1, [], [ds("old", schema=INT)])
    earlier = run("v", "w", "COMPLETE", 1, [], [ds("new", schema=TEXT)])
    derived = ReferenceLineage(
        written,
        earlier,
        run("m", "w", "COMPLETE", 2, [], [ds("new", **moved)]),
        run("r", "q", "START", 3, [ds("new", schema=TEXT)]),
    )
    _, renamed, observed = derived.versions("new")
    assert (renamed["schema_hash"], renamed["schema_inherited"]) == (digest(INT), 1)
    assert (observed["kind"], observed["follows"]) == ("observed", renamed["version_id"])
    unknown = ReferenceLineage(earlier, dataset_event("new", 2, **moved))
    assert unknown.versions("new")[-1]["schema_hash"] == digest(TEXT)  # that of the version before
    chain = ReferenceLineage(
        written,
        dataset_event("mid", 2, **moved),
        dataset_event("new", 3, lifecycleStateChange=renamed_from("mid")),
    )
    assert chain.versions("new")[0]["schema_hash"] == digest(INT)


def test_a_run_that_swaps_a_table_leaves_it_there() -> None:
    derived = ReferenceLineage(
        run("w", "w", "COMPLETE", 1, [], ["x"]),
        run("s", "w", "COMPLETE", 2, [],
            ["x", ds("x_old", lifecycleStateChange=renamed_from("x"))]),
    )  # fmt: skip
    assert derived.history("x") == [("write", 1, 2), ("write", 2, "ever")]
    assert len(derived.rows("drops")) == 1


def test_a_stream_makes_a_version_first_and_at_each_change() -> None:
    derived = ReferenceLineage(
        run("s", "a", "START", 1, [], ["x"], STREAMING),
        run("s", "a", "RUNNING", 2, [], [ds("x", schema=INT)]),  # the first is no change
        run("s", "a", "RUNNING", 3, [], [ds("x", version=version("1"), schema=SAME)]),
        run("s", "a", "RUNNING", 4, [], [ds("x", version=version("2"))]),
        run("s", "a", "RUNNING", 5, [], [ds("x", schema=TEXT)]),
        run("s", "a", "FAIL", 6, [], ["x"]),
    )
    assert derived.history("x") == [("write", 1, 4), ("write", 4, 5), ("write", 5, "ever")]
    shown = [(r["storage_version"], r["schema_hash"]) for r in derived.versions("x")]
    assert shown == [("1", digest(SAME)), ("2", digest(SAME)), ("2", digest(TEXT))]
    assert len(derived.rows("stream_io")) == 6


def test_at_one_instant_events_come_before_writes_and_writes_before_reads() -> None:
    derived = ReferenceLineage(
        run("r", "r", "START", 1, [ds("x", schema=TEXT)]),
        run("w", "w", "COMPLETE", 1, [], [ds("x", schema=INT)]),
        dataset_event("x", 1, schema=INT),
    )
    assert [row["kind"] for row in derived.versions("x")] == ["event", "write", "observed"]
    assert derived.history("x")[2] == ("observed", 1, "ever")


def test_a_run_does_not_read_its_own_write() -> None:
    derived = ReferenceLineage(
        run("w", "w", "COMPLETE", 1, [], [ds("x", schema=INT)]),
        run("m", "m", "COMPLETE", 2, [ds("x", schema=INT)], [ds("x", schema=TEXT)]),
        run("m", "m", "START", 3),
    )
    # Started after it ended, by the clock: it read what was there before its own write.
    assert derived.history("x") == [("write", 1, 2), ("write", 2, "ever")]


def test_where_only_its_own_write_is_there_a_run_reads_the_pinned_version() -> None:
    derived = ReferenceLineage(
        run("r", "r", "START", 1, [ds("x", version=version("1"), schema=INT)]),
        run("m", "m", "COMPLETE", 2, [ds("x", schema=TEXT)], [ds("x", schema=TEXT)]),
        run("m", "m", "START", 3),
    )
    observed = derived.row("dataset_versions", kind="observed")
    assert observed["follows"] == derived.row("dataset_versions", kind="pinned")["version_id"]


def test_two_names_of_one_dataset_are_written_once() -> None:
    derived = ReferenceLineage(
        dataset_event("b", 0, symlinks=symlinks("a")),
        run("w", "w", "COMPLETE", 1, [], [ds("b", **DROP), ds("a", schema=INT)]),
        run("v", "w", "COMPLETE", 2, [ds("b", version=version("9")), ds("a", version=version("8"))],
            [ds("b", schema=INT), ds("a", schema=TEXT)]),
    )  # fmt: skip
    assert not derived.rows("drops")
    assert derived.history("a") == [
        ("event", 0, 1),
        ("write", 1, 2),
        ("write", 2, "ever"),
        ("pinned", 2, 2),
    ]
    written, pinned = derived.versions("a")[2:]
    assert written["schema_hash"] == digest(TEXT)  # the later list position
    assert written["version_id"] == uuid_of("write", run_key("v", "w"), "db", "a")
    assert pinned["storage_version"] == "9"  # the first stated


def test_a_stream_that_renames_does_so_once() -> None:
    renaming = ds("new", lifecycleStateChange=renamed_from("old"), version=version("1"))
    derived = ReferenceLineage(
        run("s", "a", "START", 1, [], [renaming], STREAMING),
        run("s", "a", "RUNNING", 2, [], [ds("new", version=version("2"))]),
    )
    assert [row["follows_node"] for row in derived.versions("new")] == [derived.node("old"), None]
    assert len(derived.rows("drops")) == 1
