"""The past of jobs, as far as a batch depends on it (see `histories.past`)."""

from collections.abc import Iterable

from headwater.model.order import BEGINNING, FOREVER
from headwater.pipeline.histories.cuts import members
from headwater.pipeline.histories.job_seeds import job_seed
from headwater.pipeline.histories.past import (
    NewRows,
    Past,
    References,
    SourceRows,
    load_history_tables,
    registers_of,
)
from headwater.pipeline.histories.windows import Cut, Window
from headwater.pipeline.source.stored import Row, Rows, rows, rows_in
from headwater.store.read import Snapshot
from headwater.store.tables import (
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
    """What these jobs in windows of this width, and the statements of these authors, depend on."""
    leaves = ("windows", "entries", "standing_flows", "standing_parents", "standing_control")
    past = Past({name: [] for name in leaves}, {t.name: [] for t in (JOB_VERSIONS, *SPANS)})
    sources = SourceRows()
    for job, cut in jobs.items():
        window = _window(snapshot, job, cut, width, new, past)
        past.windows[job] = window
        past.leaves["windows"].append({"job_id": job, **window._asdict()})
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
    references = References()
    past.leaves |= _registers(sources.runs.values(), references)
    load_history_tables(snapshot, past, sources, new, references)
    return past


_PLACING = ("run_key", "job_id", "parent_job_id", "ended_at", "end_rank", "end_digest")
_STATING = ("run_key", "job_id")


def _registers(runs: Iterable[Row], references: References) -> dict[str, Rows]:
    """The registers of `steps.JobRegisters`, for the runs that have any."""
    found: dict[str, Rows] = {"lineage_registers": [], "relation_registers": []}
    for run in runs:
        registers = registers_of(run)
        stating = [r for r in registers if r["e"] == "lineage"]
        placing = [r for r in registers if r["e"] == "run"]
        references.add_registers(stating)
        for name, kept, columns in (
            ("lineage_registers", stating, _STATING),
            ("relation_registers", placing, _PLACING),
        ):
            if kept:
                row = {column: run[column] for column in columns}
                found[name].append({**row, "registers": kept})
    return found


def _window(
    snapshot: Snapshot, job: int, cut: Cut, width: int | None, new: NewRows, past: Past
) -> Window:
    """The window of a job. Adds the seed for what was before it, if there can be one."""
    until = FOREVER
    if width is not None and cut.through < FOREVER:
        later = snapshot.query(
            "SELECT last_time FROM runs WHERE job_id = ? AND last_time > ?"
            " ORDER BY last_time LIMIT 1 OFFSET ?",
            (job, cut.through, width),
        )
        until = later[0][0] if later else FOREVER
    seed = job_seed(snapshot, job, cut.since, new.batch) if cut.since > BEGINNING else None
    if seed is None:
        return Window(BEGINNING, until)
    for name, seeds in seed.items():
        past.leaves[name] += seeds
    return Window(cut.since, until)


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
