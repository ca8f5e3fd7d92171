"""The timeline of a job: its entries, what each knows, and which version it is of (semantics 4)."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import msgspec

from headwater.model.jobs.items import (
    Code,
    JobEventItem,
    ListingItem,
    RunItem,
    SeedEntry,
    SeedItem,
    nodes_in,
)
from headwater.model.order import UNTYPED_RANK
from headwater.model.runs.registers import K
from headwater.model.runs.rows import STREAMS

Datasets = tuple[int, ...]
"""The entity ids of datasets, sorted."""

EntityOf = Mapping[int, int]
"""The entities of names that stand for another name."""


@dataclass(frozen=True, slots=True)
class TimelineEntry:
    """What a run or job event says of its job at one moment (semantics 4.1)."""

    entry_time: int
    rank: int
    run_key: str
    digest: str
    basis: str
    inputs: Datasets
    outputs: Datasets
    code: Code
    completed: bool = False
    extraction_failed: bool = False
    seed: SeedEntry | None = None
    """The seed that this entry is, if it stands for all entries before a window."""

    @property
    def place(self) -> tuple[int, int, str, str]:
        """The order of entries within a job."""
        return self.entry_time, self.rank, self.run_key, self.digest

    @property
    def is_declared(self) -> bool:
        return self.basis == "declared"

    @property
    def author(self) -> str:
        """Who makes the statements of this entry: a run or a job event."""
        return self.digest if self.is_declared else self.run_key


@dataclass(slots=True)
class PlacedEntry:
    """An entry in its timeline, with what is effective there."""

    entry: TimelineEntry
    number: int
    counts: bool
    """Whether its lists count. Those of job events do until a run has listed any (4.2)."""
    is_blind: bool
    """Whether an extraction error, except at the job's first entry, hides all lists (4.3)."""
    knows: bool
    """Whether it knows its inputs or its outputs."""
    reads: Datasets
    writes: Datasets
    code: Code
    version_no: int
    begins: bool
    """Whether a version begins here (4.4)."""
    had_lists: bool
    """Whether anything was effective before."""


def entries(
    runs: Sequence[RunItem],
    listings: Iterable[ListingItem],
    events: Iterable[JobEventItem],
    entity_of: EntityOf,
    seed: SeedItem | None,
) -> list[TimelineEntry]:
    """Every entry of a job, in order.

    With a seed, only the entries in its window, after those that stand for all before it.
    """
    found = [_declared(event, entity_of) for event in events]
    by_run: dict[str, list[ListingItem]] = {}
    for listing in listings:
        by_run.setdefault(listing.run_key, []).append(listing)
    for run in runs:
        if run.processing not in STREAMS:
            found += _finished(run, entity_of) if run.ended_at is not None else ()
        elif run.snapshot:
            found += _snapshots(run, by_run.get(run.run_key, ()), entity_of)
        else:
            found += _growing(run, "stream", entity_of)
    if seed is not None:
        found = [entry for entry in found if seed.has(entry.entry_time)]
        found += [_seed(entry) for entry in seed.entries]
    # Unfinished runs make entries only where there are no others. A window that has an end and
    # meets the stored state has others.
    if not found and (seed is None or seed.is_open):
        found = [
            entry
            for run in runs
            if run.ended_at is None and run.processing not in STREAMS
            for entry in _growing(run, "provisional", entity_of)
            if seed is None or seed.has(entry.entry_time)
        ]
    found.sort(key=lambda entry: entry.place)
    return found


def timeline(entries: Iterable[TimelineEntry], code_from: Collection[str]) -> list[PlacedEntry]:
    """The entries with their effective inputs, outputs and code, and their versions.

    `code_from` says what of the code makes versions (`facts.Rules`).
    """
    placed: list[PlacedEntry] = []
    reads: Datasets = ()
    writes: Datasets = ()
    code: Code = (None, None, None, None)
    run_has_listed = False
    version_no = 0
    for number, entry in enumerate(entries, 1):
        counts = entry.seed is not None or not entry.is_declared or not run_has_listed
        is_blind = entry.extraction_failed and number > 1
        sees = counts and not is_blind
        knows_inputs = sees and bool(entry.inputs or (entry.completed and entry.outputs))
        knows_outputs = sees and bool(entry.outputs or (entry.completed and entry.inputs))
        before = reads, writes
        reads = entry.inputs if knows_inputs else reads
        writes = entry.outputs if knows_outputs else writes
        begins = (
            number == 1 or before != (reads, writes) or _other_code(entry.code, code, code_from)
        )
        version_no += begins
        code = _carried(code, entry.code)
        placed.append(
            PlacedEntry(
                entry,
                number,
                counts,
                is_blind,
                knows_inputs or knows_outputs,
                reads,
                writes,
                code,
                version_no,
                begins,
                bool(before[0] or before[1]),
            )
        )
        run_has_listed |= (
            bool(entry.seed.listed_before)
            if entry.seed is not None
            else not entry.is_declared and bool(entry.inputs or entry.outputs)
        )
    return placed


def _carried(before: Code, own: Code) -> Code:
    version, url, sql, source = own
    return (
        before[0] if version is None else version,
        before[1] if url is None else url,
        before[2] if sql is None else sql,
        before[3] if source is None else source,
    )


def _other_code(own: Code, carried: Code, code_from: Collection[str]) -> bool:
    """Whether an entry's code differs from the code before, in what both have (semantics 4.4)."""
    if own == carried:
        return False
    if "version" in code_from:
        # Where versions can be compared, URLs do not count.
        has_version = own[0] is not None and carried[0] is not None
        has_url = own[1] is not None and carried[1] is not None
        if own[0] != carried[0] if has_version else has_url and own[1] != carried[1]:
            return True
    return "source" in code_from and any(
        _other_shape(own[place], carried[place]) for place in (2, 3)
    )


_PARTS = msgspec.json.Decoder(list[str | None])


def _other_shape(own: str | None, carried: str | None) -> bool:
    """Whether both are texts of code, and of different shape. The shape is their first part."""
    if own is None or carried is None or own == carried:
        return False
    shape, before = _PARTS.decode(own)[0], _PARTS.decode(carried)[0]
    return shape is not None and before is not None and shape != before


def _finished(run: RunItem, entity_of: EntityOf) -> Iterator[TimelineEntry]:
    """The entry of a run that has ended. A run that only drops datasets makes none."""
    inputs: set[int] = set()
    outputs: set[int] = set()
    for row in run.listed:
        if not row.drops:
            side = inputs if row.side == "input" else outputs
            side.add(entity_of.get(row.node_id, row.node_id))
    if inputs or outputs or not run.listed:
        yield _entry(
            run,
            "run",
            (run.ended_at or 0, run.end_rank or 0, run.end_digest or ""),
            inputs,
            outputs,
            completed=run.state == "COMPLETED",
        )


def _growing(run: RunItem, basis: str, entity_of: EntityOf) -> Iterator[TimelineEntry]:
    """An entry for each event that first lists something. It has the union of all lists so far."""
    first: dict[tuple[str, int], K] = {}
    for row in run.listed:
        if not row.drops:
            key = row.side, entity_of.get(row.node_id, row.node_id)
            first[key] = min(row.first, first.get(key, row.first))
    for moment in sorted(set(first.values())):
        known = [key for key, k in first.items() if k <= moment]
        inputs = {dataset for side, dataset in known if side == "input"}
        outputs = {dataset for side, dataset in known if side == "output"}
        yield _entry(run, basis, moment, inputs, outputs)


def _snapshots(
    run: RunItem, listings: Iterable[ListingItem], entity_of: EntityOf
) -> Iterator[TimelineEntry]:
    """An entry for each event whose own lists change what a snapshot run is known to use."""
    dropped = {(row.side, row.node_id) for row in run.listed if row.drops}
    moments: dict[K, dict[str, set[int]]] = {}
    for row in listings:
        if (row.side, row.node_id) not in dropped:
            lists = moments.setdefault((row.event_time, row.rank, row.digest), {})
            lists.setdefault(row.side, set()).add(entity_of.get(row.node_id, row.node_id))
    known: dict[str, set[int]] = {}
    for moment, lists in sorted(moments.items(), key=lambda pair: pair[0]):
        before = known
        known = known | lists
        if known != before:
            yield _entry(run, "stream", moment, known.get("input", ()), known.get("output", ()))


def _declared(event: JobEventItem, entity_of: EntityOf) -> TimelineEntry:
    inputs, outputs = (
        tuple(sorted({entity_of.get(node, node) for node in nodes_in(text)}))
        for text in (event.inputs, event.outputs)
    )
    return TimelineEntry(
        event.event_time, UNTYPED_RANK, "", event.digest, "declared", inputs, outputs, event.code
    )


def _entry(
    run: RunItem,
    basis: str,
    moment: K,
    inputs: Iterable[int],
    outputs: Iterable[int],
    *,
    completed: bool = False,
) -> TimelineEntry:
    return TimelineEntry(
        moment[0],
        moment[1],
        run.run_key,
        moment[2],
        basis,
        tuple(sorted(inputs)),
        tuple(sorted(outputs)),
        run.code,
        completed,
        run.extraction_failed == 1,
    )


def _seed(seed: SeedEntry) -> TimelineEntry:
    return TimelineEntry(
        seed.entry_time,
        seed.rank,
        seed.run_key,
        seed.digest,
        seed.basis,
        tuple(seed.inputs),
        tuple(seed.outputs),
        seed.code,
        extraction_failed=seed.extraction_failed == 1,
        seed=seed,
    )
