"""Facets as the story writes them, and as they look when they are sent.

In the story a facet is only its content. `on_the_wire` adds what every facet carries: its producer,
and the URL of its schema.
"""

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

FacetFields: TypeAlias = Mapping[str, Any]
StoryFacets: TypeAlias = dict[str, FacetFields]
"""Contents of facets, by key."""

_SPEC = "https://openlineage.io/spec"
_DBT_SCHEMAS = (
    "https://github.com/OpenLineage/OpenLineage/tree/main/integration/common/openlineage/schema"
)

# Facet files by key. Where a key means different things for jobs, runs and datasets, the kind of
# thing comes before it.
_FILES = {
    "columnLineage": "1-2-0/ColumnLineageDatasetFacet",
    "dataQualityAssertions": "1-1-0/DataQualityAssertionsDatasetFacet",
    "dataSource": "1-0-1/DatasourceDatasetFacet",
    "datasetType": "1-0-1/DatasetTypeDatasetFacet",
    "errorMessage": "1-0-1/ErrorMessageRunFacet",
    "inputStatistics": "1-0-0/InputStatisticsInputDatasetFacet",
    "jobDependencies": "1-0-1/JobDependenciesRunFacet",
    "jobType": "2-0-4/JobTypeJobFacet",
    "lifecycleStateChange": "1-0-1/LifecycleStateChangeDatasetFacet",
    "nominalTime": "1-0-1/NominalTimeRunFacet",
    "outputStatistics": "1-0-2/OutputStatisticsOutputDatasetFacet",
    "parent": "1-2-0/ParentRunFacet",
    "processing_engine": "1-1-1/ProcessingEngineRunFacet",
    "schema": "1-2-0/SchemaDatasetFacet",
    "sourceCodeLocation": "1-1-0/SourceCodeLocationJobFacet",
    "sql": "1-1-0/SQLJobFacet",
    "storage": "1-0-1/StorageDatasetFacet",
    "symlinks": "1-0-1/SymlinksDatasetFacet",
    "test": "1-0-1/TestRunFacet",
    "version": "1-0-1/DatasetVersionDatasetFacet",
    "job documentation": "1-1-0/DocumentationJobFacet",
    "dataset documentation": "1-1-0/DocumentationDatasetFacet",
    "job ownership": "1-0-1/OwnershipJobFacet",
    "dataset ownership": "1-0-1/OwnershipDatasetFacet",
    "job tags": "1-0-0/TagsJobFacet",
    "run tags": "1-0-0/TagsRunFacet",
    "dataset tags": "1-0-0/TagsDatasetFacet",
}
_URLS = {key: f"{_SPEC}/facets/{file}.json#/$defs/{file[6:]}" for key, file in _FILES.items()} | {
    "job lineage": f"{_SPEC}/facets/1-0-0/LineageFacet.json#/$defs/LineageJobFacet",
    "dataset lineage": f"{_SPEC}/facets/1-0-0/LineageFacet.json#/$defs/LineageDatasetFacet",
    "dbt_run": f"{_DBT_SCHEMAS}/dbt-run-run-facet.json",
    "dbt_version": f"{_DBT_SCHEMAS}/dbt-version-run-facet.json",
}
# Facets that a producer has defined itself usually refer to the empty facet of the core schema.
_OWN = {
    "job": f"{_SPEC}/2-0-2/OpenLineage.json#/$defs/JobFacet",
    "run": f"{_SPEC}/2-0-2/OpenLineage.json#/$defs/RunFacet",
    "dataset": f"{_SPEC}/2-0-2/OpenLineage.json#/$defs/DatasetFacet",
}


def on_the_wire(entity: str, producer: str, facets: StoryFacets) -> dict[str, dict[str, Any]]:
    """The facets of a job, run or dataset as its producer sends them."""
    return {
        key: {
            "_producer": producer,
            "_schemaURL": _URLS.get(f"{entity} {key}") or _URLS.get(key) or _OWN[entity],
            **content,
        }
        for key, content in facets.items()
    }


def schema(fields: str) -> FacetFields:
    """The schema facet for a list of columns with types.

    >>> schema("id BIGINT, price DECIMAL(10,2)")["fields"][1]
    {'name': 'price', 'type': 'DECIMAL(10,2)'}
    """
    pairs = (field.split(" ", 1) for field in fields.split(", "))
    return {"fields": [{"name": name, "type": kind} for name, kind in pairs]}


def owners(*names: str) -> StoryFacets:
    return {"ownership": {"owners": [{"name": name, "type": "MAINTAINER"} for name in names]}}


def documentation(text: str) -> StoryFacets:
    return {"documentation": {"description": text, "contentType": "text/plain"}}


def tags(source: str, values: Mapping[str, str], **columns: Iterable[str]) -> StoryFacets:
    """Tags of the whole, by key, and for each further tag the columns that have it."""
    entries = [{"key": key, "value": value, "source": source} for key, value in values.items()]
    for tag, fields in columns.items():
        entries += [
            {"key": tag, "value": "true", "source": source, "field": field} for field in fields
        ]
    return {"tags": {"tags": entries}}


def alias(namespace: str, name: str) -> StoryFacets:
    return {"symlinks": {"identifiers": [{"namespace": namespace, "name": name, "type": "TABLE"}]}}


def code(repository: str, path: str, version: str) -> StoryFacets:
    location = {
        "type": "git",
        "url": f"https://github.com/brightwater-coffee/{repository}/blob/main/{path}",
        "repoUrl": f"https://github.com/brightwater-coffee/{repository}",
        "path": path,
        "version": version,
        "branch": "main",
    }
    return {"sourceCodeLocation": location}
