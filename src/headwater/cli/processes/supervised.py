"""The pipeline as a process of the server's: started, started again, and ended with it.

A process of its own: Spark's driver and the answering of requests would be in each other's way.
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
WORKED_SECONDS = 300.0
"""Who ran so long did not fail at the start, which takes up to a minute."""
END_SECONDS = 30.0
GONE_SECONDS = 10.0
"""So long a killed process may take to be gone; where nobody collects it, it never is."""

_COMMAND = (sys.executable, "-m", "headwater.cli", "pipeline", "--with-process")

_logger = logging.getLogger(__name__)


class Supervised:
    """Keeps a `headwater pipeline` running."""

    def __init__(self, settings: Settings, tell: Callable[[str], None]) -> None:
        """`tell`: is told what became of the last one."""
        # Not as arguments, which everyone on the machine can see: the store may have a password.
        self._environment = os.environ | settings.environment()
        self._tell = tell
        self._process: asyncio.subprocess.Process | None = None

    async def keep(self) -> None:
        """For ever. Each end is told; the next start waits longer, if one follows the other.

        Nothing of a pipeline is alive when the next one starts.
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
                        LONGEST_PAUSE,
                    )
                self._tell("another one had the store when ours last started")
                pause = LONGEST_PAUSE
            else:
                _logger.warning("the pipeline ended with %s; next start in %g s", code, pause)
                self._tell(f"the last one ended with {code}: see what the server printed")
            stands_by = code == OTHER_PIPELINE
            await asyncio.sleep(pause)
            pause = min(pause * 2, LONGEST_PAUSE)

    async def end(self) -> None:
        """Lets it finish its batch, within reason."""
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
    """Kills what is left of a pipeline, its Java among it; Python workers end with their Java."""
    deadline = asyncio.get_running_loop().time() + GONE_SECONDS
    while asyncio.get_running_loop().time() < deadline:
        try:
            os.killpg(leader, signal.SIGKILL)
        except ProcessLookupError:
            return
        await asyncio.sleep(0.05)
    _logger.warning("processes of the last pipeline, of group %d, do not end", leader)
