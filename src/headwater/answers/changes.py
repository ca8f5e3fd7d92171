"""Answers about the moments at which a graph changed."""

import msgspec

from headwater.answers.moments import Instant


class Change(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """This says what changed at one moment."""

    at: Instant
    edges_begun: int = 0
    edges_ended: int = 0
    job_versions: int = 0
    """The number of job versions that began."""
    drops: int = 0
    """The number of datasets that were dropped."""


class Changes(msgspec.Struct, frozen=True):
    """These are the moments at which a graph changed."""

    changes: tuple[Change, ...]
    """The changes in the order of time."""
    first: Instant | None
    """When the first run of the jobs or version of the datasets began, or None if there is none."""
    last: Instant | None
    """When the last run of the jobs or version of the datasets began."""
