"""A log of every kind: a test that takes `log` runs on each of them."""

from pathlib import Path
from types import TracebackType

import pytest

from headwater.log import DirectoryLog, EventLog, LogAddress, LogWriter, open_log
from headwater.log.archive.archive import Archive
from headwater.log.archive.archiver import archive, drop_archived
from headwater.log.archive.log import ArchivedLog
from tests.running.kafka import Broker

SEGMENT_BYTES = 300
"""Two or three records of these tests."""


class ArchivingWriter(LogWriter):
    """Archives when it is closed, every other time, and drops what is archived."""

    def __init__(self, log: "ArchivingLog") -> None:
        super().__init__(log.directory, roll_bytes=SEGMENT_BYTES)
        self._log = log

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        super().__exit__(kind, error, traceback)
        self._log.appenders += 1
        if self._log.appenders % 2:
            archive(self._log, whole=True, most=SEGMENT_BYTES // 2)
            drop_archived(self._log)


class ArchivingLog(ArchivedLog):
    """A log in a directory of which a part is in its archive alone."""

    def __init__(self, place: Path) -> None:
        self.directory = place / "log"
        self.appenders = 0
        super().__init__(
            DirectoryLog(self.directory, is_archived=True), Archive(str(place / "archive"))
        )

    def appender(self) -> ArchivingWriter:
        return ArchivingWriter(self)


@pytest.fixture(params=["directory", "archived", pytest.param("kafka", marks=pytest.mark.kafka)])
def log(request: pytest.FixtureRequest, tmp_path: Path) -> EventLog:
    """An empty log."""
    if request.param == "directory":
        return DirectoryLog(tmp_path / "log")
    if request.param == "archived":
        return ArchivingLog(tmp_path)
    kafka: Broker = request.getfixturevalue("kafka")
    return open_log(LogAddress(f"kafka://{kafka.address}/{kafka.topic()}"))
