"""`headwater serve` as a process, without the pipeline: that takes Spark, see tests/pipeline."""

import asyncio
import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import httpx2
import pytest
from click.testing import CliRunner

from headwater.cli import main
from headwater.cli.options.settings import opened_store
from headwater.cli.processes import supervised
from headwater.config import read_settings
from headwater.log import head, read, verify
from tests.api.posting import event
from tests.cli.test_pipeline import read_only
from tests.running.servers import Served


def logged(data: Path) -> list[str]:
    return [
        json.loads(record.body)["job"]["name"]
        for segment, end in sorted(head(data / "log").items())
        for record in read(data / "log", segment, 0, end)
    ]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_what_was_acknowledged_is_in_the_log_however_a_server_ends(
    tmp_path: Path, number: signal.Signals
) -> None:
    with Served(tmp_path, "--no-pipeline") as server:
        for name in ("a", "b", "c"):
            answer = httpx2.post(f"{server.url}/api/v1/lineage", json=event(name))
            assert answer.status_code == 201
        ended = server.stop(number)
    if number != signal.SIGKILL:
        assert (ended, server.output[-1]) == (0, "stopped; what was taken is in the log\n")
    assert logged(tmp_path) == ["a", "b", "c"]
    assert verify(tmp_path / "log") == []


def test_without_a_pipeline_it_takes_events_and_is_not_ready(tmp_path: Path) -> None:
    with Served(tmp_path, "--no-pipeline") as server:
        answer = httpx2.get(f"{server.url}/health/ready")
        assert answer.status_code == 503
        assert answer.json()["pipeline"] == "none"
        assert httpx2.get(f"{server.url}/health/live").status_code == 200
        server.stop()
    access = [json.loads(line) for line in server.errors if line.startswith("{")]
    assert [(line["path"], line["status"]) for line in access][-2:] == [
        ("/health/ready", 503),
        ("/health/live", 200),
    ]
    assert all(line["time"].endswith("Z") for line in access)


def test_a_pipeline_that_ends_again_and_again_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JAVA_HOME", str(tmp_path / "nothing"))
    with Served(tmp_path / "data") as server:
        assert "the last one ended: Spark did not start" in reasons_with("ended", server)


def test_a_store_that_the_pipeline_cannot_write_to_is_told_by_whom_one_asks(
    tmp_path: Path,
) -> None:
    read_only(tmp_path)
    with Served(tmp_path) as server:
        assert "; the last one ended: the store in " in reasons_with("ended", server)
        assert "the store is read-only" in reasons_with("ended", server)
        pipeline = httpx2.get(f"{server.url}/api/v1/status", timeout=30).json()["pipeline"]
    assert pipeline["failing"]
    assert "the store is read-only" in pipeline["lastFailure"]["error"]


def reasons_with(word: str, server: Served) -> str:
    """Why the server is not ready, once the word is among it."""
    reasons, deadline = "", time.monotonic() + 60
    while word not in reasons and time.monotonic() < deadline:
        time.sleep(0.1)
        answer = httpx2.get(f"{server.url}/health/ready", timeout=30)
        assert answer.status_code == 503
        reasons = " ".join(answer.json()["reasons"])
    return reasons


@pytest.mark.parametrize(("has_worked", "times"), [(False, 1), (True, 2)])
def test_that_another_pipeline_has_the_store_is_told_once_unless_ours_had_it_between(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
    has_worked: bool,
    times: int,
) -> None:
    monkeypatch.setattr(supervised, "STANDBY_PAUSE", 0.1)
    if has_worked:
        monkeypatch.setattr(supervised, "WORKED_SECONDS", 0.0)
    settings = read_settings({"data": tmp_path})
    ends: list[str] = []

    async def twice() -> None:
        keeping = asyncio.create_task(supervised.Supervised(settings, ends.append).keep())
        while len(ends) < 2:
            await asyncio.sleep(0.1)
        keeping.cancel()

    with opened_store(settings) as store, store.claimed():
        asyncio.run(asyncio.wait_for(twice(), 60))
    messages = [record.getMessage() for record in caplog.records]
    assert len(messages) == times
    assert messages[0].startswith("another pipeline keeps the store up to date; ours stands by")
    assert capfd.readouterr().err == ""


def test_a_port_that_is_taken_is_told(tmp_path: Path) -> None:
    with Served(tmp_path / "a", "--no-pipeline") as server:
        command = [sys.executable, "-m", "headwater.cli", "serve", "--no-pipeline"]
        second = subprocess.run(
            [*command, "--data", str(tmp_path / "b"), "--port", str(server.port)],
            capture_output=True,
            text=True,
            check=False,
            timeout=30,
        )
    assert second.returncode == 2
    assert f"cannot listen on 127.0.0.1 port {server.port}" in second.stderr


def test_beyond_this_machine_it_listens_only_with_keys(tmp_path: Path) -> None:
    runner = CliRunner(env={"HEADWATER_DATA": str(tmp_path)})
    refused = runner.invoke(main, ["serve", "--host", "192.0.2.1", "--no-pipeline"])
    assert refused.exit_code == 2
    assert "headwater keys create" in refused.stderr
    assert runner.invoke(main, ["keys", "create", "me", "--role", "write"]).exit_code == 0
    no_such_address = runner.invoke(main, ["serve", "--host", "192.0.2.1", "--no-pipeline"])
    assert "cannot listen on 192.0.2.1" in no_such_address.stderr


def test_rules_that_do_not_exist_are_told_before_it_listens(tmp_path: Path) -> None:
    runner = CliRunner(env={"HEADWATER_DATA": str(tmp_path), "HEADWATER_NAME_RULES": "typo"})
    refused = runner.invoke(main, ["serve", "--no-pipeline", "--port", "0"])
    assert refused.exit_code == 2
    assert "typo" in refused.stderr


def test_keys_are_made_listed_and_revoked(tmp_path: Path) -> None:
    runner = CliRunner(env={"HEADWATER_DATA": str(tmp_path)})
    assert "no keys" in runner.invoke(main, ["keys", "list"]).stdout
    made = runner.invoke(main, ["keys", "create", "airflow", "--role", "write"]).stdout.strip()
    listed = runner.invoke(main, ["keys", "list"]).stdout
    assert made.startswith("hw_")
    assert made not in listed
    assert "airflow  write" in listed
    assert runner.invoke(main, ["keys", "create", "airflow"]).exit_code == 2
    assert runner.invoke(main, ["keys", "revoke", "airflow"]).exit_code == 0
    assert runner.invoke(main, ["keys", "revoke", "airflow"]).exit_code == 1
