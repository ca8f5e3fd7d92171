"""What `docs/assistants.md` says of the tools is true, and its lines for editors can be read."""

import json
import re
import tomllib
from pathlib import Path

from headwater.assistants.toolbox import TOOLS

PAGE = (Path(__file__).parents[2] / "docs" / "assistants.md").read_text(encoding="utf-8")


def test_the_page_lists_the_tools_in_their_order() -> None:
    assert re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE) == [tool.name for tool in TOOLS]


def test_the_lines_for_editors_can_be_read() -> None:
    written = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
    read = [json.loads(text) for text in written]
    [codex] = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    assert len(read) == 5
    assert all("headwater" in next(reversed(one.values())) for one in read)
    assert tomllib.loads(codex)["mcp_servers"]["headwater"]["url"].endswith("/mcp")
