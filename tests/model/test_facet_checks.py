"""Rule 1.6: what is missing in a facet that the rules read is found, with its path."""

import json
from typing import Any

import pytest

from headwater.model.extract import Extractor
from headwater.model.facet_checks import MOST_GAPS, gaps
from headwater.model.facts import Rules

NAMED = {"namespace": "db", "name": "orders"}


@pytest.mark.parametrize(
    ("facet", "value", "paths"),
    [
        ("schema", {"fields": [{"name": "a"}, {"type": "INT"}]}, ["fields[1].name"]),
        ("schema", {"fields": [{"name": "a", "fields": [{"name": ""}]}]},
         ["fields[0].fields[0].name"]),
        ("schema", {"fields": [{"name": "a"}, 7]}, ["fields[1]"]),
        ("version", {"datasetVersion": ""}, ["datasetVersion"]),
        ("version", {"datasetVersion": True}, ["datasetVersion"]),
        ("lifecycleStateChange", {"lifecycleStateChange": "GONE"}, ["lifecycleStateChange"]),
        ("lifecycleStateChange", {"lifecycleStateChange": "rename"}, ["previousIdentifier"]),
        ("lifecycleStateChange",
         {"lifecycleStateChange": "RENAME", "previousIdentifier": {"name": "o"}},
         ["previousIdentifier.namespace"]),
        ("symlinks", {"identifiers": [NAMED, {"namespace": "db"}]}, ["identifiers[1].name"]),
        ("columnLineage", {"fields": {"total": {"inputFields": [NAMED]}}},
         ["fields.total.inputFields[0].field"]),
        ("columnLineage", {"dataset": [{"name": "o", "field": "a"}]}, ["dataset[0].namespace"]),
        ("columnLineage", {"fields": {"total": 7}}, ["fields.total"]),
        ("nominalTime", {}, ["nominalStartTime"]),
        ("nominalTime", {"nominalStartTime": "2024-01-31", "nominalEndTime": "soon"},
         ["nominalEndTime"]),
        ("parent", {"job": NAMED}, ["run"]),
        ("parent", {"run": {"runId": "r"}, "job": {"name": "j"}}, ["job.namespace"]),
        ("parentRun", {"run": {"runId": ""}, "job": NAMED}, ["run.runId"]),
        ("parent", {"run": {"runId": "r"}, "job": NAMED, "root": {"run": {}, "job": NAMED}},
         ["root.run.runId"]),
        ("jobType", {"integration": "SPARK"}, ["processingType"]),
        ("sourceCodeLocation", {"type": "git"}, ["url"]),
        ("extractionError", {"failedTasks": "two"}, ["failedTasks"]),
        ("jobDependencies", {"upstream": [{"job": NAMED}, {}]}, ["upstream[1].job"]),
        ("sql", {"query": 5}, ["query"]),
        ("sourceCode", {"language": "python"}, ["sourceCode"]),
        ("errorMessage", {}, ["message"]),
        ("documentation", {"contentType": "text/markdown"}, ["description"]),
        ("datasetType", {"datasetType": ""}, ["datasetType"]),
        ("dataSource", {"name": ""}, ["name"]),
        ("executionParameters", {"parameters": [{"value": 1}]}, ["parameters[0].key"]),
        ("ownership", {"owners": [{"name": "ann"}, {"type": "TEAM"}]}, ["owners[1].name"]),
        ("ownership", {"owners": "ann"}, ["owners"]),
        ("ownership", {"owners": {"ann": {"name": "ann"}}}, ["owners"]),
        ("tags", {"tags": [{"value": "gold"}]}, ["tags[0].key"]),
        ("dataQualityAssertions", {"assertions": [{"assertion": "not_null", "success": "yes"}]},
         ["assertions[0].success"]),
        ("inputStatistics", {"rowCount": "7"}, ["rowCount"]),
        ("outputStatistics", {"rowCount": 7, "size": True}, ["size"]),
        ("lineage", {"entries": [{"type": "TABLE", **NAMED}]}, ["entries[0].type"]),
        ("lineage", {"entries": [{"type": "JOB", "inputs": [{"type": "DATASET"}]}]},
         ["entries[0].inputs[0].namespace", "entries[0].inputs[0].name"]),
        ("lineage", {"fields": {"a": {"inputs": [{**NAMED}]}}}, ["fields.a.inputs[0].type"]),
    ],
)  # fmt: skip
def test_what_is_missing_is_found_with_its_path(
    facet: str, value: dict[str, Any], paths: list[str]
) -> None:
    assert [path for path, _ in gaps(facet, value)] == paths


@pytest.mark.parametrize(
    ("facet", "value"),
    [
        ("schema", {"fields": []}),
        ("columnLineage", {}),
        ("symlinks", {"identifiers": None}),
        ("version", {"datasetVersion": 7}),
        ("jobType", {"processingType": "NONE"}),
        ("lineage", {"entries": [{"type": "JOB", "inputs": [{"type": "JOB"}]}]}),
        ("parent", {"run": {"runId": "r"}, "job": NAMED}),
        ("dataQualityMetrics", {"rowCount": None}),
        ("documentation", {"description": ""}),
        ("sql", {"query": ""}),
        ("dataSource", {"uri": "postgres://db"}),
        ("outputStatistics", {"rowCount": 7, "size": None}),
        ("ownership", {"owners": []}),
    ],
)
def test_a_facet_that_says_nothing_or_all_has_no_gap(facet: str, value: dict[str, Any]) -> None:
    assert gaps(facet, value) == ()


def test_facets_that_only_questions_read_are_checked_wherever_they_are() -> None:
    broken: dict[str, Any] = {"ownership": {"owners": [{}]}, "schema": {"fields": [{}]}}
    event = {
        "eventTime": "2024-01-31T10:00:00Z",
        "run": {"runId": "3f2c1f0e-8d5b-4c42-9f4b-7d9ad0d5a1d2"},
        "job": {"namespace": "etl", "name": "load", "facets": broken},
    }
    read = Extractor(Rules()).event(json.dumps(event).encode())
    assert [finding.path for finding in read.findings] == ["job.facets.ownership.owners[0].name"], (
        "a schema says nothing of a job"
    )
    withdrawn = {"ownership": {"owners": [{}], "_deleted": True}}
    event["job"] = {"namespace": "etl", "name": "load", "facets": withdrawn}
    assert Extractor(Rules()).event(json.dumps(event).encode()).findings == []


def test_a_facet_with_many_gaps_tells_the_first_ones() -> None:
    assert len(gaps("schema", {"fields": [{}] * 50})) == MOST_GAPS


def test_the_finding_has_the_path_in_the_event_and_the_rest_of_the_facet_counts() -> None:
    schema = {"fields": [{"name": "a", "type": "INT"}, {"type": "INT"}]}
    event = {
        "eventTime": "2024-01-31T10:00:00Z",
        "run": {"runId": "3f2c1f0e-8d5b-4c42-9f4b-7d9ad0d5a1d2"},
        "job": {"namespace": "etl", "name": "load"},
        "outputs": [{**NAMED, "facets": {"schema": schema}}],
    }
    read = Extractor(Rules()).event(json.dumps(event).encode())
    [finding] = read.findings
    assert (finding.code, finding.path) == (
        "incomplete_facet",
        "outputs[0].facets.schema.fields[1].name",
    )
    assert finding.detail == "expected a text that is not empty; passed over"
    assert [fact.value for fact in read.facts if fact.facet == "schema"] == ["1"]
