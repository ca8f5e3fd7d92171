import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from headwater.api.routes import OPERATIONS
from scripts.openapi import PLACE, written

DOCUMENT = json.loads(written())


def test_the_document_that_is_checked_in_is_the_one_that_is_served() -> None:
    assert PLACE.read_text(encoding="utf-8") == written(), "run `make openapi`"


def test_every_operation_has_a_name_of_its_own() -> None:
    names = [operation.name for operation in OPERATIONS]
    assert len(set(names)) == len(names)


def references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"]
        for part in value.values():
            yield from references(part)
    elif isinstance(value, list):
        for part in value:
            yield from references(part)


def test_every_reference_leads_somewhere() -> None:
    schemas = DOCUMENT["components"]["schemas"]
    for reference in references(DOCUMENT):
        assert reference.removeprefix("#/components/schemas/") in schemas


@pytest.mark.parametrize("path", sorted(DOCUMENT["paths"]))
def test_every_part_of_a_path_is_a_parameter_in_it(path: str) -> None:
    for operation in DOCUMENT["paths"][path].values():
        named = {p["name"] for p in operation["parameters"] if p["in"] == "path"}
        assert named == set(re.findall(r"{(\w+)}", path))
        assert operation["summary"]


@pytest.mark.parametrize("path", sorted(DOCUMENT["paths"]))
def test_every_operation_and_each_of_its_parameters_is_described_in_sentences(path: str) -> None:
    for method, operation in DOCUMENT["paths"][path].items():
        described = dict(_descriptions(operation))
        assert all(_is_prose(text) for text in described.values()), (method, described)


def test_every_schema_is_described_in_sentences() -> None:
    schemas = DOCUMENT["components"]["schemas"]
    described = {name: one.get("description") for name, one in schemas.items()}
    assert [name for name, text in described.items() if not _is_prose(text)] == []
    fragments = [text for text in described.values() if not text.startswith(("This ", "These "))]
    assert fragments == [], "say `This is …`, as a name alone is no sentence"


def test_fields_are_described_by_the_docstrings_under_them() -> None:
    schemas = DOCUMENT["components"]["schemas"]
    of_fields = {
        (name, field): one["description"]
        for name, schema in schemas.items()
        for field, one in schema.get("properties", {}).items()
        if "description" in one
    }
    assert [place for place, text in of_fields.items() if not _is_prose(text)] == []
    assert not [text for text in of_fields.values() if re.search(r"\bNone\b|`\w+_\w+_at`", text)]
    extended = of_fields["MarquezRunInFull", "batch"]
    assert extended == of_fields["Run", "batch"], "what a struct extends has texts as well"
    assert "`confirmedAt`" in of_fields["JobHistoryEntry", "lineageUnknown"]
    referring = schemas["ContractDetails"]["properties"]["spec"]
    assert {"$ref", "description"} >= referring.keys() or "anyOf" in referring
    written = of_fields["NamespaceBody", "description"]
    assert "left out" in written, "what a type says of itself is kept"


def _descriptions(operation: Any) -> Iterator[tuple[str, str | None]]:
    yield "the operation itself", operation.get("description")
    for parameter in operation["parameters"]:
        yield parameter["name"], parameter.get("description")


def _is_prose(text: str | None) -> bool:
    return text is not None and text.endswith(".") and "\n" not in text
