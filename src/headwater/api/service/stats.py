"""`/stats/…`: how much was reported in each hour or day, and how much was known at its end."""

from typing import Annotated

import msgspec

from headwater.answers.service import DayOfRuns, EventCount, TotalCount
from headwater.api.http.operations import RequestContext, get
from headwater.query.service.stats import (
    Period,
    entity_counts,
    event_counts,
    runs_by_day,
    source_counts,
    zone_named,
)
from headwater.questions.moments import Moment

_TAG = "Statistics"


class StatsQuestion(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The hours or days that statistics are about."""

    period: Annotated[
        Period,
        msgspec.Meta(
            description="DAY stands for the 24 hours up to the current one, and WEEK for the 7 days"
            " up to today."
        ),
    ] = "DAY"
    timezone: Annotated[
        str,
        msgspec.Meta(
            description="This is the time zone of the hours and days, such as Europe/Berlin."
        ),
    ] = "UTC"


@get("/stats/lineage-events", tag=_TAG, summary="Count run events by hour or day")
def event_stats(context: RequestContext, question: StatsQuestion) -> tuple[EventCount, ...]:
    """An event counts in the hour or day of its own time, and not of its arrival."""
    return event_counts(context.snapshot, question.period, zone_named(question.timezone))


@get("/stats/jobs", tag=_TAG, summary="Count the jobs known at the end of each hour or day")
def job_stats(context: RequestContext, question: StatsQuestion) -> tuple[TotalCount, ...]:
    """A job is known from its first occurrence in an event on. Deleted jobs are left out."""
    return entity_counts(context.snapshot, "job", question.period, zone_named(question.timezone))


@get("/stats/datasets", tag=_TAG, summary="Count the datasets known at the end of each hour or day")
def dataset_stats(context: RequestContext, question: StatsQuestion) -> tuple[TotalCount, ...]:
    """A dataset is known from its first occurrence in an event on. Deleted ones are left out."""
    return entity_counts(
        context.snapshot, "dataset", question.period, zone_named(question.timezone)
    )


@get("/stats/sources", tag=_TAG, summary="Count the sources known at the end of each hour or day")
def source_stats(context: RequestContext, question: StatsQuestion) -> tuple[TotalCount, ...]:
    """A source is known from the first occurrence of one of its datasets on. Sources whose datasets
    are all deleted are left out."""
    return source_counts(context.snapshot, question.period, zone_named(question.timezone))


class RunStatsQuestion(msgspec.Struct, frozen=True, kw_only=True):
    """The days that the statistics of runs are about."""

    days: Annotated[int, msgspec.Meta(ge=1, le=366, description="This is the number of days.")] = 30
    until: Annotated[
        Moment | None,
        msgspec.Meta(
            description="This is the last day. It is the day of the last run if it is left out."
        ),
    ] = None


@get("/stats/runs", tag=_TAG, summary="Count runs by day and state")
def run_stats(context: RequestContext, question: RunStatsQuestion) -> tuple[DayOfRuns, ...]:
    """The days are those of UTC. A run counts on the day on which it began, with its present
    state."""
    return runs_by_day(context.snapshot, question.days, question.until)
