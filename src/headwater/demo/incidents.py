"""What changes and what goes wrong at Brightwater Coffee, in the order in which it happens.

Each incident is the number of a day. The functions below say what is different on that day, or from
that day on.
"""

from headwater.demo import datasets as d
from headwater.demo import jobs, models
from headwater.demo.days import Day
from headwater.demo.roles import StoryDataset, StoryJob

CATALOGUED = 2
"""The data catalog publishes owners, descriptions, a view and a job that no system runs."""

SALES_RENAMED = 4
"""ANALYTICS.MARTS.DAILY_SALES becomes DAILY_REVENUE."""

FIRST_ATTEMPT_FAILED = 5
"""The lake ingest fails once, and its retry succeeds: two attempts of one batch."""

SESSIONS_REWRITTEN = 7
"""`sessionize` gets new code, and still reads and writes the same."""

COSTS_AUTOMATED = 9
"""Campaign costs come from an API instead of a sheet: an input changes."""

APP_LAUNCHED = 10
"""A second topic appears, and the running Flink job picks it up."""

COHORTS_FORGOTTEN = 11
"""The export no longer writes the weekly cohorts, which finance still reads."""

DEVICE_ADDED = 12
"""Page views get a new column while the stream runs."""

SHEET_DROPPED = 13
"""The old cost sheet is dropped from the warehouse."""

STREAM_REDEPLOYED = 14
"""The Flink job is stopped and started again with new code."""

COSTS_LINEAGE_LOST = 15
"""`load_ad_costs` gets new code, and Airflow can no longer find out its inputs and outputs."""

CLOCK_AHEAD = 16
"""The clock of the machine that counts loyalty points is a quarter of an hour ahead, until it is
set right during the run at noon. The run tells an end that is earlier than its start."""

ORDERS_DOUBLED = 17
"""A bug in the shop writes every order twice for a day."""

SUPPLIER_CODES_TURN_TEXT = 18
"""The supplier's codes, which were numbers, become texts. Two hops downstream, the margins fail."""

MARGINS_MENDED = 20
"""The margins accept texts as supplier codes."""

_REVISED: dict[StoryJob, int] = {
    jobs.APPEND_SESSIONS: SESSIONS_REWRITTEN,
    jobs.EXPORT_FILES: COHORTS_FORGOTTEN,
    jobs.ENRICH_CLICKS: STREAM_REDEPLOYED,
    jobs.LOAD_AD_COSTS: COSTS_LINEAGE_LOST,
    jobs.LOAD_CATALOG: SUPPLIER_CODES_TURN_TEXT,
}


def revision(job: StoryJob, day: Day) -> int:
    """The version of its code that a job runs with."""
    return 2 if day.number >= _REVISED.get(job, 99) else 1


def daily_sales(day: Day) -> StoryDataset:
    return d.DAILY_REVENUE if day.number >= SALES_RENAMED else d.DAILY_SALES


def campaign_costs(day: Day) -> StoryDataset:
    return d.AD_COSTS if day.number >= COSTS_AUTOMATED else d.CAMPAIGN_SHEET


def exports(day: Day) -> tuple[StoryDataset, ...]:
    kept = (d.EXPORT_REVENUE, d.EXPORT_MARGINS, d.EXPORT_PROFILES)
    return kept if day.number >= COHORTS_FORGOTTEN else (*kept, d.EXPORT_COHORTS)


def topics(day: Day) -> tuple[StoryDataset, ...]:
    launched = day.number >= APP_LAUNCHED
    return (d.CLICKSTREAM, d.APP_EVENTS) if launched else (d.CLICKSTREAM,)


def page_view_fields(day: Day) -> str:
    added = day.number >= DEVICE_ADDED
    return f"{d.PAGE_VIEW_FIELDS}, device_type string" if added else d.PAGE_VIEW_FIELDS


def order_factor(day: Day) -> float:
    return 2.0 if day.number == ORDERS_DOUBLED else 1.0


def with_supplier_code(dataset: StoryDataset, day: Day) -> str:
    """The columns of a dataset that holds supplier codes, as they come from the supplier."""
    if day.number < SUPPLIER_CODES_TURN_TEXT:
        return dataset.fields
    return dataset.fields.replace("code INTEGER", "code VARCHAR").replace(
        "CODE INTEGER", "CODE VARCHAR"
    )


def margin_fields(day: Day) -> str:
    fields = d.PRODUCT_MARGINS.fields
    return fields.replace("INTEGER", "VARCHAR") if day.number >= MARGINS_MENDED else fields


def margins_query(day: Day) -> str:
    kind = "varchar" if day.number >= MARGINS_MENDED else "integer"
    return models.MARGINS_SQL.format(supplier_code=kind)


def margins_error(day: Day) -> str:
    """Why the margins fail on that day; empty if they do not."""
    if not SUPPLIER_CODES_TURN_TEXT <= day.number < MARGINS_MENDED:
        return ""
    return (
        "Database Error in model fct_product_margins (models/marts/fct_product_margins.sql)\n"
        "  100038 (22018): Numeric value 'HB-2291' is not recognized, in SUPPLIER_CODE::integer"
    )
