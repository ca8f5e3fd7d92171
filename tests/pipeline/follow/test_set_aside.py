"""An event that cannot be applied is found, and set aside."""

import pytest

from headwater.errors import LogError, RefusedRowsError, StoreError
from headwater.log import LogWriter
from tests.pipeline.follow.scene import OddError, Scene, digest


@pytest.mark.parametrize("count", [1, 2, 7, 64])
def test_an_event_that_fails_alone_is_set_aside_and_the_others_are_applied(
    scene: Scene, caplog: pytest.LogCaptureFixture, count: int
) -> None:
    scene.log.append(*range(count))
    bad = digest(count * 2 // 3)
    scene.engine.poison = {bad}
    followed = scene.catch_up()
    assert scene.engine.applied == [d for d in scene.log.expected if d != bad]
    assert scene.engine.set_aside == {bad: "OddError: <Thing at 0x…> broke"}
    assert followed.set_aside == 1
    assert f"event {bad} is set aside" in caplog.text
    assert len(scene.engine.attempts) < 12 + count.bit_length()
    assert scene.catch_up().batches == 0


def test_several_bad_events_are_found_one_by_one(scene: Scene) -> None:
    scene.log.append(*range(40))
    scene.engine.poison = {digest(n) for n in (0, 17, 18, 39)}
    assert scene.catch_up().set_aside == 4
    assert set(scene.engine.set_aside) == scene.engine.poison
    assert set(scene.engine.applied) == set(scene.log.expected) - scene.engine.poison


def test_rows_that_the_store_cannot_hold_are_an_events_fault(scene: Scene) -> None:
    scene.log.append(1)
    scene.engine.errors = [RefusedRowsError("too long")] * 3
    scene.catch_up()
    assert scene.engine.set_aside == {digest(1): "RefusedRowsError: too long"}


def test_an_error_of_the_store_while_narrowing_down_blames_nobody(scene: Scene) -> None:
    scene.log.append(1, 2)
    scene.engine.poison = {digest(2)}
    scene.engine.errors = [OddError()] * 3 + [StoreError("gone for a while")] * 4
    scene.catch_up()
    assert scene.engine.applied == [digest(1)]
    assert list(scene.engine.set_aside) == [digest(2)]


def test_an_edit_is_never_set_aside(scene: Scene) -> None:
    with LogWriter(scene.log.directory) as writer:
        body = b'{"edit":"set_aside","kind":"event","digest":"0","detail":""}'
        writer.append("edit", digest(9), body)
    scene.engine.errors = [OddError()] * 10
    followed = scene.catch_up()
    assert followed.set_aside == 0
    assert len(scene.engine.attempts) == 11


def test_without_a_store_no_event_is_found_guilty(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene.log.append(1)
    scene.engine.errors = [OddError()] * 10
    follower = scene.follower()
    monkeypatch.setattr(follower, "_noted", lambda _: False)
    assert follower.run(once=True).set_aside == 0
    assert scene.engine.applied == [digest(1)]


def test_an_event_that_cannot_be_set_aside_yet_is_not_skipped(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene.log.append(1, 2)
    scene.engine.poison = {digest(1)}
    fails = [LogError("the disk is full")] * 2

    def full() -> LogWriter:
        if fails:
            raise fails.pop()
        return LogWriter(scene.log.directory)

    monkeypatch.setattr(scene.log.event_log, "appender", full)
    scene.catch_up()
    assert fails == []
    assert scene.engine.applied == [digest(2)]
