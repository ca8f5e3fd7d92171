"""Registers: folding facts in any order, in any parts and any number of times is the same."""

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from headwater.model.facts import Fact
from headwater.model.registers import K, Registers, as_json

KEYS = (
    ("event", 1, None, "START"),
    ("listed", 2, "day=1", "input"),
    ("run", None, None, "parent"),
    ("input", 2, None, "version"),
    ("output", 3, None, "schema"),
)
Said = tuple[K, list[Fact]]


def ks() -> st.SearchStrategy[K]:
    return st.tuples(st.integers(0, 2), st.integers(0, 2), st.sampled_from("abc"))


@st.composite
def said(draw: st.DrawFn) -> list[Said]:
    """What a few events say, each with a K of its own."""
    events = []
    for k in draw(st.lists(ks(), min_size=1, max_size=5, unique=True)):
        facts = []
        for place, key in enumerate(draw(st.lists(st.sampled_from(KEYS), max_size=4))):
            value = draw(st.sampled_from((None, "x", "y")))
            deleted = draw(st.sampled_from((0, 1))) if value is None else 0
            facts.append(Fact(*key, place, f"hash of {value}", deleted, value))
        events.append((k, facts))
    return events


def folded(events: list[Said]) -> str:
    registers = Registers()
    for k, facts in events:
        registers.add(k, facts)
    return as_json(registers.items())


@given(said(), st.randoms(use_true_random=False))
def test_facts_are_folded_the_same_in_any_order_and_number(events: list[Said], random) -> None:  # type: ignore[no-untyped-def]
    mixed = [*events, *random.sample(events, random.randint(0, len(events)))]
    random.shuffle(mixed)
    assert folded(mixed) == folded(events)


@given(said(), st.integers(0, 5))
def test_what_was_folded_apart_is_merged_to_the_same(events: list[Said], cut: int) -> None:
    for parts in permutations((events[:cut], events[cut:], events[1:3])):
        merged = Registers()
        for part in parts:
            merged.merge(folded(part))
        assert as_json(merged.items()) == folded(events)


def test_a_register_keeps_the_first_the_last_and_the_last_that_states() -> None:
    def fact(value: str | None) -> Fact:
        return Fact("input", 7, None, "version", 0, f"h{value}", 0, value)

    registers = Registers()
    for time, value in ((3, None), (1, "one"), (2, "two")):
        registers.add((time, 0, "g"), [fact(value)])
    [(key, register)] = registers.items()
    assert key == ("input", 7, None, "version")
    assert register.first == (1, 0, "g", 0, "one")
    assert register.last[:1] == (3,)
    assert register.stated == "two"
    assert register.stated_hash == "htwo"
    assert register.stated_at == (2, 0, "g", 0)
    assert not register.is_withdrawn


def test_a_tombstone_takes_back_what_was_stated_before() -> None:
    registers = Registers()
    registers.add((1, 0, "a"), [Fact("output", 7, None, "schema", 0, "h", 0, "1")])
    registers.add((2, 0, "b"), [Fact("output", 7, None, "schema", 0, "d", 1, None)])
    [(_, register)] = registers.items()
    assert register.is_withdrawn
    assert register.stated is None
    assert register.stated_hash is None


def test_facts_of_any_length_are_kept() -> None:
    long = "x" * 21_000_000
    registers = Registers()
    registers.add((1, 0, "g"), [Fact("run", None, None, "x", 0, "h", 0, long)])
    again = Registers()
    again.merge(as_json(registers.items()))
    assert [register.stated for _, register in again.items()] == [long]
