"""Following a topic of Kafka, whatever ends in the middle: the pipeline, or the broker."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from headwater.log import LogAddress, open_log
from headwater.log.kafka import log as kafka_log
from headwater.log.kafka.topic import topic_at
from tests.pipeline.follow.scene import Scene, digest
from tests.running.kafka import Broker

pytestmark = pytest.mark.kafka


class Once:
    """Does something the first time it is called."""

    def __init__(self, action: Callable[[], None]) -> None:
        self._action = action
        self._is_done = False

    def __call__(self) -> None:
        if not self._is_done:
            self._is_done = True
            self._action()


class KilledError(BaseException):
    """Ends a pipeline as a kill does: nothing of it handles this."""


@pytest.fixture
def followed(kafka: Broker, tmp_path: Path) -> Iterator[Scene]:
    scene = Scene(tmp_path, open_log(LogAddress(f"kafka://{kafka.address}/{kafka.topic()}")))
    yield scene
    scene.store.close()


def test_the_one_event_that_fails_is_found_in_a_topic_and_set_aside(followed: Scene) -> None:
    followed.log.append(*range(20))
    bad = digest(13)
    followed.engine.poison = {bad}
    assert followed.catch_up().set_aside == 1
    assert sorted(followed.engine.applied) == sorted(d for d in followed.log.expected if d != bad)
    assert list(followed.engine.set_aside) == [bad]
    assert followed.store.positions() == followed.log.event_log.head()


def test_an_event_that_fails_behind_offsets_without_a_message_is_set_aside(
    followed: Scene,
) -> None:
    topic = topic_at(str(followed.log.event_log))
    producer = topic.producer(transactional_id=topic.name)
    producer.init_transactions(30)
    producer.begin_transaction()
    for partition in range(3):
        producer.produce(topic.name, b"aborted", partition=partition)
    producer.flush(30)
    producer.abort_transaction(30)
    followed.log.append(1)
    followed.engine.poison = {digest(1)}
    assert followed.catch_up().set_aside == 1
    assert followed.store.positions() == followed.log.event_log.head()


@pytest.mark.parametrize("step", ["before the commit", "after the commit"])
def test_a_killed_pipeline_leaves_nothing_out_and_does_nothing_twice(
    followed: Scene, step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed() -> None:
        raise KilledError

    followed.log.append(*range(5))
    if step == "before the commit":
        followed.engine.during = killed
    else:
        monkeypatch.setattr(followed.heard, "applied", lambda *_: killed())
    with pytest.raises(KilledError):
        followed.catch_up()
    monkeypatch.undo()
    followed.engine.during = lambda: None
    followed.log.append(*range(5, 9))
    followed.catch_up()
    assert sorted(followed.engine.applied) == sorted(map(digest, range(9)))


def test_a_broker_that_is_restarted_is_waited_for(
    kafka: Broker, followed: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kafka_log, "ANSWER_SECONDS", 1.0)
    followed.log.append(*range(5))
    followed.catch_up()
    kafka.stop()
    back = Once(kafka.start)
    followed.on_wait = back
    try:
        followed.catch_up()
    finally:
        back()
    assert followed.heard.states[:2] == ["following", "failing"]
    assert followed.heard.states[-1] == "following"
    followed.log.append(*range(5, 8))
    followed.catch_up()
    assert sorted(followed.engine.applied) == sorted(map(digest, range(8)))
