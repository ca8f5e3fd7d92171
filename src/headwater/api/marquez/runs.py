"""Runs as Marquez's clients expect them: with their arguments.

The arguments of a run are among its facets, where other callers read them.
"""

from msgspec import UNSET, UnsetType

from headwater.answers.facets import Facets
from headwater.answers.runs import JobRunList, Run, RunInFull
from headwater.api.marquez.extended import extended
from headwater.model.canonical import compact
from headwater.query.facets.self_reports import PARAMETERS, parameters

ARGUMENTS = "headwater_runArgs"
"""The run facet with the arguments of runs that Marquez's older calls reported."""


class MarquezRun(Run, frozen=True, kw_only=True, rename="camel"):
    """This is a run of a job. In lists of jobs, the fields after `jobVersion` are left out."""

    args: dict[str, str] | UnsetType = UNSET
    """The arguments of the run as texts: those that it was reported with, and the parameters that
    its facet `executionParameters` states."""


class MarquezRunInFull(RunInFull, frozen=True, kw_only=True, rename="camel"):
    """This is a run with the details that only an answer about a single run has."""

    args: dict[str, str]
    """The arguments of the run as texts: those that it was reported with, and the parameters that
    its facet `executionParameters` states."""


class MarquezRunList(JobRunList, frozen=True, rename="camel"):
    """This is a page of the runs of a job, with what they read and wrote."""

    runs: tuple[MarquezRun, ...]


def marquez_runs(found: JobRunList) -> MarquezRunList:
    return extended(MarquezRunList, found, runs=tuple(map(marquez_run, found.runs)))


def marquez_run(found: Run) -> MarquezRun:
    args = UNSET if found.facets is UNSET else arguments(found.facets)
    return extended(MarquezRun, found, args=args)


def marquez_run_in_full(found: RunInFull) -> MarquezRunInFull:
    facets = {} if found.facets is UNSET else found.facets
    return extended(MarquezRunInFull, found, args=arguments(facets))


def arguments(facets: Facets) -> dict[str, str]:
    """The arguments of a run that has these facets. Values that are no texts are written as JSON.

    >>> arguments({ARGUMENTS: {"args": {"day": 1, "table": "orders"}}})
    {'day': '1', 'table': 'orders'}
    """
    facet = facets.get(ARGUMENTS)
    reported = facet.get("args") if isinstance(facet, dict) else None
    stated = parameters(facets.get(PARAMETERS)) | (reported if isinstance(reported, dict) else {})
    return {
        key: value if isinstance(value, str) else compact(value) for key, value in stated.items()
    }
