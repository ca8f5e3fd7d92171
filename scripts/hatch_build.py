"""Adds to a wheel or source distribution what is no part of the repository: the web page and, in a
wheel, the bill of materials."""

import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class BuiltParts(BuildHookInterface):  # type: ignore[type-arg]  # hatchling's, generic in its own config
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Builds the page if it is missing, and writes the bill of materials. An editable install
        uses the page that `make ui` builds instead."""
        if version == "editable":
            return
        root = Path(self.root)
        if not (root / "src/headwater/page/index.html").is_file():
            subprocess.run([root / "scripts/page.sh", "--need"], check=True, cwd=root)
        if self.target_name == "wheel":
            bill = root / "build" / "headwater.cdx.json"
            bill.parent.mkdir(exist_ok=True)
            subprocess.run([sys.executable, root / "scripts/sbom.py", bill], check=True)
            build_data["sbom_files"].append("build/headwater.cdx.json")
