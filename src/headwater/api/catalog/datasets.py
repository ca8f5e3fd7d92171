"""Datasets and their versions."""

from headwater.answers.catalog import Dataset, DatasetList
from headwater.answers.history import VersionDetails, VersionList
from headwater.api.http.operations import RequestContext, get
from headwater.query.catalog.datasets import dataset as ask_dataset
from headwater.query.catalog.datasets import datasets as ask_datasets
from headwater.query.history.dataset_versions import dataset_version as ask_version
from headwater.query.history.dataset_versions import dataset_versions as ask_versions
from headwater.questions.catalog import (
    DatasetQuestion,
    DatasetsQuestion,
    DatasetVersionQuestion,
    DatasetVersionsQuestion,
)

_TAG = "Datasets"


@get(DatasetsQuestion.path, tag=_TAG, summary="The datasets of a namespace")
def datasets_of_namespace(context: RequestContext, question: DatasetsQuestion) -> DatasetList:
    """Those that occurred last come first; deleted ones are left out."""
    return ask_datasets(context.snapshot, question.namespace, question.page)


@get(DatasetQuestion.path, tag=_TAG, summary="A dataset")
def one_dataset(context: RequestContext, question: DatasetQuestion) -> Dataset:
    """By any of its names; the answer has the canonical one. Facets are those in force, with those
    of the current version."""
    return ask_dataset(context.snapshot, question.namespace, question.dataset)


@get(
    DatasetVersionsQuestion.path,
    tag=_TAG,
    summary="The versions of a dataset",
)
def dataset_versions(context: RequestContext, question: DatasetVersionsQuestion) -> VersionList:
    """The newest first, each with what changed in the schema and with the run that wrote it."""
    return ask_versions(context.snapshot, question.namespace, question.dataset, question.page)


@get(
    DatasetVersionQuestion.path,
    tag=_TAG,
    summary="A version of a dataset",
)
def dataset_version(context: RequestContext, question: DatasetVersionQuestion) -> VersionDetails:
    return ask_version(context.snapshot, question.namespace, question.dataset, question.version)
