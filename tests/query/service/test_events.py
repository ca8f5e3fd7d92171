import base64
from collections.abc import Callable
from pathlib import Path
from typing import Literal

import msgspec
import pytest
from msgspec.structs import replace

from headwater.answers.service import EventList
from headwater.errors import BadRequestError, NotFoundError
from headwater.log import DirectoryLog, LogWriter, compress
from headwater.model.canonical import content_hash
from headwater.query.service.events import events
from headwater.questions.moments import Moment
from headwater.questions.service import EventsOfNamespaceQuestion, EventsQuestion
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

    def event(
        self,
        about: int,
        at: int,
        type_: str | None = None,
        *,
        shape: str = "run",
        run: str | None = None,
    ) -> None:
        # White space, escapes and order of keys, as no encoder of ours would write them.
        number = len(self.bodies)
        self.bodies.append(b'{"z" : "\\u00e9/\\/%d", "a":1.50}' % number)
        self._abouts.append(
            {"node": about, "at": at, "type_": type_, "shape": shape, "run_key": run}
        )

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
    found = events(snapshot, DirectoryLog(sent.log), EventsQuestion())
    assert sent.numbers(found) == [0, 3, 2, 1]
    assert (found.total_count, found.next) == (4, None)
    assert msgspec.json.encode(found).startswith(b'{"events":[' + sent.bodies[0] + b",")
    oldest = events(snapshot, DirectoryLog(sent.log), EventsQuestion(sort_direction="asc"))
    assert sent.numbers(oldest) == [1, 2, 3, 0]


def test_events_are_counted_by_the_same_filters(rows: Rows, stored: Stored, sent: Sent) -> None:
    job, other = rows.job("j"), rows.job("other", "elsewhere")
    dataset = rows.dataset("d", "elsewhere")
    first, second = (rows.run(j, uuid(1), start=n) for n, j in enumerate((job, other)))
    sent.event(job, 10, "START", run=first)
    sent.event(other, 20, run=second)
    sent.event(job, 30, shape="job")
    sent.event(dataset, 40, shape="dataset")
    sent.event(job, 50, run=first)
    sent.write()
    snapshot = stored()
    expected = [
        (EventsQuestion(), [4, 1, 0]),
        (EventsQuestion(kind="all"), [4, 3, 2, 1, 0]),
        (EventsQuestion(kind="job"), [2]),
        (EventsQuestion(kind="dataset"), [3]),
        (EventsQuestion(kind="all", event_type="START"), [0]),
        (EventsQuestion(kind="all", after=Moment(20), before=Moment(40)), [2, 1]),
        (EventsQuestion(kind="all", job="job:ns:j"), [4, 2, 0]),
        (EventsQuestion(job="job:ns:j"), [4, 0]),
        (EventsQuestion(run_id=uuid(1)), [4, 1, 0]),
        (EventsQuestion(run_id=uuid(1).upper(), before=Moment(50)), [1, 0]),
        (EventsQuestion(run_id=second), [1]),
        (EventsQuestion(run_id=uuid(1), job="job:elsewhere:other"), [1]),
        (EventsOfNamespaceQuestion(kind="all", namespace="elsewhere"), [3, 1]),
        (EventsOfNamespaceQuestion(namespace="unknown"), []),
    ]
    for question, numbers in expected:
        found = events(snapshot, DirectoryLog(sent.log), question)
        assert sent.numbers(found) == numbers, question
        assert found.total_count == len(numbers)


def test_what_is_not_there_is_not_found(rows: Rows, stored: Stored, sent: Sent) -> None:
    rows.job("j")
    snapshot = stored()
    with pytest.raises(NotFoundError, match="job:ns:j"):
        events(snapshot, DirectoryLog(sent.log), EventsQuestion(job="job:ns:jj"))
    with pytest.raises(NotFoundError):
        events(snapshot, DirectoryLog(sent.log), EventsQuestion(run_id=uuid(9)))


@pytest.mark.parametrize("direction", ["desc", "asc"])
def test_pages_go_on_where_the_last_one_ended(
    rows: Rows, stored: Stored, sent: Sent, direction: Literal["desc", "asc"]
) -> None:
    job = rows.job("j")
    for at in (10, 20, 20, 20, 30, 40, 50):
        sent.event(job, at)
    sent.write()
    snapshot = stored()
    question = EventsQuestion(sort_direction=direction)
    everything = sent.numbers(events(snapshot, DirectoryLog(sent.log), question))
    following: str | None = None
    pages: list[list[int]] = []
    while not pages or following is not None:
        found = events(snapshot, DirectoryLog(sent.log), replace(question, limit=3, next=following))
        assert found.total_count == 7
        pages.append(sent.numbers(found))
        following = found.next
    assert pages == [everything[:3], everything[3:6], everything[6:]]
    skipped = events(snapshot, DirectoryLog(sent.log), replace(question, limit=2, offset=4))
    assert sent.numbers(skipped) == everything[4:6]
    assert events(snapshot, DirectoryLog(sent.log), replace(question, limit=0)).events == ()


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
        events(stored(), DirectoryLog(sent.log), EventsQuestion(next=text))
