"""Contents, flows, edges, parents and control (semantics 3.5, 6, 7)."""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from headwater.store import tables
from tests.reference import facets
from tests.reference.entities import Entities
from tests.reference.events import Event
from tests.reference.facets import ColumnEdge, alive
from tests.reference.jobs import Entry, Job, declared_io
from tests.reference.names import digest
from tests.reference.runs import Io, Row, Run, withdraws

H = TypeVar("H", bound=Hashable)

Source = tuple[int, str, str, int]
"""source_id, basis, set_hash, is_flow"""

Flow = tuple[int, int, int, str, str, int, int, int]
"""stated_by (the job; for a dataset event the target itself), target_id, a Source, and whether it
ends when the job no longer lists its target, or its source"""

Span = tuple[int, int]


def merged(held: Iterable[tuple[H, Span]]) -> list[tuple[H, Span]]:
    """Intervals of one key that touch or overlap become one; empty ones are dropped."""
    spans: dict[H, list[Span]] = defaultdict(list)
    for key, (start, end) in held:
        if start < end:
            spans[key].append((start, end))
    result = []
    for key, found in spans.items():
        joined: list[Span] = []
        for start, end in sorted(found):
            if joined and start <= joined[-1][1]:
                joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
            else:
                joined.append((start, end))
        result += [(key, span) for span in joined]
    return result


# 7.2 Contents


@dataclass(frozen=True)
class Statement:
    """What an entry of a job's timeline says about one target. Without sources it is a tombstone:
    it ends what was said before and says nothing itself."""

    entry: int
    target: int
    is_explicit: bool
    sources: list[Source]


def job_statements(job: Job, entities: Entities) -> tuple[list[Statement], list[int]]:
    """The statements of a job in order, and which of its entries have explicit lineage."""
    statements: list[Statement] = []
    with_explicit: list[int] = []
    observed = False
    for index, entry in enumerate(job.entries):
        if entry.extraction_failed and not entry.is_first:
            continue
        columns = column_sources(entry, entities)
        explicit = explicit_entries(entry, observed)
        if explicit is not None:
            with_explicit.append(index)
        if entry.run is not None and (columns or explicit is not None):
            observed = True
        if not explicit:
            statements += [
                Statement(index, target, False, sources) for target, sources in columns.items()
            ]
            continue
        fed = explicit_sources(explicit, entities)
        for target in fed.keys() | entry.outputs:
            sources = fed.get(target) or [(0, "explicit", "", 1)]
            beside = [(*source[:3], 0) for source in columns.get(target, [])]
            statements.append(Statement(index, target, True, sources + beside))
    return statements, with_explicit


def explicit_entries(entry: Entry, observed: bool) -> list[facets.Entry] | None:
    """A run's merged entries; a job event's, while no run entry that states any lineage precedes.
    An empty list takes back what was stated before; None says nothing."""
    if entry.run is not None:
        return list(entry.run.explicit) or ([] if entry.run.withdraws else None)
    if entry.event is None or observed:
        return None
    if withdraws(entry.event):
        return []
    facet = alive(entry.event.subject_facets.get("lineage"))
    return facets.explicit_lineage(facet, entry.event.subject) or None


def explicit_sources(explicit: list[facets.Entry], entities: Entities) -> dict[int, list[Source]]:
    fed: dict[int, list[Source]] = {}
    for entry in explicit:
        found = fed.setdefault(entities.of(entry.target), [])
        found += [
            (source, "explicit", entry.set_hash, 1) for source in source_ids(entry.edges, entities)
        ]
    return fed


def column_sources(entry: Entry, entities: Entities) -> dict[int, list[Source]]:
    """Per output of the entry with column lineage or its tombstone: what feeds it."""
    outputs: list[Io] = []
    if entry.run is not None:
        outputs = entry.run.outputs
    elif entry.event is not None:
        outputs = declared_io(entry.event)[1]
    fed: dict[int, list[Source]] = {}
    for io in outputs:
        target = entities.of(io.name)
        if io.columns is None or target not in entry.outputs:
            continue
        found = fed.setdefault(target, [])
        facet = alive(io.columns.facet)
        edges = facets.column_lineage(facet) or []
        found += [(source, "column", digest(facet), 1) for source in source_ids(edges, entities)]
    return fed


def source_ids(edges: list[ColumnEdge], entities: Entities) -> set[int]:
    return {entities.of(edge.source) for edge in edges}


# Flows


def fold_flows(jobs: list[Job], events: list[Event], entities: Entities) -> list[tuple[Flow, Span]]:
    held: list[tuple[Flow, Span]] = []
    for job in jobs:
        held += job_flows(job, entities)
    held += dataset_event_flows(events, entities)
    return merged(held)


def job_flows(job: Job, entities: Entities) -> Iterator[tuple[Flow, Span]]:
    statements, with_explicit = job_statements(job, entities)
    for statement in statements:
        version = job.version_at(job.entries[statement.entry])
        at_statement, later = job.versions[version], job.versions[version + 1 :]
        ends = [
            job.entries[other.entry].time
            for other in statements
            if other.entry > statement.entry and other.target == statement.target
        ]
        next_explicit = min(
            (
                job.entries[index].time
                for index in with_explicit
                if statement.is_explicit and index > statement.entry
            ),
            default=tables.FOREVER,
        )
        with_target = statement.target in at_statement.outputs
        if with_target:
            ends += [v.entries[0].time for v in later if statement.target not in v.outputs]
        for source in statement.sources:
            source_ends = list(ends)
            with_source = source[0] in at_statement.inputs
            if with_source:
                source_ends += [v.entries[0].time for v in later if source[0] not in v.inputs]
            began = job.entries[statement.entry].time
            end = min(source_ends, default=tables.FOREVER)
            flow = (job.name.node, statement.target, *source[:3])
            ending = (int(with_target), int(with_source))
            yield (*flow, source[3], *ending), (began, min(end, next_explicit))
            if not source[3]:  # stood beside explicit lineage: from then on it stands alone
                yield (*flow, 1, *ending), (next_explicit, end)


def dataset_event_flows(events: list[Event], entities: Entities) -> Iterator[tuple[Flow, Span]]:
    """7.2: a dataset event's lineage holds until the next one of that dataset, or a tombstone."""
    stating: dict[int, list[tuple[int, facets.DatasetLineage | None]]] = defaultdict(list)
    for event in events:  # in the order of K
        facet = event.subject_facets.get("lineage")
        if event.shape == "dataset" and facet is not None:
            stated = facets.dataset_lineage(alive(facet))
            if stated is not None or facets.is_tombstone(facet):
                stating[entities.of(event.subject)].append((event.time, stated))
    for target, statements in stating.items():
        ends = [time for time, _ in statements[1:]] + [tables.FOREVER]
        for (start, stated), end in zip(statements, ends, strict=True):
            if stated is None:
                continue
            for source in source_ids(stated.edges, entities):
                yield (target, target, source, "explicit", stated.set_hash, 1, 0, 0), (start, end)
            if not stated.edges:
                yield (target, target, 0, "explicit", "", 1, 0, 0), (start, end)


# 6.2 Edges

Edge = tuple[int, int, str, int]
"""origin, destination, basis, stated_by"""


def edge_rows(jobs: list[Job], flows: list[tuple[Flow, Span]], entities: Entities) -> list[Row]:
    held: list[tuple[Edge, Span]] = []
    for job in jobs:
        node = job.name.node
        for version in job.versions:
            span = (version.entries[0].time, version.valid_to)
            held += [((source, node, "listed", node), span) for source in version.inputs]
            held += [((node, target, "listed", node), span) for target in version.outputs]
    kinds = {entities.of(name): name.kind for name in entities.members}
    for (stated_by, target, source, basis, *_), span in flows:
        if basis == "explicit":
            drawn = explicit_edges(stated_by, target, source, kinds)
            held += [((*edge, "explicit", stated_by), span) for edge in drawn]
        else:
            held.append(((source, stated_by, "column", stated_by), span))
    return [(*edge, *span) for edge, span in merged(held) if edge[0] != edge[1]]


def explicit_edges(
    stated_by: int, target: int, source: int, kinds: dict[int, str]
) -> list[tuple[int, int]]:
    if kinds[stated_by] == "dataset":  # a dataset event names no job
        return [(source, target)] if source else []
    edges = []
    if kinds[target] == "dataset":
        edges.append((stated_by, target))
    if source and kinds[source] == "dataset":
        reader = stated_by if kinds[target] == "dataset" else target
        edges.append((source, reader))
    elif source:
        edges.append((source, target))
    return edges


# 3.5 Parents, 6.5 control


def parent_rows(runs: list[Run]) -> list[Row]:
    placed: dict[int, list[tuple[tuple[int, int, str], str, int]]] = defaultdict(list)
    for run in runs:
        if run.parent is not None and run.parent.job is not None and run.parent_at is not None:
            placed[run.job.node].append((run.parent_at, run.key, run.parent.job.node))
    held: list[tuple[tuple[int, int], Span]] = []
    for job, unordered in placed.items():
        statements = sorted(unordered)
        ends = [at[0] for at, _, _ in statements[1:]] + [tables.FOREVER]
        for (at, _, parent), end in zip(statements, ends, strict=True):
            held.append(((job, parent), (at[0], end)))
    return [(*key, *span) for key, span in merged(held)]


def control_rows(runs: list[Run]) -> list[Row]:
    """The jobDependencies of the last finished run of a job that states them."""
    placed: dict[int, list[tuple[int, int, str, str, facets.Dependencies]]] = defaultdict(list)
    for run in runs:
        if run.end is not None and run.dependencies is not None:
            time, rank, end_digest = run.end
            placed[run.job.node].append((time, rank, run.key, end_digest, run.dependencies))
    held: list[tuple[tuple[int, int, int], Span]] = []
    for job, unordered in placed.items():
        statements = sorted(unordered, key=lambda statement: statement[:4])
        ends = [statement[0] for statement in statements[1:]] + [tables.FOREVER]
        for (start, *_, dependencies), end in zip(statements, ends, strict=True):
            drawn = {(job, upstream.node, job) for upstream in dependencies.upstream}
            drawn |= {(job, job, downstream.node) for downstream in dependencies.downstream}
            held += [(edge, (start, end)) for edge in drawn]
    return [(*edge, *span) for edge, span in merged(held)]
