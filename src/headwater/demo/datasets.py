"""The datasets of Brightwater Coffee, an online coffee shop."""

from headwater.demo.facets import StoryFacets, alias, documentation, owners, tags
from headwater.demo.roles import StoryDataset

SHOP = "postgres://shop-db.brightwater.example:5432"
ERP = "sftp://erp.brightwater.example"
KAFKA = "kafka://kafka.brightwater.example:9092"
LAKE = "s3://brightwater-lake"
GLUE = "arn:aws:glue:eu-central-1:481516234200"
WAREHOUSE = "snowflake://brightwater-eu1"
DASHBOARDS = "s3://brightwater-dashboards"
ADS = "https://ads.brightwater.example"

# --- where data is made: the shop's database, the supplier's system, the web site ---------------

_CUSTOMER = "customer_id BIGINT, email VARCHAR, full_name VARCHAR, city VARCHAR, country VARCHAR"
CUSTOMERS = StoryDataset(SHOP, "shop.public.customers", _CUSTOMER, 1_900)
_ORDER = "order_id BIGINT, customer_id BIGINT, ordered_at TIMESTAMP, status VARCHAR, "
_ORDER += "total DECIMAL(10,2), coupon VARCHAR"
ORDERS = StoryDataset(SHOP, "shop.public.orders", _ORDER, 2_400)
_ITEM = "item_id BIGINT, order_id BIGINT, product_id BIGINT, quantity INTEGER, "
_ITEM += "unit_price DECIMAL(10,2)"
ORDER_ITEMS = StoryDataset(SHOP, "shop.public.order_items", _ITEM, 6_100)

_PRODUCT = "product_id BIGINT, title VARCHAR, supplier_code INTEGER, purchase_price DECIMAL(10,2)"
ERP_CATALOG = StoryDataset(ERP, "/exports/catalog", _PRODUCT, 340)
CATALOG = StoryDataset(SHOP, "shop.public.catalog", _PRODUCT, 340)
STOCK_LEVELS = StoryDataset(
    SHOP, "shop.public.stock_levels", "product_id BIGINT, counted INTEGER", 340
)

_CLICK = "session_id STRING, customer_id BIGINT, url STRING, ts TIMESTAMP(3)"
CLICKSTREAM = StoryDataset(KAFKA, "shop.clickstream", _CLICK)
APP_EVENTS = StoryDataset(KAFKA, "shop.app-events", _CLICK)

CAMPAIGN_API = StoryDataset(ADS, "v2/costs", "campaign VARCHAR, day DATE, cost DECIMAL(10,2)", 60)
CAMPAIGN_FORM = StoryDataset(
    ADS, "forms/campaign_costs", "campaign VARCHAR, cost DECIMAL(10,2)", 12
)

# --- the lake -----------------------------------------------------------------------------------

_SPARK_ORDER = "order_id bigint, customer_id bigint, ordered_at timestamp, status string, "
_SPARK_ORDER += "total decimal(10,2), coupon string"
ORDERS_DEDUPLICATED = StoryDataset(
    LAKE,
    "_tmp/lake_ingest/orders_deduplicated",
    _SPARK_ORDER,
    2_400,
    {"datasetType": {"datasetType": "JOB_OUTPUT", "subType": "TEMPORARY"}},
)
_PARQUET: StoryFacets = {"storage": {"storageLayer": "s3", "fileFormat": "parquet"}}
RAW_ORDERS = StoryDataset(LAKE, "raw/orders", _SPARK_ORDER, 2_400, _PARQUET)
RAW_ITEMS = StoryDataset(
    LAKE,
    "raw/order_items",
    "item_id bigint, order_id bigint, product_id bigint, quantity int, unit_price decimal(10,2)",
    6_100,
    _PARQUET,
)
RAW_CUSTOMERS = StoryDataset(
    LAKE,
    "raw/customers",
    "customer_id bigint, email string, full_name string, city string, country string",
    1_900,
    _PARQUET,
)
_ICEBERG: StoryFacets = {"storage": {"storageLayer": "iceberg", "fileFormat": "parquet"}}
PAGE_VIEW_FIELDS = "session_id string, customer_id bigint, url string, ts timestamp"
PAGE_VIEWS = StoryDataset(
    LAKE,
    "warehouse/events/page_views",
    PAGE_VIEW_FIELDS,
    41_000,
    _ICEBERG | alias(GLUE, "table/events/page_views"),
)
_SESSION = "session_id string, customer_id bigint, started_at timestamp, pages bigint"
SESSIONS = StoryDataset(
    LAKE,
    "warehouse/events/sessions",
    _SESSION,
    7_300,
    _ICEBERG | alias(GLUE, "table/events/sessions"),
)
SESSIONS_TABLE = StoryDataset(GLUE, "table/events/sessions", _SESSION, 7_300)
"""The same data under its name in the Glue catalog. SESSIONS states that by symlinks."""
LOYALTY = StoryDataset(
    LAKE,
    "delta/loyalty_points",
    "customer_id bigint, points bigint, updated_at timestamp",
    900,
    {"storage": {"storageLayer": "delta", "fileFormat": "parquet"}},
)

# --- the warehouse ------------------------------------------------------------------------------

_PII = tags("DBT", {"layer": "raw"}, pii=["EMAIL", "FULL_NAME"])
WH_ORDERS = StoryDataset(WAREHOUSE, "ANALYTICS.RAW.ORDERS", _ORDER.upper(), 2_400)
WH_ITEMS = StoryDataset(WAREHOUSE, "ANALYTICS.RAW.ORDER_ITEMS", _ITEM.upper(), 6_100)
WH_CUSTOMERS = StoryDataset(WAREHOUSE, "ANALYTICS.RAW.CUSTOMERS", _CUSTOMER.upper(), 1_900, _PII)
CAMPAIGN_SHEET = StoryDataset(
    WAREHOUSE,
    "ANALYTICS.RAW.CAMPAIGN_COSTS_SHEET",
    "CAMPAIGN VARCHAR, COST NUMBER(10,2)",
    12,
    documentation("Typed in by the marketing team every Monday."),
)
AD_COSTS = StoryDataset(
    WAREHOUSE, "ANALYTICS.RAW.AD_COSTS", "CAMPAIGN VARCHAR, DAY DATE, COST NUMBER(10,2)", 60
)

STG_ORDERS = StoryDataset(WAREHOUSE, "ANALYTICS.STAGING.STG_ORDERS", _ORDER.upper(), 2_400)
STG_ITEMS = StoryDataset(WAREHOUSE, "ANALYTICS.STAGING.STG_ORDER_ITEMS", _ITEM.upper(), 6_100)
STG_CUSTOMERS = StoryDataset(
    WAREHOUSE,
    "ANALYTICS.STAGING.STG_CUSTOMERS",
    "CUSTOMER_ID BIGINT, EMAIL_HASH VARCHAR, CITY VARCHAR, COUNTRY VARCHAR",
    1_900,
    documentation("Customers without anything that tells who they are."),
)
STG_CATALOG = StoryDataset(WAREHOUSE, "ANALYTICS.STAGING.STG_CATALOG", _PRODUCT.upper(), 340)

DIM_CUSTOMERS = StoryDataset(
    WAREHOUSE,
    "ANALYTICS.MARTS.DIM_CUSTOMERS",
    "CUSTOMER_ID BIGINT, EMAIL_HASH VARCHAR, COUNTRY VARCHAR, FIRST_ORDER_AT TIMESTAMP, "
    "ORDERS BIGINT",
    1_900,
    owners("team:analytics") | documentation("One row per customer."),
)
FCT_ORDERS = StoryDataset(
    WAREHOUSE,
    "ANALYTICS.MARTS.FCT_ORDERS",
    "ORDER_ID BIGINT, CUSTOMER_ID BIGINT, ORDER_DATE DATE, COUPON VARCHAR, ITEMS BIGINT, "
    "TOTAL DECIMAL(10,2)",
    2_400,
    owners("team:analytics") | documentation("One row per order that was not cancelled."),
)
PRODUCT_MARGINS = StoryDataset(
    WAREHOUSE,
    "ANALYTICS.MARTS.FCT_PRODUCT_MARGINS",
    "PRODUCT_ID BIGINT, TITLE VARCHAR, SUPPLIER_CODE INTEGER, UNITS BIGINT, MARGIN DECIMAL(12,2)",
    340,
    owners("team:purchasing"),
)
_SALES = "ORDER_DATE DATE, ORDERS BIGINT, REVENUE DECIMAL(12,2)"
DAILY_SALES = StoryDataset(WAREHOUSE, "ANALYTICS.MARTS.DAILY_SALES", _SALES, 365)
DAILY_REVENUE = StoryDataset(
    WAREHOUSE, "ANALYTICS.MARTS.DAILY_REVENUE", _SALES, 365, owners("team:finance")
)
MARKETING = StoryDataset(
    WAREHOUSE,
    "ANALYTICS.MARTS.FCT_MARKETING",
    "CAMPAIGN VARCHAR, ORDERS BIGINT, REVENUE DECIMAL(12,2), COST DECIMAL(12,2)",
    25,
    owners("team:marketing"),
)
OPEN_ORDERS = StoryDataset(
    WAREHOUSE,
    "ANALYTICS.REPORTING.V_OPEN_ORDERS",
    "ORDER_ID BIGINT, CUSTOMER_ID BIGINT, TOTAL DECIMAL(10,2)",
    0,
    {"datasetType": {"datasetType": "VIEW"}},
)

# --- what people look at ------------------------------------------------------------------------

EXPORT_REVENUE = StoryDataset(
    DASHBOARDS, "exports/daily_revenue", "order_date date, revenue decimal(12,2)", 365
)
EXPORT_MARGINS = StoryDataset(
    DASHBOARDS, "exports/product_margins", "title string, margin decimal(12,2)", 340
)
EXPORT_PROFILES = StoryDataset(
    DASHBOARDS,
    "exports/customer_profiles",
    "customer_hash string, country string, sessions bigint",
    1_900,
)
EXPORT_COHORTS = StoryDataset(
    DASHBOARDS, "exports/weekly_cohorts", "first_week date, customers bigint", 52
)
BOARD_PACK = StoryDataset(DASHBOARDS, "reports/board_pack", "page int, title string", 24)
