"""The examples of the producers' guide (docs/producers/), run as they are written there."""

import re
from collections.abc import Mapping
from pathlib import Path

from tests.clients.conftest import Server
from tests.clients.environments import ROOT, run

GUIDE = ROOT / "docs" / "producers"
COMMAND = "run"
"""The name of the block with the command. All other blocks with a name are files."""

_NAMED = re.compile(r"^```\w+ (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def examples(page: str) -> dict[str, str]:
    """The blocks of a page that have a name, by that."""
    return dict(_NAMED.findall((GUIDE / f"{page}.md").read_text(encoding="utf-8")))


def follow(
    page: str,
    server: Server,
    folder: Path,
    bin_: Path,
    variables: Mapping[str, str | Path] | None = None,
    *,
    expected: int = 0,
) -> str:
    """Does what a page says in a folder, and returns what the command prints."""
    blocks = {
        name: text.replace("http://localhost:5000", server.url).replace("hw_YOUR_KEY", server.key)
        for name, text in examples(page).items()
    }
    command = blocks.pop(COMMAND)
    for name, text in blocks.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    found = {"PATH": f"{bin_}:/usr/bin:/bin", "HOME": str(folder), **(variables or {})}
    return run("bash", "-ec", f"cd '{folder}'\n{command}", variables=found, expected=expected)
