"""Which jobs a batch changes, and where (see `histories.cuts`)."""

from collections.abc import Collection, Iterator

from headwater.model.run_parts import Part
from headwater.model.runs.registers import stated
from headwater.model.runs.stored_registers import decoded
from headwater.pipeline.batch.rows import BatchRows, is_stream
from headwater.pipeline.histories.windows import ANYWHERE, Cut
from headwater.pipeline.source.stored import Row, stored_parts
from headwater.store.read import Snapshot


def cut_jobs(snapshot: Snapshot, batch: BatchRows) -> dict[int, Cut]:
    """By job, where its history may change."""
    changed: dict[int, set[int]] = {}
    for key, run, before in batch.each():
        times = changed.setdefault((run or before or {})["job_id"], set())
        times |= {
            *_entry_times(snapshot, key, run, before, batch),
            *_parent_times(snapshot, run, before),
        }
    for event in (*batch.job_events, *batch.job_events_before):
        changed.setdefault(event["job_id"], set()).add(event["event_time"])
    settled = _settled(snapshot, changed)
    # Where all entries are provisional, unfinished runs may count, or may have counted until now
    # (semantics 4.1).
    return {
        job: Cut(min(times), max(times)) if job in settled else ANYWHERE
        for job, times in changed.items()
        if times or job not in settled
    }


def _settled(snapshot: Snapshot, jobs: Collection[int]) -> set[int]:
    """The jobs with an entry that is not provisional."""
    rows = snapshot.query_in(
        "SELECT DISTINCT job_id FROM job_versions"
        " WHERE basis <> 'provisional' AND job_id IN {keys}",
        jobs,
    )
    return {row[0] for row in rows}


def _entry_times(
    snapshot: Snapshot, key: str, run: Row | None, before: Row | None, batch: BatchRows
) -> Iterator[int]:
    """The times of the entries and dependencies that the batch adds, changes or removes."""
    if is_stream(run) or is_stream(before):
        made = batch.parts.get(key)
        [stored] = stored_parts(snapshot, [before]) if before is not None else [None]
        if _stream_entries(made) != _stream_entries(stored):
            for state in (run, before):
                if state is not None:
                    yield from (state["first_time"], state["last_time"])
    for state in (run, before):
        if state is not None and state["ended_at"] is not None:
            yield state["ended_at"]


def _stream_entries(made: Part | None) -> object:
    """All that a streaming run's entries and statements depend on. Where that is not clear, it is a
    new object, which equals nothing."""
    if made is None or not made.run.is_stream or made.run.snapshot:
        return object()
    item = made.item
    stated = (item.processing, item.code, item.extraction_failed, item.explicit, item.withdraws)
    return stated, item.listed, [row.lifecycle for row in made.io]


def _parent_times(snapshot: Snapshot, run: Row | None, before: Row | None) -> Iterator[int]:
    now, then = _parent(run), _parent(before)
    if now == then:
        return
    if run is not None and now is not None and then is None:
        parent, (time, _, _) = now
        held = snapshot.query(
            "SELECT 1 FROM job_parents WHERE job_id = ? AND parent_id = ?"
            " AND valid_from <= ? AND valid_to > ?",
            (run["job_id"], parent, time, time),
        )
        if held:
            return  # it states what already holds
    for state in (now, then):
        if state is not None:
            yield state[1][0]


def _parent(run: Row | None) -> tuple[int, tuple[int, int, str]] | None:
    """The parent job that a run states, and the K of its first statement."""
    if run is None or run["parent_job_id"] is None:
        return None
    for (part, _, _, facet), register in decoded(run["facts"]).own():
        states_parent = part == "run" and facet in ("parent", "parentRun")
        first = register[0]
        if states_parent and stated(register) is not None and first is not None:
            return run["parent_job_id"], first[:3]
    return None
