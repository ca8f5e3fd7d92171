"""How far the events of other servers were read, so that reading can go on from there."""

import os
from pathlib import Path

import msgspec

from headwater.errors import SettingError

OVERLAP = 24 * 60 * 60 * 1_000_000
"""How far before the end of what was read, in µs, reading begins again once it was complete: events
may arrive that late."""


class Note(msgspec.Struct, frozen=True):
    reached: int
    is_complete: bool


class ImportNotes:
    """The notes of a data directory, by the URLs that were read."""

    def __init__(self, directory: Path) -> None:
        self._path = directory / "imports.json"

    def start(self, url: str) -> int | None:
        """The time from which to go on; None if nothing of this URL was read yet."""
        note = self._read().get(url)
        if note is None:
            return None
        return note.reached - OVERLAP if note.is_complete else note.reached

    def write(self, url: str, reached: int, *, is_complete: bool = False) -> None:
        notes = {**self._read(), url: Note(reached, is_complete)}
        self._path.parent.mkdir(parents=True, exist_ok=True)
        new = self._path.with_suffix(".new")
        with new.open("wb") as file:
            file.write(msgspec.json.format(msgspec.json.encode(notes)))
            file.flush()
            os.fsync(file.fileno())
        new.replace(self._path)

    def _read(self) -> dict[str, Note]:
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=dict[str, Note])
        except FileNotFoundError:
            return {}
        except (OSError, msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise SettingError(
                f"the notes in {self._path} cannot be read: {error}; remove the file, and all"
                " events are read again, which does no harm"
            ) from error
