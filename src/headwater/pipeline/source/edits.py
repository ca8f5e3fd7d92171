"""What a user's edit says, as the log has it (semantics 10)."""

from typing import Any, NamedTuple

import msgspec

from headwater.contracts.contract import Contract, encoded
from headwater.contracts.read import read
from headwater.model.canonical import compact
from headwater.model.order import parse_time

_SUBJECT = frozenset({"edit", "at", "kind", "namespace", "name", "digest", "text"})


class Edit(NamedTuple):
    row: dict[str, Any]
    """Of the table `edits`."""
    contract: dict[str, Any] | None
    """Of the table `contracts`, but for what `row` has."""


def read_edit(body: bytes) -> Edit:
    said: dict[str, Any] = msgspec.json.decode(body)
    row = {
        "edit": said["edit"],
        "edited_at": parse_time(said["at"])[0],
        "kind": said["kind"],
        "namespace": said.get("namespace", ""),
        "name": said.get("digest") or said.get("name", ""),
        "value": compact({key: said[key] for key in said if key not in _SUBJECT}),
    }
    return Edit(row, _contract(said) if said["edit"] == "contract" else None)


def _contract(said: dict[str, Any]) -> dict[str, Any]:
    """What was registered, read anew: the log holds the text alone."""
    file, line = said.get("file", ""), said.get("line", 1)
    found = read(said["text"].encode(), file, line)
    if len(found.read) != 1:
        raise ValueError(f"a contract that cannot be read: {[*map(str, found.refused)]}")
    [one] = found.read
    return {
        "kind": "contract" if isinstance(one.spec, Contract) else "product",
        "contract_id": one.spec.id,
        "version": one.spec.version,
        "sha256": one.document.sha256,
        "file": file,
        "line": line,
        "spec": encoded(one.spec),
        "text": said["text"],
    }
