"""What is reached from a column, certainly or possibly (semantics 8.4)."""

from collections.abc import Callable

from headwater.answers.facets import Owner
from headwater.answers.graph import Truncated
from headwater.query.impact.impact import impact
from headwater.store import Snapshot
from tests.query.impact.reached import columns, one, paths, possible, short
from tests.query.rows import Rows

Stored = Callable[[], Snapshot]


def test_a_column_leads_along_column_lineage_to_columns_datasets_and_jobs(
    rows: Rows, stored: Stored
) -> None:
    columns(rows)
    found = impact(stored(), "datasetField:ns:a:x")
    assert [(node.type, short(node.id)) for node in found.reached] == [
        ("JOB", "ab"),
        ("DATASET", "b"),
        ("DATASET_FIELD", "b:y"),
        ("JOB", "bc"),
        ("DATASET", "c"),
        ("DATASET_FIELD", "c:z"),
    ]
    assert paths(found)["c:z"] == "a:x>ab>b:y>bc>c:z"
    assert paths(found)["c"] == "a:x>ab>b:y>bc>c"
    assert (one(found, "c:z").field, one(found, "c:z").owners) == ("z", (Owner("team:c", ""),))
    assert found.node == "datasetField:ns:a:x"


def test_a_column_upstream_and_with_depth(rows: Rows, stored: Stored) -> None:
    columns(rows)
    snapshot = stored()
    found = impact(snapshot, "datasetField:ns:c:z", direction="upstream", depth=0)
    assert paths(found) == {"bc": "c:z>bc", "b:y": "c:z>bc>b:y", "b": "c:z>bc>b"}
    assert found.truncated == Truncated("depth", 1)
    assert "a:x" in paths(impact(snapshot, "datasetField:ns:c:z", direction="upstream", depth=1))


def test_a_column_that_nothing_is_derived_from_reaches_nothing(rows: Rows, stored: Stored) -> None:
    columns(rows)
    found = impact(stored(), "datasetField:ns:c:z")
    assert (found.reached, found.truncated) == ((), None)


def test_readers_that_do_not_say_which_columns_they_use_are_possibly_reached(
    rows: Rows, stored: Stored
) -> None:
    """a.x > b.y is told; report reads b, says nothing of columns, and table is made of its output
    by columns; told reads b too, and says that it uses b.w alone."""
    columns(rows)
    a, b, c = rows.dataset("a"), rows.dataset("b"), rows.dataset("c")
    rows.uses(rows.job("ab"), [a], [b])
    rows.uses(rows.job("bc"), [b], [c])
    rep, table, other = (rows.dataset(name) for name in ("rep", "table", "other"))
    rows.uses(rows.job("report"), [b], [rep])
    rows.uses(rows.job("dashboard"), [b], [])
    rows.uses(rows.job("tabulate"), [rep], [table])
    rows.flow(rows.job("tabulate"), table, rep, columns={("k", "k"): []})
    rows.uses(rows.job("told"), [b], [other])
    rows.flow(rows.job("told"), other, b, columns={("w", "w"): []})
    snapshot = stored()
    found = impact(snapshot, "datasetField:ns:a:x")
    assert possible(found) == {"report", "rep", "dashboard", "tabulate", "table"}
    assert {"ab", "b", "b:y", "bc", "c", "c:z"} == set(paths(found)) - possible(found)
    assert paths(found)["table"] == "a:x>ab>b>report>rep>tabulate>table"
    assert found.truncated is None
    near = impact(snapshot, "datasetField:ns:a:x", depth=1)
    assert possible(near) == {"report", "rep", "dashboard"}
    assert near.truncated == Truncated("depth", 1)
    assert paths(impact(snapshot, "datasetField:ns:b:y"))["rep"] == "b:y>report>rep"
    assert possible(impact(snapshot, "dataset:ns:a")) == set()


def test_writers_that_do_not_say_what_their_columns_come_from_are_possibly_upstream(
    rows: Rows, stored: Stored
) -> None:
    a, b, c, raw = (rows.dataset(name) for name in ("a", "b", "c", "raw"))
    rows.uses(rows.job("load"), [raw], [a])
    rows.uses(rows.job("ab"), [a], [b])
    rows.flow(rows.job("ab"), b, a, columns={("y", "x"): []})
    rows.uses(rows.job("cb"), [c], [b])
    rows.flow(rows.job("cb"), b, c, columns={("other", "z"): []})
    found = impact(stored(), "datasetField:ns:b:y", direction="upstream")
    assert possible(found) == {"load", "raw"}
    assert paths(found) == {
        "ab": "b:y>ab",
        "a:x": "b:y>ab>a:x",
        "a": "b:y>ab>a",
        "load": "b:y>ab>a>load",
        "raw": "b:y>ab>a>load>raw",
    }


def test_a_column_that_may_come_from_any_column_of_a_dataset_is_possibly_reached(
    rows: Rows, stored: Stored
) -> None:
    a, b = rows.dataset("a"), rows.dataset("b")
    rows.version(a, 1, schema_hash=rows.schema(x="int"))
    rows.uses(rows.job("ab"), [a], [b])
    rows.flow(rows.job("ab"), b, a, columns={("y", ""): []})
    found = impact(stored(), "datasetField:ns:a:x")
    assert possible(found) == set(paths(found)) == {"ab", "b"}


def test_what_is_certain_by_a_longer_way_is_certain(rows: Rows, stored: Stored) -> None:
    a, b, c = rows.dataset("a"), rows.dataset("b"), rows.dataset("c")
    rows.uses(rows.job("short"), [a], [c])
    for job, source, target in (("ab", a, b), ("bc", b, c)):
        rows.uses(rows.job(job), [source], [target])
        rows.flow(rows.job(job), target, source, columns={("x", "x"): []})
    found = impact(stored(), "datasetField:ns:a:x")
    assert possible(found) == {"short"}
    assert paths(found)["c"] == "a:x>ab>b:x>bc>c"


def test_a_table_merged_into_itself_possibly_spreads_a_column_to_all_of_it(
    rows: Rows, stored: Stored
) -> None:
    a, b = rows.dataset("a"), rows.dataset("b")
    rows.version(a, 1, schema_hash=rows.schema(x="int", w="int"))
    rows.uses(rows.job("merge"), [a], [a])
    rows.uses(rows.job("ab"), [a], [b])
    rows.flow(rows.job("ab"), b, a, columns={("w", "w"): []})
    found = impact(stored(), "datasetField:ns:a:x")
    assert possible(found) == set(paths(found)) == {"merge", "a", "ab", "b"}
    assert paths(found)["b"] == "a:x>merge>a>ab>b"
