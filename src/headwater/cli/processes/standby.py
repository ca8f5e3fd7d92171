"""A pipeline that stands by: it is ready while another one has the store, and takes over from it.

It takes over as soon as the other one has let go of its claim on the store, which a process does at
the latest when it ends.
"""

import os
import shutil
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from headwater.cli.processes.following import Announce
from headwater.errors import StoreInUseError
from headwater.store import Store

LOOK_SECONDS = 2.0
"""How often a pipeline that stands by tries to claim the store."""


@contextmanager
def claimed_when_free(store: Store, meanwhile: Callable[[str], None]) -> Iterator[Announce]:
    """Holds the claim on the store for the block, once nobody else does.

    `meanwhile` is called before each pause, with who has the store.
    """
    with ExitStack() as stack:
        announce: Announce | None = None
        while announce is None:
            try:
                announce = stack.enter_context(store.claimed())
            except StoreInUseError:
                claim = store.claim()
                meanwhile(claim.who if claim else "another process")
                time.sleep(LOOK_SECONDS)
        yield announce


@contextmanager
def own_staging(parent: Path) -> Iterator[Path]:
    """A folder for this process alone, as the pipeline that has the store uses `parent` itself.

    Folders of processes of this machine that were killed are removed.
    """
    machine = f"standby-{socket.gethostname()}-"
    for other in parent.glob(f"{machine}*"):
        if not Path("/proc", other.name.removeprefix(machine)).exists():
            shutil.rmtree(other, ignore_errors=True)
    own = parent / f"{machine}{os.getpid()}"
    try:
        yield own
    finally:
        shutil.rmtree(own, ignore_errors=True)
