"""Why the last pipeline ended, for those who ask while none runs.

The reason is noted in a file beside the store, and not in the store: that is often the reason
itself, and then cannot be written to.
"""

from contextlib import suppress
from pathlib import Path

import msgspec

from headwater.store.batches import Batch, failure


class EndNote:
    """A failure in a file, from the end of one pipeline until another one has started."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def write(self, error: str) -> None:
        new = self._file.with_name(f"{self._file.name}.new")
        with suppress(OSError):  # the error itself is told by whoever ends
            new.write_bytes(msgspec.json.encode(failure(error)))
            new.replace(self._file)

    def clear(self) -> None:
        with suppress(OSError):  # while a pipeline follows the log, nobody looks at it
            self._file.unlink(missing_ok=True)

    def read(self) -> Batch | None:
        """The note as a batch that failed; None if the last pipeline ended well, or there was
        none."""
        try:
            return msgspec.json.decode(self._file.read_bytes(), type=Batch)
        except (OSError, msgspec.DecodeError, UnicodeDecodeError):
            return None
