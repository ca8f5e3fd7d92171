"""Other people's clients from PyPI, each in an environment of its own, kept for the next run."""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).parents[2]
REQUIREMENTS = Path(__file__).parent / "requirements"


def environment(name: str) -> Path:
    """The `bin` of the environment; made anew when what it needs has changed."""
    wanted = (REQUIREMENTS / f"{name}.txt").read_bytes()
    folder = ROOT / ".venv-clients" / name
    installed = folder / "installed.txt"
    if not installed.exists() or installed.read_bytes() != wanted:
        shutil.rmtree(folder, ignore_errors=True)
        run(sys.executable, "-m", "venv", folder)
        run(
            folder / "bin" / "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            "-r",
            REQUIREMENTS / f"{name}.txt",
        )
        installed.write_bytes(wanted)
    return folder / "bin"


def run(
    *command: str | Path, variables: Mapping[str, str | Path] | None = None, expected: int = 0
) -> str:
    """What a command prints; it sees neither our package nor our settings."""
    inherited = {
        name: value
        for name, value in os.environ.items()
        if name != "PYTHONPATH" and not name.startswith(("HEADWATER_", "OPENLINEAGE_"))
    }
    done = subprocess.run(
        list(map(str, command)),
        env=inherited | {name: str(value) for name, value in (variables or {}).items()},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == expected, (
        f"{command}: {done.returncode}\n{done.stdout}\n{done.stderr}"
    )
    return done.stdout
