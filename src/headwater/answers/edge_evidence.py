"""Answers about edges: the statements and the runs that an edge rests on."""

import msgspec

from headwater.answers.graph import LatestRun
from headwater.answers.moments import Instant


class Statement(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """This is a period for which the edge was stated on one basis."""

    basis: str
    """One of listed, explicit, column and control."""
    stated_by: str
    """The job that states the edge, or the dataset if a dataset event does."""
    since: Instant | None
    until: Instant | None
    """When the statement ended, or None while it holds."""


class EdgeEvidence(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """These are the statements and the runs that an edge of the graph rests on."""

    origin: str
    destination: str
    basis: str
    """The strongest basis in the current graph or, for a past edge, the strongest ever."""
    is_current: bool
    """Whether the edge is in the current graph."""
    first_seen: Instant | None
    last_seen: Instant | None
    """When the last run that shows the edge ended, or when it started if it goes on. Without
    such a run, it is when the edge was last stated anew."""
    statements: tuple[Statement, ...]
    """The statements, newest first."""
    run_count: int
    """The number of runs that list the dataset. For an edge that no run lists, it is the number
    of runs of the stating jobs while they state it."""
    latest_runs: tuple[LatestRun, ...]
