"""Text as documents with line numbers: safe YAML and JSON."""

import json
import string
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.contracts.documents.documents import MAX_BYTES, Root, parse
from headwater.contracts.documents.nodes import Mapping, Scalar, Sequence, TextNode, as_value
from headwater.errors import UnreadableContractError
from tests.contracts.rfc import BLOCK


def roots(text: str | bytes) -> list[Root]:
    return [root for _, root in parse(text if isinstance(text, bytes) else text.encode())]


def root(text: str) -> TextNode:
    [found] = roots(text)
    assert not isinstance(found, UnreadableContractError), found
    return found


def refusal(text: str | bytes) -> tuple[str, int]:
    """Code and line of what is refused, be it the document or the file."""
    try:
        [found] = roots(text)
    except UnreadableContractError as error:
        return error.code, error.line
    assert isinstance(found, UnreadableContractError), found
    return found.code, found.line


def test_versions_times_and_words_stay_text() -> None:
    text = "version: 1.10\nday: 2024-01-31\nname: no\noctal: 010\nsince: 1e3\n"
    assert as_value(root(text)) == {
        "version": "1.10",
        "day": "2024-01-31",
        "name": "no",
        "octal": "010",
        "since": "1e3",
    }


def test_every_node_and_key_knows_its_line() -> None:
    found = root("# one\na: 1\nb:\n  - x\n  - y:\n      z\n")
    assert isinstance(found, Mapping)
    assert (found.line, found.lines) == (2, {"a": 2, "b": 3})
    inner = found.values["b"]
    assert isinstance(inner, Sequence)
    assert [item.line for item in inner.items] == [4, 5]


def test_the_block_of_the_rfc_is_refused_because_its_keys_repeat() -> None:
    [(_, found)] = parse(BLOCK.encode())
    assert isinstance(found, UnreadableContractError)
    assert (found.code, found.line) == ("duplicate-key", 13)
    assert "'quantumName' stands here again, first in line 2" in str(found)
    assert "`---`" in str(found)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a: 1\nb:\n  c: 1\n  c: 2\n", ("duplicate-key", 4)),
        ('{"a": 1,\n "a": 2}', ("duplicate-key", 2)),
        ("a: [\n", ("syntax", 1)),
        ("a: 1\n\tb: 2\n", ("syntax", 2)),
        ("a: *nothing\n", ("syntax", 1)),
        ("a: &x\n  b: *x\n", ("syntax", 2)),
        ("? [a]\n: b\n", ("no-text-key", 1)),
        ("[" * 60 + "]" * 60, ("too-deep", 1)),
        ('{"a":' * 60 + "1" + "}" * 60, ("too-deep", 1)),
        ('a: "\\0"\n', ("nul-character", 1)),
        ('{"a": "\\ud800"}', ("nul-character", 1)),
        ("a: 1\nb: \x07\n", ("syntax", 2)),
        (b"a: 1\nb: \xff\n", ("not-text", 2)),
        (b" " * (MAX_BYTES + 1), ("too-large", 1)),
        ("a: &x [1]\nb: [" + "*x," * 1001 + "]\n", ("too-many-aliases", 2)),
        ("<<: 1\n", ("syntax", 1)),
    ],
)
def test_what_is_not_safe_is_refused_with_its_line(
    text: str | bytes, expected: tuple[str, int]
) -> None:
    assert refusal(text) == expected


def test_aliases_that_multiply_are_refused() -> None:
    laughs = ["a: &a [1,1,1,1,1,1,1,1,1,1]"]
    for name, before in zip("bcdefg", "abcdef", strict=True):
        laughs.append(f"{name}: &{name} [{','.join([f'*{before}'] * 10)}]")
    assert refusal("\n".join(laughs))[0] == "too-many-nodes"


@pytest.mark.timeout(30)
@pytest.mark.parametrize(
    ("text", "code"),
    [("[" * (MAX_BYTES // 2), "too-deep"), ("--- a\n" * 100_000, "too-large")],
)
def test_a_file_of_any_kind_is_read_or_refused_in_seconds(text: str, code: str) -> None:
    """Both took hours: they were read on to the end, in a time that grows with its square."""
    assert refusal(text)[0] == code


def test_a_document_that_is_refused_spoils_no_other() -> None:
    bad, good = roots("[" * 60 + "]" * 60 + "\n---\na: 1\n")
    assert isinstance(bad, UnreadableContractError)
    assert as_value(good) == {"a": "1"}  # type: ignore[arg-type]  # it is a node


def test_aliases_and_merges_are_read() -> None:
    text = "base: &b {x: 1, y: 2}\na:\n  <<: *b\n  y: 3\nb:\n  <<: [{z: 1}, *b]\n"
    assert as_value(root(text)) == {
        "base": {"x": "1", "y": "2"},
        "a": {"y": "3", "x": "1"},
        "b": {"z": "1", "x": "1", "y": "2"},
    }


def test_unknown_tags_construct_nothing() -> None:
    text = "a: !!python/object/apply:os.system ['true']\nb: !!str 1\n"
    assert as_value(root(text)) == {"a": ["true"], "b": "1"}


def test_json_that_no_yaml_parser_takes_is_read() -> None:
    text = '{"a":\t"\\ud83d\\ude00\\/", "b": [1, true, null, -2.5e3],\n "c": {}}'
    found = root(text)
    assert as_value(found) == {"a": "😀/", "b": ["1", True, None, "-2.5e3"], "c": {}}
    assert isinstance(found, Mapping)
    assert found.lines["c"] == 2


def test_a_yaml_mapping_in_braces_is_no_broken_json() -> None:
    assert as_value(root("{a: b, c: [d]}")) == {"a": "b", "c": ["d"]}


def test_a_bad_document_does_not_spoil_the_others() -> None:
    first, second, third = roots("a: 1\n---\nb: 1\nb: 2\n---\nc: 3\n")
    assert (as_value(_node(first)), as_value(_node(third))) == ({"a": "1"}, {"c": "3"})
    assert isinstance(second, UnreadableContractError)
    assert second.line == 4


def _node(found: Root) -> TextNode:
    assert not isinstance(found, UnreadableContractError)
    return found


TEXTS = st.text(string.ascii_letters + string.digits + " :-#'\"äß漢😀", max_size=8)
VALUES = st.recursive(
    st.none() | st.booleans() | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=12,
)


@given(st.dictionaries(TEXTS, VALUES, max_size=4), st.booleans())
def test_json_means_the_same_as_to_other_readers(value: dict[str, object], wide: bool) -> None:
    text = json.dumps(value, indent=2 if wide else None, ensure_ascii=not wide)
    assert as_value(root(text)) == value


@given(st.lists(st.sampled_from(["a: 1\n", "# só\n", "b: [x,\n y]\n", "- ü\n"]), max_size=5))
def test_documents_together_are_the_file(parts: list[str]) -> None:
    text = "---\n".join(
        ["x: 0\n", *(f"y: 0\n{part}" if part[0] != "-" else part for part in parts)]
    )
    found = [document for document, _ in parse(text.encode())]
    assert "".join(document.text for document in found) == text
    for document in found:
        before = text[: text.index(document.text)]
        assert document.line == 1 + before.count("\n") or text.count(document.text) > 1


@given(st.binary(max_size=60) | st.text(max_size=60).map(str.encode))
def test_no_bytes_make_it_crash(data: bytes) -> None:
    with suppress(UnreadableContractError):
        for _, found in parse(data):
            assert isinstance(found, Scalar | Sequence | Mapping | UnreadableContractError)


def test_a_byte_order_mark_is_no_part_of_a_key() -> None:
    [(document, found)] = parse("\ufeffa: 1\n".encode())
    assert document.text == "\ufeffa: 1\n"
    assert as_value(_node(found)) == {"a": "1"}
