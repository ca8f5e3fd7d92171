"""Real producers' events: none is lost, and their order makes no difference."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import SparkSession

from headwater.collector import IngestReport, ingest
from headwater.log import DirectoryLog, LogWriter, head, ranges
from headwater.model.events import accept
from headwater.model.facts import Rules
from headwater.pipeline.batch.runner import Runner
from headwater.pipeline.build import rebuild
from headwater.pipeline.live import LiveUpdater
from headwater.store import Store, open_store
from tests.reference import lineage
from tests.reference.events import instant, read_event
from tests.reference.names import digest
from tests.running.pipeline import Rows, assert_same, rows

pytestmark = pytest.mark.spark

FOLDERS = ("real", "samples", "derived")
LONE_EVENT = Path("spec-tests", "example_full_event.json")
"""The other files beside it are single facets."""

BATCHES = 8

REFUSED = {
    Path("samples", "fluentd", "event_no_run_id.json"): "run.runId",
    Path("samples", "spark-sparksql", "1.json"): "run.runId",
    Path("samples", "spark-sparksql", "2.json"): "run.runId",
}
"""Events that nobody could place, and what they lack."""


@dataclass(frozen=True)
class Sent:
    """One event of the corpus, as it lies there."""

    file: Path
    text: bytes

    @property
    def body(self) -> dict[str, Any]:
        body: dict[str, Any] = json.loads(self.text)
        return body

    @property
    def time(self) -> int:
        time = instant(self.body["eventTime"])
        assert time is not None
        return time


class Corpus:
    """All events of the folder, in the order of file names."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.paths = [folder / name for name in FOLDERS if (folder / name).is_dir()]
        self.paths += [folder / LONE_EVENT] if (folder / LONE_EVENT).is_file() else []
        self.sent = list(self._read())
        self.placed = [sent for sent in self.sent if read_event(sent.body) is not None]

    def _read(self) -> Iterator[Sent]:
        files = [file for path in self.paths for file in (path, *path.rglob("*")) if file.is_file()]
        for file in sorted(files, key=lambda file: file.relative_to(self.folder).parts):
            text = file.read_bytes()
            texts = text.splitlines() if file.suffix == ".ndjson" else [text]
            yield from (Sent(file.relative_to(self.folder), line) for line in texts if line.strip())


@dataclass(frozen=True)
class Kept:
    """A log and the store built from it."""

    spark: SparkSession
    runner: Runner
    directory: Path

    @property
    def log(self) -> Path:
        return self.directory / "log"

    @property
    def store(self) -> Store:
        return open_store(f"sqlite:///{self.directory}/store")

    def append(self, sent: Iterable[Sent]) -> None:
        accepted = [accept(one.text) for one in sent]
        with LogWriter(self.log) as writer:
            writer.append_many([("openlineage", one.digest, one.body) for one in accepted])

    def ingest(self, corpus: Corpus) -> IngestReport:
        with LogWriter(self.log) as writer:
            return ingest(corpus.paths, writer)

    def rebuild(self) -> None:
        rebuild(self.spark, DirectoryLog(self.log), self.store, Rules(), self.directory / "staging")

    def apply(self) -> None:
        with self.store as store:
            epoch, since = store.take_over(), store.positions()
            live = LiveUpdater(DirectoryLog(self.log), store, Rules(), self.runner)
            live.apply(ranges(since, head(self.log, since)), epoch)

    def rows(self) -> Rows:
        return rows(self.store)


@dataclass(frozen=True)
class ByName:
    """The corpus taken in by the collector, in the order of file names."""

    kept: Kept
    report: IngestReport
    rows: Rows


@pytest.fixture(scope="module")
def corpus(shared_events: Path) -> Corpus:
    return Corpus(shared_events)


@pytest.fixture(scope="module")
def by_name(
    corpus: Corpus,
    spark: SparkSession,
    runner: Runner,
    tmp_path_factory: pytest.TempPathFactory,
) -> ByName:
    kept = Kept(spark, runner, tmp_path_factory.mktemp("by_name"))
    report = kept.ingest(corpus)
    kept.rebuild()
    return ByName(kept, report, kept.rows())


def test_only_what_cannot_be_placed_is_refused(corpus: Corpus, by_name: ByName) -> None:
    reasons = [
        (Path(refusal.file).relative_to(corpus.folder), refusal.reason)
        for refusal in by_name.report.refused
    ]
    unplaced = [sent.file for sent in corpus.sent if sent not in corpus.placed]
    assert [file for file, _ in reasons] == unplaced
    for file, lacking in REFUSED.items():
        if (corpus.folder / file).exists():
            assert dict(reasons)[file].startswith(f"{lacking}: expected"), file


def test_every_other_event_is_kept(corpus: Corpus, by_name: ByName) -> None:
    assert by_name.report.accepted == len(corpus.placed)
    assert len(corpus.placed) > 100
    kept = {row[0] for row in by_name.rows["events"]}
    assert kept == {digest(sent.body) for sent in corpus.placed}


def test_the_rows_are_those_of_the_reference(corpus: Corpus, by_name: ByName) -> None:
    expected = lineage(("openlineage", sent.body) for sent in corpus.placed)
    assert_same(rows(by_name.kept.store, comparable=True), expected)


def test_sent_once_more_they_change_nothing(corpus: Corpus, by_name: ByName) -> None:
    by_name.kept.append(corpus.placed)
    by_name.kept.apply()
    assert_same(by_name.kept.rows(), by_name.rows)


def test_in_order_of_time_and_in_batches_they_give_the_same_rows(
    corpus: Corpus, by_name: ByName, spark: SparkSession, runner: Runner, tmp_path: Path
) -> None:
    kept = Kept(spark, runner, tmp_path)
    ordered = sorted(corpus.placed, key=lambda sent: sent.time)
    size = len(ordered) // BATCHES + 1
    for start in range(0, len(ordered), size):
        kept.append(ordered[start : start + size])
        kept.apply()
    assert_same(kept.rows(), by_name.rows)


def test_reversed_they_give_the_same_rows(
    corpus: Corpus, by_name: ByName, spark: SparkSession, runner: Runner, tmp_path: Path
) -> None:
    kept = Kept(spark, runner, tmp_path)
    backwards = list(reversed(corpus.placed))
    for batch in (backwards[: len(backwards) // 2], backwards[len(backwards) // 2 :]):
        kept.append(batch)
        kept.apply()
    assert_same(kept.rows(), by_name.rows)
