"""Applying a batch to the histories of jobs: their versions, flows, edges and other layers."""

from dataclasses import dataclass, field

from headwater.model.facts import CODE
from headwater.pipeline.batch.runner import Runner
from headwater.pipeline.batch.work import BatchWork
from headwater.pipeline.derive.items import JOBS
from headwater.pipeline.histories.cuts import Touched
from headwater.pipeline.histories.job_past import SPANS, past_of_jobs
from headwater.pipeline.histories.job_seeds import (
    PLACE,
    code_before,
    declared_lineage,
    has_listed,
    has_stated,
)
from headwater.pipeline.histories.past import NewRows
from headwater.pipeline.histories.stitching import meet, stitched
from headwater.pipeline.histories.windows import Cut, Window, derive_in_windows
from headwater.pipeline.source.stored import Row, Rows, grouped
from headwater.store.read import Snapshot
from headwater.store.tables import JOB_VERSIONS


def update_jobs(
    runner: Runner,
    snapshot: Snapshot,
    found: Touched,
    new: NewRows,
    widths: tuple[int, ...],
    work: BatchWork,
) -> None:
    """Derives the jobs that the batch changes and the statements of datasets, and writes them."""
    update = _Update(runner, snapshot, new, found.authors)
    if found.jobs or found.authors:
        derive_in_windows(found.jobs, widths, update.attempt)
    for table in (JOB_VERSIONS, *SPANS):
        work.write(table, update.replaced.get(table.name, []), update.wanted.get(table.name, []))


@dataclass
class _Update:
    """The rows derived so far, and the stored rows that they replace."""

    runner: Runner
    snapshot: Snapshot
    new: NewRows
    authors: set[int]
    replaced: dict[str, Rows] = field(default_factory=dict)
    wanted: dict[str, Rows] = field(default_factory=dict)

    def attempt(self, jobs: dict[int, Cut], width: int | None) -> dict[int, Cut]:
        """Derives the jobs in windows of this width. Returns those that need a wider window.

        A job needs one if its window does not end in the state that is stored.
        """
        authors, self.authors = self.authors, set()
        past = past_of_jobs(self.snapshot, jobs, authors, self.new, width)
        made = self.runner.run(JOBS, past.items)
        wider: dict[int, Cut] = {}
        stored = {name: grouped(rows, _KEYS[name]) for name, rows in past.replaced.items()}
        derived = {name: grouped(made.get(name, []), _KEYS[name]) for name in stored}
        for entity, window in past.windows.items():
            was = {name: rows.get(entity, []) for name, rows in stored.items()}
            now = {name: rows.get(entity, []) for name, rows in derived.items()}
            if window.is_open or self._meets(entity, window, was, now):
                self._take(window, was, now)
            else:
                wider[entity] = jobs[entity]
        return wider

    def _meets(self, job: int, window: Window, was: dict[str, Rows], now: dict[str, Rows]) -> bool:
        """Whether the end of the window is as stored, in all that later rows depend on."""
        if not (was["job_versions"] and now["job_versions"]):
            return False
        stored, derived = _last(was["job_versions"]), _last(now["job_versions"])
        code = code_before(self.snapshot, job, window.until, stored)
        return (
            all(meet(table, was[table.name], now[table.name], window) for table in SPANS)
            and (stored["inputs"], stored["outputs"]) == (derived["inputs"], derived["outputs"])
            and code == {name: derived[name] for name in CODE}
            and (not _is_unknown(derived, window) or _is_unknown(stored, window))
            and self._declares_the_same(job, window)
        )

    def _declares_the_same(self, job: int, window: Window) -> bool:
        """Whether job events after the window count for as much as before (semantics 4.2, 7.2).

        Once a run has listed and stated something, they count for no more. So if a run had done so
        before the window, nothing in the window matters to them.
        """
        later = declared_lineage(self.snapshot, job, window.until)
        if not later:
            return True
        states_none = all(lineage is None for lineage in later)
        return has_listed(self.snapshot, job, window.since) and (
            states_none or has_stated(self.snapshot, job, window.since) is True
        )

    def _take(self, window: Window, was: dict[str, Rows], now: dict[str, Rows]) -> None:
        wanted = {
            table.name: stitched(table, was[table.name], now[table.name], window) for table in SPANS
        }
        wanted["job_versions"] = now["job_versions"]
        if not window.is_open:
            last = _last(now["job_versions"])
            others = [row for row in now["job_versions"] if row is not last]
            wanted["job_versions"] = [*others, _continued(_last(was["job_versions"]), last)]
        for name, rows in wanted.items():
            self.replaced.setdefault(name, []).extend(was[name])
            self.wanted.setdefault(name, []).extend(rows)


_KEYS = {table.name: key for table, key in SPANS.items()} | {"job_versions": "job_id"}


def _last(versions: Rows) -> Row:
    return max(versions, key=lambda version: tuple(version[name] for name in PLACE))


def _is_unknown(version: Row, window: Window) -> bool:
    """Whether no entry before the end of the window has confirmed what the version lists (4.5)."""
    confirmed_at = version["confirmed_at"]
    is_confirmed = confirmed_at is not None and confirmed_at < window.until
    return bool(version["lineage_unknown"]) and not is_confirmed


def _continued(stored: Row, derived: Row) -> Row:
    """The version in force at a window's end: as derived, and as stored from there on."""
    confirmed_at = derived["confirmed_at"]
    if derived["lineage_unknown"] and confirmed_at is None:
        confirmed_at = stored["confirmed_at"]
    names = ("valid_to", *CODE)
    return {**derived, **{name: stored[name] for name in names}, "confirmed_at": confirmed_at}
