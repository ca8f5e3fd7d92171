"""Questions in threads: how many at once, and for how long."""

import asyncio
import threading
from pathlib import Path

import pytest

from headwater.api import site as module
from headwater.api.problems import HttpError
from headwater.api.site import Limits, Site
from headwater.log import LogWriter
from headwater.store import Store, open_store


def test_a_question_that_is_given_up_keeps_its_place_until_it_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "READERS", 1)
    url = f"sqlite:///{tmp_path}/store"
    limits = Limits(answer_seconds=0.1)
    site = Site(tmp_path / "log", lambda: open_store(url), LogWriter(tmp_path / "log"), limits)
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
    site.close()


def test_more_questions_than_can_wait_are_asked_to_come_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_WAITING", 2)
    url = f"sqlite:///{tmp_path}/store"
    site = Site(tmp_path / "log", lambda: open_store(url), LogWriter(tmp_path / "log"), Limits())
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
    site.close()


def test_a_store_that_does_not_answer_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "READY_SECONDS", 0.1)
    url = f"sqlite:///{tmp_path}/store"
    end = threading.Event()

    def opened() -> Store:
        end.wait(10)
        return open_store(url)

    site = Site(tmp_path / "log", opened, LogWriter(tmp_path / "log"), Limits())

    async def asked() -> None:
        readiness = await site.readiness()
        end.set()
        assert not readiness.ready
        assert readiness.reasons == ("the store has not answered for 0.1 s",)

    asyncio.run(asked())
    site.close()
