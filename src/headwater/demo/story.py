"""The demo: three weeks of Brightwater Coffee, an online coffee shop, as OpenLineage events.

The datasets and jobs are in `datasets`, `jobs` and `models`, a usual day in `pipelines` and `shop`,
and everything unusual in `incidents`. `events` returns all events of the story, and `scenes` says
what to look at in it.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

from headwater.demo import datasets as d
from headwater.demo import incidents, jobs, pipelines
from headwater.demo.days import LAST_DAY, Day
from headwater.demo.engine import DatedEvent, dataset_event, job_event, run_events
from headwater.demo.facets import documentation, owners, schema, tags
from headwater.demo.roles import Use
from headwater.demo.shop import shop_daily

END = datetime(2025, 3, 23, 12, 0, tzinfo=UTC)
"""Noon of a Sunday: the night's pipelines are finished, and the board report is being printed."""


def events(end: datetime = END) -> Iterator[dict[str, Any]]:
    """All events that reach the collector up to `end`, in the order in which they do."""
    days = story_days(end)
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


def story_days(end: datetime) -> list[Day]:
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
