import pytest

from headwater.cli.building import build_progress


def report(seconds: float) -> None:
    with build_progress() as progress:
        progress.stage("runs", 3, 9)
        progress.tasks(1, 4)
        progress.rows("runs", 500, seconds)


def test_in_a_log_a_stage_that_took_a_while_has_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    report(seconds=2.0)
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == ("", "3/9 runs: 500 rows in 2.0 s, 250 per second\n")
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
