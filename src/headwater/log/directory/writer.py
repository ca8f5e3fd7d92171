"""Appending to the event log: durable before acknowledged, many appends to one `fdatasync`.

Every writer owns the segment it appends to, by a lock on the file that ends with the process. So
writers can share a directory without talking to each other. A segment that is neither sealed nor
locked belongs to a writer that died: the next writer to open the log cuts its torn tail and seals
it.
"""

import errno
import fcntl
import logging
import os
import secrets
import threading
import time
import zlib
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import msgspec

from headwater.errors import LogUnwritableError
from headwater.log.directory.identity import make_directory, make_id
from headwater.log.directory.recovery import DurableEnd, durable_path, recover
from headwater.log.directory.segment import (
    Seal,
    compress,
    encode,
    read_seal,
    segments,
    sync_directory,
    write_seal,
)
from headwater.log.event_log import Appended, Appender, NewRecord

ROLL_BYTES = 64 << 20
COMMIT_BYTES = 8 << 20

_logger = logging.getLogger(__name__)


class Disk:
    """The two calls that durability rests on. A test can make them fail."""

    def write(self, fd: int, data: memoryview, offset: int) -> int:
        return os.pwrite(fd, data, offset)

    def sync(self, fd: int) -> None:
        os.fdatasync(fd)


class _Waiting(msgspec.Struct, frozen=True):
    """Lines to be committed together, and what to call when that has succeeded or failed."""

    lines: list[bytes]
    size: int
    settle: Callable[[list[Appended]], None]
    fail: Callable[[Exception], None]


class LogWriter(Appender):
    """Appends records to the log in a directory. Threads may share it, processes may not."""

    def __init__(
        self,
        directory: Path,
        *,
        roll_bytes: int = ROLL_BYTES,
        compress_sealed: bool = False,
        disk: Disk | None = None,
    ) -> None:
        self._directory = directory
        self._roll_bytes = roll_bytes
        self._disk = disk or Disk()
        self._id = secrets.token_hex(4)
        self._own: _OwnSegment | None = None
        self._waiting: deque[_Waiting] = deque()
        self._changed = threading.Condition()
        self._is_closed = False
        try:
            make_directory(directory)
            recover(directory)
        except OSError as error:
            raise _unwritable(directory, error) from error
        self._threads = [threading.Thread(target=self._run, name="log-commit", daemon=True)]
        self._sealed: SimpleQueue[str | None] = SimpleQueue()
        if compress_sealed:
            for segment in segments(directory):
                self._sealed.put(segment)
            compressor = threading.Thread(target=self._compress, name="log-compress", daemon=True)
            self._threads.append(compressor)
        for thread in self._threads:
            thread.start()

    def append(self, kind: str, digest: str, body: bytes, received: int | None = None) -> Appended:
        """Appends one record, and returns when it is durable."""
        return self.submit(kind, digest, body, received).result()

    def append_many(self, items: Iterable[NewRecord]) -> list[Appended]:
        """Appends records in one commit, and returns when all of them are durable.

        They stay in one segment, so a segment may outgrow the roll size by the records of one call.
        """
        return self.submit_many(items).result()

    def submit_many(self, items: Iterable[NewRecord]) -> "Future[list[Appended]]":
        """Like `append_many`, but without waiting."""
        future: Future[list[Appended]] = Future()
        lines = [_line(*item) for item in items]
        if lines:
            self._enqueue(lines, future, future.set_result)
        else:
            future.set_result([])
        return future

    def submit(
        self, kind: str, digest: str, body: bytes, received: int | None = None
    ) -> "Future[Appended]":
        """Appends one record without waiting. The future ends when it is durable or has failed."""
        future: Future[Appended] = Future()
        line = _line(kind, digest, body, received)
        self._enqueue([line], future, lambda appended: future.set_result(appended[0]))
        return future

    def close(self) -> None:
        """Commits what is queued, then seals the segment so that it need not be recovered."""
        with self._changed:
            self._is_closed = True
            self._changed.notify()
        for thread in self._threads:
            thread.join()

    def _enqueue(
        self, lines: list[bytes], future: "Future[Any]", settle: Callable[[list[Appended]], None]
    ) -> None:
        # From here on the append cannot be undone, so the future must refuse to be cancelled.
        future.set_running_or_notify_cancel()
        entry = _Waiting(lines, sum(map(len, lines)), settle, future.set_exception)
        with self._changed:
            if self._is_closed:
                raise LogUnwritableError("this log writer is closed; open another one to append")
            self._waiting.append(entry)
            self._changed.notify()

    def _run(self) -> None:
        while batch := self._gather():
            self._commit(batch)
            if self._own is not None and self._own.end >= self._roll_bytes:
                self._finish(self._own)
        if self._own is not None:
            self._finish(self._own)
        self._sealed.put(None)

    def _gather(self) -> list[_Waiting]:
        """All that waits, up to a bound. What arrives during a commit shares the next one."""
        batch: list[_Waiting] = []
        size = 0
        with self._changed:
            while not self._waiting and not self._is_closed:
                self._changed.wait()
            while self._waiting and size < COMMIT_BYTES:
                batch.append(self._waiting.popleft())
                size += batch[-1].size
        return batch

    def _commit(self, batch: list[_Waiting]) -> None:
        lines = [line for entry in batch for line in entry.lines]
        try:
            if self._own is None:
                self._own = _OwnSegment.create(self._directory, self._id)
            offset = self._own.commit(lines, self._disk)
        except Exception as error:  # noqa: BLE001  whoever waits must learn of any failure
            if self._own is not None and not self._own.is_sound:
                self._own.abandon()
                self._own = None
            for entry in batch:
                entry.fail(_unwritable(self._directory, error))
            return
        for entry in batch:
            places = []
            for line in entry.lines:
                places.append(Appended(self._own.name, offset, offset + len(line)))
                offset += len(line)
            entry.settle(places)

    def _finish(self, own: "_OwnSegment") -> None:
        self._own = None
        try:
            own.finish()
        except Exception as error:  # noqa: BLE001  appending continues in another segment
            _logger.warning(
                "%s stays unsealed (%s); its records are safe and readable, and the next writer "
                "to open the log seals it",
                own.name,
                error,
            )
        else:
            self._sealed.put(own.name)
        finally:
            own.release()

    def _compress(self) -> None:
        while segment := self._sealed.get():
            try:
                if read_seal(self._directory, segment) is not None:
                    compress(self._directory, segment)
            except Exception:  # the segment stays readable as it is, and appending continues
                _logger.warning("%s stays uncompressed", segment, exc_info=True)


class _OwnSegment:
    """The segment that a writer appends to, locked from its creation until it is released."""

    def __init__(self, directory: Path, name: str) -> None:
        self.name = name
        self.end = 0
        self.is_sound = True
        """Whether the file is known to end at `end`, with all of it durable."""
        self._directory = directory
        self._fd = os.open(directory / name, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o666)
        self._durable_fd: int | None = None
        self._records = 0
        self._crc = 0

    @classmethod
    def create(cls, directory: Path, writer: str) -> "_OwnSegment":
        make_id(directory)  # with the first segment the log begins
        while True:
            last = max((int(name[:8]) for name in segments(directory)), default=0)
            own = cls(directory, f"{last + 1:08d}-{writer}.ndjson")
            try:
                if own._lock():
                    own._publish(0)
                    sync_directory(directory)
                    return own
            except OSError:
                own.abandon()
                raise
            own.release()

    def _lock(self) -> bool:
        """False when a recovering writer took the new file for a dead writer's, and removed it."""
        fcntl.flock(self._fd, fcntl.LOCK_EX)
        return os.fstat(self._fd).st_nlink > 0

    def commit(self, lines: list[bytes], disk: Disk) -> int:
        """Makes the lines durable behind what is there, or leaves the file as it was.

        Returns where the lines begin. After a failed sync nobody knows what is on disk: the segment
        is then no longer sound, and must not be used again.
        """
        data = memoryview(b"".join(lines))
        start, end = self.end, self.end + len(data)
        self.is_sound = False
        try:
            written = 0
            while written < len(data):
                written += disk.write(self._fd, data[written:], start + written)
        except OSError:
            os.ftruncate(self._fd, start)
            self.is_sound = True
            raise
        disk.sync(self._fd)
        if not os.fstat(self._fd).st_nlink:  # who opens it now finds nothing
            raise FileNotFoundError(errno.ENOENT, f"{self.name} was deleted")
        self._publish(end)
        self.end = end
        self._records += len(lines)
        self._crc = zlib.crc32(data, self._crc)
        self.is_sound = True
        return start

    def _publish(self, end: int) -> None:
        if self._durable_fd is None:
            path = durable_path(self._directory, self.name)
            self._durable_fd = os.open(path, os.O_WRONLY | os.O_CREAT, 0o666)
        os.pwrite(self._durable_fd, DurableEnd(end, is_live=True).pack(), 0)

    def finish(self) -> None:
        """Seals the segment, or removes it when it has no records."""
        if self.end:
            write_seal(self._directory, self.name, Seal(self.end, self._records, self._crc))
        durable_path(self._directory, self.name).unlink(missing_ok=True)
        if not self.end:
            (self._directory / self.name).unlink()

    def abandon(self) -> None:
        """Cuts the file back to its last durable record, as far as the disk allows."""
        with suppress(OSError):
            os.ftruncate(self._fd, self.end)
            if not self.end:
                self.finish()
        self.release()

    def release(self) -> None:
        if self._durable_fd is not None:
            os.close(self._durable_fd)
        os.close(self._fd)


def _line(kind: str, digest: str, body: bytes, received: int | None = None) -> bytes:
    return encode(time.time_ns() // 1000 if received is None else received, kind, digest, body)


def _unwritable(directory: Path, error: Exception) -> LogUnwritableError:
    number = error.errno if isinstance(error, OSError) else None
    if number in (errno.ENOSPC, errno.EDQUOT):
        remedy = "the disk is full; free some space"
    elif number in (errno.EROFS, errno.EACCES, errno.EPERM):
        remedy = "it cannot be written to; make it writable for this user"
    elif number == errno.ENOENT:
        remedy = "files of it are gone, with what was acknowledged before; restore them from a copy"
    else:
        remedy = "the write failed; check the disk"
    unwritable = LogUnwritableError(
        f"cannot append to the event log in {directory}: {error}. Nothing was acknowledged: "
        f"{remedy}, then try again"
    )
    unwritable.__cause__ = error
    return unwritable
