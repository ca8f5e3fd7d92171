"""Writes docs/openapi.json, the document that a server has at /openapi.json."""

import importlib.metadata
import json
from pathlib import Path

from headwater.api.http.openapi import document
from headwater.api.routes import OPERATIONS

PLACE = Path(__file__).parents[1] / "docs" / "openapi.json"


def written() -> str:
    found = document(OPERATIONS, importlib.metadata.version("headwater"))
    return json.dumps(found, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    PLACE.write_text(written(), encoding="utf-8")
