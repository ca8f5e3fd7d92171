"""Builds the web page before a wheel or source distribution is made, so that each has it inside."""

import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PageHook(BuildHookInterface):  # type: ignore[type-arg]  # hatchling's, generic in its own config
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002  # as hatchling calls it
        """An editable install serves what `make ui` builds, and needs nothing here."""
        root = Path(self.root)
        built = root / "src/headwater/page/index.html"
        if version != "editable" and not built.is_file():
            subprocess.run([root / "scripts/page.sh", "--need"], check=True, cwd=root)
