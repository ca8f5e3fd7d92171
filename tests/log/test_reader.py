import threading
from pathlib import Path
from typing import Any

import pytest

from headwater.errors import CorruptLogError, LogError
from headwater.log import (
    DirectoryLog,
    LogWriter,
    compress,
    head,
    lines,
    read,
    read_at,
    read_each,
    verify,
)
from tests.log.records import (
    Follower,
    body,
    digest,
    line,
    names,
    read_all,
)

SEGMENT = "00000001-0123abcd.ndjson"


def write_sealed(directory: Path, *called: str) -> str:
    with LogWriter(directory) as writer:
        items = [("openlineage", digest(body(name)), body(name)) for name in called]
        return writer.append_many(items)[0].segment


def test_an_absent_log_is_an_empty_log(tmp_path: Path) -> None:
    assert head(tmp_path / "log") == {}
    assert verify(tmp_path / "log") == []


@pytest.mark.parametrize("compressed", [False, True])
def test_reading_beyond_the_end_is_an_error(tmp_path: Path, compressed: bool) -> None:
    segment = write_sealed(tmp_path, "a", "b")
    end = head(tmp_path)[segment]
    if compressed:
        compress(tmp_path, segment)
    assert len(list(read(tmp_path, segment, 0, end))) == 2
    assert list(read(tmp_path, segment, end, end)) == []
    with pytest.raises(LogError, match=f"position {end + 1} lies beyond the end .* at {end}"):
        list(read(tmp_path, segment, 0, end + 1))


def test_a_head_from_a_position_beyond_a_dead_writers_segment_is_an_error(tmp_path: Path) -> None:
    (tmp_path / SEGMENT).write_bytes(line("a"))
    with pytest.raises(LogError, match="lies beyond"):
        head(tmp_path, {SEGMENT: len(line("a")) + 1})


def test_a_segment_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(LogError, match=f"segment {SEGMENT} is not in"):
        list(read(tmp_path, SEGMENT, 0, 1))
    with pytest.raises(LogError, match=f"segment {SEGMENT} is not in"):
        read_at(DirectoryLog(tmp_path), SEGMENT, 0)


def test_a_file_that_cannot_be_read_is_an_error_of_the_log(tmp_path: Path) -> None:
    (tmp_path / SEGMENT).mkdir()
    with pytest.raises(LogError, match=f"cannot read {SEGMENT}"):
        head(tmp_path)


def test_a_log_directory_that_is_a_file_is_an_error_of_the_log(tmp_path: Path) -> None:
    (tmp_path / "log").touch()
    with pytest.raises(LogError, match="cannot list the event log"):
        head(tmp_path / "log")


def test_a_position_inside_a_record_is_an_error(tmp_path: Path) -> None:
    segment = write_sealed(tmp_path, "a", "b")
    end = head(tmp_path)[segment]
    with pytest.raises(CorruptLogError, match=f"{segment} at offset 3"):
        list(read(tmp_path, segment, 3, end))
    with pytest.raises(CorruptLogError, match=f"{segment} at offset {len(line('a'))}"):
        list(read(tmp_path, segment, 0, end - 3))


def test_damage_is_named_by_segment_and_offset(tmp_path: Path) -> None:
    segment = write_sealed(tmp_path, "a", "b", "c")
    path = tmp_path / segment
    path.write_bytes(path.read_bytes().replace(b'"b"', b'"B"'))
    end = head(tmp_path)[segment]
    reader = read(tmp_path, segment, 0, end)
    second = next(reader).size
    with pytest.raises(CorruptLogError, match=f"{segment} at offset {second}: .*checksum"):
        next(reader)
    assert len(list(lines(tmp_path, segment, 0, end))) == 3


def test_a_head_looks_again_only_at_what_is_new(tmp_path: Path) -> None:
    first = line("a")
    (tmp_path / SEGMENT).write_bytes(b"!" * len(first) + line("b") + line("c")[:-1])
    end = len(first + line("b"))
    assert head(tmp_path, {SEGMENT: len(first)}) == {SEGMENT: end}
    with pytest.raises(CorruptLogError):
        head(tmp_path)


def test_a_record_longer_than_a_chunk_is_read_whole(tmp_path: Path) -> None:
    large = [body(str(number), padding=2_500_000) for number in range(2)]
    with LogWriter(tmp_path) as writer:
        places = writer.append_many([("contract", digest(content), content) for content in large])
    assert [record.body for record in read_all(tmp_path)] == large
    assert read_at(DirectoryLog(tmp_path), places[1].segment, places[1].offset).body == large[1]


@pytest.mark.parametrize("compressed", [False, True])
def test_records_that_lie_apart_are_read_by_opening_their_segment_once(
    tmp_path: Path, compressed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes = (10, 200_000, 10, 10, 2_500_000, 10, 70_000, 10)
    bodies = [body(str(number), padding=size) for number, size in enumerate(sizes)]
    with LogWriter(tmp_path) as writer:
        places = writer.append_many([("edit", digest(content), content) for content in bodies])
    segment = places[0].segment
    if compressed:
        compress(tmp_path, segment)
    opened = []
    open_file = Path.open

    def counted(path: Path, *args: Any, **more: Any) -> Any:
        opened.append(path.name)
        return open_file(path, *args, **more)

    monkeypatch.setattr(Path, "open", counted)
    for chosen in ([0, 1, 2, 3, 4, 5, 6, 7], [4], [7, 0, 7], [3, 6], []):
        opened.clear()
        found = list(read_each(tmp_path, segment, [places[n].offset for n in chosen]))
        assert [record.body for record in found] == [bodies[n] for n in sorted(set(chosen))]
        assert len(opened) == 1 + compressed


@pytest.mark.parametrize("compressed", [False, True])
def test_a_place_without_a_whole_record_is_an_error(tmp_path: Path, compressed: bool) -> None:
    segment = write_sealed(tmp_path, "a", "b")
    end = head(tmp_path)[segment]
    if compressed:
        compress(tmp_path, segment)
    for offset in (end, end + 7):
        with pytest.raises(LogError, match=r"lost acknowledged data"):
            list(read_each(tmp_path, segment, [0, offset]))
    with pytest.raises(CorruptLogError, match=f"{segment} at offset 3"):
        list(read_each(tmp_path, segment, [3]))
    with pytest.raises(LogError, match=f"segment {SEGMENT} is not in"):
        list(read_each(tmp_path, SEGMENT, [0]))


def test_the_log_is_read_while_it_is_appended_rolled_sealed_and_compressed(tmp_path: Path) -> None:
    expected = [str(number) for number in range(1000)]

    def append() -> None:
        with LogWriter(tmp_path, roll_bytes=20_000, compress_sealed=True) as writer:
            for name in expected:
                content = body(name, padding=500)
                writer.append("openlineage", digest(content), content)

    thread = threading.Thread(target=append)
    follower = Follower(tmp_path)
    thread.start()
    rounds = 0
    while thread.is_alive():
        follower.catch_up()
        rounds += 1
    follower.catch_up()
    assert follower.names == expected
    assert rounds > 10
    assert len(list(tmp_path.glob("*.zst"))) > 20
    assert list(tmp_path.glob("*.ndjson")) == []


def test_a_clean_log_has_no_findings(tmp_path: Path) -> None:
    compress(tmp_path, write_sealed(tmp_path, "a"))
    write_sealed(tmp_path, "b")
    with LogWriter(tmp_path) as writer:
        writer.append("edit", digest(b"{}"), b"{}")
        (tmp_path / "00000009-0123abcd.ndjson").write_bytes(line("c") + line("torn")[:-1])
        assert verify(tmp_path) == []


def test_every_damaged_segment_is_found(tmp_path: Path) -> None:
    flipped, shortened, swapped, lost, unsealed, bare, fine = (
        write_sealed(tmp_path, "a", "b") for _ in range(7)
    )
    path = tmp_path / flipped
    path.write_bytes(path.read_bytes().replace(b'"b"', b'"B"'))
    path = tmp_path / shortened
    path.write_bytes(path.read_bytes()[: len(line("a"))])
    (tmp_path / swapped).write_bytes(line("b") + line("a"))
    (tmp_path / lost).unlink()
    (tmp_path / f"{unsealed}.seal").write_bytes(b'{"size":')
    compress(tmp_path, bare)
    (tmp_path / f"{bare}.seal").unlink()

    findings = verify(tmp_path)

    for segment, expected in [
        (flipped, f"{flipped} at offset {len(line('a'))}: the record's bytes have checksum"),
        (shortened, f"{shortened} has 1 records in {len(line('a'))} bytes"),
        (swapped, "but was sealed with 2 records in"),
        (lost, f"segment {lost} is not in"),
        (unsealed, f"{unsealed}.seal is damaged"),
        (bare, f"{bare}.zst is there without its seal"),
    ]:
        (finding,) = (finding for finding in findings if segment in finding)
        assert expected in finding
    assert len(findings) == 6
    assert not any(fine in finding for finding in findings)


def test_names_come_back_over_several_segments(tmp_path: Path) -> None:
    write_sealed(tmp_path, "a", "b")
    write_sealed(tmp_path, "c")
    assert names(tmp_path) == ["a", "b", "c"]
