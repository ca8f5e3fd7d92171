"""The archive of a log in S3, as moto's server speaks it."""

import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from headwater.errors import CorruptLogError, LogError, LogUnwritableError
from headwater.log import DirectoryLog, LogAddress, LogWriter, open_log, ranges
from headwater.log.archive import files
from headwater.log.archive.archiver import archive, drop_archived
from headwater.log.archive.log import ArchivedLog
from tests.clients.environments import environment
from tests.log.records import RECEIVED, body, digest
from tests.running.servers import free_port

pytestmark = pytest.mark.clients
START_SECONDS = 60


@pytest.fixture(scope="module")
def bucket() -> Iterator[str]:
    """The URL of a bucket, with what tells Arrow where the server is."""
    port = free_port()
    keys = {"AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test"}
    # --pdeathsig ends the server with the tests, even if those are killed.
    command = ["setpriv", "--pdeathsig", "KILL", str(environment("s3") / "moto_server")]
    server = subprocess.Popen(
        [*command, "-H", "127.0.0.1", "-p", str(port)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        with pytest.MonkeyPatch.context() as patch:
            for name, value in keys.items():
                patch.setenv(name, value)
            _make_bucket(f"http://127.0.0.1:{port}/lineage")
            options = f"endpoint_override=127.0.0.1:{port}&scheme=http&region=us-east-1"
            yield f"s3://lineage/{{}}?{options}"
    finally:
        server.terminate()
        server.wait()


def _make_bucket(url: str) -> None:
    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            assert httpx2.put(url).status_code == 200
        except httpx2.TransportError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)
        else:
            return


def opened(folder: Path, url: str) -> ArchivedLog:
    log = open_log(LogAddress(str(folder / "log"), archive=url))
    assert isinstance(log, ArchivedLog)
    return log


def write(folder: Path, count: int) -> None:
    for number in range(count):
        with LogWriter(folder / "log") as writer:
            items = [body(f"{number}-{part}", 2_000) for part in range(50)]
            writer.append_many([("openlineage", digest(one), one, RECEIVED) for one in items])


def test_what_is_archived_in_s3_and_dropped_here_is_read_as_it_was(
    bucket: str, tmp_path: Path
) -> None:
    write(tmp_path, 3)
    plain = DirectoryLog(tmp_path / "log")
    spans = ranges({}, plain.head())
    before = [record for span in spans for record in plain.read(span)]
    url = bucket.format("whole")
    done = archive(opened(tmp_path, url), whole=True, most=60_000)
    assert (done.objects, done.records, done.failures) == (6, 150, ())
    assert archive(opened(tmp_path, url), whole=True).objects == 0
    assert len(drop_archived(opened(tmp_path, url))) == 3

    log = opened(tmp_path, url)
    assert ranges({}, log.head()) == spans
    assert [record for span in spans for record in log.read(span)] == before
    segment, offset = before[70].segment, before[70].offset
    assert list(log.read_each(segment, [offset])) == [before[70]]
    assert [log.count(span) for span in spans] == [50, 50, 50]
    assert (log.damage(), log.archive().alarms) == ([], ())
    assert str(log.own_archive()) == "s3://lineage/whole", "options and secrets are not shown"


def test_a_damaged_object_in_s3_is_named(bucket: str, tmp_path: Path) -> None:
    write(tmp_path, 1)
    url = bucket.format("damaged")
    log = opened(tmp_path, url)
    archive(log, whole=True)
    there = log.own_archive().files
    [name] = (name for name in there.names() if name.endswith(".zst"))
    content = there.read(name)
    assert content is not None
    there.put(name, content[:100] + b"!" + content[101:])
    [finding] = opened(tmp_path, url).damage()
    assert finding.startswith(f"{name} in the archive is damaged: the block at byte 0")
    with pytest.raises(CorruptLogError, match=name):
        drop_archived(opened(tmp_path, url))


def test_what_a_failed_attempt_leaves_is_removed(
    bucket: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, 1)
    log, whole = opened(tmp_path, bucket.format("failed")), files._write

    def torn(store: Any, path: str, content: bytes) -> None:
        whole(store, path, content[:50] if path.endswith(".zst") else content)

    with monkeypatch.context() as patch:
        patch.setattr(files, "_write", torn)
        with pytest.raises(LogUnwritableError, match="it has 50 bytes there instead of"):
            archive(log, whole=True)
    assert log.own_archive().files.names() == ["ENDS", "ID"]
    assert archive(log, whole=True).objects == 1
    assert log.damage() == []


def test_a_bucket_that_is_not_there_is_named(bucket: str, tmp_path: Path) -> None:
    write(tmp_path, 1)
    log = opened(tmp_path, bucket.format("x").replace("lineage", "absent"))
    with pytest.raises(LogError, match="the archive in s3://absent/x: "):
        archive(log)
