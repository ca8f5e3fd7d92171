"""Changed SQL and source code, wherever code is compared (semantics 4.4, 8.1 to 8.3)."""

from collections.abc import Callable

import pytest

from headwater.answers.diff import JobDiff
from headwater.answers.history import JobHistory
from headwater.answers.versions import TextChange
from headwater.store import Snapshot
from tests.query.asking import ask, diff, job, kinds
from tests.query.days import TwoJobs
from tests.query.rows import Rows
from tests.questions import graph_diff, history

Stored = Callable[[], Snapshot]

QUERY = "SELECT price FROM raw WHERE day = '2024-05-01' AND price > 10"


@pytest.fixture
def days(rows: Rows) -> TwoJobs:
    return TwoJobs(rows).with_job_versions()


def load(snapshot: Snapshot) -> JobDiff:
    """How the job that loads differs between the runs of two days."""
    return job(diff(snapshot, 12, 22), "load")


def two_days(days: TwoJobs, before: str, after: str) -> None:
    days.day(1, load={"code_sql": days.rows.sql(before)})
    days.day(2, load={"code_sql": days.rows.sql(after)})


def test_other_sql_is_other_code_of_a_run_and_a_cause(days: TwoJobs, stored: Stored) -> None:
    other = QUERY.replace("price FROM", "price * 100 FROM")
    two_days(days, QUERY, other)
    snapshot, texts = stored(), (TextChange("sql", QUERY, other),)
    found = load(snapshot)
    assert (found.change, found.changed) == ("changed", ("code",))
    assert found.version is not None
    assert found.version.code_before is not None
    assert found.version.texts == texts
    why = ask(snapshot, 22)
    assert kinds(why) == [("code", "job:ns:load")]
    assert why.causes[0].sentence.endswith(": other SQL")
    assert why.causes[0].texts == texts


def test_other_literals_are_no_other_code_but_are_shown(days: TwoJobs, stored: Stored) -> None:
    other = QUERY.replace("10", "1000")
    two_days(days, QUERY, other)
    snapshot = stored()
    found = load(snapshot)
    assert (found.change, found.changed) == ("changed", ("literals",))
    assert found.version is not None
    assert found.version.code_before is None
    assert found.version.texts == (TextChange("sql", QUERY, other),)
    why = ask(snapshot, 22)
    assert kinds(why) == [("literals", "job:ns:load")]
    assert "other literals in its SQL" in why.causes[0].sentence
    assert why.causes[0].texts == found.version.texts


def test_another_day_in_a_query_is_shown_and_no_cause(days: TwoJobs, stored: Stored) -> None:
    two_days(days, QUERY, QUERY.replace("05-01", "05-02"))
    snapshot = stored()
    assert load(snapshot).changed == ("literals",)
    assert kinds(ask(snapshot, 22)) == []


def test_another_layout_is_no_difference(days: TwoJobs, stored: Stored) -> None:
    two_days(days, QUERY, QUERY.replace(" FROM", " -- in cents\n FROM"))
    snapshot = stored()
    assert (load(snapshot).change, load(snapshot).version) == ("same", None)
    assert kinds(ask(snapshot, 22)) == []


def test_a_commit_and_the_sql_are_one_cause(days: TwoJobs, stored: Stored) -> None:
    other = QUERY.replace("raw", "raw2")
    days.day(1, load={"code_sql": days.rows.sql(QUERY), "code_version": "c1"})
    days.day(2, load={"code_sql": days.rows.sql(other), "code_version": "c2"})
    [cause] = ask(stored(), 22).causes
    assert cause.sentence.endswith("c2, it was c1 and other SQL")


def test_a_run_that_states_no_text_has_that_of_its_version(rows: Rows, stored: Stored) -> None:
    days = TwoJobs(rows)
    rows.version(days.raw, kind="initial")
    other = QUERY.replace("raw", "raw2")
    for since, until, sql in ((110, 210, QUERY), (210, 999, other)):
        uses = {"since": since, "until": until, "began_rank": 3}
        rows.uses(days.load, [days.raw], [days.a], **uses, code_sql=rows.sql(sql))
    days.day(1)
    days.day(2)
    assert load(stored()).changed == ("code",)


def test_versions_of_a_job_differ_in_the_shape_of_their_sql(rows: Rows, stored: Stored) -> None:
    key, a = rows.job("j"), rows.dataset("a")
    other, moved = QUERY.replace("raw", "raw2"), QUERY.replace("10", "11")
    for since, sql in ((0, QUERY), (10, moved), (20, other)):
        rows.uses(key, [a], [], since=since, until=since + 10, code_sql=rows.sql(sql))
    snapshot = stored()
    assert not graph_diff(snapshot, "job:ns:j", since=5, until=15).changes
    [change] = graph_diff(snapshot, "job:ns:j", since=5, until=25).changes
    assert change.version is not None
    assert change.version.change.texts == (TextChange("sql", QUERY, other),)
    found = history(snapshot, "job:ns:j")
    assert isinstance(found, JobHistory)
    newest, middle, first = found.versions
    assert first.code.sql is not None
    assert middle.change is not None
    assert not middle.change
    assert newest.change is not None
    assert newest.change.texts == (TextChange("sql", moved, other),)
    assert newest.change.code_before == middle.code
