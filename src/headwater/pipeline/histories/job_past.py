"""What a batch needs to know of the past of jobs (`headwater.pipeline.histories.past`)."""

from collections.abc import Iterable

from headwater.model.order import BEGINNING, FOREVER
from headwater.pipeline.histories.cuts import members
from headwater.pipeline.histories.job_seeds import job_seed
from headwater.pipeline.histories.past import Needs, New, Past, Sources, load_known, registers_of
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
"""The tables of what holds from when to when, and whose history that is."""


def past_of_jobs(
    snapshot: Snapshot, jobs: dict[int, Cut], speakers: set[int], new: New, width: int | None
) -> Past:
    """What these jobs in windows of this width, and these datasets' statements, depend on."""
    leaves = ("windows", "entries", "standing_flows", "standing_parents", "standing_control")
    past = Past({name: [] for name in leaves}, {t.name: [] for t in (JOB_VERSIONS, *SPANS)})
    told = Sources()
    for job, cut in jobs.items():
        window = _window(snapshot, job, cut, width, new, past)
        past.windows[job] = window
        past.leaves["windows"].append({"job_id": job, **window._asdict()})
        ran = "job_id = ? AND last_time >= ? AND first_time < ?"
        told.runs |= {run["run_key"]: run for run in rows(snapshot, RUNS, ran, (job, *window))}
        declared = "job_id = ? AND event_time >= ? AND event_time < ?"
        events = rows(snapshot, JOB_EVENTS, declared, (job, *window))
        told.job_events |= {event["digest"]: event for event in events}
        _load_replaced(snapshot, job, window, past)
    told.runs |= {key: run for key, run in new.batch.runs.items() if run["job_id"] in jobs}
    told.job_events |= {e["digest"]: e for e in new.batch.job_events if e["job_id"] in jobs}
    names = members(snapshot, speakers, new.naming)
    for speaker in speakers:
        past.windows[speaker] = Window(BEGINNING, FOREVER)
        past.replaced["flows"] += rows(snapshot, FLOWS, "stated_by = ?", (speaker,))
        past.replaced["edges"] += rows(snapshot, EDGES, "stated_by = ?", (speaker,))
    events = [*rows_in(snapshot, DATASET_EVENTS, "node_id", names), *new.batch.dataset_events]
    told.dataset_events |= {e["digest"]: e for e in events if e["node_id"] in names}
    told = told.without(new.batch.gone)
    needs = Needs()
    past.leaves |= _registers(told.runs.values(), needs)
    load_known(snapshot, past, told, new, needs)
    return past


_PLACING = ("run_key", "job_id", "parent_job_id", "ended_at", "end_rank", "end_digest")
_STATING = ("run_key", "job_id")


def _registers(runs: Iterable[Row], needs: Needs) -> dict[str, Rows]:
    """Of those runs that have any: the registers of `steps.Registers`."""
    found: dict[str, Rows] = {"stating": [], "placing": []}
    for run in runs:
        registers = registers_of(run)
        stating = [r for r in registers if r["e"] == "lineage"]
        placing = [r for r in registers if r["e"] == "run"]
        needs.of_registers(stating)
        for name, kept, columns in (
            ("stating", stating, _STATING),
            ("placing", placing, _PLACING),
        ):
            if kept:
                row = {column: run[column] for column in columns}
                found[name].append({**row, "registers": kept})
    return found


def _window(
    snapshot: Snapshot, job: int, cut: Cut, width: int | None, new: New, past: Past
) -> Window:
    """Adds the seed for what was before it, if there can be one."""
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
    """What holds at some moment of the window, or just before it."""
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
