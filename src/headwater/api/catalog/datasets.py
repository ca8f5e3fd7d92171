"""Datasets and their versions."""

import msgspec

from headwater.answers.catalog import Dataset, DatasetList
from headwater.answers.history import VersionDetails, VersionList
from headwater.api.http.operations import RequestContext, get
from headwater.api.http.paging import PageAsked
from headwater.query.catalog.datasets import dataset as ask_dataset
from headwater.query.catalog.datasets import datasets as ask_datasets
from headwater.query.history.dataset_versions import dataset_version as ask_version
from headwater.query.history.dataset_versions import dataset_versions as ask_versions

_TAG = "Datasets"


class DatasetsAsked(PageAsked, frozen=True, kw_only=True, rename="camel"):
    namespace: str


class DatasetAsked(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    namespace: str
    dataset: str


class DatasetVersionsAsked(PageAsked, frozen=True, kw_only=True, rename="camel"):
    namespace: str
    dataset: str


class DatasetVersionAsked(DatasetAsked, frozen=True, kw_only=True, rename="camel"):
    version: str


@get("/namespaces/{namespace}/datasets", tag=_TAG, summary="The datasets of a namespace")
def datasets_of_namespace(context: RequestContext, asked: DatasetsAsked) -> DatasetList:
    """Those that occurred last come first; deleted ones are left out."""
    return ask_datasets(context.snapshot, asked.namespace, asked.page)


@get("/namespaces/{namespace}/datasets/{dataset}", tag=_TAG, summary="A dataset")
def one_dataset(context: RequestContext, asked: DatasetAsked) -> Dataset:
    """By any of its names; the answer has the canonical one. Facets are those in force, with those
    of the current version."""
    return ask_dataset(context.snapshot, asked.namespace, asked.dataset)


@get(
    "/namespaces/{namespace}/datasets/{dataset}/versions",
    tag=_TAG,
    summary="The versions of a dataset",
)
def dataset_versions(context: RequestContext, asked: DatasetVersionsAsked) -> VersionList:
    """The newest first, each with what changed in the schema and with the run that wrote it."""
    return ask_versions(context.snapshot, asked.namespace, asked.dataset, asked.page)


@get(
    "/namespaces/{namespace}/datasets/{dataset}/versions/{version}",
    tag=_TAG,
    summary="A version of a dataset",
)
def dataset_version(context: RequestContext, asked: DatasetVersionAsked) -> VersionDetails:
    return ask_version(context.snapshot, asked.namespace, asked.dataset, asked.version)
