"""Runs: everything that was stated under one (runId, job), from its registers (semantics 3).

The fields of the rows are the columns of the tables that they are stored in.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

import msgspec

from headwater.model.canonical import compact
from headwater.model.excerpts import JOB, Excerpt
from headwater.model.facts import Fact
from headwater.model.order import STATES
from headwater.model.runs.registers import (
    First,
    Folded,
    K,
    Key,
    Place,
    Quoting,
    RunRegister,
    is_withdrawn,
    registers_of,
    stated,
    stated_at,
    stated_hash,
)
from headwater.model.runs.stored_registers import stored

_TERMINAL = ("COMPLETE", "ABORT", "FAIL")
STREAMS = ("STREAMING", "SERVICE")
"""The kinds of processing whose runs state what they use event by event."""

_PARTS = msgspec.json.Decoder(list[str | None])
_SOMEWHERE: Place = (0, 0, "", 0)


class RunRow(NamedTuple):
    """A row of `runs`."""

    run_key: str
    run_id: str
    raw_run_id: str | None
    job_id: int
    state: str
    started_at: int
    ended_at: int | None
    first_time: int
    first_rank: int
    first_digest: str
    last_time: int
    end_rank: int | None
    end_digest: str | None
    nominal_start: int | None
    nominal_end: int | None
    batch_id: str | None
    processing: str
    snapshot: int
    code_version: str | None
    code_url: str | None
    code_sql: str | None
    code_source: str | None
    extraction_failed: int
    parent_run_id: str | None
    parent_run_key: str | None
    parent_job_id: int | None
    root_run_key: str | None
    root_job_id: int | None
    facts: bytes

    @property
    def is_stream(self) -> bool:
        """Whether it states what it reads and writes event by event."""
        return self.processing in STREAMS


class RunIoRow(NamedTuple):
    """A row of `run_io`, the first event that lists it, and the order of the values that it has.

    Where a run uses several names for one dataset, the orders decide which value counts.
    """

    run_key: str
    side: str
    node_id: int
    first_time: int
    last_time: int
    used_at: int | None
    partitions: str
    pin: str | None
    storage_version: str | None
    schema_hash: str | None
    columns_hash: str | None
    lifecycle: str | None
    renamed_from: int | None
    first: K
    pin_key: Place | None
    version_key: Place | None
    schema_key: Place | None
    lifecycle_key: Place | None

    @property
    def drops(self) -> bool:
        """Whether it is an output that the run drops (semantics 5.6)."""
        return self.side == "output" and self.lifecycle == "DROP"


class StreamIoRow(NamedTuple):
    """A row of `stream_io`: what one event of a stream lists."""

    run_key: str
    event_time: int
    rank: int
    digest: str
    side: str
    node_id: int
    schema_hash: str | None
    schema_place: int | None
    storage_version: str | None
    version_place: int | None


class _OfJob(NamedTuple):
    """What is stated of a run's job."""

    processing: str = "BATCH"
    snapshot: int = 0
    code_version: str | None = None
    code_url: str | None = None
    code_sql: str | None = None
    code_source: str | None = None


def run(run_key: str, run_id: str, folded: Folded) -> RunRow:
    """The run that these registers make."""
    own = folded.own
    events = [(key[3], register) for key, register in own.items() if key[0] == "event"]
    job_id = next(key[1] or 0 for key in own if key[0] == "event")
    batch = own.get(("batch", None, None, "id"))
    first = min(_first(register) for _, register in events)
    started = next((_first(register)[0] for kind, register in events if kind == "START"), first[0])
    ends = [register[1][:3] for kind, register in events if kind in _TERMINAL]
    ended_at, end_rank, end_digest = max(ends, default=(None, None, None))

    def stated_of_run(facet: str) -> str | None:
        register = own.get(("run", None, None, facet))
        return None if register is None else stated(register)

    nominal = _parts(stated_of_run("nominalTime"), 2)
    parent = _parts(stated_of_run("parent") or stated_of_run("parentRun"), 5)
    of_job = _of_job(folded.aspects.get(JOB))
    return RunRow(
        run_key=run_key,
        run_id=run_id,
        raw_run_id=first[4],
        job_id=job_id,
        state=_state(end_rank, [kind for kind, _ in events]),
        started_at=started if ended_at is None else min(started, ended_at),
        ended_at=ended_at,
        first_time=first[0],
        first_rank=first[1],
        first_digest=first[2],
        last_time=max(register[1][0] for _, register in events),
        end_rank=end_rank,
        end_digest=end_digest,
        nominal_start=_number(nominal[0]),
        nominal_end=_number(nominal[1]),
        batch_id=None if batch is None else batch[1][6],
        processing=of_job.processing,
        snapshot=of_job.snapshot,
        code_version=of_job.code_version,
        code_url=of_job.code_url,
        code_sql=of_job.code_sql,
        code_source=of_job.code_source,
        extraction_failed=_number(stated_of_run("extractionError")) or 0,
        parent_run_id=parent[0],
        parent_run_key=parent[1],
        parent_job_id=_number(parent[2]),
        root_run_key=parent[3],
        root_job_id=_number(parent[4]),
        facts=stored(folded),
    )


def _of_job(quotings: list[Quoting] | None) -> _OfJob:
    if not quotings:
        return _OfJob()
    if len(quotings) == 1:
        return _of_one_job(quotings[0][0])
    return _of_job_facets(registers_of(quotings))


@lru_cache(maxsize=16_384)  # most runs of a job quote the same excerpt about it
def _of_one_job(excerpt: Excerpt) -> _OfJob:
    return _of_job_facets(registers_of([(excerpt, _SOMEWHERE, _SOMEWHERE)]))


def _of_job_facets(registers: Mapping[Key, RunRegister]) -> _OfJob:
    facets = {key[3]: stated(register) for key, register in registers.items() if key[0] == "job"}
    processing, snapshot = _parts(facets.get("jobType"), 2)
    code_version, code_url = _parts(facets.get("sourceCodeLocation"), 2)
    return _OfJob(
        processing or "BATCH",
        _number(snapshot) or 0,
        code_version,
        code_url,
        facets.get("sql"),
        facets.get("sourceCode"),
    )


def _first(register: RunRegister) -> First:
    assert register[0] is not None  # facts that are no facets keep their first instance
    return register[0]


def _state(end_rank: int | None, kinds: list[str]) -> str:
    """The state by the last terminal event. Nothing re-opens a run (semantics 3.4)."""
    if end_rank is not None:
        return STATES[end_rank]
    return "RUNNING" if "START" in kinds or "RUNNING" in kinds else "NEW"


def _parts(packed: str | None, count: int) -> list[str | None]:
    """The parts of a text that `facet_content.packed` has made. Without a text, each part is
    None."""
    return _PARTS.decode(packed) if packed is not None else [None] * count


def _number(text: str | None) -> int | None:
    return None if text is None else int(text)


@lru_cache(maxsize=16_384)  # most events of a job quote the same excerpt about it
def states_batch(excerpt: Excerpt) -> bool:
    """Whether an excerpt about a job states that its runs are batches."""
    values = (fact.value for fact in excerpt.facts if (fact.part, fact.facet) == ("job", "jobType"))
    return any(value is not None and _parts(value, 2)[0] not in STREAMS for value in values)


def run_io(made: RunRow, folded: Folded) -> list[RunIoRow]:
    """The inputs and outputs of a run, by name before aliases are merged (semantics 3.2, 5.4)."""
    written_at = made.ended_at if made.processing == "BATCH" else made.last_time
    return [
        _used(
            (made.run_key, *aspect),
            made.started_at if aspect[0] == "input" else written_at,
            folded.aspects[aspect],
        )
        for aspect in sorted(folded.aspects)
        if aspect != JOB
    ]


def _used(key: tuple[str, str, int], used_at: int | None, quotings: list[Quoting]) -> RunIoRow:
    if len(quotings) > 1:
        return _use(key, used_at, registers_of(quotings))
    [(excerpt, first, last)] = quotings
    use = _use_of(excerpt)
    return RunIoRow(
        *key,
        first[0],
        last[0],
        used_at,
        use.partitions,
        use.pin,
        use.storage_version,
        use.schema_hash,
        use.columns_hash,
        use.lifecycle,
        use.renamed_from,
        first[:3],
        use.pin_key and first,
        use.version_key and last,
        use.schema_key and last,
        use.lifecycle_key and last,
    )


@lru_cache(maxsize=16_384)  # most runs of a job quote the same excerpts
def _use_of(excerpt: Excerpt) -> RunIoRow:
    """The use of a dataset by runs whose events all quote the same excerpt about it."""
    registers = registers_of([(excerpt, _SOMEWHERE, _SOMEWHERE)])
    return _use(("", *excerpt.aspect), None, registers)


def _use(
    key: tuple[str, str, int], used_at: int | None, registers: Mapping[Key, RunRegister]
) -> RunIoRow:
    _, side, node = key
    listings = [(key[2], registers[key]) for key in registers if key[0] == "listed"]
    first = min(_first(register) for _, register in listings)
    version = registers.get((side, node, None, "version"))
    schema = registers.get((side, node, None, "schema"))
    columns = registers.get((side, node, None, "columnLineage"))
    change = registers.get((side, node, None, "lifecycleStateChange"))
    pin = version[0] if version else None
    lifecycle = _parts(stated(change) if change else None, 2)
    return RunIoRow(
        *key,
        first_time=first[0],
        last_time=max(register[1][0] for _, register in listings),
        used_at=used_at,
        partitions=compact(sorted({partition for partition, _ in listings} - {None})),
        pin=pin[4] if pin else None,
        storage_version=stated(version) if version else None,
        schema_hash=stated_hash(schema) if schema else None,
        # After a tombstone it is stated that there are no column edges, which '' stands for.
        columns_hash=None if not columns else "" if is_withdrawn(columns) else stated_hash(columns),
        lifecycle=lifecycle[0],
        renamed_from=_number(lifecycle[1]),
        first=first[:3],
        pin_key=pin[:4] if pin else None,
        version_key=stated_at(version) if version else None,
        schema_key=stated_at(schema) if schema else None,
        lifecycle_key=stated_at(change) if change else None,
    )


def stream_io(run_key: str, k: K, facts: Iterable[Fact]) -> list[StreamIoRow]:
    """What one event of a stream lists (semantics 4.1, 5.1).

    Only streams need their events one by one. All other runs are known by their registers.
    """
    listed: dict[tuple[str, int], dict[str, tuple[int, str | None]]] = {}
    for part, node, _, facet, place, content, deleted, value in facts:
        if part == "listed":
            listed.setdefault((facet, node or 0), {})
        elif part in ("input", "output") and facet in ("schema", "version"):
            # Of several statements in one event the last counts. A tombstone states that there is
            # nothing.
            stated = listed.setdefault((part, node or 0), {})
            if (value is not None or deleted) and place >= stated.get(facet, (place,))[0]:
                stated_as = content if facet == "schema" else value
                stated[facet] = place, None if value is None else stated_as
    rows = []
    for (side, node), stated in listed.items():
        schema_place, schema = stated.get("schema", (None, None))
        version_place, version = stated.get("version", (None, None))
        rows.append(
            StreamIoRow(run_key, *k, side, node, schema, schema_place, version, version_place)
        )
    return rows
