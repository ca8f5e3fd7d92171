"""A standalone cluster of Spark for the tests: master and workers on loopback, ended afterwards."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from pyspark.find_spark_home import _find_spark_home

from tests.running.java import java_options
from tests.running.processes import children
from tests.running.servers import free_port, listens

START_SECONDS = 180
EXECUTOR = b"org.apache.spark.executor.CoarseGrainedExecutorBackend"


class Standalone:
    """The cluster's URL, and its executors."""

    def __init__(self, url: str, workers: list[int]) -> None:
        self.url, self._workers = url, workers

    def executors(self) -> list[int]:
        """The process ids of the executors that run now."""
        started = [child for worker in self._workers for child in children(worker)]
        return [pid for pid in started if EXECUTOR in _command(pid)]

    def kill_an_executor(self) -> None:
        os.kill(self.executors()[0], signal.SIGKILL)


@contextmanager
def standalone(directory: Path, workers: int = 2) -> Iterator[Standalone]:
    """A cluster whose workers have one core and 1 GB each."""
    port = free_port()
    url = f"spark://127.0.0.1:{port}"
    started: list[subprocess.Popen[bytes]] = []

    def start(name: str, what: str, *arguments: object) -> subprocess.Popen[bytes]:
        own = directory / name
        own.mkdir(parents=True)
        with (own / "output").open("wb") as output:
            process = subprocess.Popen(
                [f"{_find_spark_home()}/bin/spark-class", what, *map(str, arguments)],
                cwd=own,
                env=os.environ | _variables(own),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        started.append(process)
        return process

    try:
        here = ("--host", "127.0.0.1", "--webui-port", "0")
        start("master", "org.apache.spark.deploy.master.Master", *here, "--port", port)
        _wait_until(lambda: listens(port), directory)
        size = ("--cores", 1, "--memory", "1g")
        pids = []
        for number in range(workers):
            work = ("--work-dir", directory / f"work-{number}")
            what = "org.apache.spark.deploy.worker.Worker"
            pids.append(start(f"worker-{number}", what, *here, *size, *work, url).pid)
        output = directory / "master" / "output"
        _wait_until(lambda: output.read_text().count("Registering worker") == workers, directory)
        yield Standalone(url, pids)
    finally:
        for process in started:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def _variables(directory: Path) -> dict[str, str]:
    return {
        "JDK_JAVA_OPTIONS": java_options("-XX:+UseSerialGC", f"-Djava.io.tmpdir={directory}"),
        "PYSPARK_PYTHON": sys.executable,
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        "SPARK_LOCAL_DIRS": str(directory),
        "SPARK_LOCAL_IP": "127.0.0.1",
    }


def _wait_until(has_come: Callable[[], bool], directory: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while not has_come():
        outputs = {
            file.parent.name: file.read_text()[-2000:] for file in directory.glob("*/output")
        }
        assert time.monotonic() < deadline, f"no cluster: {outputs}"
        time.sleep(0.1)


def _command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except FileNotFoundError:  # it has ended
        return b""
