"""Jobs, datasets and their versions by name, as answers refer to them."""

from headwater.answers.names import DatasetId, JobId
from headwater.query.names.entities import Entity


def job_id(job: Entity) -> JobId:
    return JobId(job.namespace, job.name)


def dataset_id(dataset: Entity) -> DatasetId:
    return DatasetId(dataset.namespace, dataset.name)
