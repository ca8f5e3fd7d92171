"""The commands that run the pipeline, from an empty directory to a verified store."""

import json
import shlex
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow.parquet as pq
import pytest
from click.testing import Result

from headwater.demo.scenes import STORY
from headwater.log import head, log_id
from headwater.store import open_store
from headwater.store.tables import RUNS, TABLES

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

Invoke = Callable[..., Result]
pytestmark = pytest.mark.spark


def event(run: int, kind: str, second: int, output: str) -> dict[str, Any]:
    return {
        "eventType": kind,
        "eventTime": f"2025-01-01T00:00:{second:02}Z",
        "run": {"runId": f"00000000-0000-0000-0000-{run:012}"},
        "job": {"namespace": "etl", "name": "load"},
        "inputs": [{"namespace": "wh", "name": "in"}],
        "outputs": [{"namespace": "wh", "name": output}],
    }


def take(invoke: Invoke, tmp_path: Path, *events: dict[str, Any]) -> None:
    (tmp_path / "events.json").write_text(json.dumps(events))
    assert invoke("ingest", "events.json").exit_code == 0


def _refuse_another_log(invoke: Invoke, tmp_path: Path) -> None:
    """Once the store has adopted a log, any other one is refused."""
    copied = tmp_path / "copy"
    shutil.copytree(tmp_path / "data", copied)
    (copied / "log" / "ID").unlink()
    for words in (("build",), ("build", "--full"), ("verify",)):
        refused = invoke(*words, "--data", copied)
        assert refused.exit_code == 1
        assert f"this is the log {log_id(copied / 'log')}" in refused.stderr


def test_a_store_of_another_log_and_other_settings_is_built_anew_then_updated_and_verified(
    spark: "SparkSession", invoke: Invoke, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HEADWATER_STAGING", f"file://{tmp_path}/shared")
    take(invoke, tmp_path, event(1, "START", 1, "out"), event(1, "COMPLETE", 2, "out"))
    with open_store(f"sqlite:///{tmp_path}/data/store.sqlite", settings_digest="other") as store:
        store.belong_to("another")
    refused = invoke("build")
    assert refused.exit_code == 1
    assert "headwater build --full" in refused.stderr
    foreign = invoke("build", "--full")
    assert foreign.exit_code == 1
    assert "belongs to the log another" in foreign.stderr
    built = invoke("build", "--adopt-log")
    assert built.exit_code == 0, built.output
    assert built.stdout.startswith("rebuilt: 2 events in ")
    assert "dataset:wh:out" in invoke("lineage", "job:etl:load").stdout

    _refuse_another_log(invoke, tmp_path)

    take(invoke, tmp_path, event(2, "COMPLETE", 3, "other"))
    assert "1 record," in invoke("status").stdout
    updated = json.loads(invoke("build", "--json").stdout)
    assert (updated["kind"], updated["events"]) == ("update", 1)
    assert "dataset:wh:other" in invoke("lineage", "job:etl:load").stdout
    assert "not at all" in invoke("status").stdout
    assert invoke("build").stdout == "up to date: nothing new in the log\n"
    assert json.loads(invoke("build", "--json").stdout)["events"] == 0

    invoke("export", "out")
    with open_store(f"sqlite:///{tmp_path}/data/store.sqlite", rebuild=True) as store:
        for table in TABLES:
            [(count,)] = store.query(f"SELECT count(*) FROM {table.name}")
            assert pq.read_metadata(tmp_path / "out" / f"{table.name}.parquet").num_rows == count
        with store.transaction(store.take_over()) as transaction:
            completed = store.query("SELECT run_key FROM runs WHERE state = 'COMPLETED'")
            transaction.remove(RUNS, completed)
    differs = invoke("verify", "--json")
    assert differs.exit_code == 1
    report = json.loads(differs.stdout)
    assert (report["equal"], report["differingRows"]) == (False, 2)
    assert {difference["table"] for difference in report["differences"]} == {"runs"}
    assert [path.name for path in (tmp_path / "data").iterdir() if "verify" in path.name] == []
    assert list((tmp_path / "shared").iterdir()) == [], "it was used, and nothing was left behind"


def test_the_demo_is_told_once_and_can_be_looked_at(
    spark: "SparkSession", invoke: Invoke, tmp_path: Path
) -> None:
    data = tmp_path / "shop"
    outcome = invoke("demo", "--data", data)
    assert outcome.exit_code == 0, outcome.output
    lines = [line.strip() for line in outcome.stdout.splitlines()]
    assert all(command in lines for scene in STORY for command in scene.commands)
    size = sum(head(data / "log").values())
    again = invoke("demo", "--data", data)
    assert again.stdout == outcome.stdout
    assert sum(head(data / "log").values()) == size
    for scene in STORY:
        shown = invoke("lineage", scene.node, "--data", data, "--at", scene.when.isoformat())
        assert shown.exit_code == 0, shown.stderr
        for command in scene.commands:
            tried = invoke(*shlex.split(command)[1:], "--data", data)
            assert tried.exit_code == 0, tried.stderr

    shutil.rmtree(data / "log")
    take(invoke, tmp_path, event(1, "COMPLETE", 2, "out"))
    other = invoke("demo")
    assert other.exit_code == 1
    assert "holds other events" in other.stderr
