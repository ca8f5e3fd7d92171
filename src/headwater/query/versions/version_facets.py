"""The facets of versions of datasets: what the run that wrote one said of it (semantics 5.7)."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import Any

import msgspec

from headwater.model.facets import VERSION_FACETS, stated_text
from headwater.query.facets.entity_facets import Facets
from headwater.query.facets.facets_of_runs import facets_of_runs
from headwater.query.facets.values import decoded
from headwater.query.versions.versions import DatasetVersion
from headwater.store import Snapshot


class VersionFacets(msgspec.Struct, frozen=True):
    of_dataset: Facets
    """What was said of the dataset when the version was made."""
    of_output: Facets
    """What was said of the writing of it."""

    def all(self) -> Facets:
        return dict(sorted((self.of_dataset | self.of_output).items()))

    def shown_with(self, in_force: Facets) -> Facets:
        """As facets of the dataset, beside those in force for it, which others may have stated
        since: of the version are only those that go with it (semantics 3.3)."""
        own = {name: self.of_dataset[name] for name in VERSION_FACETS & self.of_dataset.keys()}
        return dict(sorted((self.of_output | in_force | own).items()))


NO_FACETS = VersionFacets({}, {})


def version_facets(
    snapshot: Snapshot, versions: Collection[DatasetVersion]
) -> dict[str, VersionFacets]:
    """By version id, for each version.

    `schema` and `version` are those of the version itself: a stream may have moved on from them,
    and what a read brought to light has no others.
    """
    stated = _written(snapshot, versions) | _told(snapshot, versions)
    schemas = decoded(snapshot, (v.schema_hash for v in versions if v.schema_value is None))
    found = {}
    for version in versions:
        said = stated.get(version.version_id, NO_FACETS)
        own = {
            "schema": _schema(version, schemas),
            "version": _storage_version(version, said.of_dataset.get("version")),
        }
        facets = {name: v for name, v in (said.of_dataset | own).items() if v is not None}
        found[version.version_id] = VersionFacets(facets, said.of_output)
    return found


def lifecycle_state(facets: Facets) -> str | None:
    """The change that made a version, as its facet has it."""
    change = stated_text(facets.get("lifecycleStateChange"), "lifecycleStateChange")
    return change.upper() if change else None


def last_change(stated: Collection[str], facets: Facets) -> str | None:
    """Of the changes that a run stated under the names of a dataset, which has these facets."""
    return lifecycle_state(facets) if len(stated) > 1 else next(iter(stated), None)


def _written(snapshot: Snapshot, versions: Iterable[DatasetVersion]) -> dict[str, VersionFacets]:
    """What writing runs said of their outputs."""
    writes = [(v, v.run_key) for v in versions if v.kind == "write" and v.run_key is not None]
    said = facets_of_runs(snapshot, {run for _, run in writes}, ("output", "outputFacets"))
    return {
        version.version_id: VersionFacets(
            said[run_key].of("output", version.dataset_id),
            said[run_key].together("outputFacets", version.dataset_id),
        )
        for version, run_key in writes
    }


def _told(snapshot: Snapshot, versions: Iterable[DatasetVersion]) -> dict[str, VersionFacets]:
    """What dataset events said of the change; their other facets hold for the dataset."""
    return {
        version: VersionFacets({"lifecycleStateChange": {"lifecycleStateChange": change}}, {})
        for version, change in _changes_by_events(snapshot, versions).items()
    }


_CHANGES_BY_RUNS = (
    "SELECT i.run_key, n.entity_id, i.lifecycle FROM run_io i"
    " JOIN nodes n ON n.node_id = i.node_id"
    " WHERE i.run_key IN {keys} AND i.side = 'output' AND i.lifecycle IS NOT NULL"
)


def lifecycle_changes(snapshot: Snapshot, versions: Collection[DatasetVersion]) -> dict[str, str]:
    """The change that made each version, by its id, where one is stated.

    Facets are read only where a run stated several under the names of one dataset.
    """
    writes = {(v.run_key, v.dataset_id): v.version_id for v in versions if v.kind == "write"}
    runs = {run_key for run_key, _ in writes if run_key is not None}
    stated: defaultdict[tuple[str, int], set[str]] = defaultdict(set)
    for rows in snapshot.by_key(_CHANGES_BY_RUNS, runs, tuple).values():
        for run_key, dataset, change in rows:
            if (run_key, dataset) in writes:
                stated[run_key, dataset].add(change)
    several = {run_key for (run_key, _), changes in stated.items() if len(changes) > 1}
    facets = facets_of_runs(snapshot, several, ("output",))
    found = {}
    for (run_key, dataset), changes in stated.items():
        said = facets[run_key].of("output", dataset) if run_key in facets else {}
        if change := last_change(changes, said):
            found[writes[run_key, dataset]] = change
    return found | _changes_by_events(snapshot, versions)


def _changes_by_events(snapshot: Snapshot, versions: Iterable[DatasetVersion]) -> dict[str, str]:
    digests = {v.place_id: v.version_id for v in versions if v.kind == "event"}
    rows = snapshot.query_in(
        "SELECT digest, lifecycle FROM dataset_events"
        " WHERE digest IN {keys} AND lifecycle IS NOT NULL",
        sorted(digests),
    )
    return {digests[digest]: change for digest, change in rows}


def _schema(version: DatasetVersion, stored: dict[str, Any]) -> Any:
    if version.schema_value is not None:
        return msgspec.json.decode(version.schema_value)
    return None if version.schema_hash is None else stored[version.schema_hash]


def _storage_version(version: DatasetVersion, stated: Any) -> Any:
    """The facet as sent, if it still says the same."""
    if version.storage_version is None:
        return None
    same = str((stated or {}).get("datasetVersion")) == version.storage_version
    return stated if same else {"datasetVersion": version.storage_version}
