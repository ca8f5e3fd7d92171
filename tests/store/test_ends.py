"""The note of why the last pipeline ended."""

from pathlib import Path

import pytest

from headwater.store import EndNote


def test_a_note_is_kept_until_it_is_cleared(tmp_path: Path) -> None:
    note = EndNote(tmp_path / "pipeline.error")
    note.write("the disk is full")
    found = note.read()
    assert found
    assert found.error == "the disk is full"
    note.clear()
    assert note.read() is None


@pytest.mark.parametrize("content", [b"", b"{", b'{"\xe4("'])
def test_a_damaged_note_is_no_note(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "pipeline.error").write_bytes(content)
    assert EndNote(tmp_path / "pipeline.error").read() is None
