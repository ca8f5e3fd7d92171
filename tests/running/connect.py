"""A real Spark Connect server for the tests: on loopback, ended afterwards."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pyspark.find_spark_home import _find_spark_home

from tests.running.java import java_options
from tests.running.servers import free_port, listens

START_SECONDS = 120
SERVER = "org.apache.spark.sql.connect.service.SparkConnectServer"


@contextmanager
def connect_server(directory: Path) -> Iterator[str]:
    """The URL of a server with two cores, whose working directory is `directory`."""
    port = free_port()
    settings = {
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.ui.enabled": "false",
        "spark.connect.grpc.binding.address": "127.0.0.1",
        "spark.connect.grpc.binding.port": port,
    }
    chosen = [word for name, value in settings.items() for word in ("--conf", f"{name}={value}")]
    environment = {
        "JDK_JAVA_OPTIONS": java_options(
            "-XX:ReservedCodeCacheSize=240m", f"-Djava.io.tmpdir={directory}"
        ),
        "PYSPARK_PYTHON": sys.executable,
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        "SPARK_LOCAL_DIRS": str(directory),
        "SPARK_LOCAL_IP": "127.0.0.1",
    }
    submit = [f"{_find_spark_home()}/bin/spark-submit", "--master", "local[2]"]
    log = directory / "server.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            [*submit, "--driver-memory", "1g", *chosen, "--class", SERVER, "spark-internal"],
            cwd=directory,
            env=os.environ | environment,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        deadline = time.monotonic() + START_SECONDS
        while not listens(port):
            printed = log.read_text(errors="replace")[-4000:]
            assert process.poll() is None, f"the Spark Connect server ended:\n{printed}"
            assert time.monotonic() < deadline, f"no Spark Connect server:\n{printed}"
            time.sleep(0.1)
        yield f"sc://127.0.0.1:{port}"
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
