"""What changed from one version to another, and what that means to readers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.contracts.checking.changes import Comparison, compared, suggested_version
from headwater.contracts.checking.field_types import relation
from headwater.contracts.checking.rules import BUMPS, RULES, Bump, Policy
from headwater.contracts.contract import Contract
from tests.contracts.rfc import as_read

BASE = """id: orders
version: 1.4.2
status: active
name: Orders
description: All orders.
tags: [gold]
dataProduct: Shop
owner: blue
servers:
  - {server: p, type: postgres, host: db, database: d, schema: s}
lineage:
  inputDataContracts:
    - {id: payments, version: 1.0.0}
schema:
  - name: orders
    physicalName: orders
    quality: [{type: sql}]
    properties:
      - {name: id, logicalType: integer, physicalType: int, required: true, unique: true,
         primaryKey: true}
      - {name: code, logicalType: string, physicalType: varchar(10), description: A code.,
         logicalTypeOptions: {maxLength: 10, pattern: a+}, enum: [a, b]}
      - name: buyer
        logicalType: object
        properties:
          - {name: email, logicalType: string}
"""
CHANGES: dict[str, tuple[str, str, str]] = {
    "object removed": (
        "  - name: orders\n    physicalName: orders",
        "  - name: other",
        "object-removed binding-removed object-added binding-added",
    ),
    "object renamed": ("  - name: orders\n", "  - name: other\n", "object-moved"),
    "object's physical name": (
        "physicalName: orders",
        "physicalName: orders_2",
        "object-moved binding-removed binding-added",
    ),
    "field removed": ("      - {name: code,", "      - {name: id2,", "field-removed field-added"),
    "field renamed, physical name kept": (
        "{name: code,",
        "{name: kode, physicalName: code,",
        "field-renamed",
    ),
    "field's physical name": ("{name: code,", "{name: code, physicalName: kode,", "field-renamed"),
    "optional field added": (
        "      - {name: code,",
        "      - {name: new}\n      - {name: code,",
        "field-added",
    ),
    "required field added": (
        "      - {name: code,",
        "      - {name: new, required: true}\n      - {name: code,",
        "required-field-added",
    ),
    "physical type widened": ("physicalType: int,", "physicalType: BIGINT,", "type-widened"),
    "physical type longer": ("varchar(10)", "varchar(20)", "type-widened"),
    "physical type shorter": ("varchar(10)", "varchar(5)", "type-changed"),
    "physical type of another category": (
        "physicalType: int,",
        "physicalType: text,",
        "type-changed",
    ),
    "logical type": (
        "name: email, logicalType: string",
        "name: email, logicalType: integer",
        "type-changed",
    ),
    "logical type widened": ("id, logicalType: integer", "id, logicalType: number", "type-widened"),
    "type no longer stated": ("name: email, logicalType: string", "name: email", "type-changed"),
    "required dropped": ("required: true,", "required: false,", "required-dropped"),
    "required left out": ("required: true,", "", "required-dropped"),
    "required gained": ("{name: email,", "{name: email, required: true,", "required-gained"),
    "unique lost": ("unique: true,", "", "unique-dropped"),
    "unique gained": ("{name: email,", "{name: email, unique: true,", "unique-gained"),
    "primary key lost": ("primaryKey: true", "primaryKey: false", "key-dropped"),
    "primary key gained": ("{name: email,", "{name: email, primaryKey: true,", "key-gained"),
    "longer limit": ("maxLength: 10", "maxLength: 20", "limit-loosened"),
    "shorter limit": ("maxLength: 10", "maxLength: 5", "limit-tightened"),
    "no limit": ("maxLength: 10, ", "", "limit-loosened"),
    "a new lower limit": ("maxLength: 10, ", "maxLength: 10, minLength: 1, ", "limit-tightened"),
    "value added": ("enum: [a, b]", "enum: [a, b, c]", "limit-loosened"),
    "value removed": ("enum: [a, b]", "enum: [a]", "limit-tightened"),
    "value replaced": ("enum: [a, b]", "enum: [a, c]", "limit-loosened"),
    "pattern": ("pattern: a+", "pattern: b+", "pattern-changed"),
    "another host": ("host: db", "host: db2", "binding-removed binding-added"),
    "another environment": ("{server: p,", "{server: p, environment: x,", "other-changed"),
    "deprecated": ("status: active", "status: deprecated", "deprecated"),
    "another status": ("status: active", "status: current", "status-changed"),
    "another input": ("id: payments", "id: refunds", "inputs-changed inputs-changed"),
    "another pin": ("version: 1.0.0", "version: 2.0.0", "inputs-changed"),
    "another product": ("dataProduct: Shop", "dataProduct: Store", "product-changed"),
    "quality": ("type: sql", "type: text", "quality-changed"),
    "description": ("All orders.", "Orders.", "description-changed"),
    "description of a field": ("A code.", "The code.", "description-changed"),
    "tags": ("[gold]", "[silver]", "description-changed"),
    "something else": ("owner: blue", "owner: red", "other-changed"),
    "a comment": ("id: orders\n", "id: orders # the id\n", ""),
}
"""From one text to another, and the kinds of change that it is."""


def contract(text: str) -> Contract:
    spec = as_read(text).spec
    assert isinstance(spec, Contract)
    return spec


def change(before: str, after: str, policy: Policy | None = None) -> Comparison:
    return compared(contract(before), contract(after), policy or Policy())


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_is_of_its_kind(name: str) -> None:
    old, new, expected = CHANGES[name]
    kinds = expected.split()
    assert BASE.count(old) == 1
    found = change(BASE, BASE.replace(old, new))
    assert sorted(one.kind for one in found.changes) == sorted(kinds)
    assert found.breaking == any(RULES[kind].impact == "breaking" for kind in kinds)
    bumps = sorted((RULES[kind].bump for kind in kinds), key=BUMPS.index)
    assert found.bump == (bumps[0] if bumps else None)
    assert found.suggested_version == suggested_version("1.4.2", found.bump)


def test_every_rule_is_shown_by_a_change() -> None:
    shown = {kind for *_, kinds in CHANGES.values() for kind in kinds.split()}
    assert RULES.keys() - shown == {"type-stated"}
    assert [
        c.kind
        for c in change(
            BASE,
            BASE.replace(
                "{name: email, logicalType: string}",
                "{name: email, logicalType: string, physicalType: text}",
            ),
        ).changes
    ] == ["type-stated"]


def test_what_is_inside_a_removed_field_is_not_told_again() -> None:
    gone = BASE[: BASE.index("      - name: buyer")]
    assert [(c.kind, c.path) for c in change(BASE, gone).changes] == [
        ("field-removed", "schema.orders.buyer")
    ]
    assert [c.path for c in change(gone, BASE).changes] == ["schema.orders.buyer"]


def test_a_change_tells_where_and_from_what_to_what() -> None:
    [found] = change(BASE, BASE.replace("varchar(10)", "varchar(5)")).changes
    assert (found.path, found.before, found.after) == (
        "schema.orders.code", "varchar(10)", "varchar(5)")  # fmt: skip
    assert found.line == 21
    assert found.message == (
        "schema.orders.code: a field has another type, or a narrower one (varchar(10) → varchar(5))"
    )


@pytest.mark.parametrize(
    ("before", "after", "lacks"),
    [
        ("1.4.2", "2.0.0", False),
        ("1.4.2", "1.5.0", True),
        ("1.4.2", "1.4.2", True),
        ("v1.4.2", "v2", False),
        ("0.4.0", "0.5.0", False),
        ("0.4.0", "0.4.1", True),
        ("2024-01", "2024-02", False),
        ("2024-01", "2024-01", True),
    ],
)
def test_what_breaks_readers_needs_a_major_version(before: str, after: str, lacks: bool) -> None:
    old = BASE.replace("1.4.2", before)
    new = BASE.replace("1.4.2", after).replace("required: true,", "")
    assert change(old, new).lacks_major == lacks
    assert not change(old, BASE.replace("1.4.2", after)).lacks_major


@pytest.mark.parametrize(
    ("policy", "impact", "bump"),
    [
        (Policy(changes={"type-widened": "breaking"}), "breaking", "major"),
        (Policy(changes={"type-widened": "info"}), "info", "minor"),
    ],
)
def test_rules_can_be_overridden(policy: Policy, impact: str, bump: Bump) -> None:
    [found] = change(BASE, BASE.replace("varchar(10)", "varchar(20)"), policy).changes
    assert (found.impact, found.bump) == (impact, bump)


def test_a_breaking_rule_that_is_eased_asks_for_less() -> None:
    eased = Policy(changes={"required-dropped": "warning"})
    found = change(BASE, BASE.replace("required: true,", ""), eased)
    assert (found.breaking, found.bump, found.suggested_version) == (False, "minor", "1.5.0")
    off = Policy(changes={"required-dropped": "off"})
    assert change(BASE, BASE.replace("required: true,", ""), off).changes == ()


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("int", "INTEGER", "same"),
        ("int", "bigint", "wider"),
        ("bigint", "int", "other"),
        ("float", "double precision", "wider"),
        ("int", "decimal(10,0)", "other"),
        ("decimal(10,2)", "decimal(12,2)", "wider"),
        ("decimal(10,2)", "decimal(11,4)", "other"),
        ("decimal(10)", "decimal(12,1)", "wider"),
        ("varchar(10)", "text", "wider"),
        ("text", "varchar(10)", "other"),
        ("char(2)", "varchar(2)", "same"),
        ("timestamp(3)", "timestamp(6)", "wider"),
        ("bool", "boolean", "same"),
        ("array<int>", "array<bigint>", "other"),
        ("geography", "GEOGRAPHY", "same"),
        ("geography", "geometry", "other"),
    ],
)
def test_a_type_is_the_same_wider_or_another(before: str, after: str, expected: str) -> None:
    assert relation(before, after) == expected


TYPES = st.sampled_from(
    [
        "int",
        "bigint",
        "smallint",
        "float",
        "double",
        "decimal(9,2)",
        "decimal(12,2)",
        "varchar(9)",
        "text",
        "bool",
        "date",
    ]
)


@given(TYPES, TYPES)
def test_of_two_types_at_most_one_is_wider(one: str, other: str) -> None:
    assert (relation(one, other) == "same") == (relation(other, one) == "same")
    assert not (relation(one, other) == relation(other, one) == "wider")


@given(st.sampled_from(sorted(CHANGES)), st.sampled_from(sorted(CHANGES)))
def test_changes_add_up_and_nothing_changed_is_nothing(one: str, other: str) -> None:
    text = BASE
    for name in sorted({one, other}):  # in the other order, two name one physical name twice
        text = text.replace(*CHANGES[name][:2], 1)
    found = change(BASE, text)
    assert change(text, text).changes == ()
    if one != other and found.changes:
        assert found.breaking == any(c.impact == "breaking" for c in found.changes)
        assert found.bump == min((c.bump for c in found.changes), key=BUMPS.index)
