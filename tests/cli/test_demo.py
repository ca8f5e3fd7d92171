"""What the demo prints; that it builds is tested with Spark in test_build."""

import sys
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from click.testing import Result

from headwater.demo.scenes import STORY
from headwater.demo.story import events
from headwater.log import LogWriter
from headwater.model.events import accept

Invoke = Callable[..., Result]


def test_commands_stand_on_lines_of_their_own_after_what_makes_them_work(
    invoke: Invoke, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = tmp_path / "the shop"
    first = accept(msgspec.json.encode(next(events())))
    with LogWriter(data / "log") as writer:
        writer.append_many([("openlineage", first.digest, first.body)])
    # By module name: in the package, `demo` is the command.
    monkeypatch.setattr(sys.modules["headwater.cli.commands.demo"], "is_up_to_date", lambda _: True)
    monkeypatch.delenv("VIRTUAL_ENV", raising=False)
    made_by_make = tmp_path / ".venv" / "bin" / "headwater"
    made_by_make.parent.mkdir(parents=True)
    made_by_make.touch()
    lines = invoke("demo", "--data", data).stdout.splitlines()
    assert lines[1:3] == ["  . .venv/bin/activate", f"  export HEADWATER_DATA='{data}'"]
    commands = [line.strip() for line in lines if line.startswith("  headwater ")]
    assert commands == [command for scene in STORY for command in scene.commands]
    monkeypatch.setenv("VIRTUAL_ENV", str(tmp_path / ".venv"))
    assert "activate" not in invoke("demo", "--data", data).stdout
