"""What contracts declare against what runs."""

from collections.abc import Mapping

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.contracts.checking.check import registered
from headwater.contracts.contract import Contract, Output
from headwater.contracts.documents.read import read
from headwater.contracts.drift import Drift
from headwater.contracts.findings import ContractFinding
from headwater.contracts.observed import BoundDataset, DatasetKey, Observed, Write
from headwater.contracts.registry import Registry, TextKey
from headwater.contracts.schema_drift import (
    FoundFields,
    PromisedFields,
    object_of,
    promised_fields,
    schema_drift,
)
from headwater.model.schemas import Fields
from tests.contracts.rfc import BOUND_Y, TEXTS, Y, Z, as_read, registry

NOW = 1_000_000_000
DSZ2 = Output(namespace="DSZ2-namespace", name="DSZ2-name", line=9)
DSY1 = Output(namespace="DSY1-namespace", name="DSY1-name")
WRITE = Write(NOW, "v1", "run-f", "job:ns:F")


def bound(output: Output, **values: object) -> BoundDataset:
    fields = {"known": True, "is_written": True, "last_write": WRITE} | values
    node = f"dataset:{output.namespace}:{output.name}"
    return BoundDataset(output=output, id=node, **fields)  # type: ignore[arg-type]


def way(contract: str, node: DatasetKey) -> tuple[str, ...]:
    return str(node), "job:ns:E", "dataset:DSZ2"


def judged(
    contract: str,
    known: Registry,
    observed: Mapping[str, Observed],
    stale_after: int | None = None,
) -> tuple[list[tuple[str, str]], list[ContractFinding]]:
    drift = Drift(known, observed, NOW, path=way, stale_after=stale_after)
    edges: list[tuple[str, str]] = [(e.origin, e.verdict) for e in drift.edges(contract)]
    return edges, list(drift.findings(contract))


API = "dataset:ns:API"
DSY1_ID = "dataset:DSY1"


def test_the_example_of_the_rfc_as_it_is_printed() -> None:
    observed = {Z: Observed((bound(DSZ2),), {}, (API, DSY1_ID), "run-f")}
    edges, findings = judged(Z, registry(*TEXTS.values()), observed)
    assert edges == [(Y, "unverifiable")]
    assert [(found.code, found.level, found.evidence.dataset) for found in findings] == [
        ("unverifiable", "info", None),
        ("uncontracted-input", "info", "dataset:ns:API"),
        ("uncontracted-input", "info", "dataset:DSY1"),
    ]
    assert findings[0].message.endswith(f"no dataset is bound to {Y}")


def test_the_example_of_the_rfc_in_variant_b() -> None:
    observed = {
        Z: Observed((bound(DSZ2),), {Y: DSY1_ID}, (API,), "run-f"),
        Y: Observed((bound(DSY1),)),
    }
    edges, findings = judged(Z, registry(*(TEXTS | {Y: BOUND_Y}).values()), observed)
    assert edges == [(Y, "confirmed")]
    assert [found.code for found in findings] == ["uncontracted-input"]


@pytest.mark.parametrize(
    ("own", "other", "reason"),
    [
        (Observed(), Observed((bound(DSY1),)), f"no dataset is bound to {Z}"),
        (
            Observed((bound(DSZ2, known=False),)),
            Observed((bound(DSY1),)),
            f"no event names the datasets that are bound to {Z}",
        ),
        (Observed((bound(DSZ2),), run="r"), Observed(), f"no dataset is bound to {Y}"),
        (
            Observed((bound(DSZ2),), run="r"),
            Observed((bound(DSY1, known=False),)),
            f"are bound to {Y}",
        ),
        (Observed((bound(DSZ2),)), Observed((bound(DSY1),)), "has completed a run"),
    ],
)
def test_what_cannot_be_compared_is_unverifiable_for_a_reason(
    own: Observed, other: Observed, reason: str
) -> None:
    edges, findings = judged(Z, registry(TEXTS[Z], BOUND_Y), {Z: own, Y: other})
    assert edges == [(Y, "unverifiable")]
    [found] = [one for one in findings if one.code == "unverifiable"]
    assert reason in found.message
    assert (found.level, found.line) == ("info", 7)


def test_a_declared_input_that_is_not_read() -> None:
    observed = {Z: Observed((bound(DSZ2),), run="run-f"), Y: Observed((bound(DSY1),))}
    edges, [found] = judged(Z, registry(TEXTS[Z], BOUND_Y), observed)
    assert edges == [(Y, "declared-not-observed")]
    assert (found.code, found.level, found.line) == ("declared-not-observed", "warning", 7)
    assert (found.evidence.run, found.evidence.contracts) == ("run-f", (Y,))


def test_an_input_that_is_read_and_not_declared() -> None:
    bare = TEXTS[Z].replace(f"  inputDataContracts:\n    - UUID: {Y}\n", "")
    observed = {Z: Observed((bound(DSZ2),), {Y: DSY1_ID}, run="run-f")}
    observed[Y] = Observed((bound(DSY1),))
    edges, [found] = judged(Z, registry(bare, BOUND_Y), observed)
    assert edges == [(Y, "observed-not-declared")]
    assert (found.code, found.level) == ("observed-not-declared", "error")
    assert found.evidence.path == ("dataset:DSY1", "job:ns:E", "dataset:DSZ2")
    assert found.evidence.run == "run-f"


def test_an_input_of_the_whole_product_is_not_missed_by_one_contract() -> None:
    product = (
        f"kind: DataProduct\nid: p\ninputPorts: [{{name: i, contractId: {Y}}}]\n"
        f"outputPorts: [{{name: o, contractId: {Z}}}]\n"
    )
    bare = TEXTS[Z].replace(f"  inputDataContracts:\n    - UUID: {Y}\n", "")
    observed = {Z: Observed((bound(DSZ2),), run="r"), Y: Observed((bound(DSY1),))}
    edges, [found] = judged(Z, registry(bare, BOUND_Y, product), observed)
    assert edges == [(Y, "unverifiable")]
    assert "input of the product" in found.message


NEVER: dict[str, object] = {"is_written": False, "last_write": None}


@pytest.mark.parametrize(
    ("values", "code", "part"),
    [
        (
            {"known": False, "is_written": False, "last_write": None},
            "output-never-written",
            "no event",
        ),
        (
            NEVER | {"known": False, "near": ("dataset:a:b",)},
            "output-never-written",
            "there is dataset:a:b",
        ),
        (NEVER, "output-never-written", "no job writes it"),
        (
            {"is_written": False, "wrote_before": ("job:ns:F",)},
            "output-no-longer-written",
            "was written by job:ns:F",
        ),
        ({"last_write": Write(0, "v0", "r", "j")}, "output-stale", "1970-01-01T00:00:00Z"),
    ],
)
def test_outputs_that_nobody_writes(values: dict[str, object], code: str, part: str) -> None:
    text = TEXTS[Z].replace(f"  inputDataContracts:\n    - UUID: {Y}\n", "")
    [found] = judged(
        Z, registry(text), {Z: Observed((bound(DSZ2, **values),))}, stale_after=NOW - 1
    )[1]
    assert (found.code, found.level, found.contract) == (code, "warning", Z)
    assert part in found.message
    assert found.evidence.dataset == "dataset:DSZ2-namespace:DSZ2-name"


def test_a_name_that_is_only_derived_and_that_nobody_knows_is_no_finding() -> None:
    derived = Output(namespace="n", name="d", binding="derived")
    observed = {Z: Observed((bound(derived, known=False, is_written=False, last_write=None),))}
    assert judged(Z, registry(TEXTS[Z]), observed)[1] == []


HOUR = 3_600_000_000


@pytest.mark.parametrize(("age", "stale"), [(HOUR, False), (2 * HOUR, False), (2 * HOUR + 1, True)])
def test_an_output_is_stale_once_it_misses_its_frequency_for_a_second_time(
    age: int, stale: bool
) -> None:
    text = "id: a\nversion: 1\nslaProperties: [{property: frequency, value: 1, unit: h}]\n"
    output = bound(DSZ2, last_write=Write(10 * HOUR - age, "v", None, None))
    found = list(
        Drift(registry(text), {"a": Observed((output,))}, 10 * HOUR, path=way).findings("a")
    )
    assert [one.code for one in found] == (["output-stale"] if stale else [])


SCHEMA = """id: a
version: 1.0.0
schema:
  - name: t
    properties:
      - {name: id, physicalName: ID, physicalType: BIGINT}
      - {name: day, logicalType: date}
      - {name: price, logicalType: number}
      - name: buyer
        logicalType: object
        properties:
          - {name: email, logicalType: string}
      - {name: tags, logicalType: array, items: {logicalType: object, properties: [{name: k}]}}
"""


def differences(fields: Fields, text: str = SCHEMA) -> list[tuple[str, str]]:
    spec = as_read(text).spec
    assert isinstance(spec, Contract)
    promised = promised_fields(spec.objects[0])
    return [(one.code, one.message) for one in schema_drift(promised, FoundFields(fields))]


FIELDS: Fields = (
    ("id", "long"),
    ("day", "timestamp"),
    ("price", "DECIMAL(10,2)"),
    ("buyer", "struct"),
    ("buyer.email", "varchar(20)"),
    ("tags", "array"),
    ("tags.element", "struct"),
    ("tags.element.k", "string"),
)


def test_a_schema_that_is_as_promised() -> None:
    assert differences(FIELDS) == []
    only_top = tuple(field for field in FIELDS if "." not in field[0])
    assert differences(only_top) == []
    assert differences(tuple((name, None) for name, _ in FIELDS)) == []


def test_fields_that_are_missing_undeclared_or_of_another_type() -> None:
    other: Fields = (
        ("Id", "varchar"),
        ("day", "date"),
        ("price", "float"),
        ("buyer", "struct"),
        ("buyer.phone", "string"),
        ("tags", "array"),
        ("coupon", "string"),
    )
    assert differences(other) == [
        ("schema-type", "the field ID is varchar, not BIGINT"),
        ("schema-field-missing", "the field buyer.email is not there"),
        ("schema-field-undeclared", "the field buyer.phone is not declared"),
        ("schema-field-undeclared", "the field coupon is not declared"),
    ]


def test_what_is_kept_of_a_text_is_of_the_place_where_it_stands() -> None:
    promised: dict[TextKey, PromisedFields] = {}
    for first_line in (1, 101):
        [one] = read(SCHEMA.encode(), "", first_line).read
        [version] = registered([one], 0)
        known = Registry([version], promised)
        found = known.promised(version, Output(namespace="ns", name="t"))
        assert found
        assert found.line == first_line + SCHEMA.split("\n").index("  - name: t")


PATHS = st.sampled_from(["a", "A", "b", "b.c"])
PROMISED = st.tuples(PATHS, st.sampled_from(["", ", logicalType: string", ", physicalType: INT"]))
FOUND = st.tuples(PATHS, st.sampled_from([None, "varchar", "int", "geometry"]))


@given(st.lists(PROMISED, max_size=4), st.lists(FOUND, max_size=4, unique_by=lambda one: one[0]))
def test_schemas_that_agree_at_a_glance_agree_field_by_field(
    stated: list[tuple[str, str]], found: list[tuple[str, str | None]]
) -> None:
    properties = ", ".join(f"{{name: {name}{types}}}" for name, types in stated)
    spec = as_read(f"id: a\nversion: 1\nschema: [{{name: t, properties: [{properties}]}}]\n").spec
    assert isinstance(spec, Contract)
    promised, fields = promised_fields(spec.objects[0]), FoundFields(found)
    unglanced = msgspec.structs.replace(promised, pairs=frozenset())
    assert list(schema_drift(promised, fields)) == list(schema_drift(unglanced, fields))


@pytest.mark.parametrize(
    ("stated", "found", "differs"),
    [
        ("physicalType: INT", "NUMBER(38,0)", False),
        ("physicalType: INT", "NUMBER(38)", False),
        ("physicalType: INT", "NUMBER(38,2)", True),
        ("logicalType: integer", "geography", False),
        ("physicalType: GEOGRAPHY", "geography", False),
        ("physicalType: GEOGRAPHY", "geometry", True),
        ("physicalType: GEOGRAPHY, logicalType: string", "varchar", False),
        ("logicalType: timestamp", "date", True),
        ("logicalType: object", "json", False),
        ("description: any", "text", False),
    ],
)
def test_types_are_compared_by_category(stated: str, found: str, differs: bool) -> None:
    text = f"id: a\nversion: 1\nschema: [{{name: t, properties: [{{name: x, {stated}}}]}}]\n"
    assert bool(differences((("x", found),), text)) == differs


def test_letter_case_counts_where_it_tells_fields_apart() -> None:
    text = "id: a\nversion: 1\nschema: [{name: t, properties: [{name: x}, {name: X}]}]\n"
    assert differences((("x", None), ("X", None)), text) == []
    assert differences((("x", None),), text) == []


def test_the_object_that_a_dataset_holds() -> None:
    spec = as_read(SCHEMA + "  - {name: u, physicalName: U_1}\n").spec
    assert isinstance(spec, Contract)

    def held(name: str, item: str | None = None) -> str | None:
        found = object_of(spec, Output(namespace="n", name=name, object=item))
        return found.name if found else None

    assert [held("db.s.T"), held("path/u_1"), held("x"), held("x", "u")] == ["t", "u", None, "u"]


def test_a_dataset_is_judged_by_the_version_in_force_when_it_was_written() -> None:
    narrow = "id: a\nversion: 1.0.0\nschema: [{name: t, properties: [{name: x}]}]\n"
    wide = narrow.replace("1.0.0", "1.1.0").replace("{name: x}", "{name: x}, {name: y}")

    def codes(written_at: int) -> list[tuple[str, str | None]]:
        output = bound(
            DSZ2, last_write=Write(written_at, "v", "r", "j"), fields=FoundFields([("x", None)]),
            schema_version="v",
        )  # fmt: skip
        drift = Drift(registry(narrow, wide), {"a": Observed((output,))}, NOW, path=way)
        return [(one.code, one.version) for one in drift.findings("a")]

    assert codes(written_at=0) == []
    assert codes(written_at=1) == [("schema-field-missing", "1.1.0")]


def test_a_schema_finding_names_its_evidence() -> None:
    output = bound(DSZ2, fields=FoundFields([("y", None)]), schema_version="v1")
    text = "id: a\nversion: 1.0.0\nschema: [{name: t, properties: [{name: x}]}]\n"
    found = list(Drift(registry(text), {"a": Observed((output,))}, NOW, path=way).findings("a"))
    assert [one.code for one in found] == ["schema-field-missing", "schema-field-undeclared"]
    for one in found:
        assert (one.contract, one.version, one.file, one.line) == ("a", "1.0.0", "0.yaml", 3)
        assert one.evidence.dataset == "dataset:DSZ2-namespace:DSZ2-name"
        assert (one.evidence.dataset_version, one.evidence.run, one.evidence.job) == (
            "v1",
            "run-f",
            "job:ns:F",
        )
