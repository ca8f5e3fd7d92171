"""Marquez's words for jobs and datasets, and which of ours each stands for.

Marquez knows three types of jobs and two of datasets. We know how a job runs (its processing), and
the type that producers state for a dataset (its kind). The mapping stands here, in both directions,
and nowhere else.
"""

from typing import Literal, TypeAlias

from headwater.answers.facets import Facets
from headwater.model.facet_content import stated_text
from headwater.model.facets import Processing
from headwater.query.catalog.sources import source_type

JobType: TypeAlias = Literal["BATCH", "STREAM", "SERVICE"]

StorageType: TypeAlias = Literal["DB_TABLE", "STREAM"]

PLACE = "headwater_dataset"
"""The facet for what Marquez's calls report of a dataset and OpenLineage has no facet for:
physicalName and schemaLocation."""

_JOB_TYPES: dict[Processing, JobType] = {
    "BATCH": "BATCH",
    "STREAMING": "STREAM",
    "SERVICE": "SERVICE",
}
_PROCESSING: dict[JobType, Processing] = {word: ours for ours, word in _JOB_TYPES.items()}
_STREAMING_KINDS = frozenset({"STREAM", "TOPIC"})
_STREAMING_SOURCES = frozenset({"KAFKA", "KINESIS", "PULSAR", "PUBSUB", "EVENTHUB", "EVENTHUBS"})


def job_type(processing: Processing) -> JobType:
    """The type of a job that runs in this way.

    >>> job_type("STREAMING")
    'STREAM'
    """
    return _JOB_TYPES[processing]


def processing_of(job_type: JobType) -> Processing:
    """How a job of this type runs.

    >>> processing_of("STREAM")
    'STREAMING'
    """
    return _PROCESSING[job_type]


def storage_type(namespace: str, kind: str | None) -> StorageType:
    """The type of a dataset, by its kind or, if nobody states one, by where it lies.

    >>> storage_type("kafka://broker", None), storage_type("kafka://broker", "VIEW")
    ('STREAM', 'DB_TABLE')
    """
    if kind is not None:
        return "STREAM" if kind in _STREAMING_KINDS else "DB_TABLE"
    return "STREAM" if source_type(namespace) in _STREAMING_SOURCES else "DB_TABLE"


def kind_of(storage_type: StorageType) -> str | None:
    """The kind of a dataset of this type. DB_TABLE says nothing, as it stands for all but streams.

    >>> kind_of("STREAM"), kind_of("DB_TABLE")
    ('STREAM', None)
    """
    return "STREAM" if storage_type == "STREAM" else None


def simple_name(name: str) -> str:
    """The name of a job after its last dot.

    >>> simple_name("dag.task")
    'task'
    """
    return name.rpartition(".")[2]


def physical_name(name: str, facets: Facets) -> str:
    """The name that a dataset was reported to have in its source, else its own name.

    >>> physical_name("orders", {}), physical_name("d", {PLACE: {"physicalName": "public.d"}})
    ('orders', 'public.d')
    """
    return stated_text(facets.get(PLACE), "physicalName") or name
