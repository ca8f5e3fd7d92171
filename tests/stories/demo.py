"""The demo as a story, and what its events say."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

import pytest

from headwater.demo import END, events, registrations

Event = dict[str, Any]


def records() -> list[tuple[str, Event]]:
    """The story as the log has it: events, and the contracts that are registered meanwhile."""
    return [
        *(("openlineage", event) for event in events()),
        *(("edit", edit) for edit in registrations(END)),
    ]


def time_of(event: Event) -> datetime:
    return datetime.fromisoformat(event["eventTime"])


def uses(told: list[Event]) -> Iterator[tuple[str, Event]]:
    for event in told:
        for side in ("inputs", "outputs"):
            yield from ((side, dataset) for dataset in event.get(side, ()))


def with_facet(told: list[Event], entity: str, key: str) -> list[Event]:
    """The jobs, runs, datasets, inputs or outputs (of that name) that carry the facet."""
    if entity in ("inputs", "outputs"):
        found = [dataset for side, dataset in uses(told) if side == entity]
    else:
        found = [event[entity] for event in told if entity in event]
    return [thing for thing in found if key in thing.get("facets", {})]


DEMO = pytest.mark.story(records(), name="demo")
"""Told once, for all tests that ask for it."""
