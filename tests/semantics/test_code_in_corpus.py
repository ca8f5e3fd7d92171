"""How many job versions the text of code makes of real producers' events.

Run it with `-s` for the numbers of docs/decisions/0013-source-as-code.md.
"""

import json
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import pytest

from headwater.model.code_text import sql_forms
from tests.reference import facets, lineage
from tests.reference.names import text_hash

Event = dict[str, Any]

FOLDERS = ("real", "samples", "derived")


def read(folder: Path) -> Iterator[Event]:
    files = (file for name in FOLDERS for file in (folder / name).rglob("*.*json"))
    for file in sorted(files):
        text = file.read_text()
        yield from map(json.loads, text.splitlines() if file.suffix == ".ndjson" else [text])


def versions(events: Collection[Event], code_from: Collection[str]) -> int:
    records = [("openlineage", event) for event in events]
    return len(lineage(records, code_from)["job_versions"])


def counted(events: Collection[Event], monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """Job versions, by what of the code makes them."""
    found = {
        "inputs and outputs alone": versions(events, ()),
        "version": versions(events, ("version",)),
        "version and shape": versions(events, ("version", "source")),
    }
    compared = facets.source
    for what in ("wording", "text"):

        def kept(facet: Event | None, text: object, is_sql: bool, what: str = what) -> Any:
            source = compared(facet, text, is_sql)
            if source is None:
                return None
            exact = text_hash(str(text)) if what == "text" else source.wording
            return source._replace(shape=exact)

        monkeypatch.setattr(facets, "source", kept)
        found[f"version and {what}"] = versions(events, ("version", "source"))
    monkeypatch.setattr(facets, "source", compared)
    return found


def test_the_shape_of_code_makes_versions_and_its_layout_and_literals_make_none(
    shared_events: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    events = list(read(shared_events))
    found = counted(events, monkeypatch)
    queries = {
        str(event["job"]["facets"]["sql"]["query"])
        for event in events
        if "sql" in (event.get("job", {}).get("facets") or {})
    }
    literal = sum(sql_forms(query).shape != sql_forms(query).wording for query in queries)
    print(f"\n{len(events)} events, {len(queries)} queries, {literal} with literals")  # noqa: T201  the numbers are what it is run for
    print(*(f"{count:6} by {what}" for what, count in found.items()), sep="\n")  # noqa: T201  as above
    by_lists, by_version, by_shape, by_wording, by_text = found.values()
    assert by_lists <= by_version < by_shape <= by_wording <= by_text
