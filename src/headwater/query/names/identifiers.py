"""Jobs, datasets and their versions by name, as answers refer to them."""

import msgspec

from headwater.query.names.entities import Entity


class JobId(msgspec.Struct, frozen=True, order=True, gc=False):
    namespace: str
    name: str


class DatasetId(msgspec.Struct, frozen=True, order=True, gc=False):
    namespace: str
    name: str


class JobVersionId(msgspec.Struct, frozen=True, order=True, gc=False):
    namespace: str
    name: str
    version: str


class DatasetVersionId(msgspec.Struct, frozen=True, order=True, gc=False):
    namespace: str
    name: str
    version: str


def job_id(job: Entity) -> JobId:
    return JobId(job.namespace, job.name)


def dataset_id(dataset: Entity) -> DatasetId:
    return DatasetId(dataset.namespace, dataset.name)
