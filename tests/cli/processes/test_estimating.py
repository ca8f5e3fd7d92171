"""How far a rebuild has come, by what its stages usually take."""

import json
from pathlib import Path

import pytest

from headwater.cli.processes import estimating
from headwater.cli.processes.building import build_progress
from headwater.cli.processes.estimating import Estimated, estimated_progress
from headwater.errors import StoreError

Estimates = list[tuple[int, int | None]]


class Rebuild:
    """Three stages, by a clock that the test sets."""

    def __init__(self, usual: dict[str, float]) -> None:
        self.now = 0.0
        self.estimates: Estimates = []
        with build_progress() as shown:
            self.progress = Estimated(shown, usual, self._tell, lambda: self.now)

    def _tell(self, percent: int, left: int | None) -> None:
        self.estimates.append((percent, left))

    def stage(self, name: str, number: int, *, tasks: tuple[float, ...], until: float) -> None:
        """A stage of four tasks, which are done at these times."""
        started = self.now
        self.progress.stage(name, number, 3)
        for done, at in enumerate(tasks, start=1):
            self.now = at
            self.progress.tasks(done, 4)
        self.now = until
        self.progress.rows(name, 1, until - started)


def test_the_first_time_all_stages_count_the_same() -> None:
    rebuild = Rebuild({})
    rebuild.stage("read", 1, tasks=(10, 20, 30, 40), until=40)
    rebuild.stage("fold", 2, tasks=(50,), until=60)
    assert rebuild.estimates == [(0, None), (8, 115), (16, 105), (25, 90), (33, 81), (41, 72)]
    assert rebuild.progress.seconds == {"read": 40, "fold": 20}


def test_later_each_stage_counts_by_what_it_took_the_last_time() -> None:
    rebuild = Rebuild({"read": 80.0, "fold": 10.0, "publish": 10.0})
    rebuild.stage("read", 1, tasks=(80, 160), until=320)
    assert rebuild.estimates == [(0, None), (20, 320), (40, 240)]
    rebuild.stage("fold", 2, tasks=(), until=340)
    rebuild.stage("publish", 3, tasks=(), until=360)
    assert rebuild.estimates[3:] == [(80, 80), (90, 38)]


def test_a_stage_that_is_new_counts_nothing_and_it_never_goes_back() -> None:
    rebuild = Rebuild({"read": 10.0})
    rebuild.stage("read", 1, tasks=(10, 20, 30, 40), until=40)
    rebuild.stage("other", 2, tasks=(50, 60), until=60)
    assert rebuild.estimates[-1] == (99, 0), "and is never complete before it is"


def test_what_stages_took_is_kept_told_and_logged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(estimating, "TELL_SECONDS", 0.0)
    kept, announced = tmp_path / "rebuild.seconds", list[str]()
    with estimated_progress(kept, "rebuilding", announced.append) as progress:
        for number, name in enumerate(("read", "fold"), start=1):
            progress.stage(name, number, 2)
            progress.rows(name, 7, 0.5)
    assert json.loads(kept.read_bytes()) == {"read": 0.5, "fold": 0.5}
    assert announced == ["rebuilding 0%", "rebuilding 50%"]
    assert capsys.readouterr().err == "rebuilding: 50 % done\n"


@pytest.mark.parametrize("content", [b"", b"[1]", b'{"read": "x"}'])
def test_a_damaged_note_of_what_stages_took_is_as_none(tmp_path: Path, content: bytes) -> None:
    kept = tmp_path / "rebuild.seconds"
    kept.write_bytes(content)
    announced = list[str]()
    with estimated_progress(kept, "building", announced.append) as progress:
        progress.stage("read", 1, 2)
    assert announced == ["building 0%"]


def test_a_rebuild_goes_on_though_its_progress_cannot_be_announced(tmp_path: Path) -> None:
    def fails(_: str) -> None:
        raise StoreError("the database is away")

    kept = tmp_path / "rebuild.seconds"
    with estimated_progress(kept, "building", fails) as progress:
        progress.stage("read", 1, 1)
        progress.rows("read", 1, 2.0)
    assert json.loads(kept.read_bytes()) == {"read": 2.0}


def test_of_a_rebuild_that_failed_nothing_is_kept(tmp_path: Path) -> None:
    kept = tmp_path / "rebuild.seconds"
    estimated = estimated_progress(kept, "rebuilding", lambda _: None)
    with pytest.raises(OSError, match="full"), estimated:
        raise OSError("the disk is full")
    assert not kept.exists()
