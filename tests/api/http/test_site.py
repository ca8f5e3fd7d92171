"""Questions in threads: how many at once, and for how long."""

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from headwater.api.http import site as module
from headwater.api.http.problems import HttpError
from headwater.api.http.site import Limits, Site
from headwater.errors import StoreError
from headwater.log import DirectoryLog, LogWriter
from headwater.store import Store, open_store
from headwater.store.sqlite import SqliteBackend


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    url, log = f"sqlite:///{tmp_path}/store", tmp_path / "log"
    made = Site(DirectoryLog(log), lambda: open_store(url), LogWriter(log), Limits())
    yield made
    made.close()


def test_a_question_that_is_given_up_keeps_its_place_until_it_ends(site: Site) -> None:
    site.limits = Limits(answer_seconds=0.1)
    site._readers = ThreadPoolExecutor(1)
    end, begun = threading.Event(), []

    def long() -> bytes:
        begun.append("long")
        end.wait(10)
        return b""

    def short() -> bytes:
        begun.append("short")
        return b"answer"

    async def asked() -> None:
        for question in (long, short):
            with pytest.raises(HttpError, match="longer than"):
                await site.ask(question)
        assert begun == ["long"]
        await asyncio.sleep(0)  # that it was given up is told to its thread
        end.set()
        assert await site.ask(short) == b"answer"
        assert begun == ["long", "short"], "what no one waits for any more is not asked"

    asyncio.run(asked())


def test_more_questions_than_can_wait_are_asked_to_come_back(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_WAITING", 2)
    end = threading.Event()

    async def asked() -> None:
        waiting = [asyncio.create_task(site.ask(lambda: bytes(end.wait(10)))) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(HttpError, match="too many questions"):
            await site.ask(lambda: b"")
        end.set()
        assert await asyncio.gather(*waiting) == [b"\0", b"\0"]
        assert await site.ask(lambda: b"answer") == b"answer"

    asyncio.run(asked())


def test_a_store_that_does_not_answer_is_not_waited_for(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "READY_SECONDS", 0.1)
    end, store = threading.Event(), site.store()

    def waited_for() -> Store:
        end.wait(10)
        return store

    monkeypatch.setattr(site, "store", waited_for)

    async def asked() -> None:
        readiness = await site.readiness()
        end.set()
        assert not readiness.ready
        assert readiness.reasons == ("the store or the log has not answered for 0.1 s",)

    asyncio.run(asked())


def test_a_store_that_is_being_opened_when_the_server_ends_is_closed_too(tmp_path: Path) -> None:
    opening, go_on = threading.Event(), threading.Event()
    opened: list[Store] = []

    def open_slowly() -> Store:
        opening.set()
        go_on.wait(10)
        opened.append(open_store(f"sqlite:///{tmp_path}/store"))
        return opened[0]

    log = DirectoryLog(tmp_path / "log")
    ending = Site(log, open_slowly, None, Limits())
    with ThreadPoolExecutor(2) as threads:
        asked = threads.submit(ending.store)
        assert opening.wait(10)
        closed = threads.submit(ending.close)
        go_on.set()
        closed.result(10)
        asked.result(10)
    assert is_closed(opened[0])
    with pytest.raises(StoreError, match="about to end"):
        ending.store()


def is_closed(store: Store) -> bool:
    """Whether it keeps no session for the next question any more."""
    with store.snapshot():
        pass
    return isinstance(store._backend, SqliteBackend) and not store._backend._sessions._idle
