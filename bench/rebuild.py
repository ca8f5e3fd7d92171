"""Full rebuilds of 100,000 and 1,000,000 events: speed, memory, and how both grow.

Events are generated and ingested first. Every rebuild is a fresh process with a cold JVM, as with
the command, on two cores and with 4 GiB of heap. The stages `load` and `publish` are what the
driver still has to do when Spark is finished: it loads tables while Spark derives the next ones.
"""

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import msgspec

from bench.building_process import CORES, MEMORY
from bench.generate import Options, generate
from bench.machine import ROOT
from bench.processes import KINDS, Watch
from headwater.collector import ingest
from headwater.log import LogWriter, head

CHUNK = 50_000


@dataclass(frozen=True, slots=True)
class Ingested:
    """What ingesting took."""

    seconds: float
    bytes: int


@dataclass(frozen=True, slots=True)
class Built:
    """What a rebuild took."""

    seconds: float
    """From the start of the process to its end."""
    distinct_events: int
    marks: list[tuple[str, float]]
    """What began when. The last mark is the end."""
    stages: dict[str, float]
    """The seconds that the build itself measured, by stage."""
    watch: Watch


def run(quick: bool, *, large: bool = False) -> dict[str, Any]:
    """The results as JSON. `rows` and `stages` are tables to print."""
    sizes = [20_000, 100_000] if quick else [100_000, 1_000_000]
    sizes += [10_000_000] if large else []
    rows: list[dict[str, Any]] = []
    stages: list[dict[str, Any]] = []
    for events in sizes:
        with tempfile.TemporaryDirectory(prefix="headwater-bench-") as name:
            ingested = ingest_generated(Path(name) / "log", events)
            built = build(Path(name))
        rows.append(overall(events, ingested, built))
        stages += [{"events": events} | stage for stage in by_stage(events, built)]
    for few, many in pairwise(rows):
        times = many["seconds"] / few["seconds"]
        many["growth"] = round(times / (many["events"] / few["events"]), 2)
    return {
        "benchmark": "full rebuild",
        "cores": CORES,
        "spark_memory": MEMORY,
        "growth": "how many times the seconds, per times the events; 1 is linear",
        "rows": rows,
        "stages": stages,
    }


def ingest_generated(log: Path, events: int, jobs: int = Options.jobs) -> Ingested:
    """Writes generated events into a log, a chunk at a time. Only ingesting is timed."""
    lines = generate(Options(events=events, jobs=jobs))
    seconds = 0.0
    with LogWriter(log) as writer, tempfile.TemporaryDirectory(dir=log.parent) as name:
        chunk = Path(name) / "events.ndjson"
        while _write(chunk, islice(lines, CHUNK)):
            started = time.perf_counter()
            report = ingest([chunk], writer)
            seconds += time.perf_counter() - started
            if report.refused:
                raise RuntimeError(f"a generated event was refused: {report.refused[0]}")
    return Ingested(seconds, sum(head(log).values()))


def _write(file: Path, lines: Iterator[bytes]) -> bool:
    with file.open("wb") as out:
        out.writelines(line + b"\n" for line in lines)
        return out.tell() > 0


def store_url(directory: Path) -> str:
    return f"sqlite:///{directory}/store"


def build(directory: Path) -> Built:
    """Rebuilds the store of a directory from its log, in a fresh process."""
    program = [sys.executable, "-m", "bench.building_process"]
    places = [str(directory / "log"), store_url(directory), str(directory / "staging")]
    started = time.monotonic()
    with (
        subprocess.Popen([*program, *places], cwd=ROOT, stdout=subprocess.PIPE) as process,
        Watch(process.pid) as watch,
    ):
        assert process.stdout
        *marks, (_, summary) = [msgspec.json.decode(line) for line in process.stdout]
        if process.wait():
            raise RuntimeError(f"the rebuild failed with exit code {process.returncode}")
        ended = time.monotonic()
    marks = [("(start)", started), *((what, at) for what, at in marks), ("(end)", ended)]
    return Built(ended - started, summary["events"], marks, summary["seconds"], watch)


def overall(events: int, ingested: Ingested, built: Built) -> dict[str, Any]:
    watch, mebibyte = built.watch, 2**20
    used = watch.cpu(built.marks[0][1], built.marks[-1][1])
    return {
        "events": events,
        "distinct": built.distinct_events,
        "log_bytes_per_event": round(ingested.bytes / events),
        "ingest_per_second": round(events / ingested.seconds),
        "seconds": round(built.seconds, 1),
        "events_per_second": round(events / built.seconds),
        **{f"{kind}_cpu_us_per_event": round(used[kind] * 1e6 / events) for kind in KINDS},
        "cpu_us_per_event": round(sum(used.values()) * 1e6 / events),
        "peak_mib": round(watch.peak(*KINDS) / mebibyte),
        **{f"{kind}_peak_mib": round(watch.peak(kind) / mebibyte) for kind in KINDS},
    }


def by_stage(events: int, built: Built) -> list[dict[str, Any]]:
    """The seconds of each stage, and the processor time for each event by kind of process."""
    spent: dict[str, dict[str, float]] = {}
    for (name, start), (_, end) in pairwise(built.marks):
        stage = spent.setdefault(name, dict.fromkeys(("seconds", *KINDS), 0.0))
        used = built.watch.cpu(start, end)
        stage["seconds"] += end - start
        for kind in KINDS:
            stage[kind] += used[kind]
    return [
        {
            "stage": name,
            "seconds": round(built.stages.get(name, stage["seconds"]), 2),
            "percent": round(100 * stage["seconds"] / built.seconds, 1),
            **{f"{kind}_cpu_us_per_event": round(stage[kind] * 1e6 / events, 1) for kind in KINDS},
        }
        for name, stage in sorted(spent.items(), key=lambda item: -item[1]["seconds"])
    ]
