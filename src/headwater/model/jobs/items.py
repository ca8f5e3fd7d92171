"""What the history of one job is derived from: its runs, its job events, and what these refer to.

Items are made where runs are folded, and used where all items of a job are together.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

import msgspec

from headwater.model.excerpts import JOB, Excerpt
from headwater.model.order import FOREVER
from headwater.model.runs.registers import (
    Folded,
    K,
    Place,
    Quoting,
    RunRegister,
    registers_of,
    stated,
)
from headwater.model.runs.rows import RunIoRow, RunRow

Code: TypeAlias = tuple[str | None, str | None, str | None, str | None]
"""What is known of the code, in the order of `headwater.model.facts.CODE`."""


class ListedItem(msgspec.Struct, array_like=True, frozen=True):
    """A dataset name that a run lists."""

    side: str
    node_id: int
    first: K
    """The first event that lists it on this side."""
    drops: bool
    """Whether it is an output that the run drops (semantics 5.6)."""
    columns: str | None
    """The set of column edges that is stated for it; '' where it is stated that there are none."""


class ParentItem(msgspec.Struct, array_like=True, frozen=True):
    """The job that a run was started by, and the first event that says so."""

    job_id: int
    first: K


class RunItem(msgspec.Struct, array_like=True, frozen=True):
    """A run."""

    run_key: str
    state: str
    processing: str
    snapshot: int
    ended_at: int | None
    end_rank: int | None
    end_digest: str | None
    code: Code
    extraction_failed: int
    listed: list[ListedItem]
    explicit: list[tuple[int, str]]
    """Explicit lineage: targets, each with the set of its sources."""
    withdraws: bool
    """Whether the run takes explicit lineage back."""
    parent: ParentItem | None
    dependencies: tuple[list[int], list[int]] | None
    """The jobs before and after, where the run states any."""


class ListingItem(msgspec.Struct, array_like=True, frozen=True):
    """A dataset name that one event of a stream lists."""

    run_key: str
    event_time: int
    rank: int
    digest: str
    side: str
    node_id: int


class JobEventItem(msgspec.Struct, array_like=True, frozen=True):
    """A job event. Lists are JSON, as the table `job_events` has them."""

    digest: str
    event_time: int
    inputs: str
    outputs: str
    columns: str
    lineage: str | None = None
    code_version: str | None = None
    code_url: str | None = None
    code_sql: str | None = None
    code_source: str | None = None

    @property
    def code(self) -> Code:
        return self.code_version, self.code_url, self.code_sql, self.code_source


class DatasetEventItem(msgspec.Struct, array_like=True, frozen=True):
    """What a dataset event states, without a job, of what feeds the dataset."""

    digest: str
    event_time: int
    lineage_hash: str


class SourcesItem(msgspec.Struct, array_like=True, frozen=True):
    """The names that a set of column edges leads from."""

    set_hash: str
    nodes: list[int]


class NamesItem(msgspec.Struct, array_like=True, frozen=True):
    """What names stand for, as far as items refer to them."""

    namespace: str = ""
    name: str = ""
    """`namespace` and `name` are those of the job itself."""
    entities: list[tuple[int, int]] = []
    """The entity of each name that stands for another than itself."""
    jobs: list[int] = []
    """The names that are jobs. All others are datasets."""


class SeedEntry(msgspec.Struct, array_like=True, frozen=True):
    """An entry that stands for all entries before a window."""

    entry_time: int
    rank: int
    run_key: str
    digest: str
    basis: str
    inputs: list[int]
    outputs: list[int]
    code: Code
    extraction_failed: int
    listed_before: int
    """Whether a run had listed anything before the window."""
    stated_before: int
    """Whether a run had stated anything before the window."""


class SeedFlow(msgspec.Struct, array_like=True, frozen=True):
    """A flow that holds just before a window."""

    target_id: int
    source_id: int
    basis: str
    set_hash: str
    is_flow: int
    ends_with_target: int
    ends_with_source: int


class SeedItem(msgspec.Struct, array_like=True, frozen=True):
    """The window in which a job is derived, and what holds just before it."""

    since: int
    until: int
    entries: list[SeedEntry] = []
    flows: list[SeedFlow] = []
    parents: list[int] = []
    control: list[tuple[int, int]] = []

    def has(self, time: int) -> bool:
        return self.since <= time < self.until

    @property
    def is_open(self) -> bool:
        return self.until == FOREVER


JobItem: TypeAlias = (
    RunItem | ListingItem | JobEventItem | DatasetEventItem | SourcesItem | NamesItem | SeedItem
)

JOB_KINDS: dict[str, type[JobItem]] = {
    "run": RunItem,
    "listing": ListingItem,
    "job_event": JobEventItem,
    "dataset_event": DatasetEventItem,
    "sources": SourcesItem,
    "names": NamesItem,
    "seed": SeedItem,
}
"""The types of items by the words that they travel under."""


class StatedReferences(NamedTuple):
    """What an item refers to, beside the datasets that it lists."""

    sets: set[str]
    """Sets of column edges."""
    targets: set[int]
    """The names that explicit lineage leads to."""


def run_item(run: RunRow, io: Sequence[RunIoRow], folded: Folded) -> RunItem:
    """A run as an item of its job's history."""
    entries, withdrawn = _explicit(folded.aspects.get(JOB, ()))
    before_and_after = folded.own.get(("run", None, None, "jobDependencies"))
    return RunItem(
        run.run_key,
        run.state,
        run.processing,
        run.snapshot,
        run.ended_at,
        run.end_rank,
        run.end_digest,
        (run.code_version, run.code_url, run.code_sql, run.code_source),
        run.extraction_failed,
        [
            ListedItem(
                row.side,
                row.node_id,
                row.first,
                row.drops,
                row.columns_hash,
            )
            for row in io
        ],
        [(node, value) for place, node, value in entries if withdrawn is None or place > withdrawn],
        withdrawn is not None,
        None if run.parent_job_id is None else _parent(run.parent_job_id, folded),
        None if before_and_after is None else _dependencies(before_and_after),
    )


def _explicit(
    quotings: Sequence[Quoting],
) -> tuple[list[tuple[Place, int, str]], Place | None]:
    """The entries of explicit lineage, with where each was stated last, in this order; and where it
    was taken back last."""
    entries: list[tuple[Place, int, str]] = []
    withdrawn: Place | None = None
    if any(has_lineage(excerpt) for excerpt, _, _ in quotings):
        for (part, node, _, facet), (_, last, _) in registers_of(quotings).items():
            if part == "lineage" and facet == "entry":
                entries.append((last[:4], node or 0, last[6] or ""))
            elif part == "lineage":
                withdrawn = last[:4]
    entries.sort()
    return entries, withdrawn


@lru_cache(maxsize=16_384)
def has_lineage(excerpt: Excerpt) -> bool:
    """Whether explicit lineage stands in it."""
    return any(fact.part == "lineage" for fact in excerpt.facts)


def _parent(job_id: int, folded: Folded) -> ParentItem:
    # The legacy `parentRun` counts only where there is no `parent`.
    facets = (folded.own.get(("run", None, None, name)) for name in ("parent", "parentRun"))
    first, _, _ = next(found for found in facets if found and stated(found))
    assert first is not None
    return ParentItem(job_id, first[:3])


_SIDES = msgspec.json.Decoder(tuple[list[int], list[int]])


def _dependencies(register: RunRegister) -> tuple[list[int], list[int]] | None:
    value = stated(register)
    return None if value is None else _SIDES.decode(value)


_PAIRS = msgspec.json.Decoder(list[tuple[int, str]])
_NODES = msgspec.json.Decoder(list[int])


def nodes_in(text: str) -> list[int]:
    """The names in a list of a job event."""
    return _NODES.decode(text)


def stated_in(text: str | None) -> list[tuple[int, str]]:
    """The targets and sets that a job event states."""
    return [] if text is None else _PAIRS.decode(text)


def references(item: RunItem | JobEventItem) -> StatedReferences:
    """What a run or job event refers to."""
    if isinstance(item, RunItem):
        columns = [row.columns for row in item.listed]
        explicit = item.explicit
    else:
        columns = [set_hash for _, set_hash in stated_in(item.columns)]
        explicit = stated_in(item.lineage)
    sets = {*columns, *(set_hash for _, set_hash in explicit)}
    return StatedReferences({x for x in sets if x}, {target for target, _ in explicit})


def listed_names(item: RunItem | JobEventItem) -> set[int]:
    """The names of datasets that a run or job event lists, or states column lineage for."""
    if isinstance(item, RunItem):
        return {row.node_id for row in item.listed}
    columns = (target for target, _ in stated_in(item.columns))
    return {*nodes_in(item.inputs), *nodes_in(item.outputs), *columns}


def job_event_item(event: dict[str, Any]) -> JobEventItem:
    """A row of `job_events` as an item."""
    return JobEventItem(**{name: event[name] for name in JobEventItem.__struct_fields__})
