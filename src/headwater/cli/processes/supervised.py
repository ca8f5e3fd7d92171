"""The pipeline as a child process of the server: started, restarted, and ended with it.

It is a process of its own because Spark's driver would slow down the answering of requests.
"""

import asyncio
import logging
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress

from headwater.cli.processes.following import OTHER_PIPELINE
from headwater.config import Settings

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 30.0
STANDBY_PAUSE = 10.0
"""How long to wait for a store that another pipeline has, so that ours takes over soon."""
WORKED_SECONDS = 300.0
"""A pipeline that ran this long did not fail at its start, which takes up to a minute."""
END_SECONDS = 30.0
GONE_SECONDS = 10.0
"""How long a killed process may take to disappear. Where no process reaps it, it never does."""

_COMMAND = (sys.executable, "-m", "headwater.cli", "pipeline", "--with-process")

_logger = logging.getLogger(__name__)


class Supervised:
    """Keeps a `headwater pipeline` running as a child process."""

    def __init__(self, settings: Settings, on_end: Callable[[str], None]) -> None:
        """`on_end` is called with how the last pipeline ended."""
        # Not passed as arguments, which all users can see, as a URL may have a password.
        self._environment = os.environ | settings.environment()
        self._on_end = on_end
        self._process: asyncio.subprocess.Process | None = None

    async def keep(self) -> None:
        """Runs for ever, and restarts the pipeline when it ends, after growing pauses.

        All processes of a pipeline are gone before the next one starts.
        """
        pause, stands_by = FIRST_PAUSE, False
        while True:
            started = asyncio.get_running_loop().time()
            self._process = await asyncio.create_subprocess_exec(
                *_COMMAND,
                str(os.getpid()),
                env=self._environment,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.DEVNULL,
                start_new_session=True,  # Ctrl-C is for the server, which then ends it
            )
            code = await self._process.wait()
            await _end_group(self._process.pid)
            if asyncio.get_running_loop().time() - started > WORKED_SECONDS:
                pause, stands_by = FIRST_PAUSE, False
            if code == OTHER_PIPELINE:
                if not stands_by:
                    _logger.warning(
                        "another pipeline keeps the store up to date; ours stands by, and tries"
                        " again every %g s: `headwater status` says who it is",
                        STANDBY_PAUSE,
                    )
                self._on_end("another one had the store when ours last started")
                pause = STANDBY_PAUSE
            else:
                _logger.warning("the pipeline ended with %s; next start in %g s", code, pause)
                self._on_end(f"the last one ended with {code}: see what the server printed")
            stands_by = code == OTHER_PIPELINE
            await asyncio.sleep(pause)
            pause = FIRST_PAUSE if stands_by else min(pause * 2, LONGEST_PAUSE)

    def renew(self) -> None:
        """Makes the pipeline end after its batch. The next one is of the version that is installed
        now, and rebuilds the store if that needs other tables."""
        if self._process is not None and self._process.returncode is None:
            _logger.warning("the pipeline is started anew, as the server was told to (SIGHUP)")
            self._process.send_signal(signal.SIGTERM)

    async def end(self) -> None:
        """Ends the pipeline. It may finish its batch if that does not take too long."""
        process = self._process
        if process is None:
            return
        if process.returncode is None:
            process.send_signal(signal.SIGTERM)
            with suppress(TimeoutError):
                await asyncio.wait_for(process.wait(), END_SECONDS)
        await _end_group(process.pid)
        await process.wait()


async def _end_group(leader: int) -> None:
    """Kills what is left of a pipeline, such as its JVM; Python workers end with their JVM."""
    deadline = asyncio.get_running_loop().time() + GONE_SECONDS
    while asyncio.get_running_loop().time() < deadline:
        try:
            os.killpg(leader, signal.SIGKILL)
        except ProcessLookupError:
            return
        await asyncio.sleep(0.05)
    _logger.warning("processes of the last pipeline, of group %d, do not end", leader)
