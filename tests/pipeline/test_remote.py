"""`build` and `verify` on a Spark Connect server, and what they say where it cannot be used."""

import os
import socket
import subprocess
import sys
from collections.abc import Callable
from importlib import metadata
from pathlib import Path

import msgspec
import pyarrow as pa
import pytest

from headwater.errors import MissingPartError, SparkUnavailableError
from headwater.log import DirectoryLog
from headwater.pipeline.spark.executors import _question
from headwater.pipeline.spark.remote import remote_session
from headwater.store import open_store
from tests.reference import lineage
from tests.running.cluster import batches
from tests.running.connect import connect_server
from tests.running.pipeline import append, assert_same, rows
from tests.running.servers import free_port

Ran = subprocess.CompletedProcess[str]


@pytest.mark.cluster
@pytest.mark.spark
def test_a_store_that_a_spark_connect_server_built_and_updated_equals_the_reference_and_a_rebuild(
    tmp_path: Path,
) -> None:
    (tmp_path / "server").mkdir()
    data, (first, *others) = tmp_path / "data", batches()
    later = [record for batch in others for record in batch]
    append(data / "log", first)
    with connect_server(tmp_path / "server") as url:
        run = _commands(url, tmp_path)
        _refused_where_the_server_does_not_see_what_we_see(run)
        assert _printed(run("build", "--data", data)).startswith("rebuilt: ")
        append(data / "log", later)
        assert _printed(run("build", "--data", data)).startswith("updated: ")
        assert _printed(run("verify", "--data", data)).startswith("equal: ")
    with open_store(f"sqlite:///{data}/store.sqlite", rebuild=True) as store:
        assert_same(rows(store, comparable=True), lineage([*first, *later]))
    assert not (data / "spark.log").exists(), "a Spark of our own was started"


def _refused_where_the_server_does_not_see_what_we_see(run: Callable[..., Ran]) -> None:
    """By these paths each process finds a folder of its own: ours, or that of the server."""
    own = "/proc/self/cwd/data"
    refused = run("build", "--data", own, "--store", "sqlite:///store")
    assert refused.returncode == 1
    assert f"does not see the log {own}/log: it lacks 1 of 1 segments there" in refused.stderr
    assert "use Kafka as the log" in refused.stderr
    refused = run("build", "--data", "data", "--store", "sqlite:///store", staging=f"{own}/staging")
    assert refused.returncode == 1
    assert f"does not share {own}/staging/" in refused.stderr
    assert "Nothing was published. Name a place that" in refused.stderr


def _commands(url: str, directory: Path) -> Callable[..., Ran]:
    """Runs `headwater` in `directory`, with a Spark Connect server."""

    def run(*arguments: object, staging: str = "") -> Ran:
        variables = {
            "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
            "HEADWATER_SPARK_REMOTE": url,
            "HEADWATER_STAGING": staging,
        }
        return subprocess.run(
            [sys.executable, "-m", "headwater.cli", *map(str, arguments)],
            cwd=directory,
            env=os.environ | variables,
            capture_output=True,
            text=True,
            check=False,
        )

    return run


def _printed(done: Ran) -> str:
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_server_that_is_not_there_is_told_at_once_without_its_token() -> None:
    port = free_port()
    expected = f"the Spark Connect server at 127.0.0.1:{port} cannot be used: .*refused"
    with (
        pytest.raises(SparkUnavailableError, match=expected) as caught,
        remote_session(f"sc://127.0.0.1:{port}/;token=hunter2"),
    ):
        pass
    assert "or leave that out to use a Spark of this machine" in str(caught.value)
    assert "hunter2" not in str(caught.value)


def test_without_its_packages_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "grpc", None)
    for name in [name for name in sys.modules if name.startswith("pyspark.sql.connect")]:
        monkeypatch.delitem(sys.modules, name)
    with (
        pytest.raises(MissingPartError, match=r"pip install 'headwater\[connect\]'"),
        remote_session("sc://127.0.0.1"),
    ):
        pass


def test_an_executor_says_which_program_it_has_and_which_segments_it_lacks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    append(tmp_path, batches()[0])
    log = DirectoryLog(tmp_path)
    own, address = metadata.version("headwater"), msgspec.json.encode(log.address)
    assert _answer(address, frozenset(log.head())) == (own, 0, "")
    assert _answer(address, frozenset({*log.head(), "elsewhere"})) == (own, 1, "")

    monkeypatch.setattr(metadata, "version", _not_installed)
    program, lacking, error = _answer(address, frozenset(log.head()))
    assert (program, lacking) == ("", 1)
    assert error == "PackageNotFoundError: No package metadata was found for headwater"


def _answer(address: bytes, segments: frozenset[str]) -> tuple[str, int, str]:
    asked = pa.RecordBatch.from_pydict({"id": [0]})
    [batch] = _question(address, segments)([asked])
    [row] = batch.to_pylist()
    assert row["host"] == socket.gethostname()
    return row["program"], row["lacking"], row["error"]


def _not_installed(name: str) -> str:
    raise metadata.PackageNotFoundError(name)
