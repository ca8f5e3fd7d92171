"""Java, which Spark runs in, as a process of ours: started, connected to, and ended with us.

PySpark would start it too, but leaves it behind when it is interrupted meanwhile, and gives no say
in what happens to it when this process is killed.
"""

import os
import shlex
import signal
import struct
import subprocess
import tempfile
import threading
import time
from collections.abc import Mapping
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import IO

from py4j.clientserver import ClientServer
from pyspark import SparkContext
from pyspark.find_spark_home import _find_spark_home
from pyspark.java_gateway import launch_gateway
from pyspark.sql import SparkSession

from headwater.errors import SparkUnavailableError
from headwater.pipeline.spark.java_home import java_variables
from headwater.pipeline.spark.parent import end_with

END_SECONDS = 10.0
"""How long Java may take to remove its temporary files."""
LOOK_SECONDS = 0.1

_LENT = ("PYSPARK_GATEWAY_PORT", "PYSPARK_GATEWAY_SECRET")
"""The variables by which PySpark finds a Java that runs already."""


def start_java(options: Mapping[str, str], log: Path | None) -> None:
    """Starts Java and has PySpark use it, unless it has one.

    Whatever goes wrong or interrupts it, no Java is left behind.
    """
    if SparkContext._gateway is not None:  # noqa: SLF001  PySpark has no other way to ask
        return
    with tempfile.TemporaryDirectory() as directory:
        connection = Path(directory) / "connection"
        process = _started(options, connection, log)
        try:
            while not connection.exists():
                if process.poll() is not None:
                    raise subprocess.CalledProcessError(process.returncode, process.args)
                time.sleep(LOOK_SECONDS)
            gateway = _connected(connection)
        except BaseException:
            _end(process)
            raise
    gateway.proc = process
    SparkContext._ensure_initialized(gateway=gateway)  # noqa: SLF001


def _started(
    options: Mapping[str, str], connection: Path, log: Path | None
) -> "subprocess.Popen[bytes]":
    """Starts Java, which writes to the file `connection` how to reach it, and prints to `log`."""
    command = [str(Path(_find_spark_home()) / "bin" / "spark-submit")]
    for name, value in options.items():
        command += ["--conf", f"{name}={value}"]
    command += shlex.split(os.environ.get("PYSPARK_SUBMIT_ARGS", "pyspark-shell"))
    own = {"_PYSPARK_DRIVER_CONN_INFO_PATH": str(connection), "SPARK_CONNECT_MODE": "0"}
    # The system looks at the thread that starts a child: others may end long before the process.
    is_main = threading.current_thread() is threading.main_thread()
    parent = os.getpid() if is_main else None
    with nullcontext() if log is None else _opened(log) as file:
        return subprocess.Popen(
            command,
            env=os.environ | java_variables(os.environ) | own,
            stdin=subprocess.PIPE,  # Java ends when it is closed, once it listens
            stderr=file,
            preexec_fn=partial(_begin, parent),  # noqa: PLW1509  it calls what is loaded already
        )


def _opened(log: Path) -> IO[bytes]:
    try:
        log.parent.mkdir(parents=True, exist_ok=True)
        return log.open("wb")
    except OSError as error:
        raise SparkUnavailableError(
            f"what Java says cannot be written to {log}: {error.strerror}; check that its directory"
            " is writable and has space"
        ) from error


def _begin(parent: int | None) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for us, who end Java then
    if parent is not None:
        end_with(parent)


def _connected(connection: Path) -> ClientServer:
    content = connection.read_bytes()
    port, length = struct.unpack_from(">ii", content)
    secret = content[8 : 8 + length].decode()
    os.environ |= dict(zip(_LENT, (str(port), secret), strict=True))
    try:
        return launch_gateway()  # type: ignore[no-untyped-call]  # PySpark says nothing of it
    finally:
        for name in _LENT:
            del os.environ[name]


def java_end(within: float = 0.0) -> str:
    """How Java has ended, or ends within this many seconds, in words; empty while it runs."""
    process = _process()
    if process is None:
        return ""
    try:
        code = process.wait(within)
    except subprocess.TimeoutExpired:
        return ""
    how = f"signal {-code}" if code < 0 else f"exit code {code}"
    return f"Java, which Spark runs in, has ended with {how}"


def wait_for_end_of_java(seconds: float) -> int | None:
    """Tells Java that nobody needs it any more, and returns its exit code; None if it does not end
    within this many seconds."""
    process = _process()
    assert process is not None
    assert process.stdin
    process.stdin.close()
    try:
        return process.wait(seconds)
    except subprocess.TimeoutExpired:
        return None


def interrupt_java() -> None:
    """Asks Java to end, without waiting for that. Threads that wait for its answers soon get an
    error."""
    process = _process()
    if process is not None:
        process.terminate()


def leave_java() -> None:
    """Ends Java, if it runs, and has PySpark forget it: there is no other way to start another."""
    process = _process()
    # It would print a traceback when Java goes away in the middle of a message to it.
    listening = getattr(SparkContext._active_spark_context, "_accumulatorServer", None)  # noqa: SLF001
    if listening is not None:
        listening.shutdown()
    if process is not None:
        _end(process)
    SparkContext._active_spark_context = None  # noqa: SLF001
    SparkContext._gateway = None  # noqa: SLF001
    SparkContext._jvm = None  # noqa: SLF001
    SparkSession._instantiatedSession = None  # noqa: SLF001
    SparkSession._activeSession = None  # noqa: SLF001


def _process() -> "subprocess.Popen[bytes] | None":
    return getattr(SparkContext._gateway, "proc", None)  # noqa: SLF001


def _end(process: "subprocess.Popen[bytes]") -> None:
    assert process.stdin
    process.stdin.close()
    process.terminate()  # it may not listen yet, or no more
    try:
        process.wait(END_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
