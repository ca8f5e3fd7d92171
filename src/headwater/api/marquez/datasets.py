"""Datasets and their versions as Marquez's clients expect them: in its words, and with fields that
only they read."""

from collections.abc import Sequence

from headwater.answers.catalog import Dataset, DatasetList
from headwater.answers.history import VersionDetails, VersionList
from headwater.answers.names import DatasetId
from headwater.api.marquez.extended import extended
from headwater.api.marquez.words import PLACE, StorageType, physical_name, storage_type
from headwater.query.facets.entity_facets import entity_facets
from headwater.query.node_ids import named
from headwater.query.versions.version_facets import lifecycle_state
from headwater.store import Snapshot


class MarquezDataset(Dataset, frozen=True, kw_only=True, rename="camel"):
    """This is a dataset with its current schema, its column lineage and its facets."""

    id: DatasetId
    """The name of the dataset. `nodeId` has the id that questions take."""
    type: StorageType
    """Whether the dataset is a stream, in Marquez's words. `kind` has what its producers state."""
    physical_name: str
    """The name that the dataset was reported to have in its source, else its own name."""
    last_lifecycle_state: str | None
    """The change that made the current version, such as OVERWRITE, or DROP if the dataset was
    dropped. It is null if no change is stated."""


class MarquezDatasetList(DatasetList, frozen=True, rename="camel"):
    """These are datasets, the most recently seen first."""

    datasets: tuple[MarquezDataset, ...]


class MarquezVersion(VersionDetails, frozen=True, kw_only=True, rename="camel"):
    """This is a version of a dataset, with its fields and facets."""

    id: DatasetId
    """The name of the dataset. `nodeId` has the id that questions take."""
    type: StorageType
    """Whether the dataset is a stream, in Marquez's words. `datasetKind` has what its producers
    state."""
    physical_name: str
    """The name that the dataset was reported to have in its source, else its own name."""
    lifecycle_state: str | None
    """The change that made the version, such as OVERWRITE, or null if none is stated."""


class MarquezVersionList(VersionList, frozen=True, rename="camel"):
    """These are the versions of a dataset, the newest first."""

    versions: tuple[MarquezVersion, ...]


def marquez_datasets(found: DatasetList) -> MarquezDatasetList:
    return extended(MarquezDatasetList, found, datasets=tuple(map(marquez_dataset, found.datasets)))


def marquez_dataset(found: Dataset) -> MarquezDataset:
    dropped = found.marks.dropped
    return extended(
        MarquezDataset,
        found,
        id=DatasetId(found.namespace, found.name),
        type=storage_type(found.namespace, found.kind),
        physical_name=physical_name(found.name, found.facets),
        last_lifecycle_state="DROP" if dropped else lifecycle_state(found.facets),
    )


def marquez_versions(snapshot: Snapshot, found: VersionList) -> MarquezVersionList:
    shown = _versions(snapshot, found.versions)
    return extended(MarquezVersionList, found, versions=shown)


def marquez_version(snapshot: Snapshot, found: VersionDetails) -> MarquezVersion:
    [shown] = _versions(snapshot, [found])
    return shown


def _versions(snapshot: Snapshot, found: Sequence[VersionDetails]) -> tuple[MarquezVersion, ...]:
    """Versions of one dataset, whose reported name is looked up once for all of them."""
    if not found:
        return ()
    dataset = named(snapshot, "dataset", found[0].namespace, found[0].name)
    facets = entity_facets(snapshot, [dataset.key], (PLACE,)).get(dataset.key, {})
    return tuple(_version(version, physical_name(dataset.name, facets)) for version in found)


def _version(found: VersionDetails, physical: str) -> MarquezVersion:
    return extended(
        MarquezVersion,
        found,
        id=DatasetId(found.namespace, found.name),
        type=storage_type(found.namespace, found.dataset_kind),
        physical_name=physical,
        lifecycle_state=lifecycle_state(found.facets),
    )
