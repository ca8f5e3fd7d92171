"""The pipeline on a Spark of several processes, with PostgreSQL as the store."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pyspark
import pytest

from headwater.pipeline.batch.runner import ReplanningRunner
from headwater.store import open_store
from tests.reference import lineage
from tests.running.cluster import batches
from tests.running.java import java_options
from tests.running.pipeline import assert_same, rows

pytestmark = [pytest.mark.spark, pytest.mark.cluster]

ROOT = Path(__file__).parents[2]
MASTER = "local-cluster[2,1,1024]"
"""Two executors of one core and 1024 MB, each a JVM with Python workers of its own."""


@pytest.mark.postgres
def test_on_a_cluster_batches_and_a_rebuild_give_the_rows_of_the_reference_and_none_are_lost(
    tmp_path: Path, postgres_store_url: str
) -> None:
    found = _run(tmp_path, "follow", MASTER, tmp_path / "data", postgres_store_url)

    assert found["runner"] == ReplanningRunner.__name__
    assert found["differences"] == []
    assert found["places"] == 2, "as the session was told"
    assert found["tasks"].pop("driver") == 0
    assert len(found["tasks"]) == 2
    assert all(count > 0 for count in found["tasks"].values()), found["tasks"]

    asked, counted = found["refused"]
    host, place = socket.gethostname(), "/proc/self/cwd/own"
    assert f"the executor on {host} does not share {place}" in asked
    lost = rf"wrote [1-9]\d* rows of the stage stated, and 0 of them are in {place}/.* on {host}"
    assert re.search(lost, counted)

    expected = lineage([record for batch in batches() for record in batch])
    with open_store(postgres_store_url) as store:
        assert_same(rows(store, comparable=True), expected)


def test_a_cluster_that_refuses_or_ends_a_session_leaves_room_for_the_next(tmp_path: Path) -> None:
    found = _run(tmp_path, "start_again", "local[1]")

    assert found == {
        "refused": True,
        "lost": [False, True, False],
        "places": None,
        "counted": 3,
        "java": ["java"],
    }


def _run(directory: Path, *arguments: object) -> dict[str, Any]:
    """What the process of `cluster_process` says in the end."""
    output_file, errors = directory / "output", directory / "errors"
    java = java_options("-XX:+UseSerialGC", f"-Djava.io.tmpdir={directory}")
    environment = {
        "SPARK_HOME": str(_spark_home(directory / "spark")),
        "SPARK_LOCAL_DIRS": str(directory),
        "TMPDIR": str(directory),
        "JDK_JAVA_OPTIONS": java,
    }
    with output_file.open("wb") as output, errors.open("wb") as error_output:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.running.cluster", *map(str, arguments)],
            cwd=ROOT,
            env=os.environ | environment,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=error_output,
            start_new_session=True,
        )
    try:
        # Its end is looked at, not collected: until then its number is nobody else's.
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        code = process.wait()
    assert code == 0, errors.read_text(errors="replace")
    found: dict[str, Any] = json.loads(output_file.read_text())
    return found


def _spark_home(directory: Path) -> Path:
    """The installed package, in a directory where executors can leave their files."""
    directory.mkdir()
    installed = Path(pyspark.__file__).parent
    for name in ("bin", "jars", "python"):
        (directory / name).symlink_to(installed / name)
    return directory
