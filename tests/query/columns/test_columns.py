from collections.abc import Callable

from headwater.answers.columns import ColumnGraph, FieldNode
from headwater.answers.graph import Transformation
from headwater.model.directions import Direction
from headwater.model.names import run_key
from headwater.store import Snapshot
from headwater.store.tables import COLUMN_SETS, DATASET_EVENTS, FLOWS, FOREVER
from tests.query.registers import Register
from tests.query.rows import Rows, uuid
from tests.questions import columns, columns_at

Stored = Callable[[], Snapshot]
IDENTITY = [{"type": "DIRECT", "subtype": "IDENTITY"}]


def arrows(graph: ColumnGraph) -> set[str]:
    def short(text: str) -> str:
        return text.removeprefix("datasetField:ns:").removeprefix("dataset:ns:")

    return {f"{short(edge.origin)}>{short(edge.destination)}" for edge in graph.edges}


def one(graph: ColumnGraph, field: str) -> FieldNode:
    [node] = [node for node in graph.nodes if node.field == field]
    return node


def chain(rows: Rows) -> tuple[int, int, int]:
    """a.x > b.y > c.z, by one job each; b.y also comes from a.w."""
    a, b, c = rows.dataset("a"), rows.dataset("b"), rows.dataset("c")
    rows.flow(rows.job("ab"), b, a, columns={("y", "x"): IDENTITY, ("y", "w"): []})
    rows.flow(rows.job("bc"), c, b, columns={("z", "y"): [{"type": "INDIRECT", "masking": True}]})
    return a, b, c


def test_a_field_has_its_inputs_at_depth_0_and_their_inputs_beyond(
    rows: Rows, stored: Stored
) -> None:
    chain(rows)
    snapshot = stored()
    graph = columns(snapshot, "datasetField:ns:c:z")
    [node] = graph.nodes
    assert (node.id, node.type) == ("datasetField:ns:c:z", "DATASET_FIELD")
    [source] = node.input_fields
    assert (source.id, source.field, source.jobs) == ("datasetField:ns:b:y", "y", ("job:ns:bc",))
    assert source.transformations == (Transformation(type="INDIRECT", masking=True),)
    assert (node.hidden_upstream, arrows(graph)) == (1, {"b:y>c:z"})
    assert graph.truncated is not None
    assert (graph.truncated.reason, graph.truncated.hidden) == ("depth", 1)
    deep = columns(snapshot, "dataset_field:ns:c:z", depth=2)
    assert arrows(deep) == {"a:x>b:y", "a:w>b:y", "b:y>c:z"}
    assert deep.truncated is None


def test_downstream_is_given_when_asked_for(rows: Rows, stored: Stored) -> None:
    chain(rows)
    snapshot = stored()
    upstream_only = columns(snapshot, "datasetField:ns:a:x", depth=5)
    assert arrows(upstream_only) == set()
    assert one(upstream_only, "x").hidden_downstream == 1
    both = columns(snapshot, "datasetField:ns:a:x", depth=5, direction="both")
    assert [node.field for node in both.nodes] == ["x", "y", "z"]
    assert arrows(both) == {"a:x>b:y", "a:w>b:y", "b:y>c:z"}
    middle = columns(snapshot, "datasetField:ns:b:y", depth=5, direction="downstream")
    assert arrows(middle) == {"b:y>c:z"}


def test_the_depth_decides_which_fields_are_shown_and_not_which_edges_they_have(
    rows: Rows, stored: Stored
) -> None:
    chain(rows)
    snapshot = stored()
    all_edges = {"a:x>b:y", "a:w>b:y", "b:y>c:z"}
    above, below = {"a:x>b:y", "a:w>b:y"}, {"b:y>c:z"}
    reached: list[tuple[Direction, set[str]]] = [
        ("upstream", above),
        ("downstream", below),
        ("both", all_edges),
    ]
    for way, expected in reached:
        graph = columns(snapshot, "datasetField:ns:b:y", direction=way)
        [node] = graph.nodes
        assert arrows(graph) == expected
        assert (node.hidden_upstream, node.hidden_downstream) == (2, 1)
    rim = columns(snapshot, "datasetField:ns:c:z", depth=1)
    assert [node.field for node in rim.nodes] == ["y", "z"]
    assert arrows(rim) == all_edges


def test_a_dataset_stands_for_all_its_fields_and_what_is_said_of_it_as_a_whole(
    rows: Rows, stored: Stored
) -> None:
    _, b, _ = chain(rows)
    rows.version(b, 1, schema_hash=rows.schema(y="int", plain="text"))
    rows.flow(rows.job("ab"), b, rows.dataset("f"), columns={("", "key"): []})
    graph = columns(stored(), "dataset:ns:b", depth=1)
    found = {node.id: node for node in graph.nodes}
    assert found["datasetField:ns:b:y"].field_type == "int"
    assert found["datasetField:ns:b:plain"].input_fields == ()
    assert found["dataset:ns:b"].type == "DATASET"
    assert arrows(graph) == {"a:x>b:y", "a:w>b:y", "f:key>b"}


def test_a_dataset_without_a_schema_stands_for_the_fields_that_others_are_derived_from(
    rows: Rows, stored: Stored
) -> None:
    a, b = rows.dataset("a"), rows.dataset("b")
    job = rows.job("ab")
    rows.flow(job, b, a, columns={("y", "x"): IDENTITY, ("", "w"): []}, since=20)
    source = rows.version(a, kind="initial")
    run = rows.run(job, uuid(1), start=10, end=20, reads={a: None}, writes=[b])
    made = rows.version(b, 20, run=run)
    snapshot = stored()
    assert columns(snapshot, "dataset:ns:a", depth=1).nodes == ()
    ways: tuple[Direction, ...] = ("downstream", "both")
    for way in ways:
        now = columns(snapshot, "dataset:ns:a", depth=1, direction=way)
        assert arrows(now) == {"a:x>b:y", "a:w>b"}
        then = columns(snapshot, f"dataset:ns:a#{source}", depth=1, direction=way)
        assert arrows(then) == {f"a:x#{source}>b:y#{made}", f"a:w#{source}>b#{made}"}


def test_a_dataset_that_is_only_read_by_version_has_the_columns_of_the_last_one_read(
    rows: Rows, stored: Stored
) -> None:
    key = rows.dataset("d")
    rows.version(key, kind="initial")
    pinned = rows.version(key, 10, 10, kind="pinned", schema_hash=rows.schema(a="int"))
    rows.version(key, 20, 20, kind="pinned", schema_hash=rows.schema(b="int"))
    snapshot = stored()
    assert [node.field for node in columns(snapshot, "dataset:ns:d", at=15).nodes] == ["a"]
    assert [node.field for node in columns(snapshot, "dataset:ns:d").nodes] == ["b"]
    [node] = columns_at(snapshot, "dataset:ns:d", at=19).nodes
    assert node.id == f"datasetField:ns:d:a#{pinned}"
    assert columns_at(snapshot, "dataset:ns:d", at=9).nodes == ()


def test_a_dropped_dataset_has_the_columns_of_its_last_version(rows: Rows, stored: Stored) -> None:
    key = rows.dataset("d")
    last = rows.version(key, 10, 20, schema_hash=rows.schema(a="int"))
    rows.drop(key, 20, place_kind=1)
    snapshot = stored()
    [node] = columns(snapshot, "dataset:ns:d").nodes
    assert (node.field, node.field_type) == ("a", "int")
    [then] = columns_at(snapshot, "dataset:ns:d", at=30).nodes
    assert then.version == last


def test_a_job_stands_for_the_fields_it_states(rows: Rows, stored: Stored) -> None:
    _, b, _ = chain(rows)
    rows.flow(rows.job("other"), b, rows.dataset("o"), columns={("q", "q"): []})
    snapshot = stored()
    assert [node.field for node in columns(snapshot, "job:ns:ab").nodes] == ["y"]
    assert [node.field for node in columns(snapshot, "job:ns:other").nodes] == ["q"]


def test_column_edges_end(rows: Rows, stored: Stored) -> None:
    job, a, b = rows.job("j"), rows.dataset("a"), rows.dataset("b")
    rows.flow(job, b, a, columns={("y", "x"): []}, since=10, until=20)
    rows.flow(job, b, a, columns={("y", "w"): []}, since=20)
    version = rows.uses(job, [a], [b], since=10, until=20)
    rows.uses(job, [a], [b], since=20)
    snapshot = stored()
    assert arrows(columns(snapshot, "datasetField:ns:b:y", at=19, depth=1)) == {"a:x>b:y"}
    assert arrows(columns(snapshot, "datasetField:ns:b:y", at=20, depth=1)) == {"a:w>b:y"}
    assert arrows(columns(snapshot, "datasetField:ns:b:y", at=9, depth=1)) == set()
    assert arrows(columns(snapshot, f"job:ns:j#{version}", depth=1)) == {"a:x>b:y"}


def test_a_source_that_ended_is_gone_though_its_statement_holds(rows: Rows, stored: Stored) -> None:
    """A set names two sources; the flow of one of them has ended."""
    job, a, b, t = rows.job("j"), rows.dataset("a"), rows.dataset("b"), rows.dataset("t")
    rows.flow(job, t, a, columns={("x", "a"): []})
    set_hash = rows._rows["column_sets"][-1]["set_hash"]
    rows._rows["column_sets"].append(
        {**rows._rows["column_sets"][-1], "source_node": b, "input_field": "b"}
    )
    rows._rows["flows"].append({**rows._rows["flows"][-1], "source_id": b, "valid_to": 20})
    snapshot = stored()
    assert set_hash
    assert arrows(columns(snapshot, "datasetField:ns:t:x", at=19, depth=1)) == {
        "a:a>t:x",
        "b:b>t:x",
    }
    assert arrows(columns(snapshot, "datasetField:ns:t:x", at=20, depth=1)) == {"a:a>t:x"}


def test_sources_named_by_an_alias_are_the_one_dataset(rows: Rows, stored: Stored) -> None:
    a = rows.dataset("a", aliases=[("zz", "a"), ("aa", "a")])
    b = rows.dataset("b")
    alias = next(r["node_id"] for r in rows._rows["nodes"] if r["namespace"] == "zz")
    rows.flow(rows.job("one"), b, a, columns={("y", "x"): IDENTITY}, source_node=alias)
    rows.flow(rows.job("two"), b, a, columns={("y", "x"): []})
    graph = columns(stored(), "datasetField:ns:b:y", depth=1)
    [source] = one(graph, "y").input_fields
    assert (source.id, source.jobs) == ("datasetField:ns:a:x", ("job:ns:one", "job:ns:two"))
    assert source.transformations == (Transformation(type="DIRECT", subtype="IDENTITY"),)


def test_columns_that_feed_each_other_are_visited_once(rows: Rows, stored: Stored) -> None:
    a, b = rows.dataset("a"), rows.dataset("b")
    rows.flow(rows.job("there"), b, a, columns={("y", "x"): [], ("y", "y"): []})
    rows.flow(rows.job("back"), a, b, columns={("x", "y"): []})
    rows.flow(rows.job("self"), b, b, columns={("y", "y"): []})
    graph = columns(stored(), "datasetField:ns:b:y", depth=99)
    assert arrows(graph) == {"a:x>b:y", "a:y>b:y", "b:y>a:x", "b:y>b:y"}


def test_what_a_dataset_event_states_has_no_job(rows: Rows, stored: Stored) -> None:
    a, b = rows.dataset("a"), rows.dataset("b")
    rows.flow(b, b, a, "explicit", columns={("y", "x"): []})
    [source] = one(columns(stored(), "datasetField:ns:b:y"), "y").input_fields
    assert (source.field, source.jobs) == ("x", ())


def test_sources_that_are_jobs_and_deleted_sources_are_no_columns(
    rows: Rows, stored: Stored
) -> None:
    job, feeder, a, t = rows.job("j"), rows.job("feeder"), rows.dataset("a"), rows.dataset("t")
    rows.flow(job, t, feeder, "explicit", columns={("x", ""): []})
    rows.flow(job, t, a, "explicit", columns={("x", "a"): []})
    rows.edit("delete", "dataset", "ns", "a", at=50)
    snapshot = stored()
    assert [
        i.id for i in one(columns(snapshot, "datasetField:ns:t:x", at=49), "x").input_fields
    ] == ["datasetField:ns:a:a"]
    assert one(columns(snapshot, "datasetField:ns:t:x", at=50), "x").input_fields == ()


def test_a_version_leads_to_the_versions_its_run_read(rows: Rows, stored: Stored) -> None:
    job, a, b = rows.job("j"), rows.dataset("a"), rows.dataset("b")
    schema = rows.schema(x="int")
    writers = [rows.run(rows.job("w"), uuid(number)) for number in (91, 92)]
    old = rows.version(a, 1, 20, run=writers[0], schema_hash=schema)
    new = rows.version(a, 20, run=writers[1], schema_hash=schema)
    rows.flow(job, b, a, columns={("y", "x"): IDENTITY}, since=15, until=30)
    rows.flow(job, b, a, columns={("y", "z"): []}, since=30)
    first = rows.run(job, uuid(1), start=10, end=15, reads={a: None}, writes=[b])
    second = rows.run(job, uuid(2), start=25, end=30, reads={a: None}, writes=[b])
    made = rows.version(b, 15, 30, run=first, schema_hash=rows.schema(y="long"))
    again = rows.version(b, 30, run=second)
    snapshot = stored()
    graph = columns(snapshot, f"dataset:ns:b#{made}", depth=1)
    assert arrows(graph) == {f"a:x#{old}>b:y#{made}"}
    assert one(graph, "y").field_type == "long"
    assert one(graph, "y").version == made
    later = columns(snapshot, f"datasetField:ns:b:y#{again}", depth=1)
    assert arrows(later) == {f"a:z#{new}>b:y#{again}"}
    down = columns(snapshot, f"datasetField:ns:a:x#{old}", depth=1, direction="both")
    assert arrows(down) == {f"a:x#{old}>b:y#{made}"}


def test_a_source_that_only_column_lineage_names_is_found_from_both_ends_by_version(
    rows: Rows, stored: Stored
) -> None:
    job, a, b = rows.job("j"), rows.dataset("a"), rows.dataset("b")
    rows.flow(job, b, a, columns={("y", "x"): IDENTITY}, since=15)
    old = rows.version(a, 1, 20, run=rows.run(rows.job("w"), uuid(91)))
    new = rows.version(a, 20, run=rows.run(rows.job("w"), uuid(92)))
    first = rows.run(job, uuid(1), start=10, end=15, writes=[b])
    second = rows.run(job, uuid(2), start=25, end=30, writes=[b])
    made, again = rows.version(b, 15, 30, run=first), rows.version(b, 30, run=second)
    snapshot = stored()
    for source, target in ((old, made), (new, again)):
        edge = {f"a:x#{source}>b:y#{target}"}
        assert arrows(columns(snapshot, f"datasetField:ns:b:y#{target}")) == edge
        down = columns(snapshot, f"datasetField:ns:a:x#{source}", direction="downstream")
        assert arrows(down) == edge


def test_an_observed_version_has_the_columns_of_the_one_it_follows(
    rows: Rows, stored: Stored
) -> None:
    a, b, writer, reader = rows.dataset("a"), rows.dataset("b"), rows.job("w"), rows.job("r")
    rows.flow(writer, b, a, columns={("y", "x"): []}, since=10)
    source = rows.version(a, 1, run=None, kind="event", place_id="e")
    wrote = rows.run(writer, uuid(1), start=5, end=10, reads={a: None}, writes=[b])
    written = rows.version(b, 10, 20, run=wrote, schema_hash=rows.schema(y="int"))
    read = rows.run(reader, uuid(2), start=20, reads={b: None})
    observed = rows.version(
        b,
        20,
        kind="observed",
        run=read,
        follows=written,
        schema_hash="composed",
        schema_value='{"fields":[{"name":"y","type":"text"},{"name":"new"}]}',
    )
    snapshot = stored()
    graph = columns(snapshot, f"dataset:ns:b#{observed}", depth=2)
    assert arrows(graph) == {f"b:y#{written}>b:y#{observed}", f"a:x#{source}>b:y#{written}"}
    assert one(graph, "new").input_fields == ()
    down = columns(snapshot, f"datasetField:ns:a:x#{source}", depth=2, direction="both")
    assert arrows(down) == arrows(graph)


def test_a_renamed_version_without_a_schema_has_the_columns_that_were_stated(
    rows: Rows, stored: Stored
) -> None:
    a, old, new = rows.dataset("a"), rows.dataset("old"), rows.dataset("new")
    writer = rows.job("w")
    rows.flow(writer, old, a, columns={("y", "x"): [], ("", "z"): []}, since=10)
    source = rows.version(a, 1, run=None, kind="event", place_id="e")
    wrote = rows.run(writer, uuid(1), start=5, end=10, reads={a: None}, writes=[old])
    written = rows.version(old, 10, 20, run=wrote)
    moved = rows.run(rows.job("m"), uuid(2), start=15, end=20, writes=[new])
    renamed = rows.version(new, 20, run=moved, follows_node=old)
    graph = columns(stored(), f"dataset:ns:new#{renamed}", depth=2)
    assert arrows(graph) == {f"old:y#{written}>new:y#{renamed}", f"a:x#{source}>old:y#{written}"}


def test_a_dataset_event_states_the_columns_of_the_version_it_makes(
    rows: Rows, stored: Stored
) -> None:
    a, b = rows.dataset("a"), rows.dataset("b")
    rows.flow(b, b, a, "explicit", columns={("y", "x"): []}, since=10)
    source = rows.version(a, 5, run=rows.run(rows.job("w"), uuid(9)))
    rows.add(DATASET_EVENTS, digest="e", node_id=b, event_time=10)
    made = rows.version(b, 10, kind="event", place_id="e")
    snapshot = stored()
    assert arrows(columns(snapshot, f"datasetField:ns:b:y#{made}", depth=1)) == {
        f"a:x#{source}>b:y#{made}"
    }
    down = columns(snapshot, f"datasetField:ns:a:x#{source}", depth=1, direction="both")
    assert arrows(down) == {f"a:x#{source}>b:y#{made}"}


def test_runs_that_end_at_one_instant_have_each_their_own_columns(
    rows: Rows, stored: Stored
) -> None:
    job, a, b = rows.job("j"), rows.dataset("a"), rows.dataset("b")
    rows.version(a, kind="initial")
    rows.flow(job, b, a, columns={("y", "before"): []}, since=5, until=10)
    numbers = sorted(range(1, 5), key=lambda n: run_key(uuid(n), "ns", "j"))
    versions = []
    stated = ""
    for number, field in zip(numbers, (None, "x", None, "z"), strict=True):
        facts = []
        if field is not None:
            source = {"namespace": "ns", "name": "a", "field": field}
            stated = rows.facet({"fields": {"y": {"inputFields": [source]}}})
            facts = [Register("output", "columnLineage", stated, node=b)]
            rows.add(
                COLUMN_SETS,
                set_hash=stated,
                output_field="y",
                source_node=a,
                input_field=field,
                transformations="[]",
            )
        run = rows.run(job, uuid(number), start=8, end=10, reads={a: None}, writes=[b], facts=facts)
        versions.append(rows.version(b, 10, 10, run=run))
    rows.add(FLOWS, stated_by=job, target_id=b, source_id=a, basis="column", set_hash=stated)
    rows._rows["flows"][-1].update(is_flow=1, valid_from=10, valid_to=FOREVER)
    snapshot = stored()
    sources = [
        [source.field for source in one(columns(snapshot, f"dataset:ns:b#{v}"), "y").input_fields]
        for v in versions
    ]
    assert sources == [["before"], ["x"], ["x"], ["z"]]


def test_a_field_that_only_an_ended_source_names_is_not_known(rows: Rows, stored: Stored) -> None:
    job, gone, kept, target = (rows.job("j"), *map(rows.dataset, ("gone", "kept", "target")))
    rows.flow(job, target, gone, columns={("y", "x"): [], ("y2", "x"): []}, until=20)
    stated = rows._rows["flows"][-1]["set_hash"]
    rows.add(
        COLUMN_SETS, set_hash=stated, output_field="y2", source_node=kept, transformations="[]"
    )
    rows.add(FLOWS, **rows._rows["flows"][-1] | {"source_id": kept, "valid_to": FOREVER})
    snapshot = stored()

    def known(field: str, at: int) -> bool:
        return bool(columns(snapshot, f"datasetField:ns:{field}", at=at).nodes)

    fields = ("gone:x", "target:y", "target:y2")
    assert [known(field, 10) for field in fields] == [True, True, True]
    assert [known(field, 30) for field in fields] == [False, False, True]


def test_a_field_that_a_version_does_not_have_gives_nothing(rows: Rows, stored: Stored) -> None:
    """As a field that a dataset does not have at the time asked for."""
    a, b, job = rows.dataset("a"), rows.dataset("b"), rows.job("j")
    old = rows.version(a, 1, 10, kind="event", schema_hash=rows.schema(x="int"))
    new = rows.version(a, 10, kind="event", place_id="2", schema_hash=rows.schema(z="int"))
    rows.flow(job, b, a, columns={("y", "unlisted"): []}, since=20)
    run = rows.run(job, uuid(1), start=15, end=20, reads={a: None}, writes=[b])
    rows.version(b, 20, run=run)
    snapshot = stored()
    assert [n.field for n in columns(snapshot, f"datasetField:ns:a:x#{old}").nodes] == ["x"]
    assert columns(snapshot, f"datasetField:ns:a:x#{new}").nodes == ()
    assert columns_at(snapshot, "datasetField:ns:a:x", at=12).nodes == ()
    assert columns(snapshot, "datasetField:ns:a:x", at=12).nodes == ()
    [source] = columns(snapshot, f"datasetField:ns:a:unlisted#{new}").nodes
    assert source.field == "unlisted", "named by what is derived from it"
