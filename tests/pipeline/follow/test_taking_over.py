"""One pipeline at a time; and what is rebuilt before it is followed."""

import pytest

from headwater.errors import FencedError, ForeignLogError, StoreError
from headwater.log import log_id
from headwater.pipeline import follow
from headwater.store import open_store
from tests.pipeline.follow.scene import OddError, Scene


def test_the_pipeline_that_comes_later_ends_the_one_before(scene: Scene) -> None:
    scene.log.append(1)

    def other() -> None:
        with open_store(scene.url) as store:
            store.take_over()

    scene.engine.during = other
    with pytest.raises(FencedError, match="another pipeline has taken over"):
        scene.catch_up()
    assert scene.engine.applied == []


def test_a_pipeline_that_was_taken_over_from_sets_nothing_aside(scene: Scene) -> None:
    scene.log.append(1)
    scene.engine.errors = [OddError()]
    with open_store(scene.url) as other:
        follower = scene.follower()
        follower._take_over()
        other.take_over()
        with pytest.raises(FencedError):
            follower._step()
    assert len(list(scene.log.directory.glob("*.ndjson"))) == 1


def test_a_store_of_another_log_is_neither_followed_nor_tried_again(scene: Scene) -> None:
    scene.log.append(1)
    scene.store.belong_to("another")
    with pytest.raises(ForeignLogError, match=f"this is the log {log_id(scene.log.directory)}"):
        scene.catch_up()
    assert (scene.engine.attempts, scene.waits, scene.store.positions()) == ([], [], {})


def test_a_store_of_other_code_is_rebuilt_first(scene: Scene) -> None:
    scene.log.append(1, 2)
    scene.catch_up(stale=True)
    assert scene.engine.rebuilds == 1
    assert scene.heard.rebuilds == ["the store was written by other code or settings"]
    assert scene.heard.states == ["rebuilding", "following"]
    assert scene.engine.attempts == []
    scene.log.append(3)
    assert scene.catch_up().events == 1


def test_an_empty_store_is_rebuilt_if_there_is_much_to_apply(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(follow, "BATCH_BYTES", 1_000)
    scene.log.append(*range(20), size=100)
    scene.catch_up()
    assert (scene.engine.rebuilds, scene.engine.attempts) == (1, [])
    assert scene.engine.applied == scene.log.expected


def test_a_rebuild_that_fails_by_no_events_fault_is_tried_again(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene.log.append(1)
    rebuild = scene.engine.rebuild
    errors = [StoreError("no answer"), OSError("no space")]

    def failing() -> None:
        if errors:
            scene.store.take_over()
            raise errors.pop()
        rebuild()

    monkeypatch.setattr(scene.engine, "rebuild", failing)
    scene.catch_up(stale=True)
    assert scene.engine.applied == scene.log.expected
    assert scene.waits == [0.5, 1]
    assert scene.heard.states == ["rebuilding", "failing", "following"]
