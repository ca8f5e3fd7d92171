"""What waits in the log is applied, in batches of bounded size."""

import threading
import time
from pathlib import Path

import pytest

from headwater.log import LogWriter, encode
from headwater.pipeline import follow
from headwater.pipeline.follow import Follower
from tests.pipeline.follow.scene import WAITING, Scene, digest


def test_what_is_in_the_log_is_applied_and_what_comes_later_too(scene: Scene) -> None:
    scene.log.append(1, 2, 3)
    later = [4, 5]

    def more() -> None:
        if later:
            scene.log.append(later.pop(0))
        else:
            scene.stop.request()

    scene.on_wait = more
    followed = scene.follower().run()
    assert scene.engine.applied == scene.log.expected == [digest(n) for n in range(1, 6)]
    assert (followed.events, followed.batches) == (5, 3)
    assert followed.positions == scene.store.positions()
    assert set(scene.waits) == {follow.POLL_SECONDS}
    assert scene.heard.batches[-1][2] == WAITING


def test_a_second_run_goes_on_where_the_first_ended(scene: Scene) -> None:
    scene.log.append(1, 2)
    scene.catch_up()
    scene.log.append(3)
    assert scene.catch_up().events == 1
    assert scene.engine.applied == scene.log.expected


def far_behind(scene: Scene, monkeypatch: pytest.MonkeyPatch, records: int) -> None:
    """So many records wait, of which twenty are a batch; one was applied before."""
    monkeypatch.setattr(follow, "BATCH_BYTES", 20_000)
    scene.log.append(0)
    scene.catch_up()
    around = len(encode(10**15, "openlineage", digest(0), b'""'))
    scene.log.append(*range(1, records + 1), size=1_000 - around)


def test_a_batch_is_all_that_waits_up_to_a_bound(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    far_behind(scene, monkeypatch, 30)
    scene.catch_up()
    assert scene.engine.applied == scene.log.expected
    assert scene.engine.attempts == [1, 20, 10]
    assert scene.engine.announced == [[], [10], []]
    assert [lag for _, _, lag in scene.heard.batches] == [WAITING] * 3


def test_a_batch_of_small_events_is_bounded_by_their_number(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(follow, "BATCH_RECORDS", 7)
    scene.log.append(*range(10))
    scene.log.append(*range(10, 16))
    scene.catch_up()
    assert scene.engine.applied == scene.log.expected
    assert scene.engine.attempts == [7, 7, 2]
    assert scene.engine.announced == [[7, 2], [2], []]


def test_the_batches_to_come_are_announced_and_stay_as_they_are(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    far_behind(scene, monkeypatch, 50)
    later = [range(51, 60)]
    scene.engine.during = lambda: scene.log.append(*later.pop()) if later else None
    scene.catch_up()
    assert scene.engine.applied == scene.log.expected
    assert scene.engine.attempts == [1, 20, 20, 10, 9]
    assert scene.engine.announced == [[], [20, 10], [10, 9], [9], []]


def test_a_batch_that_failed_is_not_passed_over_for_those_to_come(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    far_behind(scene, monkeypatch, 80)
    scene.engine.errors = [ValueError("once")]
    scene.catch_up()
    assert scene.engine.applied == scene.log.expected
    assert scene.engine.attempts == [1, 20, 20, 20, 20, 20]
    assert scene.engine.announced == [[], [20, 20], [20, 20], [20, 20], [20], []]


def test_the_record_that_waits_longest_comes_first(scene: Scene) -> None:
    with (
        LogWriter(scene.log.directory) as first,
        LogWriter(scene.log.directory) as second,
    ):
        first.append("openlineage", digest(1), b"{}", received=1_000)
        second.append("openlineage", digest(2), b"{}", received=2_000)
        scene.catch_up()
        second.append("openlineage", digest(3), b"{}", received=3_000)
        first.append("openlineage", digest(4), b"{}", received=4_000)
        scene.catch_up()
    assert scene.engine.applied == [digest(n) for n in (1, 2, 3, 4)]


def test_idle_it_looks_at_the_log_again_and_again_and_costs_next_to_nothing(
    tmp_path: Path, scene: Scene
) -> None:
    for number in range(300):
        scene.log.append(number)
    scene.catch_up()
    follower = Follower(scene.log.event_log, scene.store, scene.engine, scene.heard, scene.stop)
    thread = threading.Thread(target=follower.run)
    thread.start()
    time.sleep(0.5)
    before = time.process_time()
    time.sleep(2)
    spent = time.process_time() - before
    scene.log.append(300)
    started = time.monotonic()
    while len(scene.engine.applied) < 301:
        time.sleep(0.01)
    noticed = time.monotonic() - started
    scene.stop.requested = True
    thread.join()
    assert spent < 0.4, "of two seconds"
    assert noticed < 2
