"""The use cases of Marquez's "Column lineage endpoint proposal"."""

from typing import Any

import pytest

from headwater.answers.columns import ColumnEdge
from headwater.api.marquez.column_graph import column_answer
from tests.stories.events import derives, ds, run, schema
from tests.stories.scenes import Scene

pytestmark = pytest.mark.spark


def columns(name: str, types: dict[str, str], **sources: str) -> dict[str, Any]:
    """A dataset as it is written: its columns, and where they come from."""
    return ds(name, schema=schema(**types), columnLineage=derives(**sources))


RAW = {"id": "int", "city": "text"}

CHAIN = [
    run("1", "load", "COMPLETE", 1, [], [ds("raw", schema=schema(**RAW))]),
    run(
        "2", "clean", "COMPLETE", 2, ["raw"], [columns("orders", RAW, id="raw.id", city="raw.city")]
    ),
    run(
        "3",
        "report",
        "COMPLETE",
        3,
        ["orders"],
        [columns("top", {"town": "text"}, town="orders.city")],
    ),
    run(
        "4", "export", "COMPLETE", 4, ["orders"], [columns("file", {"key": "int"}, key="orders.id")]
    ),
]

# Yesterday's code read the city, today's reads the country.
CHANGED = [
    run("1", "load", "COMPLETE", 1, [], [ds("raw", schema=schema(city="text", country="text"))]),
    run(
        "2",
        "clean",
        "COMPLETE",
        2,
        ["raw"],
        [columns("orders", {"place": "text"}, place="raw.city")],
    ),
    run("3", "load", "COMPLETE", 3, [], ["raw"]),
    run(
        "4",
        "clean",
        "COMPLETE",
        4,
        ["raw"],
        [columns("orders", {"place": "text"}, place="raw.country")],
    ),
]


# It says: "Find the current upstream dependencies of a column."


@pytest.mark.story(CHAIN)
def test_a_column_is_derived_from_columns_upstream(scene: Scene) -> None:
    graph = scene.columns(scene.field("top", "town"), depth=5)
    assert scene.derivations(graph) == {"raw.city>orders.city", "orders.city>top.town"}
    assert scene.fields(graph.nodes) == {"raw.city", "orders.city", "top.town"}


@pytest.mark.story(CHAIN)
def test_a_dataset_stands_for_all_its_columns(scene: Scene) -> None:
    graph = scene.columns(scene.dataset("orders"))
    assert scene.fields(graph.nodes) == {"orders.id", "orders.city"}
    assert scene.derivations(graph) == {"raw.id>orders.id", "raw.city>orders.city"}


@pytest.mark.story(CHAIN)
def test_at_depth_0_the_inputs_are_named_and_at_depth_1_they_are_nodes(scene: Scene) -> None:
    [only] = scene.columns(scene.field("top", "town")).nodes
    assert [source.id for source in only.input_fields] == [scene.field("orders", "city")]
    deeper = scene.columns(scene.field("top", "town"), depth=1)
    assert scene.fields(deeper.nodes) == {"top.town", "orders.city"}


@pytest.mark.story(CHAIN)
def test_a_node_has_namespace_name_field_and_type(scene: Scene) -> None:
    [node] = scene.columns(scene.field("orders", "id")).nodes
    assert (node.id, node.type) == (scene.field("orders", "id"), "DATASET_FIELD")
    assert (node.namespace, node.name, node.field, node.field_type) == (
        f"{scene.tag}db",
        "orders",
        "id",
        "int",
    )


@pytest.mark.story(CHAIN)
def test_a_field_may_be_asked_for_in_both_spellings(scene: Scene) -> None:
    field = scene.field("orders", "id")
    other = field.replace("datasetField:", "dataset_field:")
    assert scene.columns(other) == scene.columns(field)


def merged(kind: str) -> dict[str, Any]:
    """One field out of three tables, as the proposal draws it."""
    sources = [
        {"namespace": "db", "name": f"table{letter}", "field": f"column{letter}"}
        for letter in "ABC"
    ]
    entry = {"inputFields": sources, "transformationType": kind}
    return {"fields": {"a": entry | {"transformationDescription": "identical"}}}


@pytest.mark.story(
    [
        run(
            "1",
            "merge",
            "COMPLETE",
            1,
            ["tableA", "tableB", "tableC"],
            [ds("table1", schema=schema(a="integer"), columnLineage=merged("IDENTITY"))],
        )
    ]
)
def test_the_example_node_with_three_input_fields(scene: Scene) -> None:
    graph = scene.columns(scene.field("table1", "a"))
    [node] = graph.nodes
    assert node.field_type == "integer"
    assert [source.id for source in node.input_fields] == [
        scene.field(f"table{letter}", f"column{letter}") for letter in "ABC"
    ]
    for source in node.input_fields:
        [how] = source.transformations
        assert (how.subtype, how.description) == ("IDENTITY", "identical")
    [example] = column_answer(graph).graph
    assert example.in_edges == tuple(
        ColumnEdge(node.id, scene.field(f"table{letter}", f"column{letter}")) for letter in "ABC"
    )
    data = example.data
    assert (data.transformation_type, data.transformation_description) == ("IDENTITY", "identical")


# It says: "Downstream lineage will be returned only when requested explicitly."


@pytest.mark.story(CHAIN)
def test_downstream_columns_are_returned_on_request_only(scene: Scene) -> None:
    field = scene.field("orders", "city")
    assert scene.fields(scene.columns(field, depth=5).nodes) == {"orders.city", "raw.city"}
    both = scene.columns(field, depth=5, direction="both")
    assert scene.fields(both.nodes) == {"orders.city", "raw.city", "top.town"}
    assert {scene.column(edge.destination) for edge in both.edges} == {"orders.city", "top.town"}


# It says: "See column-level lineage in the dataset level lineage when available."


@pytest.mark.story(
    [
        run(
            "1",
            "split",
            "COMPLETE",
            1,
            ["a", "b"],
            [columns("x", {"k": "int"}, k="a.k"), columns("y", {"k": "int"}, k="b.k")],
        ),
        run("2", "use", "COMPLETE", 2, ["x"], ["z"]),
    ]
)
def test_dataset_lineage_follows_the_columns_where_they_are_known(scene: Scene) -> None:
    upstream = scene.graph(scene.dataset("z"), direction="upstream")
    assert {node.name for node in upstream.nodes} == {"a", "split", "x", "use", "z"}


# It says: "What did the lineage look like yesterday compared to today?"


@pytest.mark.story(CHANGED)
def test_the_lineage_of_yesterday_and_of_today(scene: Scene) -> None:
    place = scene.field("orders", "place")
    assert scene.derivations(scene.columns(place, hour=2.5)) == {"raw.city>orders.place"}
    assert scene.derivations(scene.columns(place)) == {"raw.country>orders.place"}


@pytest.mark.story(CHANGED)
def test_before_anything_was_known_the_lineage_is_empty(scene: Scene) -> None:
    for node in (scene.field("orders", "place"), scene.dataset("orders")):
        early = scene.columns(node, hour=1, depth=5, direction="both")
        assert (early.nodes, early.edges, early.truncated) == ((), (), None)


# It says: "Point-in-time upstream (dataset or column level) lineage given a version of a
# dataset." "Dataset version -> run that produced it -> consumed Dataset Versions."


@pytest.mark.story(CHANGED)
def test_a_version_is_derived_from_the_versions_its_run_consumed(scene: Scene) -> None:
    first, second = (scene.version("orders", number) for number in (1, 2))
    assert scene.derivations(scene.columns(first)) == {"raw#1.city>orders#1.place"}
    assert scene.derivations(scene.columns(second)) == {"raw#2.country>orders#2.place"}


@pytest.mark.story(
    [
        *CHAIN[:3],
        run("5", "load", "COMPLETE", 5, [], ["raw"]),
        run("6", "clean", "COMPLETE", 6, ["raw"], [columns("orders", RAW, id="raw.id")]),
    ]
)
def test_by_version_the_lineage_goes_on_through_versions(scene: Scene) -> None:
    """What `top` was made from is what was there then, though all of it was written anew since."""
    graph = scene.columns(scene.version("top", 1), depth=5)
    assert scene.derivations(graph) == {"raw#1.city>orders#1.city", "orders#1.city>top#1.town"}
    field, _, version = scene.version("top", 1).rpartition("#")
    by_field = f"{field.replace('dataset:', 'datasetField:', 1)}:town#{version}"
    assert scene.columns(by_field, depth=5) == graph


@pytest.mark.story(
    [
        *CHAIN[:3],
        run("5", "clean", "COMPLETE", 5, ["raw"], [columns("orders", RAW, id="raw.id")]),
    ]
)
def test_a_column_no_longer_derived_is_gone_today_and_still_there_as_of_yesterday(
    scene: Scene,
) -> None:
    city = scene.field("orders", "city")
    assert scene.derivations(scene.columns(city, hour=4)) == {"raw.city>orders.city"}
    assert scene.derivations(scene.columns(city)) == set()
    assert scene.derivations(scene.columns(scene.version("orders", 1))) == {
        "raw#1.id>orders#1.id",
        "raw#1.city>orders#1.city",
    }
