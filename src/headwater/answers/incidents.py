"""Answers about incidents: runs that failed together (semantics 8.5)."""

import msgspec

from headwater.answers.moments import Instant
from headwater.answers.runs import RunSummary


class FailedRun(msgspec.Struct, frozen=True):
    """This is a run that failed, with its error."""

    run: RunSummary
    error: str | None
    """The error message that the run itself reports."""


class Incident(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """These are the runs that failed under one run, such as the tasks of a DAG."""

    run: RunSummary
    """The run at the top, which may have failed itself, may still go on, or may have completed."""
    failures: tuple[FailedRun, ...]
    """The failed runs that have no failed run below them, in the order of their starts. It is the
    run at the top alone if nothing below it failed."""
    failed_at: Instant
    """When the first of these failures ended."""
    completed_since: Instant | None
    """When the next completed run of the same job ended, or None if none has completed since."""


class IncidentList(msgspec.Struct, frozen=True):
    """This is a page of incidents."""

    incidents: tuple[Incident, ...]
    next: str | None
    """The cursor of the next page, or None on the last page."""
