"""Every capability has something to show in the demo."""

from collections.abc import Callable
from itertools import pairwise

import pytest

from headwater.demo.facets import on_the_wire, schema
from tests.stories.demo import Event, time_of, uses, with_facet


def _alias(story_events: list[Event]) -> bool:
    stated = {
        (name["namespace"], name["name"])
        for use in with_facet(story_events, "outputs", "symlinks")
        for name in use["facets"]["symlinks"]["identifiers"]
    }
    return any((use["namespace"], use["name"]) in stated for _, use in uses(story_events))


def _lifecycle(change: str) -> Callable[[list[Event]], bool]:
    return lambda story_events: any(
        use["facets"]["lifecycleStateChange"]["lifecycleStateChange"] == change
        for use in with_facet(story_events, "outputs", "lifecycleStateChange")
    )


def _failed_assertion(story_events: list[Event]) -> bool:
    return any(
        not assertion["success"]
        for use in with_facet(story_events, "inputs", "dataQualityAssertions")
        for assertion in use["facets"]["dataQualityAssertions"]["assertions"]
    )


def _open_run(story_events: list[Event]) -> bool:
    report = [
        event for event in story_events if event.get("job", {}).get("name") == "finance_report"
    ]
    return bool(report[-1]["eventType"] == "START")


CAPABILITIES: dict[str, Callable[[list[Event]], object]] = {
    "alias, also listed under its other name": _alias,
    "temporary dataset": lambda story_events: with_facet(story_events, "outputs", "datasetType"),
    "dataset-wide column lineage": lambda story_events: any(
        use["facets"]["columnLineage"].get("dataset")
        for use in with_facet(story_events, "outputs", "columnLineage")
    ),
    "explicit lineage of a job": lambda story_events: with_facet(story_events, "job", "lineage"),
    "explicit lineage of a dataset": lambda story_events: with_facet(
        story_events, "dataset", "lineage"
    ),
    "job event": lambda story_events: [e for e in story_events if "job" in e and "run" not in e],
    "dataset event": lambda story_events: [event for event in story_events if "dataset" in event],
    "drop": _lifecycle("DROP"),
    "rename": _lifecycle("RENAME"),
    "job dependencies": lambda story_events: with_facet(story_events, "run", "jobDependencies"),
    "data quality assertions that fail": _failed_assertion,
    "owners of jobs": lambda story_events: with_facet(story_events, "job", "ownership"),
    "owners of datasets": lambda story_events: with_facet(story_events, "outputs", "ownership"),
    "documentation": lambda story_events: with_facet(story_events, "job", "documentation"),
    "tags on columns": lambda story_events: any(
        "field" in tag
        for use in with_facet(story_events, "inputs", "tags")
        for tag in use["facets"]["tags"]["tags"]
    ),
    "row counts": lambda story_events: any(
        "outputStatistics" in u.get("outputFacets", {}) for _, u in uses(story_events)
    ),
    "a run that is not over": _open_run,
    "events that arrive after later ones": lambda story_events: any(
        time_of(later) < time_of(earlier) for earlier, later in pairwise(story_events)
    ),
}


@pytest.mark.parametrize("capability", CAPABILITIES)
def test_the_story_shows(capability: str, story_events: list[Event]) -> None:
    assert CAPABILITIES[capability](story_events)


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
