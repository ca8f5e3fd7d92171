"""Whatever ends a process that has started Java ends Java."""

import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from headwater.pipeline.spark import class_archive

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


def is_gone(pid: int) -> bool:
    """Also of one that has ended, but that nobody has collected yet."""
    try:
        return "\nState:\tZ" in Path(f"/proc/{pid}/status").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return True


@pytest.mark.spark
def test_a_stop_while_spark_starts_leaves_no_java() -> None:
    with subprocess.Popen([sys.executable, "-c", STARTS], stdout=subprocess.PIPE) as process:
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        assert until(children.read_text, 60)
        [java] = children.read_text().split()
        for _ in range(2):  # who asks twice does not want to wait
            process.send_signal(signal.SIGTERM)
            time.sleep(0.2)
        assert process.communicate(timeout=120)[0] == b""
    # The second signal may meet the interpreter when it has already given its handlers back.
    assert process.returncode in (7, -signal.SIGTERM)
    assert until(lambda: is_gone(int(java)), 30)


PARENT = """
import os, subprocess, sys, time
from functools import partial
from headwater.pipeline.spark.parent import end_with

sleeping = [sys.executable, "-c", "import time; time.sleep(600)"]
print(subprocess.Popen(sleeping, preexec_fn=partial(end_with, os.getpid())).pid, flush=True)
time.sleep(600)
"""


def test_a_process_ends_with_the_one_that_started_it_though_that_is_killed() -> None:
    with subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE) as parent:
        assert parent.stdout
        child = int(parent.stdout.readline())
        assert not is_gone(child)
        parent.kill()
    assert until(lambda: is_gone(child), 30)


MAPS = """
import sys
from pathlib import Path
from headwater.pipeline.spark import class_archive

class_archive.CLASS_ARCHIVE = Path(sys.argv[1])
from headwater.pipeline.spark.session import session

spark = session("headwater-classes", master="local[1]", memory="1g")
assert spark.range(1).count() == 1
java = spark.sparkContext._gateway.proc.pid
print(str(Path(sys.argv[1]).resolve()) in Path(f"/proc/{java}/maps").read_text())
"""


@pytest.mark.spark
def test_java_maps_the_classes_of_an_archive_and_passes_over_one_that_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("JDK_JAVA_OPTIONS", raising=False)
    written = class_archive.CLASS_ARCHIVE
    assert written.exists(), "`make test` writes it, by headwater.pipeline.archive_classes"
    with_a_space = tmp_path / "an archive.jsa"
    with_a_space.symlink_to(written)
    arguments = [sys.executable, "-c", MAPS, str(with_a_space)]
    done = subprocess.run(arguments, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True"], done.stderr[-2000:]

    broken = tmp_path / "broken.jsa"
    broken.write_bytes(b"no archive")
    monkeypatch.setattr(class_archive, "CLASS_ARCHIVE", broken)
    options = [option.replace('"', "") for option in class_archive.mapping_classes()]
    version = subprocess.run(["java", *options, "-version"], capture_output=True, check=True)
    assert version.stdout == b""
