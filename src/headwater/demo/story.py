"""The demo: three weeks of Brightwater Coffee, an online coffee shop, as OpenLineage events.

The datasets and jobs are in `datasets`, `jobs` and `models`, a usual day in `pipelines` and `shop`,
and everything unusual in `incidents`. `events` returns all events of the story, and `STORY` says
what to look at in it.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from headwater.demo import datasets as d
from headwater.demo import incidents, jobs, models, pipelines
from headwater.demo.days import LAST_DAY, Day
from headwater.demo.engine import DatedEvent, dataset_event, job_event, run_events
from headwater.demo.facets import documentation, owners, schema, tags
from headwater.demo.roles import StoryJob, Use
from headwater.demo.shop import shop_daily

END = datetime(2025, 3, 23, 12, 0, tzinfo=UTC)
"""Noon of a Sunday: the night's pipelines are finished, and the board report is being printed."""


class Scene(NamedTuple):
    """Something to look at in the story."""

    title: str
    when: datetime
    node: str
    commands: tuple[str, ...]
    """Commands to try, one per line."""


def events(end: datetime = END) -> Iterator[dict[str, Any]]:
    """All events that reach the collector up to `end`, in the order in which they do."""
    days = _days(end)
    dated = [*pipelines.clickstream(days[0])]
    for day in days:
        dag, below = shop_daily(day)
        runs = [
            *pipelines.warehouse_admin(day),
            *pipelines.erp_sync(day),
            *pipelines.marketing_costs(day),
            *pipelines.loyalty_points(day),
            dag,
            *below,
            *pipelines.finance_report(day, dag),
        ]
        dated += [event for run in runs for event in run_events(run)]
        if day.number == incidents.CATALOGUED:
            dated += _publish_catalog(day)
    arrived = sorted((item for item in dated if item.arrives <= end), key=lambda item: item.arrives)
    return (item.event for item in arrived)


def _days(end: datetime) -> list[Day]:
    today = end.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    return [Day(n, today - timedelta(days=LAST_DAY - n)) for n in range(LAST_DAY + 1)]


def _publish_catalog(day: Day) -> Iterator[DatedEvent]:
    """Dataset events with descriptions, one for a view and its sources, and a job event."""
    tool = jobs.CATALOG_TOOL
    described = {
        d.CUSTOMERS: owners("team:web")
        | documentation("Everyone who ever made an account.")
        | tags("DATACATALOG", {"tier": "gold"}, pii=["email", "full_name"]),
        d.ORDERS: owners("team:web") | documentation("One row per order, also cancelled ones."),
        d.SESSIONS: owners("team:web") | documentation("Visits to the web site."),
    }
    for count, (dataset, facets) in enumerate(described.items()):
        yield dataset_event(tool, dataset, day.at(9, count), facets)
    source = {"type": "DATASET", "namespace": d.FCT_ORDERS.namespace, "name": d.FCT_ORDERS.name}
    same = [{"type": "DIRECT", "subtype": "IDENTITY", "masking": False}]
    columns = ("ORDER_ID", "CUSTOMER_ID", "TOTAL")
    fields = {
        name: {"inputs": [{**source, "field": name, "transformations": same}]} for name in columns
    }
    view = {
        **d.OPEN_ORDERS.facets,
        "schema": schema(d.OPEN_ORDERS.fields),
        "lineage": {"inputs": [source], "fields": fields},
    }
    yield dataset_event(tool, d.OPEN_ORDERS, day.at(9, 10), view)
    yield job_event(jobs.STOCKTAKE, day.at(9, 20), (Use(d.CATALOG),), (Use(d.STOCK_LEVELS),))


def story(end: datetime = END) -> tuple[Scene, ...]:
    """The scenes, for a story that ends at `end`."""
    days = _days(end)

    def noon(number: int) -> datetime:
        return days[number].midnight + timedelta(hours=12)

    def lineage(node: str, options: str = "") -> str:
        return f"headwater lineage '{node}'{options}"

    def history(node: str) -> str:
        return f"headwater history '{node}'"

    def runs(node: str) -> str:
        return f"headwater runs '{node}'"

    def run_id(job: StoryJob, number: int) -> str:
        """The last run of a job of the daily pipeline on that day."""
        _, below = shop_daily(days[number])
        return [run.run_id for run in below if run.job is job][-1]

    def run(job: StoryJob, number: int) -> str:
        return f"headwater run {run_id(job, number)}"

    def why(job: StoryJob, number: int) -> str:
        return f"headwater why {run_id(job, number)}"

    def impact(node: str) -> str:
        return f"headwater impact '{node}'"

    def scene(title: str, number: int, node: str, *commands: str) -> Scene:
        return Scene(title, noon(number), node, commands)

    margins, export = models.PRODUCT_MARGINS.node, jobs.EXPORT_FILES.node
    email = f"datasetField:{d.CUSTOMERS.namespace}:{d.CUSTOMERS.name}:email"
    before_cohorts = f"{noon(incidents.COHORTS_FORGOTTEN - 1):%Y-%m-%dT%H:%MZ}"
    broken = incidents.SUPPLIER_CODES_TURN_TEXT
    partition = days[incidents.ORDERS_DOUBLED].hive_partition
    return (
        scene(
            "A type changed two hops upstream, and the margins failed",
            broken,
            margins,
            runs(margins),
            why(models.PRODUCT_MARGINS, broken),
            f"headwater diff {run_id(models.PRODUCT_MARGINS, broken - 1)}"
            f" {run_id(models.PRODUCT_MARGINS, broken)}",
            run(models.PRODUCT_MARGINS, broken),
            history(d.CATALOG.node),
            impact(d.CATALOG.node),
        ),
        scene(
            "The margins were mended: the same model has other SQL",
            incidents.MARGINS_MENDED,
            margins,
            why(models.PRODUCT_MARGINS, incidents.MARGINS_MENDED),
            history(margins),
        ),
        scene(
            "An e-mail address, hashed on its way to a dashboard export",
            0,
            email,
            lineage(email, " --direction downstream"),
            impact(email),
        ),
        scene(
            "The export stopped writing the cohorts; finance still reads them (stale)",
            incidents.COHORTS_FORGOTTEN,
            d.EXPORT_COHORTS.node,
            lineage(d.EXPORT_COHORTS.node),
            lineage(d.EXPORT_COHORTS.node, f" --at {before_cohorts}"),
            f"headwater diff '{d.EXPORT_COHORTS.node}' --from {before_cohorts}"
            f" --to {noon(incidents.COHORTS_FORGOTTEN):%Y-%m-%dT%H:%MZ}",
        ),
        scene(
            "An input changed: campaign costs come from an API instead of a sheet",
            incidents.COSTS_AUTOMATED,
            models.MARKETING.node,
            history(models.MARKETING.node),
        ),
        scene(
            "New code that no longer tells what it reads and writes (lineage unknown)",
            incidents.COSTS_LINEAGE_LOST,
            jobs.LOAD_AD_COSTS.node,
            lineage(jobs.LOAD_AD_COSTS.node),
        ),
        scene(
            "New code that reads and writes the same",
            incidents.SESSIONS_REWRITTEN,
            jobs.APPEND_SESSIONS.node,
            history(jobs.APPEND_SESSIONS.node),
        ),
        scene(
            "A stream that gained a topic, and was redeployed",
            incidents.STREAM_REDEPLOYED,
            jobs.ENRICH_CLICKS.node,
            history(jobs.ENRICH_CLICKS.node),
        ),
        scene(
            "One dataset under two names: its place in the lake and its name in Glue",
            0,
            d.SESSIONS_TABLE.node,
            lineage(d.SESSIONS_TABLE.node),
        ),
        scene(
            "A partition is found as the dataset it belongs to; a scratch table is private",
            0,
            d.RAW_ORDERS.node,
            lineage(f"{d.RAW_ORDERS.node}/{partition}", " --direction upstream"),
        ),
        scene(
            "A table renamed, with its history",
            incidents.SALES_RENAMED,
            d.DAILY_REVENUE.node,
            history(d.DAILY_REVENUE.node),
            history(d.DAILY_SALES.node),
        ),
        scene(
            "A table dropped",
            incidents.SHEET_DROPPED,
            d.CAMPAIGN_SHEET.node,
            history(d.CAMPAIGN_SHEET.node),
        ),
        scene(
            "A failed attempt and its retry, one batch",
            incidents.FIRST_ATTEMPT_FAILED,
            jobs.INGEST_LAKE.node,
            runs(jobs.INGEST_LAKE.node),
        ),
        scene(
            "Airflow task, dbt command, dbt models: parents and children",
            LAST_DAY,
            models.DBT_RUN.node,
            runs(models.DBT_RUN.node),
            run(models.DBT_RUN, LAST_DAY),
        ),
        scene(
            "Explicit lineage: every export has its own sources, and a job feeds a job",
            LAST_DAY,
            export,
            lineage(export),
        ),
        scene(
            "A job that was only declared, and a view that no job writes",
            incidents.CATALOGUED,
            jobs.STOCKTAKE.node,
            lineage(jobs.STOCKTAKE.node),
            lineage(d.OPEN_ORDERS.node),
        ),
        scene(
            "Data contracts: what is declared, what runs behind it, and where the two differ",
            LAST_DAY,
            d.FCT_ORDERS.node,
            lineage(d.FCT_ORDERS.node, " --direction upstream"),
            "headwater contracts lineage 'Order facts'",
            "headwater contracts impact 'Raw orders'",
            "headwater contracts drift 'Order facts'",
            "headwater contracts drift",
        ),
        scene(
            "Twice as many orders as usual, and a failed test",
            incidents.ORDERS_DOUBLED,
            d.RAW_ORDERS.node,
            history(d.RAW_ORDERS.node),
            run(models.TEST_ORDERS, incidents.ORDERS_DOUBLED),
            why(models.TEST_ORDERS, incidents.ORDERS_DOUBLED),
        ),
    )


STORY = story()
"""The scenes of the story with its default end."""
