"""A log whose records are in part in its archive alone."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from headwater.errors import CorruptLogError, LogError
from headwater.log import DirectoryLog, EventLog, LogWriter, Positions, Range, Record, ranges
from headwater.log.archivable import LogEntry, Retention
from headwater.log.archive import archive as archive_module
from headwater.log.archive import log as module
from headwater.log.archive.archive import Archive, ArchiveEnds
from headwater.log.archive.archiver import archive, drop_archived
from headwater.log.archive.log import ArchivedLog
from tests.log.records import RECEIVED, body, digest, name_of


class Place:
    """A directory log of one record per segment, and its archive."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def log(self) -> ArchivedLog:
        log = DirectoryLog(self.folder / "log", is_archived=True)
        return ArchivedLog(log, Archive(str(self.folder / "archive")))

    def append(self, *names: str) -> None:
        for name in names:
            with LogWriter(self.folder / "log", roll_bytes=1) as writer:
                writer.append("openlineage", digest(body(name)), body(name), RECEIVED)

    def objects(self) -> list[Path]:
        return sorted((self.folder / "archive").glob("*/*.zst"))


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


def everything(log: EventLog) -> list[Record]:
    return [record for span in ranges({}, log.head()) for record in log.read(span)]


def names(log: EventLog) -> list[str]:
    return sorted(map(name_of, everything(log)))


def test_what_is_dropped_here_is_read_from_the_archive(place: Place) -> None:
    place.append("a", "b")
    before = everything(place.log())
    done = archive(place.log(), whole=True)
    assert (done.objects, done.records, done.failures) == (2, 2, ())
    assert len(drop_archived(place.log())) == 2
    place.append("c")
    assert not list((place.folder / "log").glob("*1-*.ndjson"))
    assert everything(place.log())[:2] == before
    assert names(place.log()) == ["a", "b", "c"]
    assert place.log().damage() == []


def test_without_its_archive_the_log_says_what_it_lacks(place: Place) -> None:
    place.append("a")
    archive(place.log(), whole=True)
    drop_archived(place.log())
    bare = DirectoryLog(place.folder / "log")
    with pytest.raises(LogError, match=r"cannot read 00000001-.*\.ndjson of the event log"):
        everything(bare)
    assert len(bare.damage()) == 1


def test_a_seal_that_says_less_than_was_archived_is_not_believed(place: Place) -> None:
    place.append("a")
    archive(place.log(), whole=True)
    drop_archived(place.log())
    [(segment, end)] = place.log().head().items()
    seal = place.folder / "log" / f"{segment}.seal"
    seal.write_text(seal.read_text().replace(f'"size":{end}', f'"size":{end - 1}'))
    with pytest.raises(LogError, match=f"{segment} ends at {end - 1} in .* archived up to {end}"):
        place.log().head()


def test_a_directory_that_was_lost_is_read_from_the_archive_under_its_id(place: Place) -> None:
    place.append("a", "b")
    archive(place.log(), whole=True)
    (place.folder / "log").rename(place.folder / "lost")
    with pytest.raises(LogError, match=r"is that of the log .* write .* into its file ID"):
        place.log().head()
    (place.folder / "log" / "ID").write_text((place.folder / "archive" / "ID").read_text())
    place.append("c")
    assert names(place.log()) == ["a", "b", "c"]


def test_the_archive_of_another_log_is_refused(place: Place, tmp_path: Path) -> None:
    place.append("a")
    archive(place.log(), whole=True)
    other = DirectoryLog(tmp_path / "other")
    wrong = ArchivedLog(other, Archive(str(tmp_path / "archive")))
    for use in (wrong.head, wrong.damage, lambda: archive(wrong)):
        with pytest.raises(LogError, match="is that of the log"):
            use()


def test_an_archive_whose_id_is_lost_is_taken_over_by_no_log(place: Place, tmp_path: Path) -> None:
    place.append("a")
    archive(place.log(), whole=True)
    identity = tmp_path / "archive" / "ID"
    known = identity.read_bytes()
    identity.unlink()
    other = ArchivedLog(DirectoryLog(tmp_path / "other"), Archive(str(tmp_path / "archive")))
    for log in (place.log(), other):
        with pytest.raises(LogError, match=r"ID in the archive .* is lost, and there are objects"):
            archive(log)
        with pytest.raises(LogError, match="is lost"):
            log.head()
    identity.write_bytes(known)
    assert names(place.log()) == ["a"]


def test_segments_that_vanish_while_they_are_read_are_read_on_from_the_archive(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    place.append("a", "b", "c")
    archive(place.log(), whole=True)
    log = place.log()
    spans = ranges({}, log.head())
    for span in spans:  # the log is known to have all of them
        assert [record.segment for record in log.read(span)] == [span.segment]
    drop_archived(place.log())
    for span in spans:
        [record] = log.read(span)
        assert list(log.read_each(span.segment, [0])) == [record]
        assert (log.count(span), log.first_from(span, 1)) == (1, span.end)


def test_a_log_that_ends_before_its_archive_has_lost_records(place: Place) -> None:
    place.append("a")
    archive(place.log(), whole=True)
    [span] = ranges({}, place.log().head())
    archived = place.log().own_archive()
    archived.note(ArchiveEnds({span.segment: span.end + 1}))
    with pytest.raises(LogError, match=f"{span.segment} ends at {span.end} in .* archived up to"):
        place.log().head()


def test_a_flipped_bit_is_found_and_the_object_is_named(place: Place) -> None:
    place.append("a", "b")
    archive(place.log(), whole=True)
    drop_archived(place.log())
    damaged = place.objects()[1]
    content = bytearray(damaged.read_bytes())
    content[5] ^= 1
    damaged.write_bytes(content)
    name = f"{damaged.parent.name}/{damaged.name}"
    with pytest.raises(CorruptLogError, match=f"{name} in the archive is damaged"):
        everything(place.log())
    [finding] = place.log().damage()
    assert finding.startswith(f"{name} in the archive is damaged")


def test_an_object_under_another_name_is_no_other_range(place: Place) -> None:
    place.append("a", "b")
    archive(place.log(), whole=True)
    first, second = place.objects()
    second.write_bytes(first.read_bytes())
    [finding] = place.log().damage()
    assert "so it was renamed" in finding


def test_what_is_neither_here_nor_there_is_named(place: Place) -> None:
    place.append("a", "b")
    archive(place.log(), whole=True)
    drop_archived(place.log())
    place.objects()[0].unlink()
    span = ranges({}, place.log().head())[0]
    with pytest.raises(LogError, match=f"{span.segment} from 0 to {span.end} is neither in"):
        everything(place.log())
    lost = f"{span.segment} from 0 to {span.end} was removed from the log before it was archived"
    assert [finding.split(":")[0] for finding in place.log().damage()] == [lost]
    archive(place.log())
    state = place.log().archive()
    assert [alarm.split(":")[0] for alarm in state.alarms] == [lost]
    assert place.log().obstacles() == [], "refusing what is new would not bring it back"


def test_a_note_that_is_old_is_not_told_as_loss(place: Place) -> None:
    log = Removing(10)
    both = ArchivedLog(log, Archive(str(place.folder / "archive")))
    archive(both, whole=True)
    both.own_archive().note(ArchiveEnds({"t/0": 3}))
    log.begin = 8
    log.kept = Retention(seconds=1)
    state = both.archive()
    assert state.lag is not None
    assert (state.lag.records, state.alarms, both.obstacles()) == (0, (), [])


def test_nothing_is_said_to_be_lost_while_the_archive_cannot_be_read(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "LOOK_SECONDS", 0)
    log = Removing(10)
    both = ArchivedLog(log, Archive(str(place.folder / "archive")))
    archive(both, whole=True)
    assert both.archive().error is None
    (place.folder / "archive").rename(place.folder / "away")
    (place.folder / "archive").write_text("no folder")
    log.begin = log.count_of = 20
    state = both.archive()
    assert "cannot read ENDS of the archive" in str(state.error)
    assert (state.lag, state.alarms, both.obstacles()) == (None, (), [])


def test_large_segments_are_several_objects_of_several_blocks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("headwater.log.archive.packed.BLOCK_BYTES", 500)
    monkeypatch.setattr(archive_module, "READ_BYTES", 100)
    with LogWriter(tmp_path / "log") as writer:
        for number in range(200):
            content = body(str(number), number)
            writer.append("openlineage", digest(content), content, RECEIVED)
    plain = DirectoryLog(tmp_path / "log")
    [span] = ranges({}, plain.head())
    records, ends = list(plain.read(span)), list(plain.ends(span))
    log = Place(tmp_path).log()
    archive(log, whole=True, most=9_000)
    assert len(log.own_archive().objects()[span.segment]) > 4
    drop_archived(log)
    assert (list(log.read(span)), list(log.ends(span))) == (records, ends)
    starts = [record.offset for record in records]
    chosen = [starts[index] for index in (0, 7, 8, 100, 199)]
    assert [one.offset for one in log.read_each(span.segment, chosen)] == chosen
    for first, last in ((0, 200), (3, 4), (10, 190), (57, 58), (0, 1), (199, 200)):
        part = Range(span.segment, starts[first], ends[last - 1].offset)
        assert list(log.read(part)) == records[first:last]
        assert log.count(part) == last - first
        assert log.first_from(part, part.start + 1) == ends[first].offset
    with pytest.raises(LogError, match="no record begins at 1 of"):
        list(log.read_each(span.segment, [1]))
    with pytest.raises(LogError, match="beyond the end"):
        list(log.read(Range(span.segment, 0, span.end + 1)))


class Forgetting(DirectoryLog):
    """A log that removes what is old, as topics do."""

    kept = Retention()

    def retention(self) -> Retention:
        return self.kept


@pytest.mark.parametrize(
    ("kept", "alarm"),
    [
        (Retention(), None),
        (Retention(seconds=10**9), None),
        (Retention(bytes=10**9), None),
        (Retention(seconds=3600), r"s old are not archived .* removes what is 3600 s old"),
        (Retention(bytes=200), r"\d+ bytes of .* are not archived .* keeps 200"),
    ],
)
def test_records_that_will_be_removed_before_they_are_archived_are_an_alarm(
    place: Place, kept: Retention, alarm: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    place.append("a", "b")
    inner = Forgetting(place.folder / "log", is_archived=True)
    inner.kept = kept
    log = ArchivedLog(inner, Archive(str(place.folder / "archive")))
    found = log.archive()
    assert found.lag is not None
    assert found.lag.records == 2
    if alarm is None:
        assert found.alarms == ()
    else:
        with pytest.raises(AssertionError, match=alarm):
            raise AssertionError(found.alarms[0])
    archive(place.log(), whole=True)
    assert log.archive() is found, "it holds for a while"
    monkeypatch.setattr(module, "LOOK_SECONDS", 0)
    assert log.archive().alarms == ()
    assert log.archive().lag == found.lag.__class__()


def test_an_archive_that_cannot_be_read_is_told_and_keeps_nobody_from_appending(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    place.append("a")
    log = place.log()
    log.head()
    archive(place.log(), whole=True)
    (place.folder / "archive" / "ENDS").write_text("{")
    found = log.archive()
    assert found.error is not None
    assert "ENDS in the archive" in found.error
    assert log.obstacles() == []
    assert names(log) == ["a"]
    assert place.log().archive().lag is None


def test_of_a_topic_the_part_that_is_gone_comes_from_the_archive(place: Place) -> None:
    """A log that counts records, and of which the first ones are removed while it is read."""
    log = Removing(10)
    both = ArchivedLog(log, Archive(str(place.folder / "archive")))
    archive(both, whole=True, most=30)
    assert len(place.objects()) == 0, "its segment is a folder in a folder"
    read = both.read(Range("t/0", 0, 10))
    seen = [next(read).offset for _ in range(3)]
    log.begin = 8
    seen += [record.offset for record in read]
    assert seen == list(range(10))
    assert [one.offset for one in both.read_each("t/0", [1, 7, 8, 9])] == [1, 7, 8, 9]


class Removing(DirectoryLog):
    """A log of numbers, that reads two at a time."""

    def __init__(self, count: int) -> None:
        super().__init__(Path("none"))
        self.begin, self.count_of = 0, count
        self.kept = Retention()

    def id(self) -> str:
        return "removing"

    def head(self, since: Positions | None = None) -> Positions:  # noqa: ARG002  as the protocol
        return {"t/0": self.count_of}

    def sealed(self) -> Positions:
        return self.head()

    def obstacles(self) -> list[str]:
        return []

    def retention(self) -> Retention:
        return self.kept

    def first(self, segment: str) -> int | None:  # noqa: ARG002  it has one
        return self.begin

    def entries(self, span: Range) -> Iterator[LogEntry]:
        for offset in range(span.start, span.end):
            if offset < self.begin:
                raise LogError(f"cannot read from {offset} on")
            yield LogEntry(offset, offset + 1, 10, b"0123456789")

    def count(self, span: Range) -> int:
        return span.end - span.start

    def records_in(self, segment: str, entry: LogEntry) -> tuple[Record, ...]:
        return (Record(segment, entry.offset, 10, 0, "openlineage", "d", entry.data),)

    def read_each(self, segment: str, offsets: object) -> Iterator[Record]:
        assert isinstance(offsets, list)
        for offset in offsets:
            [entry] = self.entries(Range(segment, offset, offset + 1))
            yield from self.records_in(segment, entry)
