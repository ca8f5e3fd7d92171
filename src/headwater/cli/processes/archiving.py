"""Archiving the log in the background, beside a pipeline."""

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from headwater.errors import HeadwaterError
from headwater.log import EventLog

PAUSE_SECONDS = 60.0
"""How long after one round of archiving the next one begins."""
_logger = logging.getLogger(__name__)


@contextmanager
def archiving(log: EventLog) -> Iterator[None]:
    """Archives a log that has an archive, as long as the block runs.

    Whatever goes wrong is reported and tried again: a pipeline does not wait for its archive.
    """
    if not log.address.archive:
        yield
        return
    stopped = threading.Event()
    # A daemon, as what it is doing when the pipeline ends may be cut off at any point.
    thread = threading.Thread(target=_keep, args=(log, stopped), name="archive", daemon=True)
    thread.start()
    try:
        yield
    finally:
        stopped.set()


def _keep(log: EventLog, stopped: threading.Event) -> None:
    # Imported only here, as Arrow takes long to import, and most logs have no archive.
    from headwater.log.archive.archiver import archive
    from headwater.log.archive.log import ArchivedLog

    assert isinstance(log, ArchivedLog)
    printed: tuple[str, ...] = ()
    while not stopped.is_set():
        try:
            troubles = archive(log).failures
        except HeadwaterError as error:
            troubles = (str(error),)
        except Exception:
            _logger.exception("archiving failed by a bug; it goes on")
            troubles = ()
        for trouble in troubles if troubles != printed else ():
            _logger.warning("not archived: %s", trouble)
        printed = troubles
        stopped.wait(PAUSE_SECONDS)
