"""The jobs of Brightwater Coffee, by the system that runs them."""

from headwater.demo import datasets as d
from headwater.demo.facets import documentation, owners, tags
from headwater.demo.roles import ColumnSources, Dialect, StoryDataset, StoryJob, StorySource

_OPENLINEAGE = "https://github.com/OpenLineage/OpenLineage/tree/1.39.0"

AIRFLOW = Dialect(
    "https://github.com/apache/airflow/tree/providers-openlineage/2.3.0",
    "AIRFLOW",
    {"name": "Airflow", "version": "3.0.2", "openlineageAdapterVersion": "2.3.0"},
    time_spec="microseconds",
    zone="+00:00",
    start_lists=(),
    repeats_facets=False,
)
SPARK = Dialect(
    f"{_OPENLINEAGE}/integration/spark",
    "SPARK",
    {"name": "spark", "version": "3.5.6", "openlineageAdapterVersion": "1.39.0"},
    running_lists=("outputs",),
)
DBT = Dialect(
    f"{_OPENLINEAGE}/integration/dbt",
    "DBT",
    {"name": "dbt", "version": "1.10.4", "openlineageAdapterVersion": "1.39.0"},
    time_spec="microseconds",
)
FLINK = Dialect(
    f"{_OPENLINEAGE}/integration/flink",
    "FLINK",
    {"name": "flink", "version": "2.0.0", "openlineageAdapterVersion": "1.39.0"},
)
EXPORTER = Dialect(
    "https://github.com/brightwater-coffee/dashboards/tree/v3",
    "BRIGHTWATER",
    {"name": "python", "version": "3.12.4", "openlineageAdapterVersion": "1.39.0"},
    time_spec="microseconds",
    start_lists=("inputs",),
)
CATALOG_TOOL = Dialect(
    "https://github.com/brightwater-coffee/datacatalog/tree/v1.4",
    "BRIGHTWATER",
    {"name": "datacatalog", "version": "1.4"},
    zone="",  # its times have no zone, which is odd: headwater findings
)


def copied(source: StoryDataset, target: StoryDataset) -> ColumnSources:
    """Every column that both datasets have, ignoring letter case."""
    theirs = {column.lower(): column for column in _columns(source)}
    return {
        column: (StorySource(source, theirs[column.lower()], "IDENTITY"),)
        for column in _columns(target)
        if column.lower() in theirs
    }


def _columns(dataset: StoryDataset) -> list[str]:
    return [column.split(" ")[0] for column in dataset.fields.split(", ")]


# --- Airflow ------------------------------------------------------------------------------------


def _dag(name: str, owner: str, text: str) -> StoryJob:
    facets = owners(owner) | documentation(text) | tags("AIRFLOW", {"tier": "production"})
    return StoryJob(AIRFLOW, "airflow-prod", name, "DAG", facets=facets)


def _task(
    dag: StoryJob, name: str, columns: dict[StoryDataset, ColumnSources] | None = None
) -> StoryJob:
    ownership = {"ownership": dag.facets["ownership"]}
    path = f"dags/{dag.name}/{name}.py"
    whole = f"{dag.name}.{name}"
    return StoryJob(
        AIRFLOW, "airflow-prod", whole, "TASK", columns or {}, ownership, "pipelines", path
    )


ERP_SYNC = _dag("erp_sync", "team:purchasing", "Brings the supplier's catalog into the shop.")
LOAD_CATALOG = _task(ERP_SYNC, "load_catalog", {d.CATALOG: copied(d.ERP_CATALOG, d.CATALOG)})
STAGE_CATALOG = _task(ERP_SYNC, "stage_catalog", {d.STG_CATALOG: copied(d.CATALOG, d.STG_CATALOG)})

SHOP_DAILY = _dag("shop_daily", "team:data", "From the shop's database to the dashboards.")
INGEST_LAKE = _task(SHOP_DAILY, "ingest_lake")
LOAD_WAREHOUSE = _task(
    SHOP_DAILY,
    "load_warehouse",
    {
        target: copied(source, target)
        for source, target in (
            (d.RAW_ORDERS, d.WH_ORDERS),
            (d.RAW_ITEMS, d.WH_ITEMS),
            (d.RAW_CUSTOMERS, d.WH_CUSTOMERS),
        )
    },
)
TRANSFORM = _task(SHOP_DAILY, "transform")
BUILD_SESSIONS = _task(SHOP_DAILY, "build_sessions")
EXPORT = _task(SHOP_DAILY, "export_dashboards")

MARKETING_COSTS = _dag("marketing_costs", "team:marketing", "What campaigns cost.")
LOAD_SHEET = _task(
    MARKETING_COSTS, "load_sheet", {d.CAMPAIGN_SHEET: copied(d.CAMPAIGN_FORM, d.CAMPAIGN_SHEET)}
)
LOAD_AD_COSTS = _task(
    MARKETING_COSTS, "load_ad_costs", {d.AD_COSTS: copied(d.CAMPAIGN_API, d.AD_COSTS)}
)

FINANCE_REPORT = _dag("finance_report", "team:finance", "The slides for the board.")
PRINT_BOARD_PACK = _task(FINANCE_REPORT, "board_pack")

WAREHOUSE_ADMIN = _dag("warehouse_admin", "team:data", "Changes made by hand, one task each.")
RENAME_DAILY_SALES = _task(WAREHOUSE_ADMIN, "rename_daily_sales")
DROP_CAMPAIGN_SHEET = _task(WAREHOUSE_ADMIN, "drop_campaign_costs_sheet")

# --- Spark --------------------------------------------------------------------------------------


def _app(name: str) -> StoryJob:
    return StoryJob(SPARK, "spark-prod", name, "APPLICATION")


def _action(
    app: StoryJob, command: str, table: str, columns: dict[StoryDataset, ColumnSources]
) -> StoryJob:
    name = f"{app.name}.{command}.{table}"
    path = f"jobs/{app.name}.py"
    return StoryJob(SPARK, "spark-prod", name, "SQL_JOB", columns, {}, "spark-jobs", path)


_INSERT = "execute_insert_into_hadoop_fs_relation_command"
LAKE_INGEST = _app("lake_ingest")
DEDUPLICATE_ORDERS = _action(
    LAKE_INGEST,
    _INSERT,
    "orders_deduplicated",
    {d.ORDERS_DEDUPLICATED: copied(d.ORDERS, d.ORDERS_DEDUPLICATED)},
)
INGEST_ORDERS = _action(
    LAKE_INGEST, _INSERT, "raw_orders", {d.RAW_ORDERS: copied(d.ORDERS_DEDUPLICATED, d.RAW_ORDERS)}
)
INGEST_ITEMS = _action(
    LAKE_INGEST, _INSERT, "raw_order_items", {d.RAW_ITEMS: copied(d.ORDER_ITEMS, d.RAW_ITEMS)}
)
INGEST_CUSTOMERS = _action(
    LAKE_INGEST, _INSERT, "raw_customers", {d.RAW_CUSTOMERS: copied(d.CUSTOMERS, d.RAW_CUSTOMERS)}
)

SESSIONIZE = _app("sessionize")
APPEND_SESSIONS = _action(
    SESSIONIZE,
    "append_data",
    "glue_events_sessions",
    {
        d.SESSIONS: {
            "session_id": (StorySource(d.PAGE_VIEWS, "session_id", "IDENTITY"),),
            "customer_id": (StorySource(d.PAGE_VIEWS, "customer_id", "IDENTITY"),),
            "started_at": (StorySource(d.PAGE_VIEWS, "ts", "AGGREGATION"),),
            "pages": (StorySource(d.PAGE_VIEWS, "url", "AGGREGATION"),),
            "": (StorySource(d.PAGE_VIEWS, "session_id", "GROUP_BY"),),
        }
    },
)

LOYALTY_APP = _app("loyalty_points")
MERGE_POINTS = _action(
    LOYALTY_APP,
    "execute_merge_into_command",
    "delta_loyalty_points",
    {
        d.LOYALTY: {
            "customer_id": (
                StorySource(d.RAW_ORDERS, "customer_id", "IDENTITY"),
                StorySource(d.LOYALTY, "customer_id", "IDENTITY"),
            ),
            "points": (
                StorySource(d.RAW_ORDERS, "total", "AGGREGATION"),
                StorySource(d.LOYALTY, "points", "TRANSFORMATION"),
            ),
            "updated_at": (StorySource(d.RAW_ORDERS, "ordered_at", "AGGREGATION"),),
        }
    },
)

# --- Flink, dashboards, data catalog --------------------------------------------------------------

ENRICH_CLICKS = StoryJob(
    FLINK,
    "flink-prod",
    "clickstream_enrichment",
    "JOB",
    {d.PAGE_VIEWS: copied(d.CLICKSTREAM, d.PAGE_VIEWS)},
    owners("team:web"),
    "streams",
    "src/main/java/ClickstreamEnrichment.java",
    processing="STREAMING",
)

EXPORT_FILES = StoryJob(
    EXPORTER,
    "dashboards",
    "export_dashboards",
    "JOB",
    facets=owners("team:bi") | documentation("Writes what the dashboards show, once a day."),
    repository="dashboards",
    path="exporter/__main__.py",
)
NOTIFY_TEAM = StoryJob(
    EXPORTER,
    "dashboards",
    "notify_team",
    "JOB",
    facets=owners("team:bi") | documentation("Tells the chat that new numbers are out."),
    repository="dashboards",
    path="exporter/notify.py",
)
STOCKTAKE = StoryJob(
    CATALOG_TOOL,
    "warehouse-ops",
    "quarterly_stocktake",
    "JOB",
    {d.STOCK_LEVELS: {"product_id": (StorySource(d.CATALOG, "product_id", "IDENTITY"),)}},
    owners("team:purchasing") | documentation("Counting bags of beans, by hand."),
)
