"""The facets of versions of datasets: what the run that wrote one said of it (semantics 5.7)."""

from collections.abc import Collection, Iterable
from typing import Any

import msgspec

from headwater.query.entities import members
from headwater.query.entity_facets import Facets
from headwater.query.facets import decoded
from headwater.query.runs import RunFacet, run_facets
from headwater.query.versions import DatasetVersion
from headwater.store import Snapshot


def version_facets(snapshot: Snapshot, versions: Collection[DatasetVersion]) -> dict[str, Facets]:
    """By version id, for each version.

    `schema` and `version` are those of the version itself: a stream may have moved on from them,
    and what a read brought to light has no others.
    """
    stated = _written(snapshot, versions) | _told(snapshot, versions)
    schemas = decoded(snapshot, (v.schema_hash for v in versions if v.schema_value is None))
    found = {}
    for version in versions:
        facets = dict(stated.get(version.version_id, {}))
        own = {
            "schema": _schema(version, schemas),
            "version": _storage_version(version, facets.get("version")),
        }
        facets = {name: value for name, value in (facets | own).items() if value is not None}
        found[version.version_id] = dict(sorted(facets.items()))
    return found


def lifecycle_state(facets: Facets) -> str | None:
    """The change that made a version, as its facet has it."""
    change = facets.get("lifecycleStateChange", {}).get("lifecycleStateChange")
    return change.upper() if isinstance(change, str) and change else None


def _written(snapshot: Snapshot, versions: Iterable[DatasetVersion]) -> dict[str, Facets]:
    """What writing runs said of their outputs."""
    writes = [(v, v.run_key) for v in versions if v.kind == "write" and v.run_key is not None]
    nodes = members(snapshot, {version.dataset_id for version, _ in writes})
    rows = snapshot.query_in(
        "SELECT run_key, facts FROM runs WHERE run_key IN {keys}",
        sorted({run_key for _, run_key in writes}),
    )
    said = {run_key: run_facets(facts) for run_key, facts in rows}
    chosen = {
        version.version_id: _of_output(said[run_key], nodes[version.dataset_id])
        for version, run_key in writes
    }
    values = decoded(snapshot, (facet.hash for facets in chosen.values() for facet in facets))
    return {
        version_id: {facet.facet: values[facet.hash] for facet in facets}
        for version_id, facets in chosen.items()
    }


def _of_output(said: Iterable[RunFacet], nodes: Collection[int]) -> list[RunFacet]:
    """Output facets count where they are about one partition: they are not to be added up here."""
    ours = [facet for facet in said if facet.node in nodes]
    partitions = {facet.partition for facet in ours if facet.entity == "outputFacets"}
    entities = {"output", "outputFacets"} if len(partitions) == 1 else {"output"}
    return [facet for facet in ours if facet.entity in entities]


def _told(snapshot: Snapshot, versions: Iterable[DatasetVersion]) -> dict[str, Facets]:
    """What dataset events said of the change; their other facets hold for the dataset."""
    digests = {v.place_id: v.version_id for v in versions if v.kind == "event"}
    rows = snapshot.query_in(
        "SELECT digest, lifecycle FROM dataset_events"
        " WHERE digest IN {keys} AND lifecycle IS NOT NULL",
        sorted(digests),
    )
    return {
        digests[digest]: {"lifecycleStateChange": {"lifecycleStateChange": change}}
        for digest, change in rows
    }


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
