"""Contracts in the store: what is registered, design lineage, and what becomes of it."""

from collections.abc import Callable
from itertools import permutations
from pathlib import Path

import pytest

from headwater.errors import NotFoundError
from headwater.model.facts import Rules
from headwater.query.contracts.listing import (
    contract_details,
    contract_diff,
    contract_text,
    contract_versions,
)
from headwater.questions.pages import Page
from headwater.store import Snapshot, Store, open_store
from tests.contracts.rfc import BOUND_Y, TEXTS, W1, W2, X, Y, Z
from tests.query.rows import Rows, uuid
from tests.questions import (
    contract_drift,
    contract_impact,
    design_lineage,
    drift,
    lineage,
    list_contracts,
    operational_lineage,
)

Stored = Callable[[], Snapshot]
HOUR = 3_600_000_000
ORDERS = list(permutations(TEXTS))


def pipelines(rows: Rows) -> dict[str, int]:
    """Jobs D, E and F of the RFC's example, each with a run that has completed."""
    datasets = {
        "API": rows.dataset("API"),
        "DSY1": rows.dataset("DSY1-name", "DSY1-namespace"),
        "DSZ1": rows.dataset("DSZ1"),
        "DSZ2": rows.dataset("DSZ2-name", "DSZ2-namespace"),
    }
    uses = (("D", "API", "DSZ1"), ("E", "DSY1", "DSZ1"), ("F", "DSZ1", "DSZ2"))
    for number, (name, source, target) in enumerate(uses):
        job = rows.job(name)
        rows.uses(job, [datasets[source]], [datasets[target]])
        run = rows.run(
            job, uuid(number + 1), end=10 + number, reads={datasets[source]: None},
            writes=[datasets[target]],
        )  # fmt: skip
        rows.version(datasets[target], 10 + number, run=run)
    return datasets


def arrows(snapshot: Snapshot, contract: str, **options: int) -> set[str]:
    graph = operational_lineage(snapshot, contract, **options)
    short = {node.id: node.name.removesuffix("-name") for node in graph.nodes}
    return {f"{short[edge.origin]}>{short[edge.destination]}" for edge in graph.edges}


@pytest.fixture
def registered(rows: Rows, stored: Stored) -> Callable[..., Snapshot]:
    def register(*texts: str) -> Snapshot:
        for at, text in enumerate(texts):
            rows.contract(text, at, f"{at}.yaml")
        return stored()

    return register


@pytest.fixture
def example(rows: Rows, registered: Callable[..., Snapshot]) -> Snapshot:
    """The RFC's example as printed."""
    pipelines(rows)
    return registered(*TEXTS.values())


@pytest.fixture
def variant_b(rows: Rows, registered: Callable[..., Snapshot]) -> Snapshot:
    pipelines(rows)
    return registered(*(TEXTS | {Y: BOUND_Y}).values())


def test_the_contract_graph_of_the_example(example: Snapshot) -> None:
    graph = design_lineage(example)
    assert {(e.origin, e.destination) for e in graph.edges} == {
        (f"contract:{X}", f"contract:{Y}"),
        (f"contract:{W2}", f"contract:{Y}"),
        (f"contract:{Y}", f"contract:{Z}"),
    }
    assert len(graph.nodes) == 5
    assert all(node.registered for node in graph.nodes)
    assert (graph.cycles, graph.truncated) == ((), None)


def test_the_product_graph_of_the_example(example: Snapshot) -> None:
    graph = design_lineage(example, level="product")
    assert [(e.origin[-1], e.destination[-1], e.contracts) for e in graph.edges] == [
        ("W", "Y", ((W2, Y),)),
        ("X", "Y", ((X, Y),)),
        ("Y", "Z", ((Y, Z),)),
    ]
    [w] = [node for node in graph.nodes if node.name == "Data Product W"]
    assert {(member.id, member.consumers) for member in w.members} == {(W1, 0), (W2, 1)}


def test_a_part_of_the_graph_says_what_is_hidden(example: Snapshot) -> None:
    graph = design_lineage(example, Z, direction="upstream", depth=1)
    assert [node.id for node in graph.nodes] == [f"contract:{Z}", f"contract:{Y}"]
    assert graph.truncated is not None
    assert (graph.truncated.reason, graph.truncated.hidden) == ("depth", 2)
    assert {node.id[-1]: node.hidden_upstream for node in graph.nodes} == {Z[-1]: 0, Y[-1]: 2}
    cut = design_lineage(example, max_nodes=2)
    assert cut.truncated is not None
    assert (len(cut.nodes), cut.truncated.reason, cut.truncated.hidden) == (2, "maxNodes", 3)


BEHIND_Z = {"API>D", "D>DSZ1", "DSY1>E", "E>DSZ1", "DSZ1>F", "F>DSZ2"}


def test_what_runs_behind_z(example: Snapshot) -> None:
    assert arrows(example, Z) == BEHIND_Z
    assert arrows(example, Z, depth=1) == {"DSZ1>F", "F>DSZ2"}
    assert len(operational_lineage(example, Z).nodes) == 7


def test_what_runs_behind_z_ends_at_the_dataset_of_y_in_variant_b(
    rows: Rows, registered: Callable[..., Snapshot]
) -> None:
    found = pipelines(rows)
    rows.uses(rows.job("C"), [rows.dataset("DSX1")], [found["DSY1"]])
    snapshot = registered(*(TEXTS | {Y: BOUND_Y}).values())
    assert arrows(snapshot, Z) == BEHIND_Z
    graph = operational_lineage(snapshot, Z)
    [dsy1] = [node for node in graph.nodes if node.name == "DSY1-name"]
    assert [mark.id for mark in dsy1.contracts] == [Y]
    assert dsy1.hidden_upstream == 1


def test_impact_of_the_example_as_printed(example: Snapshot) -> None:
    found = contract_impact(example, Y)
    assert [(one.id, one.distance, one.via) for one in found.contracts] == [(Z, 1, Y)]
    assert [(product.name, product.contracts) for product in found.products] == [
        ("Data Product Z", (Z,))
    ]
    assert found.operational.knowledge == "unknown"
    assert found.operational.reason == "no dataset is bound to it"
    for contract in (X, W2):
        assert [one.id for one in contract_impact(example, contract).contracts] == [Y, Z]
    for contract in (W1, Z):
        assert contract_impact(example, contract).contracts == ()
    assert contract_impact(example, Z).operational.knowledge == "none"


def test_impact_of_the_example_in_variant_b(variant_b: Snapshot) -> None:
    found = contract_impact(variant_b, Y).operational
    assert (found.knowledge, found.reason) == ("found", None)
    assert [job.id for job in found.jobs] == ["job:ns:E", "job:ns:F"]
    assert [(hit.id.split(":")[-1], hit.distance, hit.contracts) for hit in found.datasets] == [
        ("DSZ1", 1, ()),
        ("DSZ2-name", 2, (Z,)),
    ]
    assert [(hit.via, hit.id) for hit in (*found.jobs, *found.datasets)] == [
        ("dataset:DSY1-namespace:DSY1-name", "job:ns:E"),
        ("dataset:ns:DSZ1", "job:ns:F"),
        ("job:ns:E", "dataset:ns:DSZ1"),
        ("job:ns:F", "dataset:DSZ2-namespace:DSZ2-name"),
    ]


def test_drift_of_the_example_as_printed(example: Snapshot) -> None:
    found = contract_drift(example, Z)
    assert [(one.contract, one.verdict) for one in found.inputs] == [(Y, "unverifiable")]
    assert found.state == "unverifiable"
    assert [(f.code, f.level, f.evidence.dataset) for f in found.findings] == [
        ("uncontracted-input", "info", "dataset:DSY1-namespace:DSY1-name"),
        ("uncontracted-input", "info", "dataset:ns:API"),
        ("unverifiable", "info", None),
    ]
    report = drift(example)
    assert report.by_code == {"uncontracted-input": 2, "unverifiable": 3}
    assert report.states == {"unverifiable": 5}


def test_drift_of_the_example_in_variant_b(variant_b: Snapshot) -> None:
    found = contract_drift(variant_b, Z)
    [one] = found.inputs
    assert (one.contract, one.verdict) == (Y, "confirmed")
    assert one.path == (
        "dataset:DSY1-namespace:DSY1-name",
        "job:ns:E",
        "dataset:ns:DSZ1",
        "job:ns:F",
        "dataset:DSZ2-namespace:DSZ2-name",
    )
    assert found.state == "clean"
    assert [finding.evidence.dataset for finding in found.findings] == ["dataset:ns:API"]


def test_the_order_of_registration_makes_no_difference(tmp_path: Path) -> None:
    """All 120 of them, as printed and in variant B."""
    for name, texts in (("printed", TEXTS), ("b", TEXTS | {Y: BOUND_Y})):
        answers = set()
        for number, order in enumerate(ORDERS):
            rows = Rows()
            pipelines(rows)
            for at, contract in enumerate(order):
                rows.contract(texts[contract], at)
            with open_store(f"sqlite:///{tmp_path}/{name}{number}") as store:
                rows.write(store)
                with store.snapshot() as snapshot:
                    answers.add(
                        (
                            design_lineage(snapshot),
                            design_lineage(snapshot, level="product"),
                            operational_lineage(snapshot, Z),
                            *(contract_impact(snapshot, contract) for contract in TEXTS),
                            *(contract_drift(snapshot, contract) for contract in TEXTS),
                        )
                    )
        assert len(answers) == 1


def test_a_placeholder_is_resolved_when_its_contract_comes(
    rows: Rows, registered: Callable[..., Snapshot]
) -> None:
    snapshot = registered(TEXTS[Z], TEXTS[Y])
    [waiting] = [n for n in design_lineage(snapshot, at=0).nodes if not n.registered]
    assert waiting.id == f"contract:{Y}"
    assert [f.code for f in contract_drift(snapshot, Z, at=0).findings] == [
        "output-never-written",
        "unresolved-input",
    ]
    unknown = [n.id for n in design_lineage(snapshot).nodes if not n.registered]
    assert sorted(unknown) == sorted([f"contract:{X}", f"contract:{W2}"])
    with pytest.raises(NotFoundError, match="no contract"):
        contract_drift(snapshot, Y, at=0)


def test_lists_single_contracts_versions_and_the_text(
    rows: Rows, registered: Callable[..., Snapshot]
) -> None:
    old = "id: a\nversion: 1.0.0\nname: Alpha\nschema: [{name: t, properties: [{name: x}]}]\n"
    new = old.replace("1.0.0", "2.0.0").replace("name: x", "name: y")
    snapshot = registered(old, new, new.replace("2.0.0", "3.0.0-rc") + "status: draft\n", TEXTS[Z])
    listed = list_contracts(snapshot)
    assert [(one.id, one.version, one.versions) for one in listed.contracts] == [
        (Z, "1.1.0", 1),
        ("a", "2.0.0", 3),
    ]
    assert list_contracts(snapshot, text="ALPH").total_count == 1
    assert list_contracts(snapshot, product="Data Product Z").contracts[0].id == Z
    assert list_contracts(snapshot, page=Page(1, 1)).contracts[0].id == "a"
    versions = contract_versions(snapshot, "a").versions
    assert [(v.version, v.current) for v in versions] == [
        ("3.0.0-rc", False),
        ("2.0.0", True),
        ("1.0.0", False),
    ]
    assert versions[1].changes is not None
    assert versions[1].changes.breaking
    assert contract_text(snapshot, "Alpha", "1.0.0") == old
    found = contract_details(snapshot, f"contract:{Z.upper()}")
    assert [(out.name, out.dataset) for out in found.outputs] == [("DSZ2-name", None)]
    assert contract_diff(snapshot, "a", None, None).after == "2.0.0"
    assert contract_diff(snapshot, "a", "1.0.0", "3.0.0-rc").before == "1.0.0"


def test_what_is_not_registered_is_not_found_with_near_matches(example: Snapshot) -> None:
    with pytest.raises(NotFoundError, match=f"did you mean {Z}"):
        contract_details(example, f"{Z[:-1]}0")
    with pytest.raises(NotFoundError, match=r"has no version '9'; it has 1\.1\.0"):
        contract_details(example, Z, "9")
    with pytest.raises(NotFoundError, match="no version before"):
        contract_diff(example, Z, None, None)


def test_a_deleted_contract_is_gone_until_it_is_registered_again(
    rows: Rows, stored: Stored
) -> None:
    rows.contract(TEXTS[Z], 1)
    rows.contract(TEXTS[Z].replace("1.1.0", "1.0.0"), 2)
    rows.edit("delete", "contract", "", Z, 5)
    rows.contract(TEXTS[Z], 8)
    snapshot = stored()
    assert [v.version for v in contract_versions(snapshot, Z, at=4).versions] == ["1.1.0", "1.0.0"]
    assert list_contracts(snapshot, at=6).contracts == ()
    assert design_lineage(snapshot, at=6).nodes == ()
    [again] = contract_versions(snapshot, Z).versions
    assert (again.version, again.registered_at) == ("1.1.0", 8)


def test_a_version_with_two_contents_shows_the_last_with_a_finding(
    registered: Callable[..., Snapshot],
) -> None:
    text = "id: a\nversion: 1.0.0\nschema: [{name: t, properties: [{name: x}]}]\n"
    snapshot = registered(text, text.replace("name: x", "name: y"))
    assert "name: y" in contract_text(snapshot, "a")
    assert "name: x" in contract_text(snapshot, "a", at=0)
    assert [f.code for f in contract_drift(snapshot, "a").findings] == ["same-version-changed"]


def test_bindings_go_by_identity_aliases_and_names_as_the_rules_leave_them(
    rows: Rows, stored: Stored
) -> None:
    rows.dataset("orders", "s3://lake", aliases=[("glue", "table/shop/orders")])
    outputs = "[{namespace: glue, name: table/shop/orders}, {namespace: s3://lake, name: %s}]"
    rows.contract(f"id: a\nversion: 1\nlineage: {{outputDatasets: {outputs % 'orders'}}}\n", 1)
    rows.contract(
        f"id: b\nversion: 1\nlineage: {{outputDatasets: {outputs % 'orders/day=1'}}}\n", 1
    )
    snapshot = stored()
    for contract in ("a", "b"):
        found = contract_details(snapshot, contract)
        assert {out.dataset for out in found.outputs} == {"dataset:s3://lake:orders"}
    graph = lineage(snapshot, "dataset:glue:table/shop/orders")
    assert [mark.id for mark in graph.nodes[0].contracts] == ["a", "b"]
    assert drift(snapshot, code="dataset-claimed-twice").total_count == 2


def test_namespaces_of_contracts_can_stand_for_those_of_events(
    store: Store, rows: Rows, tmp_path: Path
) -> None:
    rows.dataset("orders", "postgres://db-17.internal:5432")
    output = "{namespace: 'postgres://shop', name: orders}"
    rows.contract(f"id: a\nversion: 1\nlineage: {{outputDatasets: [{output}]}}\n", 1)
    rules = Rules(namespace_aliases=(("postgres://shop", "postgres://db-17.internal:5432"),))
    with open_store(f"sqlite:///{tmp_path}/aliased", rules=rules) as aliased:
        rows.write(aliased)
        with aliased.snapshot() as snapshot:
            [bound] = contract_details(snapshot, "a").outputs
            assert bound.dataset == "dataset:postgres://db-17.internal:5432:orders"
    rows.write(store)
    with store.snapshot() as snapshot:
        [unbound] = contract_details(snapshot, "a").outputs
        assert unbound.dataset is None


def test_a_dataset_that_a_contract_covers_is_never_private(rows: Rows, stored: Stored) -> None:
    temporary = rows.dataset("t")
    rows.stated(temporary, "datasetType", {"datasetType": "TEMPORARY"})
    rows.uses(rows.job("j"), [], [temporary])
    rows.contract("id: a\nversion: 1\nlineage: {outputDatasets: [{namespace: ns, name: t}]}\n", 5)
    snapshot = stored()
    for at, private in ((4, True), (5, False)):
        graph = lineage(snapshot, "dataset:ns:t", at=at, fold_private=True)
        [node] = [shown for shown in graph.nodes if shown.type == "DATASET"]
        assert node.marks.private == private
        assert len(node.contracts) == (not private)


def test_a_name_that_no_event_has_comes_with_names_like_it(
    rows: Rows, registered: Callable[..., Snapshot]
) -> None:
    rows.dataset("shop.public.orders", "postgres://db:5432")
    output = "{namespace: 'postgres://db', name: shop.public.orders}"
    snapshot = registered(f"id: a\nversion: 1\nlineage: {{outputDatasets: [{output}]}}\n")
    [found] = contract_drift(snapshot, "a").findings
    assert found.code == "output-never-written"
    assert "there is dataset:postgres://db:5432:shop.public.orders" in found.message


def test_names_like_it_are_looked_up_for_the_contract_asked_about_alone(
    rows: Rows, registered: Callable[..., Snapshot]
) -> None:
    rows.dataset("orders")
    bound = "outputDatasets: [{{namespace: ns, name: {}}}]"
    others = [f"id: a{n}\nversion: 1\nlineage: {{{bound.format(f't{n}')}}}\n" for n in range(30)]
    inputs = ", ".join(f"{{id: a{n}}}" for n in range(30))
    own = f"inputDataContracts: [{inputs}], {bound.format('ordres')}"
    snapshot = registered(*others, f"id: z\nversion: 1\nlineage: {{{own}}}\n")
    [found] = [f for f in contract_drift(snapshot, "z").findings if f.code.startswith("output")]
    assert "there is dataset:ns:orders" in found.message


def test_nothing_runs_behind_a_contract_without_datasets(example: Snapshot) -> None:
    with pytest.raises(NotFoundError, match="no dataset is bound to it"):
        operational_lineage(example, Y)


def test_a_path_goes_through_the_dataset_that_is_fed(rows: Rows, stored: Stored) -> None:
    """One job makes A of X and B of Y: what flows into B does not pass A."""
    a, b, x, y = (rows.dataset(name) for name in "ABXY")
    job = rows.job("j")
    rows.uses(job, [x, y], [a, b])
    rows.flow(job, a, x)
    rows.flow(job, b, y)
    rows.contract("id: c\nversion: 1\nlineage: {outputDatasets: [{namespace: ns, name: B}]}\n", 1)
    found = contract_drift(stored(), "c")
    paths = [f.evidence.path for f in found.findings if f.code == "uncontracted-input"]
    assert paths == [("dataset:ns:Y", "job:ns:j", "dataset:ns:B")]


def test_behind_a_dataset_with_two_writers_are_both(example: Snapshot) -> None:
    jobs = {n.name for n in operational_lineage(example, Z).nodes if n.type == "JOB"}
    assert jobs == {"D", "E", "F"}


def test_a_write_counts_as_the_last_one_though_readers_saw_something_else_since(
    rows: Rows, stored: Stored
) -> None:
    job, dataset = rows.job("j"), rows.dataset("d")
    rows.uses(job, [], [dataset])
    run = rows.run(job, uuid(1), end=10, writes=[dataset])
    known, seen = rows.schema(a="string"), rows.schema(b="string")
    written = rows.version(dataset, 10, 20, run=run, schema_hash=known)
    observed = rows.version(dataset, 20, kind="observed", schema_hash=seen)
    rows.contract(
        "apiVersion: v3.1.0\nkind: DataContract\nid: c\nversion: 1.0.0\nstatus: active\n"
        "customProperties:\n  - property: lineage\n    value:\n      outputDatasets:\n"
        "        - {namespace: ns, name: d}\n"
        "schema: [{name: d, properties: [{name: a, logicalType: string}]}]\n",
        1,
    )
    drifting = contract_drift(stored(), "c", at=30, stale_after=15 / HOUR)
    found = {one.code: one for one in drifting.findings}
    stale, missing = found["output-stale"].evidence, found["schema-field-missing"].evidence
    assert (stale.dataset_version, stale.run, stale.job) == (written, uuid(1), "job:ns:j")
    assert (missing.dataset_version, missing.run) == (observed, uuid(1))
