"""The id of a log: made once, and kept with its files."""

import threading
from pathlib import Path

import pytest

from headwater.errors import LogError
from headwater.log import LogWriter, log_id


def test_a_log_has_an_id_from_its_first_record_on(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "one") as writer:
        writer.append("edit", f"{1:032x}", b"{}")
    made = (tmp_path / "one" / "ID").read_text().strip()
    with LogWriter(tmp_path / "one") as writer:
        writer.append("edit", f"{2:032x}", b"{}")
    assert log_id(tmp_path / "one") == made
    assert log_id(tmp_path / "two") != made


def test_all_who_ask_at_once_get_the_same_id(tmp_path: Path) -> None:
    found: list[str] = []
    threads = [
        threading.Thread(target=lambda: found.append(log_id(tmp_path / "log"))) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8
    assert set(found) == {log_id(tmp_path / "log")}
    assert [path.name for path in (tmp_path / "log").iterdir()] == ["ID"]


def test_an_id_that_was_lost_on_disk_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "ID").write_text("\n")
    with pytest.raises(LogError, match=r"is empty; restore the file from a copy"):
        log_id(tmp_path)


@pytest.mark.parametrize("content", [b"box-12\xff34\n", bytes(20), b"box\x01-1234\n"])
def test_an_id_that_is_damaged_is_an_error(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "ID").write_bytes(content)
    with pytest.raises(LogError, match=r"is damaged; restore the file from a copy"):
        log_id(tmp_path)
