import io
import json
import random
import tracemalloc

import pytest

from headwater.collector.documents import SentDocument, SentDocuments

MAX_BYTES = 1 << 20


def documents(text: str | bytes, max_bytes: int = MAX_BYTES) -> list[SentDocument]:
    data = text.encode() if isinstance(text, str) else text
    return list(SentDocuments(io.BytesIO(data), max_bytes))


def event(name: str) -> dict[str, object]:
    return {"eventTime": "2024-05-01T00:00:00Z", "job": {"namespace": "n", "name": name}}


def lines(*names: str) -> list[str]:
    return [json.dumps(event(name)) for name in names]


def names(found: list[SentDocument]) -> list[tuple[int, str]]:
    """(line, job name) of each document, or (line, problem)."""
    return [(doc.line, doc.problem or json.loads(doc.body)["job"]["name"]) for doc in found]


def test_one_object_per_line() -> None:
    assert names(documents("\n".join(lines("a", "b")))) == [(1, "a"), (2, "b")]


def test_blank_lines_windows_line_ends_and_a_byte_order_mark_are_passed_over() -> None:
    a, b = lines("a", "b")
    text = b"\xef\xbb\xbf\r\n" + a.encode() + b"\r\n\r\n  \t" + b.encode() + b"\r\n\n"
    assert names(documents(text)) == [(2, "a"), (4, "b")]


def test_objects_printed_over_many_lines() -> None:
    text = "\n".join(json.dumps(event(name), indent=2) for name in "ab")
    assert names(documents(text)) == [(1, "a"), (8, "b")]


def test_objects_without_anything_between_them() -> None:
    assert names(documents("".join(lines("a", "b", "c")))) == [(1, "a"), (1, "b"), (1, "c")]


@pytest.mark.parametrize("indent", [None, 0, 2])
def test_an_array_of_objects(indent: int | None) -> None:
    found = documents(json.dumps([event("a"), event("b")], indent=indent))
    assert [name for _, name in names(found)] == ["a", "b"]


def test_an_array_with_one_object_per_line() -> None:
    assert names(documents("[\n" + ",\n".join(lines("a", "b")) + "\n]\n")) == [(2, "a"), (3, "b")]


def test_an_empty_stream_and_an_empty_array_have_no_objects() -> None:
    assert documents("") == documents(" \n") == documents("[]") == []


def test_braces_and_quotes_inside_strings_do_not_count() -> None:
    odd = json.dumps(event('}"]{\\"\\'), indent=1)
    assert names(documents(odd + odd)) == [(1, '}"]{\\"\\'), (7, '}"]{\\"\\')]


def test_a_stray_line_is_reported_and_the_rest_is_read() -> None:
    a, b = lines("a", "b")
    assert names(documents(f"{a}\nhello\n{b}\n")) == [
        (1, "a"),
        (2, "found 'hello' where an event, a JSON object, should begin"),
        (3, "b"),
    ]


def test_of_an_array_each_member_that_is_no_object_is_reported() -> None:
    a, b = lines("a", "b")
    assert names(documents(f"{a}\n[1,2]\n{b}\n")) == [
        (1, "a"),
        (2, "found '1' where an event, a JSON object, should begin"),
        (2, "found '2' where an event, a JSON object, should begin"),
        (3, "b"),
    ]
    assert [line for line, _ in names(documents(f"[[1],\n[2]]\n{a}\n"))] == [1, 2, 3]


@pytest.mark.parametrize(
    "member", ["null", "-1.5e3", '"a, \\"b]"', "[]", '[1, [{"a": "]"}]]', "word", f'"{"x" * 5000}"']
)
@pytest.mark.parametrize("place", range(4))
@pytest.mark.parametrize("chunk", [1, 100, 1 << 20])
def test_what_is_no_object_takes_nothing_of_its_array_with_it(
    monkeypatch: pytest.MonkeyPatch, member: str, place: int, chunk: int
) -> None:
    monkeypatch.setattr("headwater.collector.documents.CHUNK_BYTES", chunk)
    members = lines("a", "b", "c")
    members.insert(place, member)
    for text in (f"[{','.join(members)}]", "[" + " ,\n ".join(members) + " ]\n"):
        found = [name for _, name in names(documents(text))]
        assert found.pop(place).startswith("found ")
        assert found == ["a", "b", "c"]


def test_events_of_arrays_within_an_array_of_many_lines_are_found() -> None:
    text = json.dumps([[event("a"), event("b")], [event("c")]], indent=2)
    assert [name for _, name in names(documents(text)) if len(name) == 1] == ["a", "b", "c"]


def test_a_line_that_looks_like_an_array_and_is_none_is_reported_and_the_rest_is_read() -> None:
    a, b = lines("a", "b")
    for stray in ("[INFO] a message", "[2025-01-01 10:00:00] begun", "[no end of it", "[[[["):
        found = names(documents(f"{a}\n{stray}\n{b}\n"))
        assert [name for _, name in found if len(name) == 1] == ["a", "b"]


def test_binary_is_told_in_words() -> None:
    [(_, problem)] = names(documents("\x00\x01\x02"))
    assert problem == "found bytes that are no text where an event, a JSON object, should begin"


def test_a_comma_after_an_object_outside_of_an_array_is_reported() -> None:
    (a,) = lines("a")
    assert [line for line, _ in names(documents(f"{a},\n"))] == [1, 1]


def test_a_line_torn_inside_a_string_is_reported_and_the_rest_is_read() -> None:
    a, b = lines("a", "b")
    assert names(documents(f"{a[:20]}\n{b}\n")) == [
        (1, "a string on line 1 is not closed"),
        (2, "b"),
    ]


@pytest.mark.parametrize("cut", [1, 15, 16, 46])
def test_a_line_torn_anywhere_is_reported_and_no_later_event_is_lost(cut: int) -> None:
    a, *rest = lines("a", "b", "c", "d")
    found = names(documents("\n".join([a[:cut], *rest])))
    assert found[0][0] == 1
    assert "not closed" in found[0][1]
    assert found[1:] == [(2, "b"), (3, "c"), (4, "d")]


def test_a_broken_object_in_an_array_does_not_take_the_others_with_it() -> None:
    text = json.dumps([event("a"), event("b"), event("c")], indent=2).replace('"b"', '"b')
    found = names(documents(text))
    assert [name for _, name in found if len(name) == 1] == ["a", "c"]
    assert found[1][1].startswith("a string on line 13 is not closed (skipped up to line ")


def test_an_array_that_is_cut_off_is_reported() -> None:
    assert names(documents("[\n" + lines("a")[0] + ",\n")) == [
        (2, "a"),
        (3, "the array that begins on line 1 is not closed; the file may be cut off"),
    ]


def test_an_object_at_the_size_limit_is_read_and_a_larger_one_reported() -> None:
    a, b = lines("a", "b")
    assert names(documents(f"{a}\n{b}\n", len(a))) == [(1, "a"), (2, "b")]
    found = names(documents(f"{a}x\n{json.dumps(event('large'))}\n{b}\n", len(a)))
    assert found[1:] == [
        (1, "found 'x' where an event, a JSON object, should begin"),
        (2, f"the event is larger than {len(a)} bytes; raise the limit to take it"),
        (3, "b"),
    ]


def test_hand_formatted_objects_with_whole_objects_on_their_own_lines_are_one_event() -> None:
    text = '{"eventTime":"t","job":{"namespace":"n","name":"a"},"inputs":[\n{"x":1},\n{"y":2}\n]}\n'
    assert names(documents(text)) == [(1, "a")]


def test_a_file_of_nothing_but_opening_braces_is_given_up_line_by_line_and_soon() -> None:
    found = documents("{\n" * 2_000 + lines("a")[0])
    assert len(found) == 2_001
    assert found[0].problem == "the object is nested over 500 levels deep"
    assert found[-1].body


class Dribble:
    """A stream that gives as little as it likes."""

    def __init__(self, data: bytes, seed: int) -> None:
        self._data = io.BytesIO(data)
        self._random = random.Random(seed)

    def read(self, size: int, /) -> bytes:
        return self._data.read(min(size, self._random.randint(1, 9)))


@pytest.mark.parametrize("seed", range(20))
def test_where_the_chunks_end_makes_no_difference(seed: int) -> None:
    a, b, c, d = lines("a", "b", "c", 'd"}\\')
    pretty = json.dumps([event("e"), event("f")], indent=2)
    text = f"{a}\n{b[:30]}\n{c}\nstray\n{d}{a}\n{pretty}\n{b[:47]}\n{c}\n".encode()
    expected = documents(text)
    assert len(expected) == 10
    assert list(SentDocuments(Dribble(text, seed), MAX_BYTES)) == expected


class Endless:
    """The same line over and over, up to a size."""

    def __init__(self, line: bytes, size: int) -> None:
        self._line = line
        self._left = size

    def read(self, size: int, /) -> bytes:
        count = min(size, self._left) // len(self._line)
        self._left -= count * len(self._line)
        return self._line * count


def test_memory_does_not_grow_with_the_stream() -> None:
    line = lines("a")[0].encode() + b"\n"
    tracemalloc.start()
    try:
        count = sum(1 for _ in SentDocuments(Endless(line, 20 << 20), MAX_BYTES))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert count == (20 << 20) // len(line)
    assert peak < 5 << 20
