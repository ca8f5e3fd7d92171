"""The project's own Python files, for tests about the project itself."""

from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
FOLDERS = ("src", "tests", "bench", "scripts")


def python_files() -> list[Path]:
    """All of them, relative to the project's folder and sorted."""
    return sorted(
        file.relative_to(ROOT) for folder in FOLDERS for file in (ROOT / folder).rglob("*.py")
    )
