"""A PostgreSQL that is slow, goes silent, or loses its connections, and a pipeline that follows."""

import random
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from psycopg.conninfo import conninfo_to_dict

from headwater.errors import StoreError
from headwater.log import head
from headwater.store import open_store
from tests.pipeline.follow.scene import FakeEngine, Scene
from tests.running.proxy import Proxy
from tests.torture.conftest import Trials

pytestmark = pytest.mark.postgres

PATIENCE = 5.0


def through(proxy: Proxy, url: str) -> str:
    given = conninfo_to_dict(url)
    user, password, name = given["user"], given["password"], given["dbname"]
    return f"postgresql://{user}:{password}@127.0.0.1:{proxy.port}/{name}"


def faults(proxy: Proxy) -> dict[str, Callable[[random.Random], None]]:
    """Each breaks the way to the database for a while, and mends it."""

    def slow(chance: random.Random) -> None:
        proxy.delay = chance.choice([0.002, 0.02])
        time.sleep(0.3)
        proxy.delay = 0.0

    def silent(chance: random.Random) -> None:
        proxy.hold()
        time.sleep(chance.uniform(0.05, 0.5))
        if chance.random() < 0.5:
            proxy.cut(reset=True)
        proxy.flow()

    def gone(chance: random.Random) -> None:
        proxy.refuses = True
        proxy.cut(reset=chance.random() < 0.5)
        time.sleep(0.2)
        proxy.refuses = False

    return {
        "slow": slow,
        "silent": silent,
        "gone": gone,
        "cut": lambda _: void(proxy.cut()),
        "reset": lambda _: void(proxy.cut(reset=True)),
    }


def void(_: object) -> None:
    """Forgets a result."""


def test_a_pipeline_applies_every_record_once_whatever_the_network_does(
    trials: Trials, postgres_store_url: str, tmp_path: Path
) -> None:
    scene = Scene(tmp_path)
    port = int(str(conninfo_to_dict(postgres_store_url)["port"]))
    with Proxy(port) as proxy:
        scene.store.close()
        scene.store = open_store(through(proxy, postgres_store_url), patience=PATIENCE)
        scene.engine = FakeEngine(scene.log, scene.store)
        follower = scene.follower()
        follower._sleep = lambda seconds: time.sleep(min(seconds, 0.05))
        broken: list[BaseException] = []

        def follow() -> None:
            try:
                follower.run()
            except BaseException as error:  # noqa: BLE001  # told by the test, in its own thread
                broken.append(error)

        pipeline = threading.Thread(target=follow, daemon=True)
        pipeline.start()
        with reader(through(proxy, postgres_store_url), broken):
            for number, chance in enumerate(trials.few(12, share=0.08)):
                scene.log.append(*range(number * 10, number * 10 + chance.randint(1, 9)))
                name = chance.choice(sorted(faults(proxy)))
                time.sleep(chance.uniform(0, 0.05))
                faults(proxy)[name](chance)
                trials.tally[name] += 1
        until = time.monotonic() + 60
        while not broken and time.monotonic() < until:
            if follower.followed.positions == head(scene.log.directory):
                break
            time.sleep(0.05)
        scene.stop.requested = True
        pipeline.join(30)
        scene.store.close()
        assert not broken, broken
    # FakeEngine refuses to apply a range that does not begin where the store is.
    with open_store(postgres_store_url) as store:
        assert store.positions() == head(scene.log.directory)
    assert follower.followed.set_aside == 0, "no event is to blame"
    trials.tally["records"] = len(scene.log.expected)


@contextmanager
def reader(url: str, broken: list[BaseException]) -> Iterator[None]:
    """Reads all the while. What is read is in order, or an error says what to do."""
    ended = threading.Event()

    def read() -> None:
        reached = 0
        while not ended.wait(0.01):
            try:
                with open_store(url, patience=PATIENCE) as store:
                    now = sum(store.positions().values())
            except StoreError as error:
                if "check that the server runs" not in str(error):
                    broken.append(error)
            except BaseException as error:  # noqa: BLE001  # told by the test, in its own thread
                broken.append(error)
            else:
                if now < reached:
                    broken.append(AssertionError(f"{reached} was read, and then {now}"))
                reached = max(now, reached)

    thread = threading.Thread(target=read, daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join(30)
