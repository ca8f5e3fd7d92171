from collections.abc import Callable

from headwater.answers.names import DatasetId
from headwater.api.marquez.node_details import NodeDetails
from headwater.query.lineage.shown import show
from headwater.store import Snapshot
from headwater.store.tables import DATASET_EVENTS
from tests.query.rows import Rows, uuid
from tests.questions import extent

Stored = Callable[[], Snapshot]


def test_a_job_has_its_lists_its_code_its_parent_and_its_times(rows: Rows, stored: Stored) -> None:
    a, b, gone = rows.dataset("a"), rows.dataset("b"), rows.dataset("gone")
    job, dag = rows.job("j"), rows.job("dag")
    rows.uses(job, [a, gone], [b], since=5, until=20, code_url="https://git/old")
    rows.uses(job, [a], [b], since=20, code_url="https://git/new")
    rows.parent(job, dag, since=1, until=20)
    rows.event(job, 3, "START")
    rows.event(job, 6, "COMPLETE")
    rows.run(job, uuid(1), start=4, end=6)
    rows.edit("delete", "dataset", "ns", "gone", at=10)
    snapshot = stored()

    def asked(at: int) -> object:
        shown = show(extent(snapshot, "job:ns:j", at=at))
        [node] = [node for node in shown.answer.nodes if node.id == "job:ns:j"]
        found = NodeDetails(shown).of_job(node)
        names = [[one.name for one in side] for side in (found.inputs, found.outputs)]
        return names, found.location, found.parent, found.created_at, found.updated_at

    assert asked(9) == ([["a", "gone"], ["b"]], "https://git/old", "dag", 3, 6)
    assert asked(19) == ([["a"], ["b"]], "https://git/old", "dag", 3, 6)
    assert asked(20) == ([["a"], ["b"]], "https://git/new", None, 3, 6)


def test_a_dataset_has_its_source_and_what_made_its_version(rows: Rows, stored: Stored) -> None:
    written, declared, source, dropped = (
        rows.dataset(n) for n in ("written", "declared", "src", "dropped")
    )
    job = rows.job("j")
    rows.uses(job, [source, declared], [written, dropped], since=5)
    run = rows.run(job, uuid(1), start=4, end=6, reads={source: None, declared: None})
    rows.io(run, "output", written, 6, lifecycle="OVERWRITE", used_at=6)
    rows.version(written, 6, run=run, schema_hash=rows.schema(id="int"))
    rows.version(source, kind="initial")
    rows.add(DATASET_EVENTS, digest="e", node_id=declared, event_time=7, lifecycle="CREATE")
    rows.version(declared, 7, kind="event", place_id="e")
    rows.version(dropped, 6, 8, run=run)
    rows.drop(dropped, 8, place_kind=1)
    rows.stated(written, "dataSource", {"name": "warehouse", "uri": "pg://x"})
    rows.stated(written, "headwater_dataset", {"physicalName": "public.written"})
    shown = show(extent(stored(), "job:ns:j"))
    details, nodes = NodeDetails(shown), shown.answer.nodes
    found = {node.name: details.of_dataset(node) for node in nodes if node.type == "DATASET"}
    assert {name: one.lifecycle for name, one in found.items()} == {
        "written": "OVERWRITE",
        "declared": "CREATE",
        "src": None,
        "dropped": "DROP",
    }
    assert (found["written"].source_name, found["src"].source_name) == ("warehouse", "ns")
    assert (found["written"].physical_name, found["src"].physical_name) == (
        "public.written",
        "src",
    )
    assert [field.name for field in found["written"].fields] == ["id"]
    assert (found["src"].last_modified_at, found["src"].updated_at) == (None, 4)
    assert (found["written"].last_modified_at, found["written"].created_at) == (6, 5)


def test_many_nodes_cost_as_many_queries_as_few(
    rows: Rows, stored: Stored, queries: list[str]
) -> None:
    for size, namespace in ((2, "few"), (20, "many")):
        before = rows.dataset("d0", namespace)
        for number in range(1, size + 1):
            job, after = rows.job(f"j{number}", namespace), rows.dataset(f"d{number}", namespace)
            rows.uses(job, [before], [after])
            run = rows.run(job, uuid(number), start=1, end=2, reads={before: None}, writes=[after])
            rows.version(after, 2, run=run, schema_hash=rows.schema(**{f"f{number}": "int"}))
            before = after
    snapshot = stored()
    counts = []
    for namespace in ("few", "many"):
        shown = show(extent(snapshot, f"job:{namespace}:j1"))
        queries.clear()
        details = NodeDetails(shown)
        for node in shown.answer.nodes:
            if node.type == "JOB":
                assert details.of_job(node).outputs == (
                    DatasetId(namespace, node.name.replace("j", "d")),
                )
            else:
                details.of_dataset(node)
        counts.append(len(queries))
    assert counts[0] == counts[1]
