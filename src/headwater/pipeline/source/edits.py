"""Reading a user's edit as the log holds it (semantics 10)."""

from typing import Any, NamedTuple

import msgspec

from headwater.contracts.contract import Contract, encoded
from headwater.contracts.documents.read import read
from headwater.model.canonical import compact
from headwater.model.order import parse_time

_SUBJECT = frozenset({"edit", "at", "kind", "namespace", "name", "digest", "text"})


class EditRows(NamedTuple):
    """One edit, as rows for the store."""

    row: dict[str, Any]
    """A row of the table `edits`, without its digest."""
    contract: dict[str, Any] | None
    """For a registration, the columns of the table `contracts` that `row` does not have."""


def read_edit(body: bytes) -> EditRows:
    fields: dict[str, Any] = msgspec.json.decode(body)
    row = {
        "edit": fields["edit"],
        "edited_at": parse_time(fields["at"])[0],
        "kind": fields["kind"],
        "namespace": fields.get("namespace", ""),
        "name": fields.get("digest") or fields.get("name") or "",
        "value": compact({key: fields[key] for key in fields if key not in _SUBJECT}),
    }
    return EditRows(row, _contract(fields) if fields["edit"] == "contract" else None)


def _contract(fields: dict[str, Any]) -> dict[str, Any]:
    """The contract that was registered, read again: the log holds only its text."""
    file, line = fields.get("file", ""), fields.get("line", 1)
    found = read(fields["text"].encode(), file, line)
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
        "text": fields["text"],
    }
