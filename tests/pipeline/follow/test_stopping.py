"""A pipeline that is asked to stop ends its batch, and loses nothing."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor

from headwater.errors import StoreError
from headwater.pipeline.follow import StopSignal
from tests.pipeline.follow.scene import Scene, digest


def test_an_error_after_a_stop_was_asked_for_ends_it(scene: Scene) -> None:
    scene.log.append(1)

    def stopped_with_all_its_group() -> None:
        scene.stop.request()
        raise ConnectionError("Spark is gone, too")

    scene.engine.during = stopped_with_all_its_group
    assert scene.follower().run().events == 0
    assert scene.waits == []


def test_a_stop_within_a_batch_waits_for_its_end(scene: Scene) -> None:
    scene.log.append(1)
    scene.engine.during = scene.stop.request
    followed = scene.follower().run()
    assert (followed.events, scene.engine.applied) == (1, [digest(1)])


def test_who_asks_twice_does_not_wait_and_nothing_is_lost(scene: Scene) -> None:
    scene.log.append(1)

    def ask_twice() -> None:
        scene.stop.request()
        scene.stop.request()

    scene.engine.during = ask_twice
    assert scene.follower().run().events == 0
    assert scene.store.positions() == {}
    scene.engine.during, scene.stop = lambda: None, StopSignal()
    assert scene.catch_up().events == 1


def test_who_asks_twice_does_not_wait_for_the_threads_of_a_batch_either(scene: Scene) -> None:
    scene.log.append(1)
    spark_is_gone = threading.Event()
    scene.stop = StopSignal(hurry=spark_is_gone.set)

    def ask_twice_while_a_thread_waits_for_spark() -> None:
        with ThreadPoolExecutor(1) as thread:
            thread.submit(spark_is_gone.wait, 60)
            scene.stop.request()
            scene.stop.request()

    scene.engine.during = ask_twice_while_a_thread_waits_for_spark
    started = time.monotonic()
    assert scene.follower().run().events == 0
    assert time.monotonic() - started < 30


def test_a_stop_while_it_waits_ends_it_at_once(scene: Scene) -> None:
    scene.log.append(1)
    scene.engine.errors = [StoreError("no answer")] * 100
    scene.on_wait = scene.stop.request
    assert scene.follower().run().events == 0
    assert len(scene.engine.attempts) == 1
