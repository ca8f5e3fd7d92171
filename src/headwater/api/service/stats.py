"""How much was reported by hour or day, and how much is known since when."""

from typing import Annotated

import msgspec

from headwater.answers.service import DayOfRuns, EventCount, TotalCount
from headwater.api.http.operations import RequestContext, get
from headwater.api.http.parameters import Moment
from headwater.query.service.stats import (
    Period,
    entity_counts,
    event_counts,
    runs_by_day,
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
def event_stats(context: RequestContext, asked: StatsAsked) -> tuple[EventCount, ...]:
    return event_counts(context.snapshot, asked.period, zone_named(asked.timezone))


@get("/stats/jobs", tag=_TAG, summary="Jobs known at the end of each hour or day")
def job_stats(context: RequestContext, asked: StatsAsked) -> tuple[TotalCount, ...]:
    return entity_counts(context.snapshot, "job", asked.period, zone_named(asked.timezone))


@get("/stats/datasets", tag=_TAG, summary="Datasets known at the end of each hour or day")
def dataset_stats(context: RequestContext, asked: StatsAsked) -> tuple[TotalCount, ...]:
    return entity_counts(context.snapshot, "dataset", asked.period, zone_named(asked.timezone))


@get("/stats/sources", tag=_TAG, summary="Sources known at the end of each hour or day")
def source_stats(context: RequestContext, asked: StatsAsked) -> tuple[TotalCount, ...]:
    return source_counts(context.snapshot, asked.period, zone_named(asked.timezone))


class RunStatsAsked(msgspec.Struct, frozen=True, kw_only=True):
    days: Annotated[int, msgspec.Meta(ge=1, le=366)] = 30
    until: Annotated[
        Moment | None, msgspec.Meta(description="The last day; by default that of the last run.")
    ] = None


@get("/stats/runs", tag=_TAG, summary="Runs by day and state")
def run_stats(context: RequestContext, asked: RunStatsAsked) -> tuple[DayOfRuns, ...]:
    """The days are those of UTC; a run counts on the day it began, with the state it has now."""
    return runs_by_day(context.snapshot, asked.days, asked.until)
