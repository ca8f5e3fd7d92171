"""Servers beside a store that another version builds anew (docs/operations.md, Upgrades)."""

import signal
import time
from pathlib import Path

import httpx2
import pytest

from headwater.cli.options.settings import opened_store
from headwater.config import read_settings
from headwater.store import Store, connect
from headwater.store.claims import far
from tests.query.rows import Rows
from tests.running.servers import Served

NEWER, OLDER = 99, 1


def store_of(data: Path, version: int, monkeypatch: pytest.MonkeyPatch) -> Store:
    """The store as code of another schema version opens it to build it anew."""
    with monkeypatch.context() as other:
        other.setattr(connect, "SCHEMA_VERSION", version)
        return opened_store(read_settings({"data": data}), rebuild=True)


def publish(store: Store) -> None:
    with store.rebuild(store.take_over()) as target:
        target.publish({})


def jobs(server: Served) -> httpx2.Response:
    return httpx2.get(f"{server.url}/api/v1/jobs", timeout=30)


def test_the_old_server_answers_until_the_new_pipeline_has_built_the_store_and_then_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = Rows()
    rows.job("load")
    with opened_store(read_settings({"data": tmp_path})) as store:
        rows.write(store)
    with Served(tmp_path, "--no-pipeline") as server:
        assert jobs(server).json()["totalCount"] == 1
        with store_of(tmp_path, NEWER, monkeypatch) as new, new.claimed() as announce:
            announce(far("rebuilding", 43, 720))
            assert jobs(server).json()["totalCount"] == 1
            pipeline = httpx2.get(f"{server.url}/api/v1/status", timeout=30).json()["pipeline"]
            assert (pipeline["doing"], pipeline["percent"], pipeline["secondsLeft"]) == (
                "rebuilding",
                43,
                720,
            )
            [reason] = httpx2.get(f"{server.url}/health/ready", timeout=30).json()["reasons"]
            assert reason.endswith("building the store anew: 43 % done, about 12m 00s left")
            publish(new)
            assert server.process.wait(timeout=60) == 4
    [line] = [line for line in server.errors if "new version" in line]
    assert line.startswith("Error: the server has ended, to be started in its new version")
    assert server.output[-1] == "stopped; what was taken is in the log\n"


def test_a_new_server_tells_how_far_its_store_is_and_answers_once_that_is_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with store_of(tmp_path, OLDER, monkeypatch) as old:
        publish(old)
    with (
        Served(tmp_path, "--no-pipeline") as server,
        opened_store(read_settings({"data": tmp_path}), rebuild=True) as new,
        new.claimed() as announce,
    ):
        announce(far("rebuilding", 5, None))
        refused = jobs(server)
        assert refused.status_code == 503
        assert refused.json()["message"].endswith("it is being built anew, 5 % done")
        publish(new)
        until = time.monotonic() + 30
        while jobs(server).status_code != 200 and time.monotonic() < until:
            time.sleep(0.1)
        assert jobs(server).json()["totalCount"] == 0


def test_a_server_without_a_pipeline_does_not_mind_being_told_to_renew_it(tmp_path: Path) -> None:
    with Served(tmp_path, "--no-pipeline") as server:
        assert jobs(server).status_code == 200
        server.process.send_signal(signal.SIGHUP)
        assert jobs(server).status_code == 200
        assert server.stop() == 0


def test_a_server_under_other_settings_answers_from_what_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = Rows()
    rows.job("load")
    with opened_store(read_settings({"data": tmp_path})) as store:
        rows.write(store)
    with opened_store(read_settings({"data": tmp_path})) as store, store.claimed() as announce:
        announce("following")
        monkeypatch.setenv("HEADWATER_NAME_RULES", "date")
        with Served(tmp_path, "--no-pipeline") as server:
            assert jobs(server).json()["totalCount"] == 1
            [reason] = httpx2.get(f"{server.url}/health/ready", timeout=30).json()["reasons"]
            assert reason.startswith("the store was written under other settings than those of")
