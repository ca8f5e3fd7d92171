"""A process that is stopped while Spark starts leaves no Java behind."""

import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

pytestmark = pytest.mark.spark

STARTS = """
import signal, sys
from headwater.pipeline.spark.session import session

signal.signal(signal.SIGTERM, lambda *_: sys.exit(7))
session("headwater-stopped", master="local[1]", memory="1g")
print("it went on")
"""


def until(found: Callable[[], object], seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while not found():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def test_a_stop_while_spark_starts_leaves_no_java() -> None:
    with subprocess.Popen([sys.executable, "-c", STARTS], stdout=subprocess.PIPE) as process:
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        assert until(children.read_text, 60)
        [java] = children.read_text().split()
        process.send_signal(signal.SIGTERM)
        assert process.communicate(timeout=120)[0] == b""
    assert process.returncode == 7
    assert until(lambda: not Path(f"/proc/{java}").exists(), 30)
