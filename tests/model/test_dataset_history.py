"""The fold by itself; how items come to it, and the reference, are in tests/semantics."""

import json

from headwater.model.datasets.families import dataset_histories
from headwater.model.datasets.history import EVENT, READ, WRITE, Drop, HistoryItem, Version
from headwater.model.order import BEGINNING, FOREVER

NAME = ("db", "x")
INT = json.dumps({"fields": [{"name": "a", "type": "INT"}]})
TEXT = json.dumps({"fields": [{"name": "a", "type": "VARCHAR(9)"}]})
BOTH = json.dumps({"fields": [{"name": "a", "type": "BIGINT"}, {"name": "b"}]})
SCHEMAS = [("int", INT), ("text", TEXT), ("both", BOTH)]


def item(kind: str, time: int, who: str = "", **more: object) -> HistoryItem:
    place = {"event": EVENT, "read": READ}.get(kind, WRITE)
    known = dict.fromkeys(HistoryItem._fields) | {
        "kind": kind, "time": time, "place_kind": place, "place_id": who, "rank": 0,
        "run_key": who or None, "namespace": "db", "name": "x", "is_rename": 0,
    }  # fmt: skip
    if kind == "event":
        known |= {"run_key": None, "digest": who}
    return HistoryItem(**(known | more))  # type: ignore[arg-type]  # the fields of HistoryItem, by name


def family(**items: list[HistoryItem]) -> dict[str, tuple[list[Version], list[Drop]]]:
    """The histories of datasets, by names of one letter; `followed_id` is `ord` of one."""
    listed = {ord(name): happened for name, happened in items.items()}
    names = dict.fromkeys(listed, NAME)
    found = dataset_histories(listed, names, dict(SCHEMAS))
    return {chr(key): found[key] for key in found}


def history(*items: HistoryItem) -> list[Version]:
    return family(x=list(items))["x"][0]


def hashes(versions: list[Version]) -> list[str | None]:
    return [version.schema and version.schema.hash for version in versions]


def outline(versions: list[Version]) -> list[tuple[str, int, int]]:
    return [(version.kind, version.valid_from, version.valid_to) for version in versions]


def test_a_read_before_anything_shows_the_initial_version() -> None:
    versions = history(item("read", 5, "r", schema_hash="int"), item("write", 9, "w"))
    assert outline(versions) == [("initial", BEGINNING, 9), ("write", 9, FOREVER)]
    assert [v.schema and v.schema.hash for v in versions] == ["int", "int"]
    assert [v.schema_inherited for v in versions] == [0, 1]


def test_a_projection_contradicts_nothing_and_a_retyped_field_does() -> None:
    write = item("write", 1, "w", schema_hash="both")
    assert outline(history(write, item("read", 2, "r", schema_hash="int"))) == [
        ("write", 1, FOREVER)
    ]
    versions = history(write, item("read", 2, "r", schema_hash="text"))
    assert outline(versions) == [("write", 1, 2), ("observed", 2, FOREVER)]
    assert versions[1].follows == versions[0].version_id
    assert versions[1].schema is not None
    assert json.loads(versions[1].schema.value or "")["fields"] == [
        {"name": "a", "type": "VARCHAR(9)"},
        {"name": "b"},
    ]


def test_what_a_read_showed_is_what_later_reads_see() -> None:
    reads = [item("read", time, f"r{time}", schema_hash="text") for time in (2, 3)]
    versions = history(item("write", 1, "w", schema_hash="int"), *reads)
    assert [v.kind for v in versions] == ["write", "observed"]


def test_a_pin_finds_a_version_of_any_time_or_makes_one() -> None:
    write = item("write", 9, "w", storage_version="7")
    assert [v.kind for v in history(write, item("read", 1, "r", pin="7"))] == ["write"]
    versions = history(write, item("read", 1, "r", pin="6"), item("read", 2, "s", pin="6"))
    assert [v.kind for v in versions] == ["initial", "write", "pinned"]
    assert outline(versions)[2] == ("pinned", 1, 1)


def test_the_initial_version_exists_where_a_pinned_version_follows_it() -> None:
    initial, pinned = history(item("read", 1, "r", pin="6"))
    assert (initial.kind, pinned.kind) == ("initial", "pinned")
    assert pinned.follows == initial.version_id


def test_a_run_does_not_see_its_own_write() -> None:
    versions = history(
        item("write", 1, "old", schema_hash="int"),
        item("write", 2, "r", schema_hash="text"),
        item("read", 3, "r", schema_hash="int"),
    )
    assert [v.kind for v in versions] == ["write", "write"]


def test_a_drop_ends_a_version_and_a_later_read_shows_another() -> None:
    versions, drops = family(x=[item("write", 1, "w"), item("drop", 2, "d"), item("read", 3, "r")])[
        "x"
    ]
    assert outline(versions) == [("write", 1, 2), ("observed", 3, FOREVER)]
    assert [drop.dropped_at for drop in drops] == [2]


def test_a_stream_makes_a_version_for_each_change_it_states() -> None:
    events = [
        item("stream", 1, "s", digest="a"),
        item("stream", 2, "s", digest="b", schema_hash="int"),
        item("stream", 3, "s", digest="c", schema_hash="text"),
        item("stream", 4, "s", digest="d", schema_hash="text", storage_version="1"),
        item("stream", 5, "s", digest="e", storage_version="2"),
    ]
    versions = history(*events)
    assert outline(versions) == [("write", 1, 3), ("write", 3, 5), ("write", 5, FOREVER)]
    assert [v.schema and v.schema.hash for v in versions] == ["int", "text", "text"]
    assert [v.storage_version for v in versions] == [None, "1", "2"]
    assert len({v.version_id for v in versions}) == len(versions)


def test_a_dataset_event_makes_a_version_only_if_it_differs() -> None:
    versions = history(
        item("event", 1, "a", schema_hash="int"),
        item("event", 2, "b", schema_hash="int"),
        item("event", 3, "c", schema_hash="both"),
        item("event", 4, "d", storage_version="1"),
    )
    assert [version.valid_from for version in versions] == [1, 3, 4]


def rename(old: str, time: int, who: str, **more: object) -> tuple[HistoryItem, HistoryItem]:
    """What the new dataset has of it, and what the old one has."""
    new = item("write", time, who, renamed_from=1, followed_id=ord(old), **more)
    return new, item("drop", time, who, run_key=None)


def test_a_rename_goes_on_with_the_schema_of_the_version_it_follows() -> None:
    new, away = rename("o", 5, "m")
    found = family(
        o=[item("write", 1, "w", schema_hash="both"), away],
        n=[item("write", 2, "v", schema_hash="text"), item("drop", 3, "d"), new],
    )
    versions, _ = found["n"]
    assert hashes(versions) == ["text", "both"]
    assert [version.schema_inherited for version in versions] == [0, 1]
    stated, _ = rename("o", 5, "m", schema_hash="int")
    assert hashes(family(o=[item("write", 1, "w", schema_hash="both")], n=[stated])["n"][0]) == [
        "int"
    ]


def test_what_was_renamed_is_contradicted_by_reads_of_the_new_name() -> None:
    new, away = rename("o", 5, "m")
    read = item("read", 6, "r", schema_hash="text")
    found = family(o=[item("write", 1, "w", schema_hash="int"), away], n=[new, read])
    assert [version.kind for version in found["n"][0]] == ["write", "observed"]


def test_a_rename_follows_what_was_there_before_it_and_nothing_later() -> None:
    new, away = rename("o", 5, "m")
    again = item("write", 5, "m", schema_hash="text")
    later = item("write", 6, "l", schema_hash="int")
    old = [item("read", 2, "r", schema_hash="both"), away, again, later]
    assert hashes(family(o=old, n=[new])["n"][0]) == ["both"]
    assert hashes(family(o=[away], n=[new])["n"][0]) == [None]


def test_names_are_swapped_through_a_third() -> None:
    to_third, a_away = rename("a", 5, "m1")
    to_a, b_away = rename("b", 6, "m2")
    to_b, third_away = rename("t", 7, "m3")
    found = family(
        a=[item("write", 1, "w", schema_hash="int"), a_away, to_a],
        b=[item("write", 2, "v", schema_hash="text"), b_away, to_b],
        t=[to_third, third_away],
    )
    assert [hashes(found[name][0]) for name in "abt"] == [
        ["int", "text"],
        ["text", "int"],
        ["int"],
    ]
