"""Operations on datasets and their versions."""

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


@get(DatasetsQuestion.path, tag=_TAG, summary="List the datasets of a namespace")
def datasets_of_namespace(context: RequestContext, question: DatasetsQuestion) -> DatasetList:
    """The most recently seen datasets come first. Deleted ones are left out."""
    return ask_datasets(context.snapshot, question.namespace, question.page)


@get(DatasetQuestion.path, tag=_TAG, summary="Get a dataset")
def one_dataset(context: RequestContext, question: DatasetQuestion) -> Dataset:
    """The dataset may be given by any of its names; the answer has the canonical one. The facets
    are those in force, together with those of the current version."""
    return ask_dataset(context.snapshot, question.namespace, question.dataset)


@get(
    DatasetVersionsQuestion.path,
    tag=_TAG,
    summary="List the versions of a dataset",
)
def dataset_versions(context: RequestContext, question: DatasetVersionsQuestion) -> VersionList:
    """The newest version comes first. Each version has the changes of its schema, and the run that
    wrote it."""
    return ask_versions(
        context.snapshot, question.namespace, question.dataset, question.page, question.at
    )


@get(
    DatasetVersionQuestion.path,
    tag=_TAG,
    summary="Get a version of a dataset",
)
def dataset_version(context: RequestContext, question: DatasetVersionQuestion) -> VersionDetails:
    return ask_version(context.snapshot, question.namespace, question.dataset, question.version)
