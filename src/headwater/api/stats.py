"""How much was reported by hour or day, and how much is known since when."""

from typing import Annotated

import msgspec

from headwater.api.operations import Reading, get
from headwater.query.stats import (
    EventCount,
    Period,
    TotalCount,
    entity_counts,
    event_counts,
    source_counts,
    zone_named,
)

_TAG = "Statistics"


class StatsAsked(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    period: Annotated[
        Period,
        msgspec.Meta(description="The 24 hours up to the current one, or the 7 days up to today."),
    ] = "DAY"
    timezone: Annotated[
        str, msgspec.Meta(description="Whose hours and days, like Europe/Berlin.")
    ] = "UTC"


@get("/stats/lineage-events", tag=_TAG, summary="Run events by hour or day")
def event_stats(reading: Reading, asked: StatsAsked) -> tuple[EventCount, ...]:
    return event_counts(reading.snapshot, asked.period, zone_named(asked.timezone))


@get("/stats/jobs", tag=_TAG, summary="Jobs known at the end of each hour or day")
def job_stats(reading: Reading, asked: StatsAsked) -> tuple[TotalCount, ...]:
    return entity_counts(reading.snapshot, "job", asked.period, zone_named(asked.timezone))


@get("/stats/datasets", tag=_TAG, summary="Datasets known at the end of each hour or day")
def dataset_stats(reading: Reading, asked: StatsAsked) -> tuple[TotalCount, ...]:
    return entity_counts(reading.snapshot, "dataset", asked.period, zone_named(asked.timezone))


@get("/stats/sources", tag=_TAG, summary="Sources known at the end of each hour or day")
def source_stats(reading: Reading, asked: StatsAsked) -> tuple[TotalCount, ...]:
    return source_counts(reading.snapshot, asked.period, zone_named(asked.timezone))
