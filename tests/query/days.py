"""Pipelines that run once a day, for differences between one day and the next."""

from typing import Any

from tests.query.registers import Register
from tests.query.rows import Rows, uuid


class TwoJobs:
    """raw > load > a > report > out, once a day; run numbers are 10 * day + place."""

    def __init__(self, rows: Rows) -> None:
        self.rows = rows
        self.load, self.report = rows.job("load"), rows.job("report")
        self.raw, self.a, self.out = (rows.dataset(name) for name in ("raw", "a", "out"))
        self.versions: dict[str, str] = {}

    def with_job_versions(self) -> "TwoJobs":
        """Both jobs do the same from the first day on, and `raw` is nobody's."""
        rows = self.rows
        rows.version(self.raw, kind="initial")
        rows.uses(self.load, [self.raw], [self.a], since=110, began_rank=3)
        rows.uses(self.report, [self.a], [self.out], since=130, began_rank=3)
        return self

    def day(
        self,
        number: int,
        *,
        schema: str | None = None,
        state: str = "COMPLETED",
        load: dict[str, Any] | None = None,
        report: dict[str, Any] | None = None,
        stored_as: str | None = None,
    ) -> None:
        rows, at = self.rows, number * 100
        loaded = rows.run(
            self.load,
            uuid(number * 10 + 1),
            start=at,
            end=at + 10,
            reads={self.raw: None},
            writes=[self.a],
            **(load or {}),
        )
        self.versions[f"a{number}"] = rows.version(
            self.a, at + 10, at + 110, run=loaded, schema_hash=schema, storage_version=stored_as
        )
        reported = rows.run(
            self.report,
            uuid(number * 10 + 2),
            **{
                "start": at + 20,
                "end": at + 30,
                "state": state,
                "reads": {self.a: None},
                "writes": [self.out],
                **(report or {}),
            },
        )
        if state == "COMPLETED":
            self.versions[f"out{number}"] = rows.version(self.out, at + 30, at + 130, run=reported)


class ThreeJobs:
    """ingest > raw > transform > prices > margins > out, day by day.

    Run numbers are 10 * day + 1, 2, 3; each day takes 100.
    """

    def __init__(self, rows: Rows) -> None:
        self.rows = rows
        self.jobs = [rows.job(name) for name in ("ingest", "transform", "margins")]
        self.raw, self.prices, self.out = (rows.dataset(n) for n in ("raw", "prices", "out"))
        ingest, transform, margins = self.jobs
        rows.uses(ingest, [], [self.raw], since=0)
        rows.uses(transform, [self.raw], [self.prices], since=0)
        rows.uses(margins, [self.prices], [self.out], since=0)
        self.versions: dict[str, str] = {}

    def run(self, day: int, place: int, **values: Any) -> str:
        """Of the job in that place; a completed one makes a version."""
        reads = [None, self.raw, self.prices][place - 1]
        made = (self.raw, self.prices, self.out)[place - 1]
        start = day * 100 + place * 20
        schema = values.pop("schema", None)
        key = self.rows.run(
            self.jobs[place - 1],
            uuid(day * 10 + place),
            **{
                "start": start,
                "end": start + 10,
                "reads": {reads: None} if reads else {},
                "writes": [made],
                **values,
            },
        )
        if values.get("state", "COMPLETED") == "COMPLETED":
            name = ("raw", "prices", "out")[place - 1]
            self.versions[f"{name}{day}"] = self.rows.version(
                made, start + 10, start + 110, run=key, schema_hash=schema
            )
        return key

    def all(self, day: int, schema: str | None = None, **margins: Any) -> None:
        self.run(day, 1, schema=schema)
        self.run(day, 2, schema=schema)
        self.run(day, 3, **margins)


def facet(rows: Rows, entity: str, name: str, value: Any, node: int | None = None) -> Register:
    return Register(entity, name, rows.facet(value), node=node)


def wrote(rows: Rows, dataset: int, **counts: int) -> list[Register]:
    """The facts of a run that counted what it wrote."""
    return [facet(rows, "outputFacets", "outputStatistics", counts, dataset)]
