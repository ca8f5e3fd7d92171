"""Contracts made up by Hypothesis, in every layout, and mutations of them."""

import json
import string
from copy import deepcopy
from typing import Any

import yaml
from hypothesis import strategies as st

Json = dict[str, Any]

WORDS = st.text(string.ascii_letters + string.digits + "_-ü", min_size=1, max_size=8)
IDS = st.uuids().map(str) | WORDS.map(lambda word: f"id-{word}")
VERSIONS = st.tuples(*[st.integers(0, 12)] * 3).map(lambda parts: ".".join(map(str, parts)))
FLAGS = st.none() | st.booleans()


def _present(values: Json) -> Json:
    return {key: value for key, value in values.items() if value is not None}


def _fields(layout: int, inner: st.SearchStrategy[Json] | None = None) -> st.SearchStrategy[Json]:
    field: dict[str, st.SearchStrategy[Any]]
    if layout == 2:
        field = {
            "column": WORDS,
            "logicalType": st.sampled_from(["string", "integer", None]),
            "isNullable": FLAGS,
            "isUnique": FLAGS,
            "isPrimaryKey": FLAGS,
        }
    else:
        field = {
            "name": WORDS,
            "physicalName": st.none() | WORDS,
            "logicalType": st.sampled_from(["string", "integer", "object", None]),
            "physicalType": st.sampled_from(["varchar(5)", "BIGINT", None]),
            "required": FLAGS,
            "unique": FLAGS,
            "primaryKey": FLAGS,
        }
        if inner is not None:
            field["properties"] = st.none() | st.lists(inner, max_size=2)
    return st.fixed_dictionaries(field).map(_present)


def _objects(layout: int) -> st.SearchStrategy[list[Json]]:
    name, columns = ("table", "columns") if layout == 2 else ("name", "properties")
    fields = _fields(layout, None if layout == 2 else _fields(layout))
    parts = {name: WORDS, "physicalName": st.none() | WORDS, columns: st.lists(fields, max_size=3)}
    return st.lists(st.fixed_dictionaries(parts).map(_present), max_size=3)


INPUTS = st.lists(
    st.fixed_dictionaries({"UUID": IDS, "version": st.none() | VERSIONS}).map(_present), max_size=3
)
OUTPUTS = st.lists(st.fixed_dictionaries({"namespace": WORDS, "name": WORDS}), max_size=2)
LINEAGE = st.fixed_dictionaries({"inputDataContracts": INPUTS, "outputDatasets": OUTPUTS})
STATUSES = st.sampled_from(["active", "draft", "retired", "deprecated", None])

RFC = st.fixed_dictionaries(
    {"uuid": IDS, "version": VERSIONS, "quantumName": WORDS, "lineage": LINEAGE}
)
V2 = st.fixed_dictionaries(
    {
        "uuid": IDS,
        "version": VERSIONS,
        "kind": st.just("DataContract"),
        "quantumName": WORDS,
        "status": STATUSES,
        "dataset": _objects(2),
        "lineage": st.none() | LINEAGE,
    }
).map(_present)
V3 = st.fixed_dictionaries(
    {
        "apiVersion": st.sampled_from(["v3.0.2", "v3.1.0", "v3.2.0"]),
        "kind": st.just("DataContract"),
        "id": IDS,
        "version": VERSIONS,
        "status": STATUSES,
        "schema": _objects(3),
        "customProperties": st.none()
        | LINEAGE.map(lambda value: [{"property": "lineage", "value": value}]),
    }
).map(_present)
CONTRACTS = RFC | V2 | V3


@st.composite
def written(draw: st.DrawFn, contracts: st.SearchStrategy[Json] = CONTRACTS) -> tuple[Json, str]:
    """A contract, and its text in YAML or JSON."""
    contract = draw(contracts)
    if draw(st.booleans()):
        return contract, json.dumps(contract, indent=draw(st.sampled_from([None, 2])))
    return contract, yaml.safe_dump(contract, sort_keys=draw(st.booleans()), allow_unicode=True)


ODD_VALUES: st.SearchStrategy[Any] = st.sampled_from(
    [None, [], {}, "", "${X}", 1, True, [None], [[]], {"a": []}, "x" * 600, "2024-01-01"]
).map(deepcopy)


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """A contract in which a value somewhere is another, or the text itself is damaged."""
    contract = draw(CONTRACTS)
    for _ in range(draw(st.integers(1, 3))):
        _replace_one(draw, contract)
    text = (
        yaml.safe_dump(contract, allow_unicode=True)
        if draw(st.booleans())
        else json.dumps(contract)
    )
    if draw(st.booleans()):
        at = draw(st.integers(0, len(text)))
        text = text[:at] + draw(st.text(max_size=3)) + text[at + draw(st.integers(0, 3)) :]
    return text


def _replace_one(draw: st.DrawFn, contract: Json) -> None:
    here: Any = contract
    while True:
        keys = list(here) if isinstance(here, dict) else list(range(len(here)))
        if not keys:
            return
        key = draw(st.sampled_from(keys))
        if isinstance(here[key], dict | list) and here[key] and draw(st.booleans()):
            here = here[key]
            continue
        here[key] = draw(ODD_VALUES)
        return
