"""The past of jobs, as far as a batch depends on it (see `histories.past`)."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from headwater.model.jobs.items import (
    DatasetEventItem,
    JobEventItem,
    JobItem,
    ListingItem,
    NamesItem,
    RunItem,
    SeedItem,
    SourcesItem,
    job_event_item,
    listed_names,
    references,
)
from headwater.model.order import BEGINNING, FOREVER
from headwater.pipeline.derive.items import ItemRow, item_row
from headwater.pipeline.histories.cuts import members
from headwater.pipeline.histories.job_seeds import job_seed
from headwater.pipeline.histories.past import (
    NewRows,
    Past,
    SourceRows,
    listings,
    named,
    overlaid,
    parts_of,
)
from headwater.pipeline.histories.windows import Cut, Window
from headwater.pipeline.source.stored import Row, Rows, grouped, rows, rows_in
from headwater.store.read import Snapshot
from headwater.store.tables import (
    COLUMN_SETS,
    CONTROL_EDGES,
    DATASET_EVENTS,
    EDGES,
    FLOWS,
    JOB_EVENTS,
    JOB_PARENTS,
    JOB_VERSIONS,
    RUNS,
)

SPANS = {
    FLOWS: "stated_by",
    EDGES: "stated_by",
    JOB_PARENTS: "job_id",
    CONTROL_EDGES: "job_id",
}
"""The tables of what holds from when to when, and the column that says whose history it is."""


def past_of_jobs(
    snapshot: Snapshot, jobs: dict[int, Cut], authors: set[int], new: NewRows, width: int | None
) -> Past:
    """The past that the histories of these jobs depend on, in windows of this width, with that of
    the statements that these authors make."""
    past = Past({t.name: [] for t in (JOB_VERSIONS, *SPANS)})
    sources, items = SourceRows(), _Items()
    for job, cut in jobs.items():
        window, seed = _window(snapshot, job, cut, width, new)
        past.windows[job] = window
        items.add(job, seed)
        ran = "job_id = ? AND last_time >= ? AND first_time < ?"
        sources.runs |= {run["run_key"]: run for run in rows(snapshot, RUNS, ran, (job, *window))}
        declared = "job_id = ? AND event_time >= ? AND event_time < ?"
        events = rows(snapshot, JOB_EVENTS, declared, (job, *window))
        sources.job_events |= {event["digest"]: event for event in events}
        _load_replaced(snapshot, job, window, past)
    sources.runs |= {key: run for key, run in new.batch.runs.items() if run["job_id"] in jobs}
    sources.job_events |= {e["digest"]: e for e in new.batch.job_events if e["job_id"] in jobs}
    names = members(snapshot, authors, new.naming)
    for author in authors:
        past.windows[author] = Window(BEGINNING, FOREVER)
        past.replaced["flows"] += rows(snapshot, FLOWS, "stated_by = ?", (author,))
        past.replaced["edges"] += rows(snapshot, EDGES, "stated_by = ?", (author,))
    events = [*rows_in(snapshot, DATASET_EVENTS, "node_id", names), *new.batch.dataset_events]
    sources.dataset_events |= {e["digest"]: e for e in events if e["node_id"] in names}
    sources = sources.without(new.batch.gone)
    _add_sources(snapshot, sources, new, items)
    past.items = items.with_what_they_refer_to(snapshot, new)
    return past


def _add_sources(snapshot: Snapshot, sources: SourceRows, new: NewRows, items: "_Items") -> None:
    """Adds these runs and events as items."""
    for made in parts_of(snapshot, sources.runs.values(), new.batch):
        items.add_stating(made.run.job_id, made.item)
    job_of = {key: run["job_id"] for key, run in sources.runs.items()}
    for row in listings(snapshot, sources.runs.values(), new.batch):
        names = ListingItem.__struct_fields__
        items.add(job_of[row["run_key"]], ListingItem(*(row[name] for name in names)))
        items.nodes[job_of[row["run_key"]]].add(row["node_id"])
    for event in sources.job_events.values():
        items.add_stating(event["job_id"], job_event_item(event))
    for event in sources.dataset_events.values():
        if event["lineage_hash"] is not None:
            items.add_dataset_event(event)


@dataclass
class _Items:
    """Items of jobs, and what they refer to; by job."""

    found: list[tuple[int, JobItem]] = field(default_factory=list)
    nodes: dict[int, set[int]] = field(default_factory=lambda: defaultdict(set))
    sets: dict[int, set[str]] = field(default_factory=lambda: defaultdict(set))
    dataset_events: Rows = field(default_factory=list)

    def add(self, job: int, item: JobItem) -> None:
        self.found.append((job, item))
        self.nodes[job].add(job)
        if isinstance(item, SeedItem):
            self.nodes[job] |= {x for f in item.flows for x in (f.target_id, f.source_id)}

    def add_stating(self, job: int, item: RunItem | JobEventItem) -> None:
        """Adds a run or job event."""
        self.add(job, item)
        sets, targets = references(item)
        self.sets[job] |= sets
        self.nodes[job] |= targets | listed_names(item)

    def add_dataset_event(self, event: Row) -> None:
        """Adds an event of which it is not known yet which dataset its name stands for."""
        self.dataset_events.append(event)

    def with_what_they_refer_to(self, snapshot: Snapshot, new: NewRows) -> list[ItemRow]:
        """All items, with the sets and names that they refer to."""
        stated = {event["lineage_hash"] for event in self.dataset_events}
        wanted = set().union(*self.sets.values(), stated) - {""}
        sets = grouped(
            overlaid(
                COLUMN_SETS,
                [row for row in new.column_sets if row["set_hash"] in wanted],
                rows_in(snapshot, COLUMN_SETS, "set_hash", wanted),
            ),
            "set_hash",
        )
        sources = {key: sorted({row["source_node"] for row in rows}) for key, rows in sets.items()}
        nodes = set().union(*self.nodes.values(), *sources.values())
        nodes |= {event["node_id"] for event in self.dataset_events}
        names = {row["node_id"]: row for row in named(snapshot, nodes, new.naming)}
        for event in self.dataset_events:
            dataset = names[event["node_id"]]["entity_id"]
            names_of = DatasetEventItem.__struct_fields__
            self.add(dataset, DatasetEventItem(*(event[name] for name in names_of)))
            self.sets[dataset].add(event["lineage_hash"])
        for job, own in self.sets.items():
            for set_hash in own & sources.keys():
                self.found.append((job, SourcesItem(set_hash, sources[set_hash])))
                self.nodes[job].update(sources[set_hash])
        for job, own_nodes in self.nodes.items():
            self.found.append((job, _names_item(job, own_nodes, names)))
        return [item_row(job, item) for job, item in self.found]


def _names_item(job: int, nodes: Iterable[int], names: Mapping[int, Row]) -> NamesItem:
    """What names stand for: that of the job, and those that its items refer to."""
    rows = [names[node] for node in nodes if node in names]
    own = names.get(job)
    return NamesItem(
        own["namespace"] if own else "",
        own["name"] if own else "",
        [(row["node_id"], row["entity_id"]) for row in rows if row["node_id"] != row["entity_id"]],
        [row["entity_id"] for row in rows if row["kind"] == "job"],
    )


def _window(
    snapshot: Snapshot, job: int, cut: Cut, width: int | None, new: NewRows
) -> tuple[Window, SeedItem]:
    """The window of a job, with the seed for what was before it, if there can be one."""
    until = FOREVER
    if width is not None and cut.through < FOREVER:
        later = snapshot.query(
            "SELECT last_time FROM runs WHERE job_id = ? AND last_time > ?"
            " ORDER BY last_time LIMIT 1 OFFSET ?",
            (job, cut.through, width),
        )
        until = later[0][0] if later else FOREVER
    if cut.since > BEGINNING:
        window = Window(cut.since, until)
        seed = job_seed(snapshot, job, window, new.batch)
        if seed is not None:
            return window, seed
    window = Window(BEGINNING, until)
    return window, SeedItem(*window)


def _load_replaced(snapshot: Snapshot, job: int, window: Window, past: Past) -> None:
    """Adds the stored rows that hold at some moment of the window, or just before it."""
    past.replaced["job_versions"] += rows(
        snapshot,
        JOB_VERSIONS,
        "job_id = ? AND valid_from < ? AND valid_to >= ? AND valid_from >= coalesce("
        "(SELECT max(valid_from) FROM job_versions WHERE job_id = ? AND valid_from < ?), ?)",
        (job, window.until, window.since, job, window.since, BEGINNING),
    )
    for table, key in SPANS.items():
        held = f"{key} = ? AND valid_to >= ? AND valid_from < ?"
        past.replaced[table.name] += rows(snapshot, table, held, (job, *window))
