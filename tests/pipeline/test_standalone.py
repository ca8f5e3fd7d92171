"""A standalone cluster with two workers rebuilds and verifies; the pipeline follows beside it."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from headwater.store import open_store
from tests.reference import lineage
from tests.running.cluster import batches
from tests.running.java import java_options
from tests.running.pipeline import append, assert_same, rows
from tests.running.standalone import standalone

pytestmark = [pytest.mark.spark, pytest.mark.postgres, pytest.mark.slow]

STAGES_BEFORE = 1
"""An executor is killed when so many stages of the rebuild are begun."""
OWN_MACHINE = "local[1]"


class Command:
    """A command of `headwater` that runs. It is killed if the block ends before it."""

    def __init__(self, directory: Path, store: str, master: str, *words: str) -> None:
        variables = {
            "JDK_JAVA_OPTIONS": java_options("-XX:+UseSerialGC"),
            "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
            "SPARK_LOCAL_IP": "127.0.0.1",
            "HEADWATER_DATA": str(directory / "data"),
            "HEADWATER_STORE": store,
            "HEADWATER_SPARK_MASTER": master,
            "HEADWATER_SPARK_MEMORY": "1g",
        }
        self.process = subprocess.Popen(
            [sys.executable, "-m", "headwater.cli", *words],
            env=os.environ | variables,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def printed(self) -> str:
        output, errors = self.process.communicate()
        assert self.process.returncode == 0, errors
        return output

    def __enter__(self) -> "Command":
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.returncode is None:
            self.process.kill()
            self.process.communicate()


def wait_until_it_is_in_the_middle(build: Command, staging: Path) -> None:
    while sum(stage.is_dir() for stage in staging.glob("*/*")) < STAGES_BEFORE:
        assert build.process.poll() is None, build.printed()
        time.sleep(0.02)


def test_with_an_executor_killed_midway_the_lineage_is_that_of_the_reference(
    tmp_path: Path, postgres_store_url: str
) -> None:
    first, *others = batches()
    later = [record for batch in others for record in batch]
    log, staging = tmp_path / "data" / "log", tmp_path / "data" / "staging"
    append(log, first)
    with standalone(tmp_path / "cluster") as cluster:
        with Command(tmp_path, postgres_store_url, cluster.url, "build", "--full") as build:
            wait_until_it_is_in_the_middle(build, staging)
            assert len(cluster.executors()) == 2
            cluster.kill_an_executor()
            assert build.process.poll() is None, "it was done before the executor was killed"
            assert build.printed().startswith("rebuilt: ")

        append(log, later)
        with Command(tmp_path, postgres_store_url, OWN_MACHINE, "pipeline", "--once") as pipeline:
            assert pipeline.printed().splitlines()[-1].startswith("stopped after ")

        with Command(tmp_path, postgres_store_url, cluster.url, "verify") as verify:
            assert verify.printed().startswith("equal: ")
    with open_store(postgres_store_url, rebuild=True) as store:
        assert_same(rows(store, comparable=True), lineage([*first, *later]))
