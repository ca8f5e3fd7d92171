"""The rows that the events of a batch make by themselves, before any history is derived."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from headwater.model.run_parts import Part
from headwater.pipeline.source.stored import Row, Rows


@dataclass(frozen=True)
class FoldedRuns:
    """The runs of a batch, and what was stored of them before; rows by run."""

    runs: dict[str, Row]
    run_io: dict[str, Rows]
    stream_io: dict[str, Rows]
    """Rows for the batch's own events. For runs that lost events, rows for all their events."""
    runs_before: dict[str, Row]
    run_io_before: dict[str, Rows]
    parts: dict[str, Part]
    """The same runs with what is derived from them (`model.run_parts`)."""
    refolded: frozenset[str]
    """Runs that lost events, and so were folded anew from all the events they still have."""

    def each(self) -> Iterator[tuple[str, Row | None, Row | None]]:
        """Each run's key, the run as it is now, and the run as it was before."""
        for key in self.runs.keys() | self.runs_before.keys():
            yield key, self.runs.get(key), self.runs_before.get(key)


@dataclass(frozen=True)
class BatchRows(FoldedRuns):
    """All that a batch says of runs and of job and dataset events, and what was stored of these
    before."""

    job_events: Rows
    dataset_events: Rows
    job_events_before: Rows
    dataset_events_before: Rows
    """`job_events_before` and `dataset_events_before` are stored rows that no longer count."""

    @cached_property
    def gone(self) -> set[str]:
        """The run keys and digests of runs, job events and dataset events that no longer exist."""
        events = (*self.job_events_before, *self.dataset_events_before)
        return {*(self.runs_before.keys() - self.runs.keys()), *(e["digest"] for e in events)}

    @cached_property
    def users(self) -> dict[int, Rows]:
        """Rows of `run_io`, by the names that they use or rename away."""
        found: dict[int, Rows] = {}
        for rows in self.run_io.values():
            for row in rows:
                for name in {row["node_id"], row["renamed_from"]} - {None}:
                    found.setdefault(name, []).append(row)
        return found


def is_stream(run: Row | None) -> bool:
    """Whether it is a run that states what it reads and writes event by event."""
    return run is not None and run["processing"] != "BATCH"
