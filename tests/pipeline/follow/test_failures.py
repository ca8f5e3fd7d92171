"""What is no event's fault is tried again, ever later, and noted."""

import pytest

from headwater.errors import LogError, StoreError
from headwater.log import Range
from headwater.store import recent_batches
from tests.pipeline.follow.scene import OddError, Scene, digest


@pytest.mark.parametrize(
    "error",
    [StoreError("no answer"), LogError("cannot read"), OSError(28, "No space"), ConnectionError()],
)
def test_what_is_no_events_fault_is_waited_for_ever_longer(scene: Scene, error: Exception) -> None:
    scene.log.append(1, 2)
    scene.engine.errors = [error] * 9
    scene.catch_up()
    assert scene.waits == [0.5, 1, 2, 4, 8, 16, 30, 30, 30]
    assert scene.heard.states == ["following", "failing", "following"]
    assert scene.engine.applied == scene.log.expected
    assert set(scene.engine.attempts) == {2}
    assert scene.engine.set_aside == {}


def test_a_lost_engine_is_no_events_fault_and_runs_again(scene: Scene) -> None:
    scene.log.append(1, 2)
    scene.engine.errors = [OddError()] * 5
    scene.engine.deaths = 5
    scene.catch_up()
    assert set(scene.engine.attempts) == {2}
    assert scene.engine.applied == scene.log.expected


def test_an_engine_that_cannot_be_started_is_waited_for(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene.log.append(1, 2)
    scene.engine.errors = [OddError()] * 5
    refusals = [OddError("no Java")] * 4
    scene.engine.deaths = 1
    revive = scene.engine.revive

    def refusing() -> None:
        if refusals:
            raise refusals.pop()
        revive()

    monkeypatch.setattr(scene.engine, "revive", refusing)
    scene.catch_up()
    assert set(scene.engine.attempts) == {2}
    assert scene.engine.applied == scene.log.expected


def test_an_engine_that_dies_while_nothing_waits_is_told_at_once_and_runs_again(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    scene.log.append(1)
    states: list[str] = []
    revive = scene.engine.revive

    def reviving() -> None:
        states.extend([*scene.heard.states, scene.last_error()])
        revive()

    def idle() -> None:
        if len(scene.waits) == 1:
            scene.engine.deaths = 1
        elif len(scene.waits) == 5:
            scene.stop.request()

    monkeypatch.setattr(scene.engine, "revive", reviving)
    scene.on_wait = idle
    scene.follower().run()
    assert scene.heard.states == ["following", "failing", "following"]
    assert states == ["following", "failing", "SparkLostError: the engine is gone"]
    assert "the engine is gone; it is started anew" in caplog.text
    assert scene.engine.deaths == 0


def test_an_error_that_passes_blames_nobody(scene: Scene, caplog: pytest.LogCaptureFixture) -> None:
    scene.log.append(1, 2)
    scene.engine.errors = [OddError("odd"), OddError("odd")]
    scene.catch_up()
    assert scene.waits == [0.5, 1]
    assert scene.engine.attempts == [2, 2, 2]
    assert "next attempt in 0.5 s: OddError: odd" in caplog.text


def test_a_failure_is_noted_in_the_store_and_one_that_goes_on_only_once(scene: Scene) -> None:
    scene.log.append(1)
    scene.engine.errors = [StoreError("no\n  answer")] * 3
    noted = []
    scene.on_wait = lambda: noted.append(scene.last_error())
    scene.catch_up()
    assert noted == ["StoreError: no answer"] * 3
    with scene.store.snapshot() as snapshot:
        failed, done = recent_batches(snapshot)
    assert (failed.error, failed.events) == ("StoreError: no answer", 0)
    assert (done.error, done.events, done.rows) == ("", 1, {"events": 1})


def test_a_commit_whose_answer_was_lost_is_not_repeated(scene: Scene) -> None:
    scene.log.append(1)

    def lose_the_answer() -> None:
        scene.engine.during = lambda: None
        scene.engine.apply([Range(*span) for span in spans], epoch=1)
        raise StoreError("the connection was lost")

    [path] = scene.log.directory.glob("*.ndjson")
    spans = [(path.name, 0, path.stat().st_size)]
    scene.engine.during = lose_the_answer
    scene.catch_up()
    assert scene.engine.applied == [digest(1)]
    assert scene.heard.states == ["following", "failing", "following"]


def test_a_store_that_does_not_answer_at_first_is_waited_for(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene.log.append(1)
    scene.catch_up()
    scene.log.append(2)
    take_over = scene.store.take_over
    errors = [StoreError("no answer")] * 3

    def failing() -> int:
        if errors:
            raise errors.pop()
        return take_over()

    monkeypatch.setattr(scene.store, "take_over", failing)
    assert scene.catch_up().events == 1
    assert scene.waits == [0.5, 1, 2]
