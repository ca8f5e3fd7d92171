"""Applying a batch to the histories of datasets: their versions and drops."""

from dataclasses import dataclass, field
from operator import itemgetter

from headwater.model.order import FOREVER
from headwater.pipeline.batch.runner import Runner
from headwater.pipeline.batch.work import BatchWork
from headwater.pipeline.derive.items import DATASETS
from headwater.pipeline.histories.cuts import Touched
from headwater.pipeline.histories.dataset_past import past_of_datasets
from headwater.pipeline.histories.dataset_seeds import is_over, known_item
from headwater.pipeline.histories.families import with_families
from headwater.pipeline.histories.past import NewRows
from headwater.pipeline.histories.windows import Cut, Window, derive_in_windows
from headwater.pipeline.source.stored import Row, Rows, grouped, rows_in
from headwater.store.read import Snapshot
from headwater.store.tables import DATASET_VERSIONS, DROPS


def update_datasets(
    runner: Runner,
    snapshot: Snapshot,
    found: Touched,
    new: NewRows,
    widths: tuple[int, ...],
    work: BatchWork,
) -> None:
    """Derives the datasets that the batch changes, and writes them."""
    update = _Update(runner, snapshot, new)
    if found.datasets:
        derive_in_windows(
            with_families(snapshot, new.naming, found.datasets), widths, update.attempt
        )
    for table in (DATASET_VERSIONS, DROPS):
        gone = rows_in(snapshot, table, "dataset_id", found.gone)
        work.write(table, update.replaced[table.name] + gone, update.wanted[table.name])


def _empty() -> dict[str, Rows]:
    return {"dataset_versions": [], "drops": []}


@dataclass
class _Update:
    """The rows derived so far, and the stored rows that they replace."""

    runner: Runner
    snapshot: Snapshot
    new: NewRows
    replaced: dict[str, Rows] = field(default_factory=_empty)
    wanted: dict[str, Rows] = field(default_factory=_empty)

    def attempt(self, datasets: dict[int, Cut], width: int | None) -> dict[int, Cut]:
        """Derives the datasets in windows of this width. Returns those that need a wider window.

        A dataset needs one if its window does not end in the state that is stored.
        """
        past = past_of_datasets(self.snapshot, datasets, self.new, width)
        stored = {name: grouped(rows, "dataset_id") for name, rows in past.replaced.items()}
        made = self.runner.run(DATASETS, past.items)
        derived = {name: grouped(made.get(name, []), "dataset_id") for name in stored}
        wider: dict[int, Cut] = {}
        for dataset, window in past.windows.items():
            was = {name: rows.get(dataset, []) for name, rows in stored.items()}
            now = {name: rows.get(dataset, []) for name, rows in derived.items()}
            now["dataset_versions"] += _ended(was, now, window)
            if not window.is_open:
                if not self._meets(dataset, window, was, now):
                    wider[dataset] = datasets[dataset]
                    continue
                _go_on(was["dataset_versions"], now["dataset_versions"], window)
            for name in _empty():
                self.replaced[name] += was[name]
                self.wanted[name] += now[name]
        return wider

    def _meets(
        self, dataset: int, window: Window, was: dict[str, Rows], now: dict[str, Rows]
    ) -> bool:
        """Whether the end of the window is as stored, in all that later versions depend on."""
        stored, derived = _last(was["dataset_versions"]), _last(now["dataset_versions"])
        return (
            stored is not None
            and derived is not None
            and known_item(stored) == known_item(derived)
            and is_over(stored, window.until) == is_over(derived, window.until)
            and not self._reads_its_own(derived, window)
            and self._pins_the_same(dataset, window, was, now)
        )

    def _reads_its_own(self, last: Row, window: Window) -> bool:
        """Whether the writer of the last version reads later. It then sees the version before."""
        return last["kind"] == "write" and bool(
            self.snapshot.query(
                "SELECT 1 FROM run_io i JOIN nodes n ON n.node_id = i.node_id WHERE i.run_key = ?"
                " AND i.side = 'input' AND i.used_at >= ? AND n.entity_id = ? LIMIT 1",
                (last["run_key"], window.until, last["dataset_id"]),
            )
        )

    def _pins_the_same(
        self, dataset: int, window: Window, was: dict[str, Rows], now: dict[str, Rows]
    ) -> bool:
        """Whether later reads find the same pinned versions."""
        stored, derived = _pins(was["dataset_versions"]), _pins(now["dataset_versions"])
        return stored <= derived and not self.snapshot.query_in(
            "SELECT 1 FROM dataset_versions WHERE dataset_id = ? AND kind = 'pinned'"
            " AND valid_from >= ? AND storage_version IN {keys} LIMIT 1",
            derived - stored,
            (dataset, window.until),
        )


def _last(versions: Rows) -> Row | None:
    """The last version of the history. Pinned versions are not part of it."""
    chain = [row for row in versions if row["kind"] not in ("pinned", "initial")]
    place = itemgetter("valid_from", "place_kind", "place_id")
    return max(chain, key=place, default=None)


def _pins(versions: Rows) -> set[str]:
    return {row["storage_version"] for row in versions if row["kind"] == "pinned"}


def _ended(was: dict[str, Rows], now: dict[str, Rows], window: Window) -> Rows:
    """The version in force before the window, with the end that the window gives it."""
    ends = [row["valid_from"] for row in now["dataset_versions"] if row["kind"] != "pinned"]
    ends += [row["dropped_at"] for row in now["drops"]]
    return [
        row if is_over(row, window.since) else {**row, "valid_to": min(ends, default=FOREVER)}
        for row in was["dataset_versions"]
        if row["valid_from"] < window.since
    ]


def _go_on(stored: Rows, derived: Rows, window: Window) -> None:
    """Gives the version in force at the end of the window the end that is stored."""
    was, now = _last(stored), _last(derived)
    assert was is not None
    assert now is not None
    if not is_over(now, window.until):
        now["valid_to"] = was["valid_to"]
