"""The demo as a story, and helpers to look into its events."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest

from headwater.demo import END, events, registrations

Event = dict[str, Any]


def records() -> list[tuple[str, Event]]:
    """The story as the log contains it: events, and the registrations of contracts."""
    return [
        *(("openlineage", event) for event in events()),
        *(("edit", edit) for edit in registrations(END)),
    ]


def time_of(event: Event) -> datetime:
    """The time of an event; in UTC, where it names no zone."""
    time = datetime.fromisoformat(event["eventTime"])
    return time if time.tzinfo else time.replace(tzinfo=UTC)


def uses(story_events: list[Event]) -> Iterator[tuple[str, Event]]:
    for event in story_events:
        for side in ("inputs", "outputs"):
            yield from ((side, dataset) for dataset in event.get(side, ()))


def with_facet(story_events: list[Event], entity: str, key: str) -> list[Event]:
    """The jobs, runs, datasets, inputs or outputs (as `entity` names) that have the facet."""
    if entity in ("inputs", "outputs"):
        found = [dataset for side, dataset in uses(story_events) if side == entity]
    else:
        found = [event[entity] for event in story_events if entity in event]
    return [thing for thing in found if key in thing.get("facets", {})]


DEMO = pytest.mark.story(records(), name="demo")
"""The mark of tests about the demo, which share one copy of it."""
