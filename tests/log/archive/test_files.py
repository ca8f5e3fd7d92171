"""Where an archive lies, and what is said of it."""

from pathlib import Path
from typing import Any

import pytest
from pyarrow import fs

from headwater.errors import LogError, LogUnwritableError
from headwater.log.archive.files import ArchiveFiles


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("s3://bucket/folder/", "s3://bucket/folder"),
        ("s3://key:secret@bucket/folder", "s3://bucket/folder"),
        ("s3://bucket/folder?endpoint_override=h:1&scheme=http", "s3://bucket/folder"),
        ("/a/b", "/a/b"),
    ],
)
def test_a_place_is_told_without_its_secrets(url: str, shown: str) -> None:
    assert str(ArchiveFiles(url)) == shown


def test_a_relative_path_is_the_same_for_processes_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert ArchiveFiles("archive").url == str(tmp_path / "archive")


def test_files_appear_whole_under_their_names(tmp_path: Path) -> None:
    files = ArchiveFiles(f"file://{tmp_path}/archive")
    assert (files.names(), files.read("a")) == ([], None)
    files.put("a", b"one")
    files.put("a", b"two")
    files.put("b/c.zst", b"three")
    assert sorted(files.names()) == ["a", "b/c.zst"]
    assert (files.names("b"), files.read("a")) == (["b/c.zst"], b"two")


class Refusing:
    """A file system as HDFS is one: it does not replace a file by moving another there."""

    type_name = "hdfs"

    def __init__(self) -> None:
        self._files, self.is_failing = fs.LocalFileSystem(), False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._files, name)

    def move(self, source: str, target: str) -> None:
        if Path(target).exists() or (self.is_failing and not source.endswith(".before.tmp")):
            raise OSError("it cannot be moved there")
        Path(source).rename(target)


def test_what_cannot_be_replaced_stays(tmp_path: Path) -> None:
    files, store = ArchiveFiles(str(tmp_path)), Refusing()
    files._opened = store, str(tmp_path)
    files.put("ENDS", b"one")
    files.put("ENDS", b"two")
    assert files.names() == ["ENDS"]
    store.is_failing = True
    with pytest.raises(LogUnwritableError, match="it cannot be moved there"):
        files.put("ENDS", b"three")
    assert files.read("ENDS") == b"two"


def test_a_place_that_arrow_does_not_know_is_an_error_of_the_log() -> None:
    with pytest.raises(LogError, match=r"cannot list the archive in ftp://host/folder: "):
        ArchiveFiles("ftp://host/folder").names()
