"""The facets of dataset versions, as stated by what made the versions (semantics 5.7)."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import Any

import msgspec

from headwater.answers.facets import Facets
from headwater.model.facet_content import stated_text
from headwater.model.facets import VERSION_FACETS
from headwater.query.facets.facets_of_runs import facets_of_runs
from headwater.query.facets.values import decoded
from headwater.query.versions.versions import DatasetVersion
from headwater.store import Snapshot


class VersionFacets(msgspec.Struct, frozen=True):
    of_dataset: Facets
    """The facets stated about the dataset when the version was made."""
    of_output: Facets
    """The output facets, which are about the writing of the version."""

    def all(self) -> Facets:
        return dict(sorted((self.of_dataset | self.of_output).items()))

    def shown_with(self, in_force: Facets) -> Facets:
        """The facets to show for the dataset as a whole, combined with those `in_force` for it.

        Others may have stated facets since, so the version contributes only those that belong to a
        version, and its output facets (semantics 3.3).
        """
        own = {name: self.of_dataset[name] for name in VERSION_FACETS & self.of_dataset.keys()}
        return dict(sorted((self.of_output | in_force | own).items()))


NO_FACETS = VersionFacets({}, {})


def version_facets(
    snapshot: Snapshot, versions: Collection[DatasetVersion]
) -> dict[str, VersionFacets]:
    """The facets of each version, by version id.

    `schema` and `version` are always those of the version itself: a stream may have stated others
    since, and a version that a read revealed has no other facets.
    """
    stated = _written(snapshot, versions) | _by_events(snapshot, versions)
    schemas = decoded(snapshot, (v.schema_hash for v in versions if v.schema_value is None))
    found = {}
    for version in versions:
        own_facets = stated.get(version.version_id, NO_FACETS)
        own = {
            "schema": _schema(version, schemas),
            "version": _storage_version(version, own_facets.of_dataset.get("version")),
        }
        facets = {name: v for name, v in (own_facets.of_dataset | own).items() if v is not None}
        found[version.version_id] = VersionFacets(facets, own_facets.of_output)
    return found


def lifecycle_state(facets: Facets) -> str | None:
    """The lifecycle change that a version's facets state."""
    change = stated_text(facets.get("lifecycleStateChange"), "lifecycleStateChange")
    return change.upper() if change else None


def last_change(stated: Collection[str], facets: Facets) -> str | None:
    """The last lifecycle change of those that a run stated under the names of one dataset.

    `facets` are the facets in force of that dataset, which decide between several changes.
    """
    return lifecycle_state(facets) if len(stated) > 1 else next(iter(stated), None)


def _written(snapshot: Snapshot, versions: Iterable[DatasetVersion]) -> dict[str, VersionFacets]:
    """The facets that writing runs stated about their outputs."""
    writes = [(v, v.run_key) for v in versions if v.kind == "write" and v.run_key is not None]
    of_runs = facets_of_runs(snapshot, {run for _, run in writes}, ("output", "outputFacets"))
    return {
        version.version_id: VersionFacets(
            of_runs[run_key].of("output", version.dataset_id),
            of_runs[run_key].together("outputFacets", version.dataset_id),
        )
        for version, run_key in writes
    }


def _by_events(snapshot: Snapshot, versions: Iterable[DatasetVersion]) -> dict[str, VersionFacets]:
    """The lifecycle changes that dataset events stated.

    Their other facets are those of the dataset.
    """
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
    """The lifecycle change that made each version, by version id, where one is stated.

    Facets are read only if a run stated several changes under the names of one dataset.
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
        of_output = facets[run_key].of("output", dataset) if run_key in facets else {}
        if change := last_change(changes, of_output):
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
    """The `version` facet as it was sent, or a new one if that has another storage version."""
    if version.storage_version is None:
        return None
    same = str((stated or {}).get("datasetVersion")) == version.storage_version
    return stated if same else {"datasetVersion": version.storage_version}
