import os
import signal
from importlib import import_module

import pytest
from click.testing import CliRunner

from headwater.cli import main
from headwater.cli.processes.building import build_progress, interruptible


def report(seconds: float) -> None:
    with build_progress() as progress:
        progress.stage("runs", 3, 9)
        progress.tasks(1, 4)
        progress.rows("runs", 500, seconds)


def test_in_a_log_a_stage_that_took_a_while_has_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    report(seconds=2.0)
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == ("", "runs: 500 rows in 2.0 s, 250 per second\n")
    report(seconds=0.5)
    assert capsys.readouterr().err == ""


def test_in_a_terminal_there_is_a_bar_that_goes_away(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    report(seconds=2.0)
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "2/9" in captured.err
    assert "per second" not in captured.err


def press_ctrl_c() -> None:
    os.kill(os.getpid(), signal.SIGINT)


def test_ctrl_c_is_an_interrupt_whatever_breaks_because_of_it() -> None:
    before = signal.getsignal(signal.SIGINT)

    def clean_up_fails() -> None:
        try:
            press_ctrl_c()
        finally:
            raise OSError("the JVM is gone")

    for work in (press_ctrl_c, clean_up_fails):
        with pytest.raises(KeyboardInterrupt, match="the store is whole"), interruptible():
            work()
    with pytest.raises(OSError, match="disk full"), interruptible():
        raise OSError("disk full")
    assert signal.getsignal(signal.SIGINT) is before


def test_an_interrupted_command_is_one_line_and_ends_with_130(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def is_up_to_date(_: object) -> bool:
        with interruptible():
            press_ctrl_c()
        return True

    monkeypatch.setattr(
        import_module("headwater.cli.commands.build"), "is_up_to_date", is_up_to_date
    )
    result = CliRunner().invoke(main, ["build"])
    assert (result.exit_code, result.stdout) == (130, "")
    assert result.stderr.count("\n") == 1
    assert "`headwater build` goes on" in result.stderr
