"""Contracts and products in one form, whatever standard they follow."""

import pytest

from headwater.contracts.contract import Contract, Input, Output, Product, decoded, encoded
from headwater.contracts.documents.read import read
from tests.contracts.rfc import TEXTS, Y, Z, as_read

V3 = """apiVersion: v3.1.0
kind: DataContract
id: orders
version: 1.10
status: active
name: Orders
dataProduct: Shop
"""


def contract(text: str) -> Contract:
    spec = as_read(text).spec
    assert isinstance(spec, Contract)
    return spec


def product(text: str) -> Product:
    spec = as_read(text).spec
    assert isinstance(spec, Product)
    return spec


def codes(text: str) -> list[tuple[str, int | None]]:
    return [(found.code, found.line) for found in as_read(text).findings]


def test_the_form_of_the_rfc() -> None:
    found = contract(TEXTS[Z])
    assert (found.id, found.version, found.product) == (Z, "1.1.0", "Data Product Z")
    assert found.inputs == (Input(id=Y, line=7),)
    assert found.outputs == (Output(namespace="DSZ2-namespace", name="DSZ2-name", line=9),)
    assert found.standard == "ODCS RFC 0011"
    assert as_read(TEXTS[Z]).findings == ()


def test_upper_case_uuids_are_the_same_contract() -> None:
    loud = TEXTS[Z].replace(Z, Z.upper()).replace(Y, Y.upper())
    assert (contract(loud).id, contract(loud).inputs[0].id) == (Z, Y)
    assert contract("id: Orders\nversion: 1\n").id == "Orders"


def test_lineage_in_a_custom_property_as_v3_allows_it() -> None:
    text = f"""{V3}customProperties:
  - property: team
    value: blue
  - property: lineage
    value:
      inputDataContracts:
        - id: payments
          version: 2.0.0
        - refunds
      outputDatasets:
        - namespace: ns
          name: orders
"""
    found = contract(text)
    assert [(item.id, item.version, item.origin) for item in found.inputs] == [
        ("payments", "2.0.0", "custom"),
        ("refunds", None, "custom"),
    ]
    assert [output.name for output in found.outputs] == ["orders"]
    assert as_read(text).findings == ()


def test_lineage_at_the_root_of_a_v3_contract_is_read_with_a_finding() -> None:
    text = V3 + "lineage:\n  inputDataContracts:\n    - UUID: payments\n"
    assert [item.id for item in contract(text).inputs] == ["payments"]
    assert codes(text) == [("unknown-key", 8)]


def test_fields_keep_what_is_said_and_nothing_else() -> None:
    text = f"""{V3}schema:
  - name: orders
    physicalName: t_orders
    properties:
      - name: id
        physicalName: order_id
        logicalType: integer
        physicalType: BIGINT
        required: true
        unique: yes
        primaryKey: true
        businessName: Number
      - name: lines
        logicalType: array
        items:
          logicalType: object
          properties:
            - name: sku
              logicalType: string
              logicalTypeOptions:
                maxLength: 10
"""
    [table] = contract(text).objects
    assert (table.name, table.physical_name) == ("orders", "t_orders")
    number, lines, element, sku = table.fields
    assert (number.path, number.physical, number.physical_type) == ("id", "order_id", "BIGINT")
    assert (number.required, number.unique, number.primary_key) == (True, True, True)
    assert (number.extra, number.line) == ({"businessName": "Number"}, 12)
    assert (lines.required, lines.unique, lines.primary_key) == (None, None, None)
    assert (element.path, sku.path) == ("lines._element", "lines._element.sku")
    assert sku.options == {"maxLength": "10"}


def test_the_layout_of_v2_and_its_inverted_flag() -> None:
    text = """uuid: a
version: 1.0.0
kind: DataContract
quantumName: Q
datasetName: views
datasetProject: edw
sourceSystem: bigQuery
type: tables
status: current
dataset:
  - table: t
    physicalName: t_1
    columns:
      - {column: a, isNullable: false, isUnique: true, isPrimaryKey: true}
      - {column: b, isNullable: true}
      - {column: c}
"""
    found = contract(text)
    assert (found.product, found.standard) == ("Q", "ODCS 2")
    assert [(f.path, f.required) for f in found.objects[0].fields] == [
        ("a", True),
        ("b", False),
        ("c", None),
    ]
    assert (found.objects[0].fields[0].unique, found.objects[0].fields[0].primary_key) == (
        True,
    ) * 2
    assert [(o.namespace, o.name, o.binding) for o in found.outputs] == [
        ("bigquery", "edw.views.t_1", "derived")
    ]
    assert as_read(text).findings == ()


def test_owners_are_those_who_are_called_so_and_are_still_there() -> None:
    members = "[{username: a, role: Owner}, {username: b, role: owner, dateOut: 2020-01-01}]"
    assert contract(f"{V3}team: {members}\n").owners == ("a",)
    assert contract(f"{V3}team: {{name: blue, members: {members}}}\n").owners == ("a",)
    assert contract(f"{V3}team: {{name: blue, members: []}}\n").owners == ("blue",)


@pytest.mark.parametrize(
    ("value", "unit", "micros"),
    [
        ("1", "d", 86_400_000_000),
        ("15", "minutes", 900_000_000),
        ("1", "month", 30 * 86_400_000_000),
        ("0.5", "hours", 1_800_000_000),
        ("often", "d", None),
        ("1", "furlong", None),
    ],
)
def test_the_frequency_it_promises(value: str, unit: str, micros: int | None) -> None:
    text = f"{V3}slaProperties: [{{property: frequency, value: {value}, unit: {unit}}}]\n"
    assert contract(text).frequency == micros


def test_what_is_to_be_filled_in_later_binds_nothing() -> None:
    text = f"""{V3}servers:
  - {{server: a, type: postgres, host: '${{HOST}}', database: d, schema: s}}
  - {{server: b, type: postgres, host: db, database: d, schema: s}}
schema:
  - name: t
customProperties:
  - property: lineage
    value:
      inputDataContracts:
        - UUID: ${{UPSTREAM}}
      outputDatasets:
        - namespace: postgres://${{HOST}}:5432
          name: d.s.t
"""
    found = contract(text)
    assert found.inputs == ()
    assert [(o.namespace, o.name) for o in found.outputs] == [("postgres://db:5432", "d.s.t")]
    assert [code for code, _ in codes(text)] == ["unresolved-variable"] * 2


def test_a_product_and_the_contracts_at_its_ports() -> None:
    found = product("""apiVersion: v1.0.0
kind: DataProduct
id: P
name: Customers
status: active
inputPorts:
  - {name: in, version: 1.0.0, contractId: payments}
outputPorts:
  - name: out
    version: 2.0.0
    contractId: customers
    inputContracts:
      - {id: orders, version: 1.0.0}
  - {name: bare, version: 1.0.0}
""")
    assert (found.id, found.version, found.title) == ("P", "", "Customers")
    assert [port.contract for port in found.input_ports] == ["payments"]
    assert [(port.contract, len(port.inputs)) for port in found.output_ports] == [
        ("customers", 1),
        (None, 0),
    ]


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("dataContractSpecification: 1.1.0\nid: a\n", "other-format", 1),
        ("kind: DataContract\nversion: 1.0.0\n", "no-id", 1),
        ("id: a\nkind: DataContract\n", "no-version", 1),
        ("\nid: ''\nversion: 1\n", "no-id", 2),
        ("- id: a\n", "no-contract", 1),
        ("services:\n  web: {}\nversion: '3'\n", "no-contract", 1),
        ("# nothing\n", "no-contract", 1),
        (f"id: {'a' * 501}\nversion: 1\n", "no-id", 1),
    ],
)
def test_what_is_no_contract_is_refused_for_a_reason(text: str, code: str, line: int) -> None:
    found = read(text.encode(), "a.yaml")
    assert found.read == ()
    assert [(r.file, r.code, r.line) for r in found.refused] == [("a.yaml", code, line)]


def test_several_contracts_in_one_file_are_read_with_the_lines_of_the_file() -> None:
    found = read("---\n".join(TEXTS.values()).encode(), "all.yaml")
    assert found.refused == ()
    assert {one.spec.id for one in found.read} == set(TEXTS)
    assert [one.document.line for one in found.read] == [1, 12, 22, 28, 34]
    assert found.read[1].spec.line == 14
    again = read(found.read[1].document.text.encode(), "all.yaml", found.read[1].document.line)
    assert again.read == (found.read[1],)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("apiVersion: v3.0.2\nid: a\nversion: 1.0.0\nkind: DataContract\n", [("missing-key", 1)]),
        ("apiVersion: v3.2.0\nid: a\nversion: 1.0.0\nkind: DataContract\n", []),
        (V3.replace("v3.1.0", "v3.9.0"), [("unknown-version", 1)]),
        (f"{V3}datasetName: x\n", [("unknown-key", 8)]),
        (f"{V3}schema: {{name: a}}\n", [("wrong-shape", 8)]),
        (f"{V3}schema: [a]\n", [("wrong-shape", 8)]),
        (f"{V3}schema: [{{physicalType: table}}]\n", [("wrong-shape", 8)]),
        (
            f"{V3}schema:\n  - name: t\n    properties:\n      - {{name: a, logicalType: text}}\n",
            [("unknown-type", 11)],
        ),
        (
            f"{V3}schema:\n  - name: t\n    properties:\n      - {{name: a, required: maybe}}\n",
            [("wrong-shape", 11)],
        ),
        (f"{V3}tenant: null\ndomain: [a]\n", [("wrong-shape", 9)]),
    ],
)
def test_what_a_version_asks_for_is_a_finding_and_never_a_gate(
    text: str, expected: list[tuple[str, int]]
) -> None:
    assert codes(text) == expected


def test_unknown_keys_are_kept() -> None:
    text = f"{V3}support: [{{channel: help}}]\nx-rank: 1\n"
    assert contract(text).extra == {"support": [{"channel": "help"}], "x-rank": "1"}


def test_the_form_of_the_store_gives_back_the_same() -> None:
    for text in (*TEXTS.values(), V3):
        spec = as_read(text).spec
        assert decoded(encoded(spec)) == spec
