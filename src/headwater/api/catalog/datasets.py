"""Operations on datasets and their versions."""

from headwater.api.http.operations import RequestContext, get
from headwater.api.marquez.datasets import (
    MarquezDataset,
    MarquezDatasetList,
    MarquezVersion,
    MarquezVersionList,
    marquez_dataset,
    marquez_datasets,
    marquez_version,
    marquez_versions,
)
from headwater.api.marquez.unused_parameters import IN_LISTS
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


@get(DatasetsQuestion.path, tag=_TAG, summary="List the datasets of a namespace", unused=IN_LISTS)
def datasets_of_namespace(
    context: RequestContext, question: DatasetsQuestion
) -> MarquezDatasetList:
    """The most recently seen datasets come first. Deleted ones are left out."""
    return marquez_datasets(ask_datasets(context.snapshot, question.namespace, question.page))


@get(DatasetQuestion.path, tag=_TAG, summary="Get a dataset")
def one_dataset(context: RequestContext, question: DatasetQuestion) -> MarquezDataset:
    """The dataset may be given by any of its names; the answer has the canonical one. The facets
    are those in force, together with those of the current version."""
    return marquez_dataset(ask_dataset(context.snapshot, question.namespace, question.dataset))


@get(
    DatasetVersionsQuestion.path,
    tag=_TAG,
    summary="List the versions of a dataset",
)
def dataset_versions(
    context: RequestContext, question: DatasetVersionsQuestion
) -> MarquezVersionList:
    """The newest version comes first. Each version has the changes of its schema, and the run that
    wrote it."""
    found = ask_versions(
        context.snapshot, question.namespace, question.dataset, question.page, question.at
    )
    return marquez_versions(context.snapshot, found)


@get(
    DatasetVersionQuestion.path,
    tag=_TAG,
    summary="Get a version of a dataset",
)
def dataset_version(context: RequestContext, question: DatasetVersionQuestion) -> MarquezVersion:
    """The version is looked up by its id, among those of this dataset."""
    found = ask_version(context.snapshot, question.namespace, question.dataset, question.version)
    return marquez_version(context.snapshot, found)
