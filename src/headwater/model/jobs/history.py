"""The history of one job, folded from its items (semantics 3.5, 4, 6, 7).

Versions, flows, edges, parents and scheduling dependencies of a job depend on its own items alone.
So a rebuild derives job by job, with all items there are; and a batch derives the jobs that it
changes, with the items in a window and a seed for what was before.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, field
from typing import Any

from headwater.model.canonical import compact
from headwater.model.intervals import merged
from headwater.model.jobs.flows import FlowSpan, changes, dataset_flows, flows, statements
from headwater.model.jobs.items import (
    DatasetEventItem,
    JobEventItem,
    JobItem,
    ListingItem,
    NamesItem,
    RunItem,
    SeedItem,
    SourcesItem,
)
from headwater.model.jobs.spans import ListedSpans
from headwater.model.jobs.timeline import EntityOf, entries, timeline
from headwater.model.jobs.versions import DerivedVersion, job_versions
from headwater.model.order import BEGINNING, FOREVER

_Row = tuple[Any, ...]


@dataclass
class JobRows:
    """The rows that one history makes, by table: each field has the name of a table, and its rows
    have the columns of that table in their order."""

    job_versions: list[_Row] = field(default_factory=list)
    flows: list[_Row] = field(default_factory=list)
    edges: list[_Row] = field(default_factory=list)
    job_parents: list[_Row] = field(default_factory=list)
    control_edges: list[_Row] = field(default_factory=list)


@dataclass
class JobItems:
    """The items of one job, by kind; or what dataset events state of a dataset, without a job."""

    runs: list[RunItem] = field(default_factory=list)
    listings: list[ListingItem] = field(default_factory=list)
    job_events: list[JobEventItem] = field(default_factory=list)
    dataset_events: list[DatasetEventItem] = field(default_factory=list)
    sets: dict[str, list[int]] = field(default_factory=dict)
    """The names that each set of column edges leads from."""
    names: list[NamesItem] = field(default_factory=list)
    seed: SeedItem | None = None

    def add(self, item: JobItem) -> None:
        match item:
            case RunItem():
                self.runs.append(item)
            case ListingItem():
                self.listings.append(item)
            case JobEventItem():
                self.job_events.append(item)
            case DatasetEventItem():
                self.dataset_events.append(item)
            case SourcesItem():
                self.sets[item.set_hash] = item.nodes
            case NamesItem():
                self.names.append(item)
            case SeedItem():
                self.seed = item


@dataclass(frozen=True)
class KnownNames:
    """What names stand for, where items refer to them."""

    entity_of: EntityOf = field(default_factory=dict)
    jobs: Set[int] = frozenset()
    """The entities that are jobs. All others are datasets."""

    def and_those(self, items: Sequence[NamesItem]) -> "KnownNames":
        """These names, and those among the items of one job."""
        entities = [pair for item in items for pair in item.entities]
        jobs = [job for item in items for job in item.jobs]
        if not entities and not jobs:
            return self
        return KnownNames({**self.entity_of, **dict(entities)}, self.jobs | set(jobs))


def job_history(
    key: int, items: JobItems, known: KnownNames, code_from: Collection[str]
) -> JobRows:
    """The history of the job with this id; for the id of a dataset, what its events state.

    `known` is what names stand for, beside the names among the items. `code_from` says what of the
    code makes versions (`facts.Rules`).
    """
    names = known.and_those(items.names)
    entity_of, jobs = names.entity_of, names.jobs
    sources = {
        set_hash: sorted({entity_of.get(node, node) for node in nodes})
        for set_hash, nodes in items.sets.items()
    }
    if items.dataset_events:
        stated = dataset_flows(key, items.dataset_events, sources)
        return JobRows(flows=_rows(stated), edges=_rows(_edges(None, stated, (), jobs)))
    line = timeline(
        entries(items.runs, items.listings, items.job_events, entity_of, items.seed), code_from
    )
    versions = job_versions(line)
    listed = ListedSpans(versions)
    changed = changes(line, statements(key, items.runs, items.job_events, entity_of))
    standing = () if items.seed is None else items.seed.flows
    stated = flows(key, changed, listed, sources, standing)
    own = next((item for item in items.names if item.name), NamesItem())
    return JobRows(
        [_version_row(key, own, version) for version in versions],
        _rows(stated),
        _rows(_edges(key, stated, listed, jobs)),
        _rows(_parents(key, items.runs, items.seed)),
        _rows(_control(key, items.runs, items.seed)),
    )


def _rows(spans: Iterable[tuple[_Row, int, int]]) -> list[_Row]:
    return [(*key, start, end) for key, start, end in spans]


def _version_row(job_id: int, names: NamesItem, version: DerivedVersion) -> _Row:
    return (
        version.version_id(names.namespace, names.name),
        job_id,
        version.valid_from,
        version.began.rank,
        version.began.run_key,
        version.began.digest,
        version.valid_to,
        version.began.basis,
        compact(version.reads),
        compact(version.writes),
        *version.code,
        int(version.lineage_unknown),
        version.confirmed_at,
    )


def _edges(
    job: int | None,
    stated: Iterable[FlowSpan],
    listed: Iterable[tuple[str, int, Any]],
    jobs: Set[int],
) -> Iterator[tuple[_Row, int, int]]:
    """The edges of the graph that a job, or a dataset without one, states (semantics 6.2)."""
    spans: list[tuple[_Row, int, int]] = []
    for side, dataset, span in listed:
        ends = (dataset, job) if side == "input" else (job, dataset)
        spans.append(((*ends, "listed", job), span.valid_from, span.valid_to))
    for flow, start, end in stated:
        found = _stated_edges(job, flow.target_id, flow.source_id, flow.basis, jobs)
        spans += [((*ends, flow.basis, flow.stated_by), start, end) for ends in found]
    return merged(span for span in spans if span[0][0] != span[0][1])


def _stated_edges(
    job: int | None, target: int, source: int, basis: str, jobs: Set[int]
) -> Iterator[tuple[int, int]]:
    """The edges that a flow makes. Without a job, a dataset event states it of its own dataset."""
    explicit, to_dataset = basis == "explicit", target != job and target not in jobs
    if explicit and job is not None and to_dataset:
        yield job, target
    if not source:
        return
    if source == job or source in jobs:
        if explicit:
            yield source, target
    elif job is not None and (to_dataset or target == job):
        yield source, job
    elif explicit:
        yield source, target


def _parents(
    job_id: int, runs: Iterable[RunItem], seed: SeedItem | None
) -> Iterator[tuple[_Row, int, int]]:
    """The jobs that a job was started by, one after the other (semantics 3.5)."""
    found = [
        (run.parent.first, run.run_key, run.parent.job_id)
        for run in runs
        if run.parent is not None and (seed is None or seed.has(run.parent.first[0]))
    ]
    if seed is not None:
        found += [((BEGINNING, 0, ""), "", parent) for parent in seed.parents]
    found.sort()
    ends = [first[0] for first, _, _ in found[1:]] + [FOREVER]
    return merged(
        ((job_id, parent), first[0], end)
        for (first, _, parent), end in zip(found, ends, strict=False)
    )


def _control(
    job_id: int, runs: Iterable[RunItem], seed: SeedItem | None
) -> Iterator[tuple[_Row, int, int]]:
    """Scheduling dependencies: what a finished run states, until the next one (semantics 6.5)."""
    stating = [
        ((run.ended_at, run.end_rank, run.run_key, run.end_digest), run.dependencies)
        for run in runs
        if run.ended_at is not None and run.dependencies is not None
    ]
    in_window = sorted(pair for pair in stating if seed is None or seed.has(pair[0][0]))
    starts = [place[0] for place, _ in in_window]
    spans: list[tuple[_Row, int, int]] = []
    for (_, (before, after)), start, end in zip(
        in_window, starts, [*starts[1:], FOREVER], strict=False
    ):
        spans += [((job_id, other, job_id), start, end) for other in before]
        spans += [((job_id, job_id, other), start, end) for other in after]
    if seed is not None:
        until = starts[0] if starts else FOREVER
        spans += [((job_id, *edge), BEGINNING, until) for edge in seed.control]
    return merged(spans)
