"""The contents of records, brought together in a range of the log and in a place."""

from typing import Any

import pytest

from headwater.log import Record
from headwater.model.events import accept
from headwater.model.facts import Rules
from headwater.pipeline.derive.contents import Contents, EventRow, FindingRow, note_of
from headwater.pipeline.derive.packs import Pack, place_of_digest
from headwater.pipeline.source.range_contents import RangeContents
from headwater.pipeline.source.records import extractor
from headwater.store.tables import EVENTS, FINDINGS
from tests.strategies import body_text

PLACES = 3


def range_packs(*events: dict[str, Any]) -> list[Pack]:
    made = RangeContents(extractor(Rules()), PLACES, ())
    for offset, event in enumerate(events):
        taken = accept(body_text(event).encode())
        made.add(Record("segment", offset, 1, 0, "openlineage", taken.digest, taken.body))
    return [*made.take_full(), *made.finish()]


def wide(outputs: int) -> dict[str, Any]:
    """An event whose outputs have a schema and a set of column edges each."""
    return {
        "eventType": "COMPLETE",
        "eventTime": "2024-05-01T10:00:00Z",
        "run": {"runId": "00000000-0000-0000-0000-000000000001"},
        "job": {"namespace": "etl", "name": "wide"},
        "outputs": [_output(number) for number in range(outputs)],
    }


def _output(number: int) -> dict[str, Any]:
    source = {"namespace": "db", "name": f"in_{number}", "field": "a"}
    return {
        "namespace": "db",
        "name": f"out_{number}",
        "facets": {
            "schema": {"fields": [{"name": f"f{number}"}]},
            "columnLineage": {"fields": {f"f{number}": {"inputFields": [source]}}},
        },
    }


def count(packs: list[Pack], kind: str) -> int:
    return sum(pack.rows for pack in packs if pack.kind == kind)


def test_what_a_range_repeats_is_packed_once_and_events_and_mentions_each_time() -> None:
    once, twice = range_packs(wide(4)), range_packs(wide(4), wide(4))
    for kind in ("set", "source", "schema", "value", "name", "run"):
        assert count(once, kind) == count(twice, kind) > 0, kind
    assert count(twice, "event") == 2 * count(once, "event") == 2
    assert {pack.place for pack in once} <= set(range(PLACES))


def test_each_set_has_its_own_sources_and_each_schema_its_own_name() -> None:
    packs = range_packs(wide(50))
    assert count(packs, "set") == count(packs, "source") == count(packs, "schema") == 50


def event(digest: str, position: int, *mentions: int) -> EventRow:
    return EventRow(digest, "run", 1, 0, "START", "r", 1, "a", position, mentions)


def test_of_copies_the_first_counts_and_the_mentions_of_the_others_are_noted() -> None:
    contents = Contents()
    for row in (event("x", 5, 7, 8), event("y", 6, 7), event("x", 2, 7, 8), event("x", 9, 7, 8)):
        contents.add_event(row)
    tables = dict(contents.tables())
    assert [(row[0], row[8]) for row in tables[EVENTS]] == [("x", 2), ("y", 6)]
    assert contents.overcounted == {7: 2, 8: 2}


def test_a_note_counts_for_events_that_are_there_and_why_one_is_set_aside_always() -> None:
    contents = Contents()
    contents.add_event(event("there", 1))
    for digest in ("there", "known", "nowhere"):
        contents.add_note(FindingRow(digest, "odd", "$", "b"))
        contents.add_note(FindingRow(digest, "odd", "$", "a"))
    contents.add_note(FindingRow("gone", "set_aside", "$", "why"))
    assert dict(contents.tables(["known"]))[FINDINGS] == [
        ("gone", "set_aside", "$", "why"),
        ("known", "odd", "$", "a"),
        ("there", "odd", "$", "a"),
    ]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ('{"code":"odd","path":"run","detail":"d"}', FindingRow("x", "odd", "run", "d")),
        ('{"code":5,"path":null}', FindingRow("x", "5", "$", "")),
        ("{}", FindingRow("x", "finding", "$", "")),
    ],
)
def test_a_note_is_text_whatever_its_edit_has(value: str, expected: FindingRow) -> None:
    assert note_of({"edit": "finding", "name": "x", "value": value}) == expected
    assert note_of({"edit": "delete", "name": "x", "value": value}) is None


@pytest.mark.parametrize("key", ["-fffffff", "+1", "", "not a digest", "1_0"])
def test_what_is_no_digest_has_a_place_too(key: str) -> None:
    assert 0 <= place_of_digest(key, PLACES) < PLACES
