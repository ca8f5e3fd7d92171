"""Flows: which input feeds which output inside a job, and from when to when (semantics 7.1, 7.2).

A statement is made for a target, at an entry of the job's timeline. This module finds out who
states what, and how long each statement holds.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from headwater.model.intervals import merged
from headwater.model.jobs.items import (
    DatasetEventItem,
    JobEventItem,
    RunItem,
    SeedFlow,
    stated_in,
)
from headwater.model.jobs.spans import ListedSpans
from headwater.model.jobs.timeline import EntityOf, PlacedEntry
from headwater.model.order import BEGINNING, FOREVER

Sources = Mapping[str, Sequence[int]]
"""The entities that each set of column edges leads from."""


class StatedSet(NamedTuple):
    """What an author states of a target.

    The kind is `column` or `explicit`; `withdrawn`, whose target is the job itself, where explicit
    lineage is taken back without stating any; and `undescribed` for an output that explicit lineage
    leaves out. The set is '' where it is stated that there is nothing.
    """

    target_id: int
    kind: str
    set_hash: str


StatedSets = dict[str, set[StatedSet]]
"""What each author, a run or a job event, states."""


class Flow(NamedTuple):
    """What a row of `flows` says, apart from when it holds."""

    stated_by: int
    target_id: int
    source_id: int
    basis: str
    set_hash: str
    is_flow: int
    ends_with_target: int
    ends_with_source: int


FlowSpan = tuple[Flow, int, int]
"""A flow, and from when to when it holds."""


def statements(
    job_id: int, runs: Iterable[RunItem], events: Iterable[JobEventItem], entity_of: EntityOf
) -> StatedSets:
    """All that runs and job events state of a job's lineage."""
    found: StatedSets = {}
    for run in runs:
        columns = [
            (row.node_id, row.columns)
            for row in run.listed
            if row.columns is not None and row.side == "output" and not row.drops
        ]
        withdraws = run.withdraws
        stated = set(_stated(job_id, columns, run.explicit, entity_of, withdraws=withdraws))
        if stated:
            found[run.run_key] = stated
    for event in events:
        columns = stated_in(event.columns)
        explicit = stated_in(event.lineage)
        withdraws = event.lineage is not None
        stated = set(_stated(job_id, columns, explicit, entity_of, withdraws=withdraws))
        if stated:
            found[event.digest] = stated
    return found


def _stated(
    job_id: int,
    columns: Iterable[tuple[int, str]],
    explicit: Sequence[tuple[int, str]],
    entity_of: EntityOf,
    *,
    withdraws: bool,
) -> Iterator[StatedSet]:
    for node, set_hash in columns:
        yield StatedSet(entity_of.get(node, node), "column", set_hash)
    for node, set_hash in explicit:
        yield StatedSet(entity_of.get(node, node), "explicit", set_hash)
    if withdraws and not explicit:
        yield StatedSet(job_id, "withdrawn", "")


class StatingEntry(NamedTuple):
    """An entry that states something else than the stating entry before it."""

    entry_no: int
    entry_time: int
    version_no: int
    stated: tuple[StatedSet, ...]

    @property
    def is_explicit(self) -> bool:
        """Whether it states explicit lineage, or takes it back."""
        return any(statement.kind != "column" for statement in self.stated)


def changes(line: Sequence[PlacedEntry], statements: StatedSets) -> list[StatingEntry]:
    """The statements at entries that state something else than the stating entry before them.

    Most runs repeat what the last run of their job stated. Dropping the repetitions changes
    nothing, because the intervals that they would begin and end touch each other and would be
    merged.
    """
    found: list[StatingEntry] = []
    # Explicit lineage of a job event counts only while no run has stated any (observed wins).
    is_observed = any(p.entry.seed is not None and p.entry.seed.stated_before for p in line)
    before: tuple[int, tuple[StatedSet, ...]] | None = None
    for placed in line:
        entry = placed.entry
        if placed.is_blind or entry.seed is not None or entry.author not in statements:
            continue
        in_place = [
            statement
            for statement in statements[entry.author]
            if statement.kind != "column"
            or (placed.counts and statement.target_id in entry.outputs)
        ]
        if not in_place:
            continue
        stated = set(in_place)
        if entry.is_declared and is_observed:
            stated = {statement for statement in stated if statement.kind == "column"}
        is_observed |= not entry.is_declared
        if placed.counts and any(statement.kind == "explicit" for statement in stated):
            stated |= {StatedSet(output, "undescribed", "") for output in entry.outputs}
        here = placed.version_no, tuple(sorted(stated))
        if stated and here != before:
            found.append(StatingEntry(placed.number, entry.entry_time, *here))
        before = here if stated else before
    return found


def flows(
    job_id: int,
    changes: Sequence[StatingEntry],
    listed: ListedSpans,
    sources: Sources,
    standing: Iterable[SeedFlow] = (),
) -> list[FlowSpan]:
    """The flows that a job states. `standing` held just before the window that is derived."""
    spans = [*_by_changes(job_id, changes, listed, sources)]
    spans += _standing(job_id, standing, changes, listed)
    return list(merged(spans))


def dataset_flows(
    dataset_id: int, events: Iterable[DatasetEventItem], sources: Sources
) -> list[FlowSpan]:
    """What dataset events state without a job. Each statement replaces the one before."""
    in_order = sorted(events, key=lambda event: (event.event_time, event.digest))
    ends = [event.event_time for event in in_order[1:]] + [FOREVER]
    spans = [
        (Flow(dataset_id, dataset_id, source, "explicit", set_hash, 1, 0, 0), event.event_time, end)
        for event, end in zip(in_order, ends, strict=True)
        if event.lineage_hash
        for source, set_hash in _fed_by({event.lineage_hash}, sources, is_explicit=True)
    ]
    return list(merged(spans))


def _fed_by(sets: Iterable[str], sources: Sources, *, is_explicit: bool) -> list[tuple[int, str]]:
    """The sources of these sets, each with its set.

    Explicit lineage without any source states that nothing feeds the target. Column lineage without
    one states nothing.
    """
    found = [(source, set_hash) for set_hash in sets for source in sources.get(set_hash, ())]
    return found or ([(0, "")] if is_explicit else [])


def _by_changes(
    job_id: int, changes: Sequence[StatingEntry], listed: ListedSpans, sources: Sources
) -> Iterator[FlowSpan]:
    next_statement: dict[int, int] = {}
    next_explicit: int | None = None
    for change in reversed(changes):
        for target, of_target in groupby(change.stated, key=lambda statement: statement.target_id):
            group = list(of_target)
            output_until = listed.until("output", target, change.version_no)
            end = min(next_statement.get(target, FOREVER), _or_forever(output_until))
            by_explicit = any(statement.kind != "column" for statement in group)
            for basis, sets in _bases(group):
                spans = _spans(
                    change.entry_time,
                    end,
                    next_explicit if by_explicit else None,
                    is_beside=basis == "column" and by_explicit,
                )
                for source, set_hash in _fed_by(sets, sources, is_explicit=basis == "explicit"):
                    input_until = listed.until("input", source, change.version_no)
                    ends = int(output_until is not None), int(input_until is not None)
                    for is_flow, start, stop in spans:
                        flow = Flow(job_id, target, source, basis, set_hash, is_flow, *ends)
                        yield flow, start, min(stop, _or_forever(input_until))
            next_statement[target] = change.entry_time
        if change.is_explicit:
            next_explicit = change.entry_time


def _bases(group: Sequence[StatedSet]) -> Iterator[tuple[str, set[str]]]:
    """The sets that one entry states of one target, by column lineage and explicitly."""
    columns = {statement.set_hash for statement in group if statement.kind == "column"}
    if columns:
        yield "column", columns
    explicit = {statement.set_hash for statement in group if statement.kind == "explicit"}
    # An output that explicit lineage leaves out is stated as fed by nothing.
    if explicit or any(statement.kind == "undescribed" for statement in group):
        yield "explicit", explicit


def _spans(
    begin: int, end: int, next_explicit: int | None, *, is_beside: bool
) -> list[tuple[int, int, int]]:
    """When a statement holds, and whether it is a flow during that time.

    What an entry with explicit lineage states ends at the next such entry, `next_explicit`. Column
    lineage beside it is no flow until then, and stands alone afterwards.
    """
    beside_until = _or_forever(next_explicit)
    stated = int(not is_beside), begin, min(end, beside_until)
    return [stated, (1, beside_until, end)] if is_beside else [stated]


def _or_forever(moment: int | None) -> int:
    return FOREVER if moment is None else moment


def _standing(
    job_id: int, standing: Iterable[SeedFlow], changes: Sequence[StatingEntry], listed: ListedSpans
) -> Iterator[FlowSpan]:
    """The flows that held before the window, for as long as nothing in the window ends them."""
    next_statement: dict[int, int] = {}
    next_explicit: int | None = None
    for change in reversed(changes):
        next_statement |= {statement.target_id: change.entry_time for statement in change.stated}
        next_explicit = change.entry_time if change.is_explicit else next_explicit
    for flow in standing:
        end = next_statement.get(flow.target_id, FOREVER)
        if flow.ends_with_target:
            end = min(end, _or_forever(listed.until("output", flow.target_id, 1)))
        if flow.ends_with_source:
            end = min(end, _or_forever(listed.until("input", flow.source_id, 1)))
        is_column = flow.basis == "column"
        by_explicit = not is_column or not flow.is_flow
        for is_flow, start, stop in _spans(
            BEGINNING,
            end,
            next_explicit if by_explicit else None,
            is_beside=is_column and by_explicit,
        ):
            key = Flow(
                job_id,
                flow.target_id,
                flow.source_id,
                flow.basis,
                flow.set_hash,
                is_flow,
                flow.ends_with_target,
                flow.ends_with_source,
            )
            yield key, start, stop
