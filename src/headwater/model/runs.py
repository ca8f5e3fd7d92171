"""Runs: everything that was stated under one (runId, job), from its registers (semantics 3).

The fields of the rows are the columns of the tables that they are stored in.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from headwater.model.canonical import compact
from headwater.model.facts import Fact
from headwater.model.order import STATES
from headwater.model.registers import First, K, Key, Place, RunRegister, as_json

_TERMINAL = ("COMPLETE", "ABORT", "FAIL")
_LISTED_FACETS = ("schema", "version", "columnLineage", "lifecycleStateChange")
STREAMS = ("STREAMING", "SERVICE")
"""The kinds of processing whose runs state what they use event by event."""

_PARTS = msgspec.json.Decoder(list[str | None])

Folded = Sequence[tuple[Key, RunRegister]]
"""The registers of one run, in order (`Registers.items`)."""


class RunRow(NamedTuple):
    """A row of `runs`."""

    run_key: str
    run_id: str
    raw_run_id: str
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
    facts: str


class RunIoRow(NamedTuple):
    """A row of `run_io`, and the order of the values that it has.

    Where a run uses several names for one dataset, the orders decide which value counts.
    """

    run_key: str
    side: str
    node_id: int
    first_time: int
    first_rank: int
    first_digest: str
    last_time: int
    used_at: int | None
    partitions: str
    pin: str | None
    storage_version: str | None
    schema_hash: str | None
    columns_hash: str | None
    lifecycle: str | None
    renamed_from: int | None
    pin_key: Place | None
    version_key: Place | None
    schema_key: Place | None
    lifecycle_key: Place | None


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


def run(run_key: str, registers: Folded) -> RunRow:
    """The run that these registers make."""
    events: list[tuple[str, RunRegister]] = []
    facets: dict[tuple[str, str], RunRegister] = {}
    job_id, batch_id = 0, None
    for (part, node, _, facet), register in registers:
        if part == "event":
            events.append((facet, register))
            job_id = node or 0
        elif part in ("run", "job"):
            facets[part, facet] = register
        elif part == "batch":
            batch_id = register.last[6]
    first = min(_first(register) for _, register in events)
    started = next((_first(register)[0] for kind, register in events if kind == "START"), first[0])
    ends = [register.last[:3] for kind, register in events if kind in _TERMINAL]
    ended_at, end_rank, end_digest = max(ends, default=(None, None, None))

    def stated(part: str, facet: str) -> str | None:
        register = facets.get((part, facet))
        return None if register is None else register.stated

    run_id, raw_run_id = _parts(first[4], 2)
    nominal = _parts(stated("run", "nominalTime"), 2)
    parent = _parts(stated("run", "parent") or stated("run", "parentRun"), 5)
    processing, snapshot = _parts(stated("job", "jobType"), 2)
    code = _parts(stated("job", "sourceCodeLocation"), 2)
    return RunRow(
        run_key=run_key,
        run_id=run_id or "",
        raw_run_id=raw_run_id or "",
        job_id=job_id,
        state=_state(end_rank, [kind for kind, _ in events]),
        started_at=started if ended_at is None else min(started, ended_at),
        ended_at=ended_at,
        first_time=first[0],
        first_rank=first[1],
        first_digest=first[2],
        last_time=max(register.last[0] for _, register in events),
        end_rank=end_rank,
        end_digest=end_digest,
        nominal_start=_number(nominal[0]),
        nominal_end=_number(nominal[1]),
        batch_id=batch_id,
        processing=processing or "BATCH",
        snapshot=_number(snapshot) or 0,
        code_version=code[0],
        code_url=code[1],
        code_sql=stated("job", "sql"),
        code_source=stated("job", "sourceCode"),
        extraction_failed=_number(stated("run", "extractionError")) or 0,
        parent_run_id=parent[0],
        parent_run_key=parent[1],
        parent_job_id=_number(parent[2]),
        root_run_key=parent[3],
        root_job_id=_number(parent[4]),
        facts=as_json(registers),
    )


def _first(register: RunRegister) -> First:
    assert register.first is not None  # facts that are no facets keep their first instance
    return register.first


def _state(end_rank: int | None, kinds: list[str]) -> str:
    """The state by the last terminal event. Nothing re-opens a run (semantics 3.4)."""
    if end_rank is not None:
        return STATES[end_rank]
    return "RUNNING" if "START" in kinds or "RUNNING" in kinds else "NEW"


def _parts(packed: str | None, count: int) -> list[str | None]:
    """What `facet_content.packed` has packed; None for each part of nothing."""
    return _PARTS.decode(packed) if packed is not None else [None] * count


def _number(text: str | None) -> int | None:
    return None if text is None else int(text)


def states_batch(registers: Folded) -> bool:
    """Whether it was stated last that the run is a batch, so that only other events could make it a
    stream."""
    for (part, _, _, facet), register in registers:
        if part == "job" and facet == "jobType" and register.stated is not None:
            return _parts(register.stated, 2)[0] not in STREAMS
    return False


def run_io(made: RunRow, registers: Folded) -> list[RunIoRow]:
    """The inputs and outputs of a run, by name before aliases are merged (semantics 3.2, 5.4)."""
    listed: dict[tuple[str, int], list[tuple[str | None, RunRegister]]] = {}
    facets: dict[tuple[str, int], dict[str, RunRegister]] = {}
    for (part, node, partition, facet), register in registers:
        if part == "listed":
            listed.setdefault((facet, node or 0), []).append((partition, register))
        elif part in ("input", "output") and facet in _LISTED_FACETS:
            facets.setdefault((part, node or 0), {})[facet] = register
    written_at = made.ended_at if made.processing == "BATCH" else made.last_time
    return [
        _used(
            (made.run_key, side, node),
            made.started_at if side == "input" else written_at,
            listings,
            facets.get((side, node), {}),
        )
        for (side, node), listings in listed.items()
    ]


def _used(
    key: tuple[str, str, int],
    used_at: int | None,
    listings: list[tuple[str | None, RunRegister]],
    facets: dict[str, RunRegister],
) -> RunIoRow:
    first = min(_first(register) for _, register in listings)
    version, schema = facets.get("version"), facets.get("schema")
    columns, change = facets.get("columnLineage"), facets.get("lifecycleStateChange")
    pin = version.first if version else None
    lifecycle = _parts(change.stated if change else None, 2)
    return RunIoRow(
        *key,
        *first[:3],
        last_time=max(register.last[0] for _, register in listings),
        used_at=used_at,
        partitions=compact(sorted({partition for partition, _ in listings} - {None})),
        pin=pin[4] if pin else None,
        storage_version=version.stated if version else None,
        schema_hash=schema.stated_hash if schema else None,
        # Where nothing is stated after a tombstone, that is stated.
        columns_hash=None if not columns else "" if columns.is_withdrawn else columns.stated_hash,
        lifecycle=lifecycle[0],
        renamed_from=_number(lifecycle[1]),
        pin_key=pin[:4] if pin else None,
        version_key=version.stated_at if version else None,
        schema_key=schema.stated_at if schema else None,
        lifecycle_key=change.stated_at if change else None,
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
            # What is stated at the last stating place counts, and nothing after a tombstone.
            stated = listed.setdefault((part, node or 0), {})
            if (value is not None or deleted) and place >= stated.get(facet, (place,))[0]:
                told = content if facet == "schema" else value
                stated[facet] = place, None if value is None else told
    rows = []
    for (side, node), stated in listed.items():
        schema_place, schema = stated.get("schema", (None, None))
        version_place, version = stated.get("version", (None, None))
        rows.append(
            StreamIoRow(run_key, *k, side, node, schema, schema_place, version, version_place)
        )
    return rows
