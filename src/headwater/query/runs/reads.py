"""Which versions of its inputs a run reads (semantics 5.4).

A new version can change this for many runs at once, so it is not stored. It follows from the run's
own row and from the histories of its inputs. Many runs cost as many queries as one.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable

from headwater.model.runs.registers import Place, RunRegister, stated_at
from headwater.query.runs.stored_runs import StoredRun
from headwater.query.versions.versions import LATEST, DatasetVersion, dataset_versions_in
from headwater.store import Snapshot
from headwater.store.run_registers import folded_registers_of
from headwater.store.tables import BEGINNING, FOREVER

READ = 2
"""The rank of reads, which come after the events and writes of the same instant (semantics 5.7)."""

_AT_THE_END: Place = (FOREVER, 0, "", 0)
_AT_THE_BEGINNING: Place = (BEGINNING, 0, "", 0)

_LISTED = (
    "FROM runs r JOIN run_io i ON i.run_key = r.run_key AND i.side = 'input'"
    " JOIN nodes n ON n.node_id = i.node_id"
)
_NOT_OWN = "(v.kind <> 'write' OR v.run_key <> r.run_key)"
_PLACE = "(v.valid_from, v.place_kind, v.place_id)"
_START = f"(r.started_at, {READ}, r.run_key)"


def _newest(kinds: str) -> str:
    return (
        f"(SELECT v.version_id FROM dataset_versions v WHERE v.dataset_id = n.entity_id"
        f" AND v.kind {kinds} AND {_NOT_OWN} AND {_PLACE} <= {_START}"
        " ORDER BY v.valid_from DESC, v.place_kind DESC, v.place_id DESC LIMIT 1)"
    )


_UNPINNED = f"COALESCE({', '.join(map(_newest, LATEST))})"
_AT_PIN = "JOIN dataset_versions v ON v.dataset_id = n.entity_id AND v.storage_version = i.pin"
_LATER = (
    f"JOIN dataset_versions v ON v.dataset_id = n.entity_id AND v.kind <> 'pinned' AND {_NOT_OWN}"
    f" AND {_PLACE} > {_START} AND v.valid_from <= COALESCE(r.ended_at, ?)"
)
"""SQL for the versions that come into force while a stream runs."""


def reads(
    snapshot: Snapshot, runs: Iterable[StoredRun], also: Collection[int] = ()
) -> dict[str, list[DatasetVersion]]:
    """The versions that each run reads, ordered by dataset. A streaming run may read several.

    `also` are datasets that each of the runs is taken to read, whether or not it lists them.
    """
    by_key = {run.run_key: run for run in runs}
    listed = pins(snapshot, by_key)
    inputs = {key: dict.fromkeys(also) | listed.get(key, {}) for key in by_key}
    choice = _Choice(snapshot, by_key, inputs, sorted(also))
    return {
        run_key: [
            version
            for dataset, pin in sorted(inputs[run_key].items())
            for version in choice.versions(run, dataset, pin)
        ]
        for run_key, run in by_key.items()
    }


def pins(
    snapshot: Snapshot, run_keys: Iterable[str], side: str = "input"
) -> dict[str, dict[int, str | None]]:
    """The datasets that each run lists, with the storage version stated first for each, if any."""
    rows = snapshot.query_in(
        "SELECT i.run_key, i.node_id, n.entity_id, i.pin FROM run_io i"
        " JOIN nodes n ON n.node_id = i.node_id WHERE i.run_key IN {keys} AND i.side = ?",
        sorted(set(run_keys)),
        (side,),
    )
    found: defaultdict[str, dict[int, str | None]] = defaultdict(dict)
    named: defaultdict[tuple[str, int], dict[int, str]] = defaultdict(dict)
    for run_key, node, dataset, pin in rows:
        found[run_key].setdefault(dataset, None)
        if pin is not None:
            named[run_key, dataset][node] = pin
    for (run_key, dataset), by_node in named.items():
        found[run_key][dataset] = _stated_first(snapshot, run_key, side, by_node)
    return found


def _stated_first(snapshot: Snapshot, run_key: str, side: str, by_node: dict[int, str]) -> str:
    """The storage version that was stated first, if several names of one dataset state some."""
    if len(set(by_node.values())) == 1:
        return next(iter(by_node.values()))
    stated = {
        node: register[0] and register[0][:4]
        for node, register in _version_facets(snapshot, run_key, side)
    }
    return by_node[min(by_node, key=lambda node: stated.get(node) or _AT_THE_END)]


def _version_facets(
    snapshot: Snapshot, run_key: str, side: str
) -> list[tuple[int | None, RunRegister]]:
    """The names of datasets that a run states storage versions for, and the registers of these."""
    found = snapshot.query("SELECT facts FROM runs WHERE run_key = ?", (run_key,))
    [registers] = folded_registers_of(snapshot, (facts for (facts,) in found))
    return [
        (node, register)
        for (part, node, _, facet), register in registers.items()
        if (part, facet) == (side, "version")
    ]


class _Choice:
    """The versions that some runs might read, and the choice that each run makes among them."""

    def __init__(
        self,
        snapshot: Snapshot,
        runs: dict[str, StoredRun],
        inputs: dict[str, dict[int, str | None]],
        also: list[int],
    ) -> None:
        pinned = [key for key in runs if any(pin is not None for pin in inputs[key].values())]
        streams = [key for key, run in runs.items() if run.is_streaming]
        self._ways = [_LISTED]
        if also:
            marks = ", ".join("?" * len(also))
            self._ways.append(f"FROM runs r JOIN entities n ON n.entity_id IN ({marks})")
        self._also = also
        self._unpinned: dict[tuple[str, int], str | None] = {
            (run_key, dataset): version
            for run_key, dataset, version in self._rows(snapshot, _UNPINNED, "", runs)
        }
        self._pinned = _grouped(
            snapshot.query_in(
                f"SELECT r.run_key, n.entity_id, v.version_id {_LISTED} {_AT_PIN}"
                " WHERE r.run_key IN {keys}",
                pinned,
            )
        )
        self._later = _grouped(self._rows(snapshot, "v.version_id", _LATER, streams, (FOREVER,)))
        self._stated = _stated_outputs(snapshot, pinned)
        self._own: defaultdict[tuple[str, int], list[DatasetVersion]] = defaultdict(list)
        for version in dataset_versions_in(snapshot, "run_key", runs):
            self._own[version.run_key or "", version.dataset_id].append(version)
        wanted = {version for version in self._unpinned.values() if version is not None}
        wanted = wanted.union(*self._pinned.values(), *self._later.values())
        in_question = dataset_versions_in(snapshot, "version_id", wanted)
        self._versions = {version.version_id: version for version in in_question}

    def _rows(
        self,
        snapshot: Snapshot,
        column: str,
        join: str,
        run_keys: Iterable[str],
        params: tuple[object, ...] = (),
    ) -> list[tuple[str, int, str]]:
        """Rows (run, dataset, `column`) for what the runs list and for what they also read."""
        keys = sorted(run_keys)
        return [
            (run_key, dataset, value)
            for way, more in zip(self._ways, ([], self._also), strict=False)
            for run_key, dataset, value in snapshot.query_in(
                f"SELECT r.run_key, n.entity_id, {column} {way} {join} WHERE r.run_key IN {{keys}}",
                keys,
                (*more, *params),
            )
        ]

    def versions(self, run: StoredRun, dataset: int, pin: str | None) -> list[DatasetVersion]:
        first = self._first(run, dataset, pin)
        if first is None or not run.is_streaming:
            return [first] if first else []
        later = self._in_order(self._later.get((run.run_key, dataset), ()))
        return [first, *(version for version in later if version != first)]

    def _first(self, run: StoredRun, dataset: int, pin: str | None) -> DatasetVersion | None:
        own = self._own.get((run.run_key, dataset), [])
        for version in own:
            if version.kind in ("observed", "pinned"):
                return version  # the version that its own read revealed
        ignored = {version.storage_version for version in own}
        ignored.add(self._stated.get((run.run_key, dataset)))
        if pin is None or pin in ignored:
            found = self._unpinned.get((run.run_key, dataset))
            return self._versions[found] if found else None
        place = (run.started_at, READ, run.run_key)
        others = [
            version
            for version in self._in_order(self._pinned.get((run.run_key, dataset), ()))
            if version.storage_version == pin and version not in own
        ]
        before = [version for version in others if version.place <= place]
        return before[-1] if before else next(iter(others), None)

    def _in_order(self, version_ids: Iterable[str]) -> list[DatasetVersion]:
        found = (self._versions[version_id] for version_id in version_ids)
        return sorted(found, key=lambda version: version.place)


def _grouped(rows: Iterable[tuple[str, int, str]]) -> dict[tuple[str, int], set[str]]:
    found: defaultdict[tuple[str, int], set[str]] = defaultdict(set)
    for run_key, dataset, version in rows:
        found[run_key, dataset].add(version)
    return found


def _stated_outputs(snapshot: Snapshot, run_keys: Collection[str]) -> dict[tuple[str, int], str]:
    """The storage version that each run states for each output, whether or not it completed.

    If several names of a dataset state one, the last counts. What a stream wrote before that is
    known from its versions.
    """
    rows = snapshot.query_in(
        "SELECT i.run_key, n.entity_id, i.node_id, i.storage_version FROM run_io i"
        " JOIN nodes n ON n.node_id = i.node_id WHERE i.run_key IN {keys} AND i.side = 'output'"
        " AND i.storage_version IS NOT NULL AND (i.lifecycle IS NULL OR i.lifecycle <> 'DROP')",
        sorted(run_keys),
    )
    named: defaultdict[tuple[str, int], dict[int, str]] = defaultdict(dict)
    for run_key, dataset, node, version in rows:
        named[run_key, dataset][node] = version
    return {key: _stated_last(snapshot, key[0], by_node) for key, by_node in named.items()}


def _stated_last(snapshot: Snapshot, run_key: str, by_node: dict[int, str]) -> str:
    if len(set(by_node.values())) == 1:
        return next(iter(by_node.values()))
    stated = {
        node: stated_at(register) for node, register in _version_facets(snapshot, run_key, "output")
    }
    return by_node[max(by_node, key=lambda node: stated.get(node) or _AT_THE_BEGINNING)]
