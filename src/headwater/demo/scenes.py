"""Where to look in the demo: scenes of the story, each with commands to try."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import NamedTuple

from headwater.demo import datasets as d
from headwater.demo import incidents, jobs, models
from headwater.demo.days import LAST_DAY
from headwater.demo.roles import StoryJob
from headwater.demo.shop import shop_daily
from headwater.demo.story import END, story_days


class Scene(NamedTuple):
    """Something to look at in the story."""

    title: str
    when: datetime
    node: str
    commands: tuple[str, ...]
    """Commands to try, one per line."""


class _Guide:
    """Writes scenes of a story that ends at `end`, and the commands that show them."""

    def __init__(self, end: datetime) -> None:
        self.days = story_days(end)

    def noon(self, number: int) -> datetime:
        return self.days[number].midnight + timedelta(hours=12)

    def scene(self, title: str, number: int, node: str, *commands: str) -> Scene:
        return Scene(title, self.noon(number), node, commands)

    def lineage(self, node: str, options: str = "") -> str:
        return f"headwater lineage '{node}'{options}"

    def history(self, node: str) -> str:
        return f"headwater history '{node}'"

    def runs(self, node: str) -> str:
        return f"headwater runs '{node}'"

    def run_id(self, job: StoryJob, number: int) -> str:
        """The last run of a job of the daily pipeline on that day."""
        _, below = shop_daily(self.days[number])
        return [run.run_id for run in below if run.job is job][-1]

    def run(self, job: StoryJob, number: int) -> str:
        return f"headwater run {self.run_id(job, number)}"

    def why(self, job: StoryJob, number: int) -> str:
        return f"headwater why {self.run_id(job, number)}"

    def impact(self, node: str) -> str:
        return f"headwater impact '{node}'"


def story(end: datetime = END) -> tuple[Scene, ...]:
    """The scenes, for a story that ends at `end`."""
    guide = _Guide(end)
    return (*_incidents(guide), *_changes(guide), *_shapes(guide))


def _incidents(guide: _Guide) -> Iterator[Scene]:
    """What went wrong."""
    margins, broken = models.PRODUCT_MARGINS.node, incidents.SUPPLIER_CODES_TURN_TEXT
    before_cohorts = f"{guide.noon(incidents.COHORTS_FORGOTTEN - 1):%Y-%m-%dT%H:%MZ}"
    yield guide.scene(
        "A type changed two hops upstream, and the margins failed",
        broken,
        margins,
        guide.runs(margins),
        guide.why(models.PRODUCT_MARGINS, broken),
        f"headwater diff {guide.run_id(models.PRODUCT_MARGINS, broken - 1)}"
        f" {guide.run_id(models.PRODUCT_MARGINS, broken)}",
        guide.run(models.PRODUCT_MARGINS, broken),
        guide.history(d.CATALOG.node),
        guide.impact(d.CATALOG.node),
    )
    yield guide.scene(
        "The margins were mended: the same model has other SQL",
        incidents.MARGINS_MENDED,
        margins,
        guide.why(models.PRODUCT_MARGINS, incidents.MARGINS_MENDED),
        guide.history(margins),
    )
    yield guide.scene(
        "The export stopped writing the cohorts; finance still reads them (stale)",
        incidents.COHORTS_FORGOTTEN,
        d.EXPORT_COHORTS.node,
        guide.lineage(d.EXPORT_COHORTS.node),
        guide.lineage(d.EXPORT_COHORTS.node, f" --at {before_cohorts}"),
        f"headwater diff '{d.EXPORT_COHORTS.node}' --from {before_cohorts}"
        f" --to {guide.noon(incidents.COHORTS_FORGOTTEN):%Y-%m-%dT%H:%MZ}",
    )
    yield guide.scene(
        "Twice as many orders as usual, and a failed test",
        incidents.ORDERS_DOUBLED,
        d.RAW_ORDERS.node,
        guide.history(d.RAW_ORDERS.node),
        guide.run(models.TEST_ORDERS, incidents.ORDERS_DOUBLED),
        guide.why(models.TEST_ORDERS, incidents.ORDERS_DOUBLED),
    )
    yield guide.scene(
        "A failed attempt and its retry, one batch",
        incidents.FIRST_ATTEMPT_FAILED,
        jobs.INGEST_LAKE.node,
        guide.runs(jobs.INGEST_LAKE.node),
    )


def _changes(guide: _Guide) -> Iterator[Scene]:
    """What became of jobs and tables."""
    yield guide.scene(
        "An input changed: campaign costs come from an API instead of a sheet",
        incidents.COSTS_AUTOMATED,
        models.MARKETING.node,
        guide.history(models.MARKETING.node),
    )
    yield guide.scene(
        "New code that no longer tells what it reads and writes (lineage unknown)",
        incidents.COSTS_LINEAGE_LOST,
        jobs.LOAD_AD_COSTS.node,
        guide.lineage(jobs.LOAD_AD_COSTS.node),
    )
    yield guide.scene(
        "New code that reads and writes the same",
        incidents.SESSIONS_REWRITTEN,
        jobs.APPEND_SESSIONS.node,
        guide.history(jobs.APPEND_SESSIONS.node),
    )
    yield guide.scene(
        "A stream that gained a topic, and was redeployed",
        incidents.STREAM_REDEPLOYED,
        jobs.ENRICH_CLICKS.node,
        guide.history(jobs.ENRICH_CLICKS.node),
    )
    yield guide.scene(
        "A table renamed, with its history",
        incidents.SALES_RENAMED,
        d.DAILY_REVENUE.node,
        guide.history(d.DAILY_REVENUE.node),
        guide.history(d.DAILY_SALES.node),
    )
    yield guide.scene(
        "A table dropped",
        incidents.SHEET_DROPPED,
        d.CAMPAIGN_SHEET.node,
        guide.history(d.CAMPAIGN_SHEET.node),
    )


def _shapes(guide: _Guide) -> Iterator[Scene]:
    """What a graph can show: columns, names, parents, and what was declared."""
    email = f"datasetField:{d.CUSTOMERS.namespace}:{d.CUSTOMERS.name}:email"
    partition = guide.days[incidents.ORDERS_DOUBLED].hive_partition
    export = jobs.EXPORT_FILES.node
    yield guide.scene(
        "An e-mail address, hashed on its way to a dashboard export",
        0,
        email,
        guide.lineage(email, " --direction downstream"),
        guide.impact(email),
    )
    yield guide.scene(
        "One dataset under two names: its place in the lake and its name in Glue",
        0,
        d.SESSIONS_TABLE.node,
        guide.lineage(d.SESSIONS_TABLE.node),
    )
    yield guide.scene(
        "A partition is found as the dataset it belongs to; a scratch table is private",
        0,
        d.RAW_ORDERS.node,
        guide.lineage(f"{d.RAW_ORDERS.node}/{partition}", " --direction upstream"),
    )
    yield guide.scene(
        "Airflow task, dbt command, dbt models: parents and children",
        LAST_DAY,
        models.DBT_RUN.node,
        guide.runs(models.DBT_RUN.node),
        guide.run(models.DBT_RUN, LAST_DAY),
    )
    yield guide.scene(
        "Explicit lineage: every export has its own sources, and a job feeds a job",
        LAST_DAY,
        export,
        guide.lineage(export),
    )
    yield guide.scene(
        "A job that was only declared, and a view that no job writes",
        incidents.CATALOGUED,
        jobs.STOCKTAKE.node,
        guide.lineage(jobs.STOCKTAKE.node),
        guide.lineage(d.OPEN_ORDERS.node),
    )
    yield guide.scene(
        "Data contracts: what is declared, what runs behind it, and where the two differ",
        LAST_DAY,
        d.FCT_ORDERS.node,
        guide.lineage(d.FCT_ORDERS.node, " --direction upstream"),
        "headwater contracts lineage 'Order facts'",
        "headwater contracts impact 'Raw orders'",
        "headwater contracts drift 'Order facts'",
        "headwater contracts drift",
    )


STORY = story()
"""The scenes of the story as it is told by default."""
