"""How much of a history a batch derives: no more than the window that it changes."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from headwater.log import DirectoryLog, head, ranges
from headwater.model.datasets.items import UseItem
from headwater.model.facts import Rules
from headwater.model.jobs.items import RunItem
from headwater.model.order import FOREVER
from headwater.pipeline.batch.runner import Runner
from headwater.pipeline.derive.items import ItemRow
from headwater.pipeline.histories.windows import ANYWHERE, NOWHERE, Cut, derive_in_windows
from headwater.pipeline.live import LiveUpdater
from headwater.pipeline.source.stored import Rows
from tests.running.pipeline import append, followed
from tests.stories.events import Record, code, ds, job_event, run, schema

WIDTHS = (2, 5)
HOURS = range(2, 22)


class Watched:
    """Folds histories, and notes how many runs were among the items each time."""

    def __init__(self, runner: Runner) -> None:
        self._runner = runner
        self.runs: dict[str, list[int]] = {}

    def run(self, kind: str, items: Sequence[ItemRow]) -> dict[str, Rows]:
        runs = {item.run_key for _, _, item in items if isinstance(item, (RunItem, UseItem))}
        self.runs.setdefault(kind.removesuffix("_items") + "s", []).append(len(runs))
        return self._runner.run(kind, items)


class Scene:
    """A job that has often done the same, and a dataset that has as many versions."""

    def __init__(self, runner: Runner, directory: Path) -> None:
        history = [
            run(f"{hour}", "a", "COMPLETE", hour, ["x"], [ds("y", schema=schema(p="int"))])
            for hour in HOURS
        ]
        self.store = followed(runner, directory, [history])
        self._log, self._runner = directory / "log", runner

    def derived(self, *records: Record) -> dict[str, list[int]]:
        """How many runs are looked at for these, by kind of history, attempt by attempt."""
        append(self._log, records)
        watched = Watched(self._runner)
        epoch, since = self.store.take_over(), self.store.positions()
        live = LiveUpdater(DirectoryLog(self._log), self.store, Rules(), watched, widths=WIDTHS)
        live.apply(ranges(since, head(self._log, since)), epoch)
        return watched.runs


@pytest.fixture(scope="module")
def scene(runner: Runner, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    scene = Scene(runner, tmp_path_factory.mktemp("windows"))
    with scene.store:
        yield scene


@pytest.mark.spark
def test_a_late_event_derives_a_window_where_all_is_as_it_was_after_it(scene: Scene) -> None:
    assert scene.derived(run("early", "a", "COMPLETE", 1, ["w"], ["v"]))["jobs"] == [3]
    assert scene.derived(run("amid", "a", "COMPLETE", 9, ["w"], ["v"]))["jobs"] == [3 + 1]
    wrote = run("other", "b", "COMPLETE", 9, [], [ds("y", schema=schema(q="int"))])
    assert scene.derived(wrote)["datasets"] == [3 + 1]
    read = run("reader", "c", "START", 9, [ds("y", schema=schema(r="int"))], [])
    assert scene.derived(read)["datasets"] == [3 + 2]


@pytest.mark.spark
def test_a_job_event_derives_nothing_of_a_long_past(scene: Scene) -> None:
    assert scene.derived(job_event("a", 23, ["x"], ["y"])) == {"jobs": [0]}


@pytest.mark.spark
def test_a_window_is_widened_where_what_follows_is_no_longer_as_it_was(scene: Scene) -> None:
    runs = scene.derived(run("coded", "a", "COMPLETE", 15, ["x"], ["y"], code("c1")))
    assert runs["jobs"] == [3 + 1, 6 + 1, 7 + 1]


def test_windows_are_widened_for_those_that_need_it_until_none_is_left() -> None:
    cuts = {number: Cut(number, number) for number in range(4)}
    seen = []

    def attempt(tried: dict[int, Cut], width: int | None) -> dict[int, Cut]:
        seen.append((sorted(tried), width))
        return {number: cut for number, cut in tried.items() if width and number >= width}

    derive_in_windows(cuts, (1, 3), attempt)
    assert seen == [([0, 1, 2, 3], 1), ([1, 2, 3], 3), ([3], None)]


def test_cuts_are_joined() -> None:
    assert Cut(3, 5).joined(Cut(4, 9)) == Cut(3, 9)
    assert NOWHERE.joined(Cut(4, 9)) == Cut(4, 9)
    assert ANYWHERE.joined(Cut(4, 9)) == ANYWHERE == Cut(-FOREVER, FOREVER)
