"""A process that ends when the one that started it ends, however that one ends."""

import ctypes
import os
import signal
import sys

_SET_DEATH_SIGNAL = 1
"""PR_SET_PDEATHSIG, of prctl(2)."""

# Looked up here: between fork and exec, where a child calls it, nothing new may be loaded.
_prctl = ctypes.CDLL(None).prctl if sys.platform == "linux" else None


def end_with(parent: int) -> None:
    """Makes the system send SIGTERM to this process when its parent ends; Linux alone can do that.

    What counts is the thread of the parent that started this process: it must live as long.
    """
    if _prctl is not None:
        _prctl(_SET_DEATH_SIGNAL, signal.SIGTERM)
    if os.getppid() != parent:  # it ended before the system knew
        os.kill(os.getpid(), signal.SIGTERM)
