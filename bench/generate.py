"""OpenLineage events in any number, to measure with: `python -m bench.generate --help`.

Jobs form a layered graph and run round after round. The same options give the same bytes, and
memory grows with the number of jobs, not with the number of events.
"""

import argparse
import heapq
import random
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import fields
from datetime import UTC, datetime
from pathlib import Path

from bench.landscape import PRODUCER, SPEC, Job, Landscape, Shape, Table, encode, facet, shape_of
from bench.options import Options

__all__ = ["Options", "generate"]

_FORGETS = 0.3


def generate(options: Options) -> Iterator[bytes]:
    """The events in the order of their arrival, one line each, without a newline."""
    waiting: list[tuple[int, int, bytes]] = []
    rng = random.Random(f"{options.seed}/arrival")
    sent = number = 0
    for now, time, line in _all_events(options):
        while waiting and waiting[0][0] <= now:
            yield heapq.heappop(waiting)[2]
            sent += 1
            if sent == options.events:
                return
        copies = 2 if rng.random() < options.duplicates else 1
        for _ in range(copies):
            number += 1
            heapq.heappush(waiting, (time + _delay(options, rng), number, line))


def _delay(options: Options, rng: random.Random) -> int:
    """Milliseconds from an event's time to its arrival."""
    chance = rng.random()
    if chance < options.late:
        return rng.randint(1, 4) * 3_600_000
    if chance < options.late + options.out_of_order:
        return rng.randint(1_000, 120_000)
    return 0


def _all_events(options: Options) -> Iterator[tuple[int, int, bytes]]:
    """All events without end: the time reached so far, the event's own time, and the event.

    No later event has a time before the time reached so far, so events that are older can be sent.
    """
    generator = _RunGenerator(options)
    jobs = generator.jobs
    round_length = options.interval * 1000
    begin = options.start * 1000
    while True:
        for place, job in enumerate(jobs):
            now = begin + place * round_length // len(jobs)
            for time, line in generator.run(job, now, begin):
                yield now, time, line
        begin += round_length


class _RunGenerator:
    """Generates the runs of a landscape, which changes as they go by."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._rng = rng = random.Random(options.seed)
        landscape = Landscape(rng, options)
        self._landscape = landscape
        self.jobs = landscape.jobs
        self._streams: dict[int, bytes] = {}
        for job in self.jobs:
            job.is_streaming = rng.random() < options.streaming
            job.has_columns = rng.random() < options.column_lineage
            job.is_forgetful = rng.random() < options.unknown_io
            if rng.random() < options.code_versions:
                job.code = self._commit()

    def _commit(self) -> str:
        return f"{self._rng.getrandbits(160):040x}"

    def run(self, job: Job, start: int, nominal: int) -> Iterator[tuple[int, bytes]]:
        """The events of one run. For a stream, one more event of its only run."""
        options, rng = self._options, self._rng
        self._change(job)
        if job.shape is None:
            job.shape = shape_of(job, options.seed)
        shape = job.shape
        if job.is_forgetful and rng.random() < _FORGETS:
            shape = Shape(shape.job, b"[]", b"[]", 0)
        if job.is_streaming:
            yield start, self._stream(job, shape, start, nominal)
            return
        run = _run_id(start, rng)
        duration = rng.randrange(5_000, 600_000)
        yield start, _event(b"START", start, run, nominal, shape, b"[]")
        for count in range(options.running):
            time = start + duration * (count + 1) // (options.running + 1)
            yield time, _event(b"RUNNING", time, run, nominal, shape, b"[]", inputs=b"[]")
        end = start + duration
        chance = rng.random()
        if chance >= options.open_runs:
            has_failed = chance < options.open_runs + options.failures
            kind = b"FAIL" if has_failed else b"COMPLETE"
            yield end, _event(kind, end, run, nominal, shape, self._outputs(shape))
        if job.outputs and rng.random() < options.dataset_events:
            yield end, _dataset_event(rng.choice(job.outputs), end, rng)

    def _change(self, job: Job) -> None:
        if self._rng.random() < self._options.io_changes:
            self._landscape.change_tables(job)
        if job.code and self._rng.random() < self._options.code_changes:
            job.code = self._commit()
            job.shape = None

    def _stream(self, job: Job, shape: Shape, time: int, nominal: int) -> bytes:
        run = self._streams.get(job.number)
        kind = b"RUNNING" if run else b"START"
        if run is None:
            run = self._streams[job.number] = _run_id(time, self._rng)
        return _event(kind, time, run, nominal, shape, self._outputs(shape))

    def _outputs(self, shape: Shape) -> bytes:
        numbers: list[int] = []
        for _ in range(shape.output_count):
            rows = self._rng.randrange(1, 5_000_000)
            numbers += (rows, rows * 64)
        return shape.outputs % tuple(numbers)


_ENGINE = encode(facet("1-1-1/ProcessingEngineRunFacet", version="1.0", name="bench"))
_NOMINAL = encode(facet("1-0-1/NominalTimeRunFacet", nominalStartTime="@")).split(b"@")
_ERROR = encode(
    facet(
        "1-0-1/ErrorMessageRunFacet",
        message="ValueError: could not convert string to float: 'n/a'",
        programmingLanguage="PYTHON",
    )
)
_RUN_FACETS = b'","facets":{"processing_engine":' + _ENGINE + b',"nominalTime":' + _NOMINAL[0]
_TAIL = b',"producer":"%b","schemaURL":"%b/2-0-2/OpenLineage.json#/$defs/' % (
    PRODUCER.encode(),
    SPEC.encode(),
)


def _event(
    kind: bytes,
    time: int,
    run: bytes,
    nominal: int,
    shape: Shape,
    outputs: bytes,
    inputs: bytes | None = None,
) -> bytes:
    return b"".join(
        (
            b'{"eventType":"',
            kind,
            b'","eventTime":"',
            _iso(time),
            b'","run":{"runId":"',
            run,
            _RUN_FACETS,
            _iso(nominal),
            _NOMINAL[1],
            b',"errorMessage":' + _ERROR if kind == b"FAIL" else b"",
            b'}},"job":',
            shape.job,
            b',"inputs":',
            shape.inputs if inputs is None else inputs,
            b',"outputs":',
            outputs,
            _TAIL,
            b'RunEvent"}',
        )
    )


def _dataset_event(table: Table, time: int, rng: random.Random) -> bytes:
    text = f"Table number {rng.randrange(1_000_000)} of the warehouse."
    documentation = facet("1-1-0/DocumentationDatasetFacet", description=text)
    facets = {**table.facets, "documentation": documentation}
    dataset = {"namespace": table.namespace, "name": table.name, "facets": facets}
    body = b'{"eventTime":"' + _iso(time) + b'","dataset":' + encode(dataset)
    return body + _TAIL + b'DatasetEvent"}'


def _iso(time: int) -> bytes:
    moment = datetime.fromtimestamp(time // 1000, UTC)
    return b"%b.%03dZ" % (moment.isoformat()[:19].encode(), time % 1000)


def _run_id(time: int, rng: random.Random) -> bytes:
    """A UUIDv7."""
    low = 0x8000_0000_0000_0000 | rng.getrandbits(62)
    text = b"%012x7%03x%016x" % (time, rng.getrandbits(12), low)
    return b"-".join((text[:8], text[8:12], text[12:16], text[16:20], text[20:]))


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        "python -m bench.generate", description="Write OpenLineage events, one per line."
    )
    parser.add_argument("--out", default="-", help="file to write to; - is standard output")
    for option in fields(Options):
        parser.add_argument(
            f"--{option.name.replace('_', '-')}",
            type=type(option.default),
            default=option.default,
            help=f"{option.metadata['help']} ({option.default})",
        )
    chosen = vars(parser.parse_args(arguments))
    out = chosen.pop("out")
    with nullcontext(sys.stdout.buffer) if out == "-" else Path(out).open("wb") as file:
        for line in generate(Options(**chosen)):
            file.write(line + b"\n")


if __name__ == "__main__":
    main()
