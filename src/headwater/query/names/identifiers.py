"""The identifiers of jobs and datasets in answers."""

from headwater.answers.names import DatasetId, JobId, NamedJob
from headwater.query.names.entities import Entity


def job_id(job: Entity) -> JobId:
    return JobId(job.namespace, job.name)


def named_job(job: Entity) -> NamedJob:
    return NamedJob(job.id, job.namespace, job.name)


def dataset_id(dataset: Entity) -> DatasetId:
    return DatasetId(dataset.namespace, dataset.name)
