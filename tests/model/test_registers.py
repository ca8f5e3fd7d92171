"""Registers: folding facts in any order, in any parts and any number of times is the same."""

from itertools import permutations
from random import Random
from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from headwater.model.canonical import content_hash
from headwater.model.event_facts import PartFacts, Quotation
from headwater.model.excerpts import excerpt_from, excerpt_of
from headwater.model.facts import OWN_PARTS, Fact
from headwater.model.runs.registers import (
    Folded,
    K,
    Key,
    Registers,
    RunRegister,
    is_withdrawn,
    stated,
    stated_at,
    stated_hash,
)
from headwater.model.runs.stored_registers import decoded
from headwater.model.runs.stored_registers import stored as stored_form

OWN_KEYS = (
    ("event", 1, None, "START"),
    ("run", None, None, "parent"),
    ("outputFacets", 3, "day=1", "statistics"),
)
ASPECTS: tuple[tuple[Key, ...], ...] = (
    (("listed", 2, None, "input"), ("input", 2, None, "version")),
    (("listed", 2, "day=1", "input"), ("input", 2, None, "version")),
    (("listed", 3, None, "output"), ("output", 3, None, "schema"), ("output", 3, None, "version")),
    (("job", 1, None, "sql"), ("lineage", 5, None, "entry"), ("lineage", 1, None, "withdrawn")),
)
"""The keys of excerpts. Each begins with what every excerpt on its aspect has."""
KEEP_FIRST = {("input", "version"), ("output", "version"), ("run", "parent")}


class Event(NamedTuple):
    """What an event says, with its K."""

    k: K
    own: list[Fact]
    quoted: list[Quotation]

    def facts(self) -> list[Fact]:
        return [*self.own, *(fact for one in self.quoted for fact in one.facts)]


def ks() -> st.SearchStrategy[K]:
    return st.tuples(st.integers(0, 2), st.integers(0, 2), st.sampled_from(("aa", "bb", "cc")))


@st.composite
def facts(draw: st.DrawFn, keys: tuple[Key, ...]) -> list[Fact]:
    found = []
    for place, key in enumerate(draw(st.lists(st.sampled_from(keys), max_size=3))):
        value = draw(st.sampled_from((None, "x", "y")))
        deleted = draw(st.sampled_from((0, 1))) if value is None else 0
        found.append(Fact(*key, place, content_hash(str(value).encode()), deleted, value))
    return found


@st.composite
def excerpt_facts(draw: st.DrawFn) -> list[Fact]:
    first, *others = draw(st.sampled_from(ASPECTS))
    return [Fact(*first, 0, None, 0, None), *draw(facts(tuple(others)))]


@st.composite
def quotations(draw: st.DrawFn) -> list[Quotation]:
    """Excerpts side by side: no two facts of an event have the same key and place."""
    excerpts = [excerpt_of(draw(excerpt_facts())) for _ in range(draw(st.integers(0, 3)))]
    return [
        Quotation(excerpt, 10 * number, PartFacts(), set())
        for number, excerpt in enumerate(excerpts)
    ]


@st.composite
def events(draw: st.DrawFn) -> list[Event]:
    found = draw(st.lists(ks(), min_size=1, max_size=5, unique=True))
    return [Event(k, draw(facts(OWN_KEYS)), draw(quotations())) for k in found]


def folded(sent: list[Event]) -> Folded:
    registers = Registers()
    for event in sent:
        registers.add(event.k, event.own, event.quoted)
    return registers.fold()


def read_again(made: Folded) -> Folded:
    """The registers as they are after they were stored."""
    quoted = {excerpt.key: excerpt for one in made.aspects.values() for excerpt, _, _ in one}
    found = decoded(stored_form(made))
    assert found.excerpts == quoted.keys()
    return found.registers(quoted).fold()


def plainly(sent: list[Event]) -> dict[Key, RunRegister]:
    """The registers by their definition."""
    instances: dict[Key, list[tuple[int, int, str, int, str | None, int, str | None]]] = {}
    for event in sent:
        for part, node, partition, facet, place, content, deleted, value in event.facts():
            key = (part, node, partition, facet)
            instances.setdefault(key, []).append((*event.k, place, content, deleted, value))
    found = {}
    for key, listed in instances.items():
        listed.sort(key=lambda one: one[:4])
        stating = [one for one in listed if one[6] is not None or one[5]]
        firsts = [
            (*one[:4], one[6])
            for one in listed
            if key[0] in OWN_PARTS or ((key[0], key[3]) in KEEP_FIRST and one[6] is not None)
        ]
        last_stating = stating[-1] if stating else None
        found[key] = firsts[0] if firsts else None, listed[-1], last_stating
    return found


@given(events(), st.randoms(use_true_random=False))
def test_facts_are_folded_the_same_in_any_order_and_number(
    sent: list[Event], chance: Random
) -> None:
    mixed = [*sent, *chance.sample(sent, chance.randint(0, len(sent)))]
    chance.shuffle(mixed)
    assert stored_form(folded(mixed)) == stored_form(folded(sent))


@given(events())
def test_registers_keep_the_first_the_last_and_the_last_that_states(sent: list[Event]) -> None:
    assert folded(sent).registers == plainly(sent)


@given(events(), st.integers(0, 5))
def test_what_was_folded_apart_and_stored_is_merged_to_the_same(
    sent: list[Event], cut: int
) -> None:
    for parts in permutations((sent[:cut], sent[cut:], sent[1:3])):
        merged = Registers()
        for part in parts:
            merged.merge(read_again(folded(part)))
        assert stored_form(merged.fold()) == stored_form(folded(sent))


@given(events())
def test_stored_registers_are_read_as_they_were(sent: list[Event]) -> None:
    assert read_again(folded(sent)).registers == folded(sent).registers
    assert dict(decoded(stored_form(folded(sent))).own()) == folded(sent).own


@given(excerpt_facts())
def test_an_excerpt_is_known_by_its_text(facts: list[Fact]) -> None:
    excerpt = excerpt_of(facts)
    assert excerpt_from(excerpt.text).facts == excerpt.facts == tuple(facts)


def test_what_later_events_have_overtaken_is_not_kept() -> None:
    sent = []
    for time in range(100):
        schema = Fact("job", 7, None, "sql", 0, content_hash(b"%d" % time), 0, "1")
        quotation = Quotation(excerpt_of([schema]), 0, PartFacts(), set())
        sent.append(Event((time, 0, "aa"), [], [quotation]))
    [[quoting]] = folded(sent).aspects.values()
    assert quoting[1:] == ((99, 0, "aa", 0), (99, 0, "aa", 0))


def test_what_was_stated_last_is_told_although_more_was_sent() -> None:
    def fact(value: str | None) -> Fact:
        return Fact("input", 7, None, "version", 0, f"h{value}", 0, value)

    registers = Registers()
    for time, value in ((3, None), (1, "one"), (2, "two")):
        registers.add((time, 0, "g"), [fact(value)])
    [(key, register)] = registers.fold().registers.items()
    assert key == ("input", 7, None, "version")
    first, last, _ = register
    assert first == (1, 0, "g", 0, "one")
    assert last[:1] == (3,)
    assert stated(register) == "two"
    assert stated_hash(register) == "htwo"
    assert stated_at(register) == (2, 0, "g", 0)
    assert not is_withdrawn(register)


def test_a_tombstone_takes_back_what_was_stated_before() -> None:
    registers = Registers()
    registers.add((1, 0, "a"), [Fact("output", 7, None, "schema", 0, "h", 0, "1")])
    registers.add((2, 0, "b"), [Fact("output", 7, None, "schema", 0, "d", 1, None)])
    [(_, register)] = registers.fold().registers.items()
    assert is_withdrawn(register)
    assert stated(register) is None
    assert stated_hash(register) is None


def test_facts_of_any_length_are_kept() -> None:
    long = "x" * 21_000_000
    registers = Registers()
    registers.add((1, 0, "aa"), [Fact("run", None, None, "x", 0, "bb", 0, long)])
    again = read_again(registers.fold()).registers
    assert [stated(register) for register in again.values()] == [long]
