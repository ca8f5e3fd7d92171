"""The wheel, built once, and installations of it, each in an empty environment."""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.running.servers import Program

ROOT = Path(__file__).parents[2]
CONSTRAINTS = str(ROOT / "constraints.txt")
SYSTEM = ("/usr/local/bin", "/usr/bin", "/bin")


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder)]
    subprocess.run([*pip, str(ROOT)], check=True, env=_variables(PIP_BUILD_CONSTRAINT=CONSTRAINTS))
    [built] = folder.glob("*.whl")
    return built


@pytest.fixture(scope="session")
def without_java(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    """Variables of a machine that has all commands of this one but `java`."""
    folder = tmp_path_factory.mktemp("commands")
    for place in map(Path, SYSTEM):
        for command in place.iterdir():
            if command.name != "java" and not (folder / command.name).is_symlink():
                (folder / command.name).symlink_to(command)
    assert shutil.which("java", path=str(folder)) is None
    return _variables(PATH=str(folder))


def installed(wheel: Path, folder: Path, extras: str, variables: Mapping[str, str]) -> Program:
    """The program of the wheel, with these extras, in an environment of its own."""
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    pip = [str(folder / "bin" / "pip"), "install", "--quiet", "--disable-pip-version-check"]
    wanted = f"{wheel}[{extras}]"
    subprocess.run([*pip, wanted, "-c", CONSTRAINTS], check=True, env=_variables())
    return Program((str(folder / "bin" / "headwater"),), variables)


def _variables(**own: str) -> dict[str, str]:
    """The variables of this process, but for those that lead to our sources, settings or Java."""
    ours = ("HEADWATER_", "PYTHONPATH", "JAVA_", "JDK_", "SPARK_", "PYSPARK_")
    return {n: v for n, v in os.environ.items() if not n.startswith(ours)} | own


def dumped(url: str, folder: Path) -> str:
    """The page as a browser shows it, with what its scripts have put there."""
    browser = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
    own = [f"--user-data-dir={folder}", "--virtual-time-budget=20000", "--dump-dom", url]
    return subprocess.check_output([*browser, *own], text=True, timeout=120)
