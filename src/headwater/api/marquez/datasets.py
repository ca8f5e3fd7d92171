"""Datasets and their versions as Marquez's clients expect them: in its words."""

from headwater.answers.catalog import Dataset, DatasetList
from headwater.answers.history import VersionDetails, VersionList
from headwater.api.marquez.words import StorageType, storage_type


class MarquezDataset(Dataset, frozen=True, kw_only=True, rename="camel"):
    """A dataset with its current schema, its column lineage and its facets."""

    type: StorageType
    """Whether the dataset is a stream, in Marquez's words. `kind` has what its producers state."""


class MarquezDatasetList(DatasetList, frozen=True, rename="camel"):
    """Datasets, the most recently seen first."""

    datasets: tuple[MarquezDataset, ...]


class MarquezVersion(VersionDetails, frozen=True, kw_only=True, rename="camel"):
    """A version of a dataset, with its fields and facets."""

    type: StorageType
    """Whether the dataset is a stream, in Marquez's words. `datasetKind` has what its producers
    state."""


class MarquezVersionList(VersionList, frozen=True, rename="camel"):
    """The versions of a dataset, the newest first."""

    versions: tuple[MarquezVersion, ...]


def marquez_datasets(found: DatasetList) -> MarquezDatasetList:
    shown = tuple(map(marquez_dataset, found.datasets))
    return MarquezDatasetList(shown, found.total_count, found.next)


def marquez_dataset(found: Dataset) -> MarquezDataset:
    known = {name: getattr(found, name) for name in Dataset.__struct_fields__}
    return MarquezDataset(**known, type=storage_type(found.namespace, found.kind))


def marquez_versions(found: VersionList) -> MarquezVersionList:
    shown = tuple(map(marquez_version, found.versions))
    return MarquezVersionList(shown, found.total_count, found.next)


def marquez_version(found: VersionDetails) -> MarquezVersion:
    known = {name: getattr(found, name) for name in VersionDetails.__struct_fields__}
    return MarquezVersion(**known, type=storage_type(found.namespace, found.dataset_kind))
