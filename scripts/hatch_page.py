"""Builds the web page before a wheel or source distribution is made, as each contains the page."""

import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PageHook(BuildHookInterface):  # type: ignore[type-arg]  # hatchling's, generic in its own config
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002  # hatchling's signature
        """Builds the page if it is missing. An editable install uses what `make ui` builds
        instead."""
        root = Path(self.root)
        built = root / "src/headwater/page/index.html"
        if version != "editable" and not built.is_file():
            subprocess.run([root / "scripts/page.sh", "--need"], check=True, cwd=root)
