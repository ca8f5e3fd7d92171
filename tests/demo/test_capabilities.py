"""Every capability has something to show in the demo."""

from collections.abc import Callable
from itertools import pairwise

import pytest

from headwater.demo.facets import on_the_wire, schema
from tests.stories.demo import Event, time_of, uses, with_facet


def _alias(told: list[Event]) -> bool:
    stated = {
        (name["namespace"], name["name"])
        for use in with_facet(told, "outputs", "symlinks")
        for name in use["facets"]["symlinks"]["identifiers"]
    }
    return any((use["namespace"], use["name"]) in stated for _, use in uses(told))


def _lifecycle(change: str) -> Callable[[list[Event]], bool]:
    return lambda told: any(
        use["facets"]["lifecycleStateChange"]["lifecycleStateChange"] == change
        for use in with_facet(told, "outputs", "lifecycleStateChange")
    )


def _failed_assertion(told: list[Event]) -> bool:
    return any(
        not assertion["success"]
        for use in with_facet(told, "inputs", "dataQualityAssertions")
        for assertion in use["facets"]["dataQualityAssertions"]["assertions"]
    )


def _open_run(told: list[Event]) -> bool:
    report = [event for event in told if event.get("job", {}).get("name") == "finance_report"]
    return bool(report[-1]["eventType"] == "START")


CAPABILITIES: dict[str, Callable[[list[Event]], object]] = {
    "alias, also listed under its other name": _alias,
    "temporary dataset": lambda told: with_facet(told, "outputs", "datasetType"),
    "dataset-wide column lineage": lambda told: any(
        use["facets"]["columnLineage"].get("dataset")
        for use in with_facet(told, "outputs", "columnLineage")
    ),
    "explicit lineage of a job": lambda told: with_facet(told, "job", "lineage"),
    "explicit lineage of a dataset": lambda told: with_facet(told, "dataset", "lineage"),
    "job event": lambda told: [e for e in told if "job" in e and "run" not in e],
    "dataset event": lambda told: [event for event in told if "dataset" in event],
    "drop": _lifecycle("DROP"),
    "rename": _lifecycle("RENAME"),
    "job dependencies": lambda told: with_facet(told, "run", "jobDependencies"),
    "data quality assertions that fail": _failed_assertion,
    "owners of jobs": lambda told: with_facet(told, "job", "ownership"),
    "owners of datasets": lambda told: with_facet(told, "outputs", "ownership"),
    "documentation": lambda told: with_facet(told, "job", "documentation"),
    "tags on columns": lambda told: any(
        "field" in tag
        for use in with_facet(told, "inputs", "tags")
        for tag in use["facets"]["tags"]["tags"]
    ),
    "row counts": lambda told: any(
        "outputStatistics" in u.get("outputFacets", {}) for _, u in uses(told)
    ),
    "a run that is not over": _open_run,
    "events that arrive after later ones": lambda told: any(
        time_of(later) < time_of(earlier) for earlier, later in pairwise(told)
    ),
}


@pytest.mark.parametrize("capability", CAPABILITIES)
def test_the_story_shows(capability: str, told: list[Event]) -> None:
    assert CAPABILITIES[capability](told)


def test_a_schema_is_read_from_its_short_form() -> None:
    assert schema("id BIGINT, price DECIMAL(10,2)") == {
        "fields": [{"name": "id", "type": "BIGINT"}, {"name": "price", "type": "DECIMAL(10,2)"}]
    }


def test_a_facet_on_the_wire_says_who_and_by_which_schema() -> None:
    sent = on_the_wire("job", "https://example.org", {"tags": {"tags": []}, "own_facet": {"a": 1}})
    assert sent["tags"]["_schemaURL"].endswith("/1-0-0/TagsJobFacet.json#/$defs/TagsJobFacet")
    assert sent["own_facet"] == {
        "_producer": "https://example.org",
        "_schemaURL": "https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/JobFacet",
        "a": 1,
    }
