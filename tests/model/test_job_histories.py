"""The history of one job, folded from its items. That it is right in every case is held against the
reference implementation (`tests/semantics`); these are the cases to read first."""

from typing import Any

import msgspec

from headwater.model.facts import CODE_FROM
from headwater.model.intervals import merged
from headwater.model.jobs.history import JobItems, JobRows, KnownNames, job_history
from headwater.model.jobs.items import (
    DatasetEventItem,
    JobItem,
    ListedItem,
    NamesItem,
    ParentItem,
    RunItem,
    SeedEntry,
    SeedItem,
    SourcesItem,
)
from headwater.model.order import FOREVER

JOB, RAW, ORDERS, REPORT = 1, 10, 11, 12
NAMES = NamesItem("shop", "load")


def a_run(
    number: int, inputs: list[int], outputs: list[int], columns: str | None = None, **other: Any
) -> RunItem:
    """A run that ended at its number."""
    first = (number, 0, f"digest {number}")
    listed = [ListedItem("input", node, first, False, None) for node in inputs]
    listed += [ListedItem("output", node, first, False, columns) for node in outputs]
    known = {
        "run_key": f"run {number}",
        "state": "COMPLETED",
        "processing": "BATCH",
        "snapshot": 0,
        "ended_at": number,
        "end_rank": 3,
        "end_digest": f"digest {number}",
        "code": (None, None, None, None),
        "extraction_failed": 0,
        "explicit": [],
        "withdraws": False,
        "parent": None,
        "dependencies": None,
    }
    return RunItem(**{**known, "listed": listed, **other})


def history(
    *given: JobItem, key: int = JOB, known: KnownNames | None = None, code_from: Any = CODE_FROM
) -> JobRows:
    """The history that these items make, after they were packed."""
    items = JobItems()
    for item in (NAMES, *given):
        items.add(msgspec.msgpack.decode(msgspec.msgpack.encode(item), type=type(item)))
    return job_history(key, items, known or KnownNames(), code_from)


def lists(made: JobRows) -> list[tuple[int, int, str, str]]:
    """From when to when each version holds, and what it lists."""
    return [(row[2], row[6], row[8], row[9]) for row in made.job_versions]


def test_a_version_begins_where_inputs_or_outputs_change() -> None:
    made = history(a_run(3, [RAW], [REPORT]), a_run(1, [RAW], [ORDERS]), a_run(2, [RAW], [ORDERS]))
    assert lists(made) == [(1, 3, "[10]", "[11]"), (3, FOREVER, "[10]", "[12]")]
    assert sorted(made.edges) == [
        (JOB, ORDERS, "listed", JOB, 1, 3),
        (JOB, REPORT, "listed", JOB, 3, FOREVER),
        (RAW, JOB, "listed", JOB, 1, FOREVER),
    ]


def test_an_empty_run_knows_nothing_and_an_output_alone_ends_the_inputs() -> None:
    made = history(a_run(1, [RAW], [ORDERS]), a_run(2, [], []), a_run(3, [], [ORDERS]))
    assert lists(made) == [(1, 3, "[10]", "[11]"), (3, FOREVER, "[]", "[11]")]


def test_code_makes_versions_only_as_far_as_the_settings_say() -> None:
    sql = '["shape %s","text"]'
    runs = [a_run(n, [RAW], [ORDERS], code=(None, None, sql % n, None)) for n in (1, 2)]
    assert len(history(*runs).job_versions) == 2
    assert len(history(*runs, code_from=("version",)).job_versions) == 1


def test_a_failed_extraction_hides_lists_except_at_the_first_entry() -> None:
    made = history(a_run(1, [RAW], [ORDERS]), a_run(2, [RAW], [REPORT], extraction_failed=1))
    assert lists(made) == [(1, FOREVER, "[10]", "[11]")]


def test_unfinished_runs_count_only_while_there_is_nothing_else() -> None:
    unfinished = a_run(1, [RAW], [], state="RUNNING", ended_at=None, end_rank=None, end_digest=None)
    assert [row[7] for row in history(unfinished).job_versions] == ["provisional"]
    assert lists(history(unfinished, a_run(2, [], [ORDERS]))) == [(2, FOREVER, "[]", "[11]")]


def test_column_lineage_is_a_flow_until_its_source_is_no_longer_listed() -> None:
    made = history(
        a_run(1, [RAW], [ORDERS], columns="set"),
        a_run(2, [REPORT], [ORDERS]),
        SourcesItem("set", [RAW]),
    )
    assert made.flows == [(JOB, ORDERS, RAW, "column", "set", 1, 1, 1, 1, 2)]
    assert (RAW, JOB, "column", JOB, 1, 2) in made.edges


def test_explicit_lineage_states_that_nothing_feeds_the_other_outputs() -> None:
    made = history(
        a_run(1, [RAW], [ORDERS, REPORT], explicit=[(ORDERS, "set")]), SourcesItem("set", [RAW])
    )
    assert {row[1:5] for row in made.flows} == {
        (ORDERS, RAW, "explicit", "set"),
        (REPORT, 0, "explicit", ""),
    }


def test_explicit_lineage_from_job_to_job_is_an_edge_of_these() -> None:
    other = 2
    made = history(
        a_run(1, [], [], explicit=[(other, "set")]),
        SourcesItem("set", [RAW]),
        known=KnownNames(jobs=frozenset({other})),
    )
    assert made.edges == [(RAW, other, "explicit", JOB, 1, FOREVER)]


def test_names_of_one_dataset_are_one() -> None:
    made = history(a_run(1, [RAW, REPORT], []), NamesItem(entities=[(REPORT, RAW)]))
    assert lists(made) == [(1, FOREVER, "[10]", "[]")]


def test_what_a_dataset_event_states_holds_until_the_next_one() -> None:
    made = history(
        DatasetEventItem("b", 5, "other"),
        DatasetEventItem("a", 1, "set"),
        SourcesItem("set", [RAW]),
        SourcesItem("other", [REPORT]),
        key=ORDERS,
    )
    assert made.edges == [
        (RAW, ORDERS, "explicit", ORDERS, 1, 5),
        (REPORT, ORDERS, "explicit", ORDERS, 5, FOREVER),
    ]


def test_parents_and_dependencies_hold_until_others_are_stated() -> None:
    def child(number: int, parent: int) -> RunItem:
        stated = ParentItem(parent, (number, 0, ""))
        return a_run(number, [], [], parent=stated, dependencies=([parent], []))

    made = history(child(1, 7), child(2, 7), child(3, 8))
    assert made.job_parents == [(JOB, 7, 1, 3), (JOB, 8, 3, FOREVER)]
    assert made.control_edges == [(JOB, 7, JOB, 1, 3), (JOB, 8, JOB, 3, FOREVER)]


def test_a_seed_stands_for_all_before_its_window() -> None:
    whole = [a_run(1, [RAW], [ORDERS]), a_run(2, [RAW], [ORDERS]), a_run(3, [RAW], [REPORT])]
    code = (None, None, None, None)
    entry = SeedEntry(1, 3, "run 1", "digest 1", "run", [RAW], [ORDERS], code, 0, 1, 0)
    assert history(*whole[1:], SeedItem(2, FOREVER, [entry])) == history(*whole)


def test_intervals_that_touch_are_one() -> None:
    spans = [("a", 1, 2), ("a", 2, 4), ("a", 3, 5), ("a", 6, 7), ("a", 9, 9)]
    assert list(merged(spans)) == [("a", 1, 5), ("a", 6, 7)]
