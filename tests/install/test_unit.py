"""The unit for systemd: it is understood, shuts the program in, and uses settings that exist."""

import subprocess
from pathlib import Path

import pytest

from headwater.config import read_settings
from tests.install.conftest import ROOT

pytestmark = pytest.mark.install

UNIT = ROOT / "deploy" / "headwater.service"
SAFE = 30
"""The exposure, in tenths, that systemd calls safe enough is below 50."""


@pytest.fixture
def unit(tmp_path: Path) -> Path:
    """The unit with a program that every machine has: ours need not be installed here."""
    unit = tmp_path / UNIT.name
    unit.write_text(UNIT.read_text().replace("/opt/headwater/bin/headwater", "/bin/true"))
    return unit


def test_systemd_understands_it(unit: Path) -> None:
    done = subprocess.run(
        ["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_it_shuts_the_program_in(unit: Path) -> None:
    analysis = ["systemd-analyze", "security", "--offline=true", f"--threshold={SAFE}", str(unit)]
    subprocess.run(analysis, check=True, capture_output=True)


def test_its_settings_are_settings_of_the_program() -> None:
    entries = [line.partition("=") for line in UNIT.read_text().splitlines()]
    given = dict(value.split("=", 1) for name, _, value in entries if name == "Environment")
    [state] = [value for name, _, value in entries if name == "StateDirectory"]
    assert str(read_settings(environment=given).data) == f"/var/lib/{state}"
