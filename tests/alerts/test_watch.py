"""A server looks after all subscriptions."""

import asyncio
import os
import threading
import time

import pytest

from headwater.alerts.happening import Happening
from headwater.alerts.subscriptions import Subscription
from headwater.alerts.watch import Watch
from headwater.errors import SettingError
from headwater.log import DirectoryLog
from headwater.store import Store, open_store
from tests.alerts.world import World
from tests.query.rows import uuid

MANY = (os.cpu_count() or 1) + 5
"""More than the threads that a process has for all by default."""


def test_a_watch_tells_all_subscriptions_and_of_two_one_stands_by(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("headwater.alerts.watch.LOOK_SECONDS", 0.01)
    job = world.rows.job("load")
    world.applied()
    for name in ("one", "two"):
        world.subscribe(name)
    world.fails(job, uuid(1))
    world.applied()
    messages: list[tuple[str, str]] = []

    def deliver(subscription: Subscription, happening: Happening) -> None:
        messages.append((subscription.name, happening.title))

    async def watched() -> None:
        url = f"sqlite:///{world.directory}/store"
        watches = [
            Watch(world.directory, DirectoryLog(world.log), lambda: open_store(url), deliver)
            for _ in range(2)
        ]
        tasks = [asyncio.create_task(watch.keep()) for watch in watches]
        async with asyncio.timeout(30):
            while len(messages) < 2:
                await asyncio.sleep(0.02)
        await asyncio.sleep(0.2)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    asyncio.run(watched())
    assert sorted(messages) == [("one", "job:ns:load failed"), ("two", "job:ns:load failed")]


def test_a_trouble_is_logged_once(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("headwater.alerts.watch.LOOK_SECONDS", 0.01)
    world.applied()
    world.subscribe("one")

    def missing() -> Store:
        raise SettingError("there is no store")

    async def watched() -> None:
        watch = Watch(world.directory, DirectoryLog(world.log), missing, lambda *_: None)
        task = asyncio.create_task(watch.keep())
        await asyncio.sleep(0.3)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    asyncio.run(watched())
    assert caplog.messages == ["alerts of one have to wait: there is no store"]


def test_targets_that_take_long_hold_up_nobody_else(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("headwater.alerts.watch.LOOK_SECONDS", 0.01)
    job = world.rows.job("load")
    world.applied()
    for number in range(MANY):
        world.subscribe(f"s{number}")
    world.fails(job, uuid(1))
    world.applied()
    busy, over = threading.Semaphore(0), threading.Event()

    def deliver(*_: object) -> None:
        busy.release()
        over.wait(30)

    async def watched() -> None:
        url = f"sqlite:///{world.directory}/store"
        watch = Watch(world.directory, DirectoryLog(world.log), lambda: open_store(url), deliver)
        task = asyncio.create_task(watch.keep())
        async with asyncio.timeout(30):
            for _ in range(MANY):
                while not busy.acquire(blocking=False):
                    await asyncio.sleep(0.01)
            # As /health/ready and others do, which share the threads of the process.
            await asyncio.to_thread(time.monotonic)
        over.set()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    asyncio.run(watched())
