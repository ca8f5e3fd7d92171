"""All events are read, each once, however they are spread over time."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.collector.marquez.labels import Label
from headwater.collector.marquez.notes import ImportNotes
from headwater.collector.marquez.source import FoundEvent, batches
from headwater.errors import SettingError


class Listed:
    """A source of a few events. Those of one time come in another order each time."""

    def __init__(self, times: Sequence[int], unknown: frozenset[int] = frozenset()) -> None:
        self._events = [(time, b"%d" % number) for number, time in enumerate(times)]
        self._unknown = unknown
        self.pages = 0

    def count(self, since: int) -> int:
        return len([time for time, _ in self._events if time >= since])

    def page(self, since: int, size: int) -> Sequence[FoundEvent]:
        self.pages += 1
        turned = self._events[:: -1 if self.pages % 2 else 1]
        found = sorted((event for event in turned if event[0] >= since), key=lambda one: one[0])
        return [
            FoundEvent(None if int(body) in self._unknown else time, body)
            for time, body in found[:size]
        ]

    def labels(self) -> Iterator[Label]:
        return iter(())


@given(
    st.lists(st.integers(0, 5), max_size=12),
    st.integers(1, 4),
    st.frozensets(st.integers(0, 11)),
)
def test_every_event_is_read_once(times: list[int], size: int, unknown: frozenset[int]) -> None:
    read = list(batches(Listed(times, unknown), 0, size))
    bodies = [int(body) for batch in read for body in batch.bodies]
    assert sorted(bodies) == list(range(len(times)))
    assert all(one.reached <= other.reached for one, other in pairwise(read))


@given(st.lists(st.integers(0, 5), min_size=1, max_size=12), st.integers(1, 3), st.integers(0, 5))
def test_reading_goes_on_from_what_was_reached(times: list[int], size: int, stop: int) -> None:
    source = Listed(times)
    read = list(batches(source, 0, size))
    before, after = read[: stop + 1], batches(source, read[min(stop, len(read) - 1)].reached, size)
    bodies = {int(body) for part in (before, after) for batch in part for body in batch.bodies}
    assert bodies == set(range(len(times)))


@pytest.mark.parametrize("times", [[], [3] * 9])
def test_nothing_and_a_single_time_come_to_an_end(times: list[int]) -> None:
    source = Listed(times)
    assert sum(len(batch.bodies) for batch in batches(source, 0, 2)) == len(times)
    assert source.pages <= 5


def test_damaged_notes_are_told_with_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "imports.json").write_bytes(b'{"\xe4("')
    with pytest.raises(SettingError, match="remove the file, and all events are read again"):
        ImportNotes(tmp_path).start("http://elsewhere")
