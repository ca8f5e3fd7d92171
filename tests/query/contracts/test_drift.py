"""What contracts declare against what runs, as the store has it."""

from collections.abc import Callable

from headwater.query.contracts.contracts import contract_details
from headwater.store import Snapshot
from tests.contracts.rfc import Y, Z
from tests.query.rows import Rows, uuid
from tests.questions import contract_drift, drift

Stored = Callable[[], Snapshot]

HOUR = 3_600_000_000
"""In µs."""


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


def test_contracts_that_findings_speak_of_are_told_by_name(
    registered: Callable[..., Snapshot],
) -> None:
    snapshot = registered(
        "id: urn:a\nname: Orders\nversion: 1\nlineage: {inputDataContracts: [{id: urn:b}]}\n",
        "id: urn:b\nname: Customers\nversion: 1\nlineage: {inputDataContracts: [{id: urn:a}]}\n",
        "id: urn:c\nname: Apart\nversion: 1\n",
    )
    names = {"urn:a": "Orders", "urn:b": "Customers"}
    [cycle] = [one for one in contract_drift(snapshot, "urn:a").findings if one.code == "cycle"]
    assert "urn:b" in cycle.message
    assert contract_drift(snapshot, "urn:a").names == names
    assert drift(snapshot, code="cycle").names == names
    assert contract_details(snapshot, "urn:a").names == {"urn:b": "Customers"}


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
