import base64
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from headwater.answers.service import EventList
from headwater.errors import BadRequestError, NotFoundError
from headwater.log import LogWriter, compress
from headwater.model.canonical import content_hash
from headwater.query.pages import Page
from headwater.query.service.events import EventsWanted, events
from headwater.store import Snapshot
from tests.query.rows import Rows, uuid

Stored = Callable[[], Snapshot]


class Sent:
    """Events in a log, and the rows that say where they lie."""

    def __init__(self, rows: Rows, log: Path) -> None:
        self._rows = rows
        self.log = log
        self.bodies: list[bytes] = []
        self._abouts: list[dict[str, object]] = []

    def event(self, about: int, at: int, *, shape: str = "run", run: str | None = None) -> None:
        # White space, escapes and order of keys, as no encoder of ours would write them.
        number = len(self.bodies)
        self.bodies.append(b'{"z" : "\\u00e9/\\/%d", "a":1.50}' % number)
        self._abouts.append({"node": about, "at": at, "shape": shape, "run_key": run})

    def write(self, segments: int = 2) -> None:
        size = -(-len(self.bodies) // segments)
        for start in range(0, len(self.bodies), size):
            part = self.bodies[start : start + size]
            with LogWriter(self.log) as writer:
                places = writer.append_many([("openlineage", content_hash(b), b) for b in part])
            if start == 0:
                compress(self.log, places[0].segment)
            for place, about in zip(places, self._abouts[start : start + size], strict=True):
                where = {"segment": place.segment, "position": place.offset}
                self._rows.event(**about, **where)  # type: ignore[arg-type]  # as `event` has it

    def numbers(self, found: EventList) -> list[int]:
        return [self.bodies.index(bytes(raw)) for raw in found.events]


@pytest.fixture
def sent(rows: Rows, tmp_path: Path) -> Sent:
    return Sent(rows, tmp_path / "log")


def test_events_come_back_byte_by_byte_newest_first(rows: Rows, stored: Stored, sent: Sent) -> None:
    job = rows.job("j")
    for at in (30, 10, 20, 20):
        sent.event(job, at)
    sent.write()
    snapshot = stored()
    found = events(snapshot, sent.log, EventsWanted())
    assert sent.numbers(found) == [0, 3, 2, 1]
    assert (found.total_count, found.next) == (4, None)
    assert msgspec.json.encode(found).startswith(b'{"events":[' + sent.bodies[0] + b",")
    oldest = events(snapshot, sent.log, EventsWanted(oldest_first=True))
    assert sent.numbers(oldest) == [1, 2, 3, 0]


def test_events_are_counted_by_the_same_filters(rows: Rows, stored: Stored, sent: Sent) -> None:
    job, other = rows.job("j"), rows.job("other", "elsewhere")
    dataset = rows.dataset("d", "elsewhere")
    first, second = (rows.run(j, uuid(1), start=n) for n, j in enumerate((job, other)))
    sent.event(job, 10, run=first)
    sent.event(other, 20, run=second)
    sent.event(job, 30, shape="job")
    sent.event(dataset, 40, shape="dataset")
    sent.event(job, 50, run=first)
    sent.write()
    snapshot = stored()
    expected = [
        (EventsWanted(), [4, 1, 0]),
        (EventsWanted(kind="all"), [4, 3, 2, 1, 0]),
        (EventsWanted(kind="job"), [2]),
        (EventsWanted(kind="dataset"), [3]),
        (EventsWanted(kind="all", after=20, before=40), [2, 1]),
        (EventsWanted(kind="all", job="job:ns:j"), [4, 2, 0]),
        (EventsWanted(job="job:ns:j"), [4, 0]),
        (EventsWanted(run=uuid(1)), [4, 1, 0]),
        (EventsWanted(run=uuid(1).upper(), before=50), [1, 0]),
        (EventsWanted(run=second), [1]),
        (EventsWanted(run=uuid(1), job="job:elsewhere:other"), [1]),
        (EventsWanted(kind="all", namespace="elsewhere"), [3, 1]),
        (EventsWanted(namespace="unknown"), []),
    ]
    for wanted, numbers in expected:
        found = events(snapshot, sent.log, wanted)
        assert sent.numbers(found) == numbers, wanted
        assert found.total_count == len(numbers)


def test_what_is_not_there_is_not_found(rows: Rows, stored: Stored, sent: Sent) -> None:
    rows.job("j")
    snapshot = stored()
    with pytest.raises(NotFoundError, match="job:ns:j"):
        events(snapshot, sent.log, EventsWanted(job="job:ns:jj"))
    with pytest.raises(NotFoundError):
        events(snapshot, sent.log, EventsWanted(run=uuid(9)))


@pytest.mark.parametrize("oldest_first", [False, True])
def test_pages_go_on_where_the_last_one_ended(
    rows: Rows, stored: Stored, sent: Sent, oldest_first: bool
) -> None:
    job = rows.job("j")
    for at in (10, 20, 20, 20, 30, 40, 50):
        sent.event(job, at)
    sent.write()
    snapshot = stored()
    wanted = EventsWanted(oldest_first=oldest_first)
    everything = sent.numbers(events(snapshot, sent.log, wanted))
    following: str | None = None
    pages: list[list[int]] = []
    while not pages or following is not None:
        found = events(snapshot, sent.log, wanted, Page(limit=3, next=following))
        assert found.total_count == 7
        pages.append(sent.numbers(found))
        following = found.next
    assert pages == [everything[:3], everything[3:6], everything[6:]]
    skipped = events(snapshot, sent.log, wanted, Page(limit=2, offset=4))
    assert sent.numbers(skipped) == everything[4:6]
    assert events(snapshot, sent.log, wanted, Page(limit=0)).events == ()


def cursor(text: str) -> str:
    return base64.urlsafe_b64encode(text.encode()).decode()


@pytest.mark.parametrize(
    "text",
    ["!", "x", "é", cursor("[1,2]"), cursor(f'[{2**63},1,"x"]'), cursor('[1,1,"\\u0000"]')],
)
def test_a_next_that_no_page_gave_is_refused(
    rows: Rows, stored: Stored, sent: Sent, text: str
) -> None:
    with pytest.raises(BadRequestError, match="is not where a page of this list ended"):
        events(stored(), sent.log, EventsWanted(), Page(next=text))
