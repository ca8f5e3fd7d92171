"""Processes that tests start, and kill at a moment that depends on what they have printed."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from tests.running.java import java_options

ROOT = Path(__file__).parents[2]


class Process:
    """A process that can be killed with everything it started, so that nothing outlives the
    test."""

    def __init__(self, directory: Path, *arguments: object) -> None:
        directory.mkdir()
        self._output, self._errors = directory / "output", directory / "errors"
        # Temporary files of a killed process stay in the test's directory.
        java = java_options("-XX:+UseSerialGC", f"-Djava.io.tmpdir={directory}")
        environment = {
            "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
            "TMPDIR": str(directory),
            "SPARK_LOCAL_DIRS": str(directory),
            "JDK_JAVA_OPTIONS": java,
        }
        with self._output.open("wb") as output, self._errors.open("wb") as errors:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.running.killed_pipeline", *map(str, arguments)],
                cwd=ROOT,
                env=os.environ | environment,
                stdin=subprocess.PIPE,
                stdout=output,
                stderr=errors,
                text=True,
                start_new_session=True,
            )

    def send_files(self, files: Iterable[Path]) -> None:
        assert not self.has_ended(), self.errors()
        assert self._process.stdin
        self._process.stdin.write("".join(f"{file}\n" for file in files))
        self._process.stdin.close()

    def output(self) -> list[str]:
        """The lines it printed. Only whole ones, as it may be killed in the middle of a line."""
        return self._output.read_text().split("\n")[:-1]

    def wait_until(self, has_come: Callable[[list[str]], bool]) -> None:
        """Returns when its output fulfils the condition, or when it has ended."""
        while not (has_come(self.output()) or self.has_ended()):
            time.sleep(0.002)

    def has_ended(self) -> bool:
        # The process is not reaped, so that its id is not reused before the test is done.
        look = os.WEXITED | os.WNOHANG | os.WNOWAIT
        return os.waitid(os.P_PID, self._process.pid, look) is not None

    def kill(self, *, alone: bool) -> None:
        """Kills it alone, so that its JVM lives on until it notices; or with everything it
        started."""
        kill = os.kill if alone else os.killpg
        kill(self._process.pid, signal.SIGKILL)
        self.wait_until(lambda _: False)

    def stop(self) -> int:
        """Asks it to end, as an operator does, and returns its exit code."""
        self._process.terminate()
        self.wait_until(lambda _: False)
        return self.exit_code()

    def interrupt(self) -> None:
        """What Ctrl-C does to it alone."""
        os.kill(self._process.pid, signal.SIGINT)

    def exit_code(self) -> int:
        self.wait_until(lambda _: False)
        found = os.waitid(os.P_PID, self._process.pid, os.WEXITED | os.WNOWAIT)
        assert found
        return found.si_status

    def lose_java(self) -> None:
        """Kills the JVM that it started."""
        [java] = [pid for pid in children(self._process.pid) if "java" in _name(pid)]
        os.kill(java, signal.SIGKILL)

    def end(self) -> None:
        """Kills what is left of it."""
        if self._process.returncode is None:
            self.kill(alone=False)
            assert self._process.stdin
            self._process.stdin.close()
            self._process.wait()

    def errors(self) -> str:
        return self._errors.read_text(errors="replace")


class Processes:
    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._started: list[Process] = []

    def start(self, *arguments: object) -> Process:
        process = Process(self._directory / f"process-{len(self._started)}", *arguments)
        self._started.append(process)
        return process

    def end(self) -> None:
        for process in self._started:
            process.end()


def children(pid: int) -> list[int]:
    """The processes that a process has started, in whichever of its threads."""
    listed = [file.read_text() for file in Path(f"/proc/{pid}/task").glob("*/children")]
    return [int(child) for some in listed for child in some.split()]


def _name(pid: int) -> str:
    return Path(f"/proc/{pid}/comm").read_text()
