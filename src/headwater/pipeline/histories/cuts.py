"""Which histories a batch changes, and between which moments: its cuts (see `histories.windows`).

Where it is not clear how far a change reaches, it is taken to reach from beginning to end.
"""

import json
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from headwater.model.order import BEGINNING
from headwater.pipeline.batch.naming import Naming
from headwater.pipeline.batch.rows import BatchRows
from headwater.pipeline.histories.dataset_cuts import cut_datasets
from headwater.pipeline.histories.job_cuts import cut_jobs
from headwater.pipeline.histories.windows import ANYWHERE, NOWHERE, Cut
from headwater.store.read import Snapshot


@dataclass
class Touched:
    """The histories that a batch may change: by entity id, where they may change."""

    jobs: dict[int, Cut] = field(default_factory=dict)
    datasets: dict[int, Cut] = field(default_factory=dict)
    authors: set[int] = field(default_factory=set)
    """Datasets whose own statements of lineage are derived anew."""
    gone: set[int] = field(default_factory=set)
    """Entity ids that no longer stand for a dataset, because it was merged or split."""


def touched(snapshot: Snapshot, batch: BatchRows, naming: Naming) -> Touched:
    """The jobs and datasets whose histories the batch may change, and where."""
    entity_of = _entities(snapshot, batch, naming)
    found = Touched(cut_jobs(snapshot, batch), cut_datasets(snapshot, batch, entity_of))
    for node in naming.turned:
        if naming.names[node].kind != "dataset":
            continue
        # The initial version is named after the dataset's smallest name in its own right, and it
        # lies before everything else.
        cut = found.datasets.get(entity_of[node], NOWHERE)
        found.datasets[entity_of[node]] = cut.joined(Cut(BEGINNING, BEGINNING))
    events = (*batch.dataset_events, *batch.dataset_events_before)
    found.authors |= {entity_of[event["node_id"]] for event in events}
    if naming.moved:
        _cut_moved(snapshot, naming, found)
    found.gone = naming.moved - set(naming.entity_of.values())
    for gone in found.gone:
        found.datasets.pop(gone, None)
    found.authors |= found.gone
    return found


def _cut_moved(snapshot: Snapshot, naming: Naming, found: Touched) -> None:
    """Cuts every history that uses a name which now stands for another dataset."""
    names = members(snapshot, naming.moved, naming)
    jobs = _listing_jobs(snapshot, names) | _declaring_jobs(snapshot, names)
    authors = _authors(snapshot, naming.moved)
    jobs |= {author for author, kind in authors.items() if kind == "job"}
    found.jobs |= dict.fromkeys(jobs, ANYWHERE)
    found.datasets |= dict.fromkeys(naming.moved | _renamed_away(snapshot, names, naming), ANYWHERE)
    found.authors |= naming.moved
    found.authors |= {author for author, kind in authors.items() if kind == "dataset"}


def _entities(snapshot: Snapshot, batch: BatchRows, naming: Naming) -> dict[int, int]:
    """The entity of every name that the batch's runs and dataset events use."""
    nodes: set[int] = set()
    for listed in (
        *batch.run_io.values(),
        *batch.run_io_before.values(),
        batch.dataset_events,
        batch.dataset_events_before,
    ):
        nodes |= {row["node_id"] for row in listed}
        nodes |= {row["renamed_from"] for row in listed} - {None}
    stored = snapshot.query_in(
        "SELECT node_id, entity_id FROM nodes WHERE node_id IN {keys}",
        nodes - naming.entity_of.keys(),
    )
    return dict(stored) | naming.entity_of


def members(snapshot: Snapshot, entities: Iterable[int], naming: Naming) -> set[int]:
    """All names of these datasets, before or after the batch."""
    wanted = set(entities)
    rows = snapshot.query_in("SELECT node_id FROM nodes WHERE entity_id IN {keys}", wanted)
    now = {node for entity in wanted for node in naming.members.get(entity, ())}
    return {row[0] for row in rows} | now


def _listing_jobs(snapshot: Snapshot, nodes: Collection[int]) -> set[int]:
    """The jobs with runs that list one of these names."""
    rows = snapshot.query_in(
        "SELECT DISTINCT r.job_id FROM run_io i JOIN runs r ON r.run_key = i.run_key"
        " WHERE i.node_id IN {keys}",
        nodes,
    )
    return {row[0] for row in rows}


def _renamed_away(snapshot: Snapshot, names: Collection[int], naming: Naming) -> set[int]:
    """The datasets that runs have renamed to these names.

    If two of these names turn out to be one dataset, only the rename that a run stated last counts,
    and the other one has dropped nothing.
    """
    rows = snapshot.query_in(
        "SELECT n.node_id, n.entity_id FROM run_io i JOIN nodes n ON n.node_id = i.renamed_from"
        " WHERE i.node_id IN {keys}",
        names,
    )
    stored: dict[int, int] = dict(rows)
    return {naming.entity_of.get(node, entity) for node, entity in stored.items()}


def _declaring_jobs(snapshot: Snapshot, names: Collection[int]) -> set[int]:
    """The jobs whose job events list one of these names. Job events are few, so all are read."""
    wanted = set(names)
    rows = snapshot.query("SELECT job_id, inputs, outputs FROM job_events")
    return {
        job
        for job, inputs, outputs in rows
        if not wanted.isdisjoint(json.loads(inputs) + json.loads(outputs))
    }


def _authors(snapshot: Snapshot, entities: Collection[int]) -> dict[int, str]:
    """The entities that state flows from or to these, each with its kind: job or dataset."""
    found: dict[int, str] = {}
    for column in ("source_id", "target_id"):
        rows = snapshot.query_in(
            "SELECT DISTINCT f.stated_by, e.kind FROM flows f"
            f" JOIN entities e ON e.entity_id = f.stated_by WHERE f.{column} IN {{keys}}",
            entities,
        )
        found |= dict(rows)
    return found
