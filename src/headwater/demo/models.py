"""The dbt project of Brightwater Coffee: models, their SQL, and the sources of their columns."""

from headwater.demo import datasets as d
from headwater.demo.jobs import DBT, copied
from headwater.demo.roles import ColumnSources, StoryDataset, StoryJob, StorySource

DBT_RUN = StoryJob(DBT, "dbt-prod", "dbt-run-brightwater", "JOB")


def _model(
    target: StoryDataset, columns: ColumnSources, query: str, renamed_to: StoryDataset | None = None
) -> StoryJob:
    database, folder, table = target.name.split(".")
    return StoryJob(
        DBT,
        "dbt-prod",
        f"{database}.{folder}.brightwater.{table.lower()}",
        "MODEL",
        {target: columns} | ({renamed_to: columns} if renamed_to else {}),
        {"sql": {"query": query, "dialect": "snowflake"}},
    )


STG_ORDERS = _model(
    d.STG_ORDERS, copied(d.WH_ORDERS, d.STG_ORDERS), "select * from ANALYTICS.RAW.ORDERS"
)
STG_ITEMS = _model(
    d.STG_ITEMS, copied(d.WH_ITEMS, d.STG_ITEMS), "select * from ANALYTICS.RAW.ORDER_ITEMS"
)
STG_CUSTOMERS = _model(
    d.STG_CUSTOMERS,
    {
        **copied(d.WH_CUSTOMERS, d.STG_CUSTOMERS),
        "EMAIL_HASH": (StorySource(d.WH_CUSTOMERS, "EMAIL", "MASKED"),),
    },
    "select CUSTOMER_ID, sha2(EMAIL) as EMAIL_HASH, CITY, COUNTRY from ANALYTICS.RAW.CUSTOMERS",
)
DIM_CUSTOMERS = _model(
    d.DIM_CUSTOMERS,
    {
        **copied(d.STG_CUSTOMERS, d.DIM_CUSTOMERS),
        "FIRST_ORDER_AT": (StorySource(d.STG_ORDERS, "ORDERED_AT", "AGGREGATION"),),
        "ORDERS": (StorySource(d.STG_ORDERS, "ORDER_ID", "AGGREGATION"),),
        "": (
            StorySource(d.STG_CUSTOMERS, "CUSTOMER_ID", "JOIN"),
            StorySource(d.STG_ORDERS, "CUSTOMER_ID", "JOIN"),
        ),
    },
    "select c.CUSTOMER_ID, c.EMAIL_HASH, c.COUNTRY, min(o.ORDERED_AT) as FIRST_ORDER_AT, "
    "count(o.ORDER_ID) as ORDERS\nfrom {{ ref('stg_customers') }} c\n"
    "left join {{ ref('stg_orders') }} o using (CUSTOMER_ID)\ngroup by 1, 2, 3",
)
FCT_ORDERS = _model(
    d.FCT_ORDERS,
    {
        "ORDER_ID": (StorySource(d.STG_ORDERS, "ORDER_ID", "IDENTITY"),),
        "CUSTOMER_ID": (StorySource(d.STG_ORDERS, "CUSTOMER_ID", "IDENTITY"),),
        "ORDER_DATE": (StorySource(d.STG_ORDERS, "ORDERED_AT", "TRANSFORMATION"),),
        "COUPON": (StorySource(d.STG_ORDERS, "COUPON", "IDENTITY"),),
        "ITEMS": (StorySource(d.STG_ITEMS, "QUANTITY", "AGGREGATION"),),
        "TOTAL": (StorySource(d.STG_ORDERS, "TOTAL", "IDENTITY"),),
        "": (
            StorySource(d.STG_ORDERS, "STATUS", "FILTER"),
            StorySource(d.STG_ITEMS, "ORDER_ID", "JOIN"),
        ),
    },
    "select o.ORDER_ID, o.CUSTOMER_ID, o.ORDERED_AT::date as ORDER_DATE, o.COUPON, "
    "sum(i.QUANTITY) as ITEMS, o.TOTAL\nfrom {{ ref('stg_orders') }} o\n"
    "join {{ ref('stg_order_items') }} i using (ORDER_ID)\n"
    "where o.STATUS <> 'cancelled'\ngroup by 1, 2, 3, 4, 6",
)
MARGINS_SQL = (
    "select i.PRODUCT_ID, c.TITLE, c.SUPPLIER_CODE::{supplier_code} as SUPPLIER_CODE, "
    "sum(i.QUANTITY) as UNITS, sum(i.QUANTITY * (i.UNIT_PRICE - c.PURCHASE_PRICE)) as MARGIN\n"
    "from {{{{ ref('stg_order_items') }}}} i\n"
    "join {{{{ source('staging', 'stg_catalog') }}}} c using (PRODUCT_ID)\ngroup by 1, 2, 3"
)
PRODUCT_MARGINS = _model(
    d.PRODUCT_MARGINS,
    {
        "PRODUCT_ID": (StorySource(d.STG_ITEMS, "PRODUCT_ID", "IDENTITY"),),
        "TITLE": (StorySource(d.STG_CATALOG, "TITLE", "IDENTITY"),),
        "SUPPLIER_CODE": (StorySource(d.STG_CATALOG, "SUPPLIER_CODE", "TRANSFORMATION"),),
        "UNITS": (StorySource(d.STG_ITEMS, "QUANTITY", "AGGREGATION"),),
        "MARGIN": (
            StorySource(d.STG_ITEMS, "UNIT_PRICE", "AGGREGATION"),
            StorySource(d.STG_CATALOG, "PURCHASE_PRICE", "AGGREGATION"),
        ),
    },
    MARGINS_SQL.format(supplier_code="integer"),
)
_DAILY: ColumnSources = {
    "ORDER_DATE": (StorySource(d.FCT_ORDERS, "ORDER_DATE", "IDENTITY"),),
    "ORDERS": (StorySource(d.FCT_ORDERS, "ORDER_ID", "AGGREGATION"),),
    "REVENUE": (StorySource(d.FCT_ORDERS, "TOTAL", "AGGREGATION"),),
    "": (StorySource(d.FCT_ORDERS, "ORDER_DATE", "GROUP_BY"),),
}
DAILY_SALES = _model(
    d.DAILY_SALES,
    _DAILY,
    "select ORDER_DATE, count(*) as ORDERS, sum(TOTAL) as REVENUE\n"
    "from {{ ref('fct_orders') }}\ngroup by 1",
    renamed_to=d.DAILY_REVENUE,
)
MARKETING = _model(
    d.MARKETING,
    {
        "CAMPAIGN": (StorySource(d.FCT_ORDERS, "COUPON", "TRANSFORMATION"),),
        "ORDERS": (StorySource(d.FCT_ORDERS, "ORDER_ID", "AGGREGATION"),),
        "REVENUE": (StorySource(d.FCT_ORDERS, "TOTAL", "AGGREGATION"),),
        "COST": (
            StorySource(d.CAMPAIGN_SHEET, "COST", "AGGREGATION"),
            StorySource(d.AD_COSTS, "COST", "AGGREGATION"),
        ),
    },
    "select k.CAMPAIGN, count(*) as ORDERS, sum(o.TOTAL) as REVENUE, sum(k.COST) as COST\n"
    "from {{ ref('fct_orders') }} o\njoin costs k on o.COUPON = k.CAMPAIGN\ngroup by 1",
)
TEST_ORDERS = StoryJob(DBT, "dbt-prod", "ANALYTICS.MARTS.brightwater.fct_orders.test", "TEST")
