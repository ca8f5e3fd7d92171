"""Batches into the store while it is in use: how soon they are visible, and what that depends on.

latency      from when events are durable until a reader sees them, through the loop that follows
             the log, and how long each step takes (jobs, datasets and entities run side by side);
             Java becomes faster over the first batches, which the second half shows
catching_up  the rate while much is waiting
history      batches after histories of several lengths, in turns, so that all have the same noise;
             batches of one event end a run, which changes most
hot          a batch that touches a job or dataset with a long past, in turns with a short one
late         one event that changes a long history far from its end, in turns with a short one;
             and an alias, which changes all of it
memory       resident memory over many batches (`bench.live_memory`)

All except the first two are timed without the loop, so that its waiting times cannot hide anything.
"""

import random
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, nullcontext
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from bench import live_memory
from bench.building_process import CORES, MEMORY
from bench.generate import Options, generate
from bench.hot import Amount, Hot
from bench.progress import report
from bench.scene import NewUrl, Ready, Scene, Took, postgres_urls, scene, sqlite_url, started
from bench.timing import percentile
from headwater.pipeline.batch.runner import PreparedRunner
from headwater.pipeline.follow import POLL_SECONDS

AIM_SECONDS = 1.0
AIM_EVENTS_PER_SECOND = 2_000
AIM_RATIO = 1.2
AIMED_EVENTS = 100
"""Batches of up to this many events should be visible within `AIM_SECONDS`."""

Row = dict[str, Any]
Tables = dict[str, list[Row]]


@dataclass(frozen=True, kw_only=True)
class Sizes:
    """How much is measured."""

    jobs: int
    latency: tuple[tuple[int, int], ...]
    """The number of events in a batch, and the number of such batches."""
    catching_up: int
    histories: tuple[int, ...]
    compared: tuple[tuple[int, int], ...]
    """The number of events in a batch, and the number of such batches after each history."""
    many: int
    versions: int
    touches: int
    """The number of batches for each amount of history."""
    untimed: int
    """The number of batches of each kind before those that are compared."""
    late: int
    """The number of pairs of datasets that turn out to be one."""
    memory_batches: int


FULL = Sizes(
    jobs=500,
    latency=((1, 30), (100, 20), (5_000, 3)),
    catching_up=200_000,
    histories=(2_000, 20_000, 200_000),
    compared=((1, 20), (100, 10)),
    many=10_000,
    versions=1_000,
    touches=15,
    untimed=3,
    late=3,
    memory_batches=500,
)
QUICK = Sizes(
    jobs=75,
    latency=((1, 5), (100, 5), (5_000, 1)),
    catching_up=2_000,
    histories=(300, 3_000),
    compared=((1, 5), (100, 3)),
    many=500,
    versions=50,
    touches=3,
    untimed=2,
    late=1,
    memory_batches=20,
)


def run(
    quick: bool,
    *,
    parts: tuple[str, ...] = (),
    on_postgres: bool = False,
    memory_batches: int | None = None,
) -> dict[str, Any]:
    """The results as JSON. Lists are tables to print."""
    sizes = QUICK if quick else FULL
    sizes = replace(sizes, memory_batches=memory_batches or sizes.memory_batches)
    stores: dict[str, AbstractContextManager[NewUrl]] = {"sqlite": nullcontext(sqlite_url)}
    if on_postgres:
        stores["postgresql"] = postgres_urls()
    tables: Tables = {}
    started_at = time.perf_counter()
    with started() as ready:
        start_seconds = time.perf_counter() - started_at
        for store, urls in stores.items():
            with urls as new_url:
                for part in parts or PARTS:
                    if part == "memory" and store != "sqlite":
                        continue  # the memory of the database server would be counted as ours
                    report(f"{part} on {store}")
                    for table, rows in PARTS[part](ready, new_url, sizes).items():
                        tables.setdefault(table, []).extend({"store": store} | r for r in rows)
        plans = "made once" if isinstance(ready.runner, PreparedRunner) else "made anew"
    return {
        "benchmark": "live updates",
        "cores": CORES,
        "spark_memory": MEMORY,
        "plans": plans,
        "start_seconds": round(start_seconds, 1),
        **({"postgresql": "without fsync"} if on_postgres else {}),
        **tables,
    }


def events_of(sizes: Sizes) -> Iterator[bytes]:
    """Events without end, none of them twice."""
    return generate(Options(events=10**12, jobs=sizes.jobs, duplicates=0.0))


def latency(ready: Ready, new_url: NewUrl, sizes: Sizes) -> Tables:
    lines, rng = events_of(sizes), random.Random(0)
    history = islice(lines, sizes.histories[0])
    rows: list[Row] = []
    steps: list[Row] = []
    with scene(ready, new_url, history) as place, place.followed():
        for events, count in sizes.latency:
            all_took = []
            for _ in range(count):
                # Events arrive at any moment between two looks of the loop.
                time.sleep(rng.uniform(1, 2) * POLL_SECONDS)
                all_took.append(place.shown(list(islice(lines, events))))
            rows.append({"events": events} | _latency(all_took, events))
            steps += [{"events": events} | row for row in _steps(all_took)]
    return {"latency": rows, "steps": steps}


def _latency(all_took: list[Took], events: int) -> Row:
    seconds = [took.seconds for took in all_took]
    p50 = percentile(seconds, 50)
    is_aimed = events <= AIMED_EVENTS
    return {
        "times": len(seconds),
        "p50_seconds": round(p50, 3),
        "p95_seconds": round(percentile(seconds, 95), 3),
        "first_seconds": round(seconds[0], 3),
        "second_half_p50_seconds": round(percentile(seconds[len(seconds) // 2 :], 50), 3),
        "batches": statistics.median_high(len(took.batches) for took in all_took),
        "aim": f"p50 < {AIM_SECONDS:g}" if is_aimed else None,
        "is_met": p50 < AIM_SECONDS if is_aimed else None,
    }


def _steps(all_took: list[Took]) -> list[Row]:
    by_step: dict[str, list[float]] = {"(waiting)": [took.waited() for took in all_took]}
    for took in all_took:
        for step, seconds in took.steps().items():
            by_step.setdefault(step, []).append(seconds)
    return [
        {"step": step, "times": len(seconds), "p50_ms": round(1000 * percentile(seconds, 50), 1)}
        for step, seconds in by_step.items()
    ]


def catching_up(ready: Ready, new_url: NewUrl, sizes: Sizes) -> Tables:
    lines = events_of(sizes)
    with scene(ready, new_url, islice(lines, sizes.histories[0])) as place:
        place.append(islice(lines, sizes.catching_up))
        took = place.caught_up()
    brought = sum(applied.events for applied, _ in took.batches)
    if brought != sizes.catching_up:
        raise RuntimeError(f"of {sizes.catching_up} new events {brought} came into the store")
    rate = brought / took.seconds
    row = {
        "events": brought,
        "batches": len(took.batches),
        "seconds": round(took.seconds, 1),
        "events_per_second": round(rate),
        "aim": f">= {AIM_EVENTS_PER_SECOND:,}",
        "is_met": rate >= AIM_EVENTS_PER_SECOND,
    }
    return {"catching_up": [row]}


def history(ready: Ready, new_url: NewUrl, sizes: Sizes) -> Tables:
    rows: list[Row] = []
    with ExitStack() as stack:
        streams = {past: events_of(sizes) for past in sizes.histories}
        scenes = {
            past: stack.enter_context(scene(ready, new_url, islice(lines, past)))
            for past, lines in streams.items()
        }
        for events, count in sizes.compared:
            seconds: dict[int, list[float]] = {past: [] for past in scenes}
            for number in range(-sizes.untimed, count):
                for past, place in scenes.items():
                    before, batch = _next_batch(streams[past], events)
                    if before:
                        place.applied(before)
                    took = place.applied(batch)
                    if number >= 0:
                        seconds[past].append(took.seconds)
            rows += [
                {"batch_events": events} | row
                for row in _compared({f"{past:,}": s for past, s in seconds.items()})
            ]
    return {"history": rows}


def _next_batch(lines: Iterator[bytes], events: int) -> tuple[list[bytes], list[bytes]]:
    """The next events, after those that must come before them.

    What a single event costs depends on its type, so single events are all of one type.
    """
    if events > 1:
        return [], list(islice(lines, events))
    before: list[bytes] = []
    for line in lines:
        if line.startswith(b'{"eventType":"COMPLETE"'):
            return before, [line]
        before.append(line)
    raise AssertionError("the events have no end")


def _compared(seconds: dict[str, list[float]]) -> Iterator[Row]:
    """A row for each amount of history, with its ratio to the first."""
    shortest = None
    for past, timed in seconds.items():
        p50 = percentile(timed, 50)
        row = {
            "history": past,
            "times": len(timed),
            "p50_seconds": round(p50, 3),
            "p95_seconds": round(percentile(timed, 95), 3),
        }
        if shortest is None:
            shortest = p50
            yield row | {"ratio": 1.0, "aim": None, "is_met": None}
        else:
            ratio = p50 / shortest
            aim = {"aim": f"<= {AIM_RATIO}", "is_met": ratio <= AIM_RATIO}
            yield row | {"ratio": round(ratio, 2)} | aim


def hot(ready: Ready, new_url: NewUrl, sizes: Sizes) -> Tables:
    hot_events = Hot(sizes.many, versions=0, pairs=0)
    touches: dict[str, Callable[[Amount], bytes]] = {
        "a run of a job, by its runs": hot_events.ran,
        "a read of a source, by its readers": hot_events.read_source,
        "a read of a table, by its readers": hot_events.read_table,
        "a write of a table, by its readers": hot_events.write,
    }
    with scene(ready, new_url, hot_events.history()) as place:
        return {"hot": _in_turns(place, hot_events, touches, sizes)}


def _in_turns(
    place: Scene, hot_events: Hot, touches: dict[str, Callable[[Amount], bytes]], sizes: Sizes
) -> list[Row]:
    """Times batches of one event, in turns on something with a short and with a long past."""
    amounts: tuple[Amount, ...] = ("few", "many")
    rows: list[Row] = []
    for touch, event in touches.items():
        seconds: dict[str, list[float]] = {f"{hot_events.past(of):,}": [] for of in amounts}
        for number in range(-sizes.untimed, sizes.touches):
            for of in amounts:
                took = place.applied([event(of)])
                if number >= 0:
                    seconds[f"{hot_events.past(of):,}"].append(took.seconds)
        rows += [{"batch": touch} | row for row in _compared(seconds)]
    return rows


def late(ready: Ready, new_url: NewUrl, sizes: Sizes) -> Tables:
    hot_events = Hot(sizes.many, sizes.versions, pairs=sizes.late)
    changes: dict[str, Callable[[Amount], bytes]] = {
        "a run before all of a job's, by its runs": hot_events.early_run,
        "a run amid a job's, by its runs": hot_events.late_run,
        "a write before all, by versions": hot_events.early_write,
        "a read amid versions, by their number": hot_events.late_read,
        "a job event, by the job's runs": hot_events.declared,
    }
    with scene(ready, new_url, hot_events.history()) as place:
        rows = _in_turns(place, hot_events, changes, sizes)
        merged = [place.applied([hot_events.merge(pair)]) for pair in range(sizes.late)]
    written = [sum(applied.rows.values()) for took in merged for applied, _ in took.batches]
    alias = {
        "versions_of_each": sizes.versions,
        "times": len(merged),
        "rows_written": statistics.median_high(written),
        "p50_seconds": round(percentile([took.seconds for took in merged], 50), 2),
    }
    steps = {f"{row['step']}_ms": row["p50_ms"] for row in _steps(merged)[1:]}
    return {"late": rows, "alias": [alias | steps]}


def memory(ready: Ready, new_url: NewUrl, sizes: Sizes) -> Tables:
    lines = events_of(sizes)
    with scene(ready, new_url, islice(lines, sizes.histories[0])) as place:
        return live_memory.measure(ready.spark, place, lines, sizes.memory_batches)


PARTS: dict[str, Callable[[Ready, NewUrl, Sizes], Tables]] = {
    "latency": latency,
    "catching_up": catching_up,
    "history": history,
    "hot": hot,
    "late": late,
    "memory": memory,
}
