"""The options of the event generator."""

from dataclasses import dataclass, field
from typing import Any


def _option(default: float, meaning: str) -> Any:
    return field(default=default, metadata={"help": meaning})


@dataclass(frozen=True, kw_only=True)
class Options:
    """What to generate. Shares and chances are from 0 to 1."""

    events: int = _option(100_000, "events in all, copies included")
    seed: int = _option(0, "another seed, another set of events")
    jobs: int = _option(1_000, "jobs")
    layers: int = _option(8, "depth of the graph")
    namespaces: int = _option(5, "namespaces of jobs")
    inputs: int = _option(3, "most inputs a job begins with")
    outputs: int = _option(3, "most outputs a job begins with")
    columns: int = _option(5, "columns of a table, on average")
    running: int = _option(0, "RUNNING events per run")
    column_lineage: float = _option(0.35, "share of jobs that state column lineage")
    code_versions: float = _option(0.7, "share of jobs that state their code version")
    streaming: float = _option(0.01, "share of jobs that run for ever")
    unknown_io: float = _option(0.05, "share of jobs that at times state no inputs and outputs")
    aliases: float = _option(0.1, "share of written tables that have a second name")
    failures: float = _option(0.03, "share of runs that fail")
    open_runs: float = _option(0.005, "share of runs that never end")
    io_changes: float = _option(0.01, "chance per run that inputs or outputs change")
    code_changes: float = _option(0.02, "chance per run that the code changes")
    dataset_events: float = _option(0.005, "chance per run of a dataset event")
    late: float = _option(0.01, "share of events that are hours late")
    out_of_order: float = _option(0.05, "share of events that are overtaken by others")
    duplicates: float = _option(0.01, "share of events that are sent twice")
    interval: int = _option(3600, "seconds from one round of runs to the next")
    start: int = _option(1_735_689_600, "time of the first event, in seconds since 1970")
