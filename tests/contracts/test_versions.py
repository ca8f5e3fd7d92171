"""Versions of contracts: their order, and which of them is in force."""

from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.contracts.checking.check import registered
from headwater.contracts.versions import Registered, history, semver
from tests.contracts.rfc import as_read


def version(number: str, status: str = "active", at: int = 0, note: str = "") -> Registered:
    text = f"id: a\nversion: {number}\nstatus: {status}\n# {note}\n"
    [found] = registered([as_read(text)], at)
    return found


IN_ORDER = [
    "0.9",
    "1.0.0-1",
    "1.0.0-2",
    "1.0.0-10",
    "1.0.0-alpha",
    "1.0.0-alpha.1",
    "1.0.0-beta",
    "1.0.0-rc.1",
    "v1.0.0",
    "1.0.1",
    "1.2.0+build",
    "1.10.0",
    "2",
]


def test_semantic_versions_are_in_the_order_of_their_specification() -> None:
    numbers = [semver(text) for text in IN_ORDER]
    assert None not in numbers
    assert numbers == sorted(numbers, key=lambda number: number or ())


@pytest.mark.parametrize("text", ["", "latest", "2024-01-31", "1.2.3.4", "1..2", "v", "1.0.0-"])
def test_other_versions_have_no_number(text: str) -> None:
    assert semver(text) is None


@pytest.mark.parametrize(
    ("versions", "current", "shown"),
    [
        ([("1.0.0", "active"), ("2.0.0", "draft")], "1.0.0", "1.0.0"),
        ([("1.0.0", "deprecated"), ("0.9.0", "active")], "1.0.0", "1.0.0"),
        ([("1.0.0", "active"), ("2.0.0", "retired")], "1.0.0", "1.0.0"),
        ([("1.0.0", "Proposed"), ("0.5.0", "retired")], None, "1.0.0"),
        ([("1.0.0", "retired"), ("0.5.0", "retired")], None, "1.0.0"),
        ([("1.9.0", "active"), ("1.10.0", "active")], "1.10.0", "1.10.0"),
        ([("latest", "active"), ("1.0.0", "active")], "1.0.0", "1.0.0"),
    ],
)
def test_current_is_the_highest_that_is_not_draft_proposed_or_retired(
    versions: list[tuple[str, str]], current: str | None, shown: str
) -> None:
    for order in permutations(versions):
        known = history(version(*one) for one in order)
        assert known is not None
        assert (known.current and known.current.spec.version) == current
        assert known.shown.spec.version == shown


def test_versions_without_a_number_are_in_the_order_of_registration() -> None:
    known = history([version("b", at=1), version("a", at=2)])
    assert known is not None
    assert known.shown.spec.version == "a"


def test_the_last_content_of_a_version_counts_and_the_others_are_told() -> None:
    first, second = version("1.0.0", at=1, note="x"), version("v1.0.0", at=2, note="y")
    for order in permutations([first, second, version("1.0.0", at=3, note="y")]):
        known = history(order)
        assert known is not None
        assert len(known.versions) == 1
        assert known.shown.registered_at in (2, 3)
    known = history([second, first])
    assert known is not None
    assert (known.shown, known.replaced) == (second, (first,))


def test_the_same_content_again_is_registered_since_the_first_time() -> None:
    known = history([version("1.0.0", at=5), version("1.0.0", at=3)])
    assert known is not None
    assert (known.shown.registered_at, known.replaced) == (3, ())


def test_as_of_a_time_only_what_was_registered_by_then_is_known() -> None:
    known = history(
        [version("1.0.0", at=1), version("2.0.0", at=3), version("1.0.0", at=2, note="x")]
    )
    assert known is not None
    assert known.as_of(0) is None
    then = known.as_of(1)
    assert then is not None
    assert (then.shown.registered_at, then.replaced) == (1, ())
    later = known.as_of(2)
    assert later is not None
    assert (later.shown.spec.version, later.shown.registered_at) == ("1.0.0", 2)
    assert known.as_of(3) is known


@given(
    st.lists(
        st.builds(
            version,
            st.sampled_from(["1.0.0", "v1.0.0", "1.1.0", "2.0.0-rc", "x", "y"]),
            st.sampled_from(["active", "draft", "retired", "deprecated"]),
            st.integers(0, 3),
            st.sampled_from("ab"),
        ),
        min_size=1,
        max_size=5,
    ),
    st.randoms(use_true_random=False),
)
def test_a_history_does_not_depend_on_the_order_it_is_told_in(
    versions: list[Registered], random: Random
) -> None:
    shuffled = list(versions)
    random.shuffle(shuffled)
    assert history(shuffled) == history(versions)


def test_the_version_before_skips_drafts() -> None:
    numbers = [version("1.0.0"), version("1.1.0", "draft"), version("2.0.0")]
    known = history(numbers)
    assert known is not None
    assert known.before(known.shown) == numbers[0]
    assert known.before(numbers[0]) is None
    assert [known.version(f"{v}1.1.0") for v in ("", "v")] == [numbers[1]] * 2
    assert known.version("3") is None
