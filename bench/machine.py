"""The machine and the versions that a measurement was made with."""

import os
import platform
import re
import shutil
import sqlite3
import subprocess
from importlib.metadata import version
from pathlib import Path
from typing import Any

from tests.running import postgres

ROOT = Path(__file__).parents[1]


def machine() -> dict[str, Any]:
    return {
        "cpu": _field("/proc/cpuinfo", "model name") or platform.processor(),
        "cores": len(os.sched_getaffinity(0)),
        "memory": _field("/proc/meminfo", "MemTotal"),
        "system": f"{platform.system()} {platform.release()}",
    }


def load_average() -> list[float]:
    """Over 1, 5 and 15 minutes. A load above the number of cores means that others worked, too."""
    return [round(load, 2) for load in os.getloadavg()]


def versions() -> dict[str, str | None]:
    return {
        "python": platform.python_version(),
        "java": _first_line_of("java", "-version"),
        **{name: version(name) for name in ("pyspark", "pyarrow")},
        "sqlite": sqlite3.sqlite_version,
        "postgresql": _postgresql(),
    }


def commit() -> str | None:
    """The commit that is checked out, with a plus if files differ from it."""
    found = _first_line_of("git", "-C", str(ROOT), "rev-parse", "HEAD")
    return found and found + (
        "+" if _first_line_of("git", "-C", str(ROOT), "status", "--short") else ""
    )


def _postgresql() -> str | None:
    try:
        return _first_line_of(str(postgres.binaries() / "postgres"), "--version")
    except postgres.PostgresMissingError:
        return None


def _field(file: str, name: str) -> str | None:
    found = re.search(rf"^{name}\s*:\s*(.+)$", Path(file).read_text(), re.MULTILINE)
    return found and found[1]


def _first_line_of(*command: str) -> str | None:
    """The first line that a command prints; None if there is no such command, or it fails."""
    if shutil.which(command[0]) is None:
        return None
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return None if done.returncode else (done.stdout or done.stderr).partition("\n")[0]
