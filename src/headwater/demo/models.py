"""The dbt project of Brightwater Coffee: its models, their SQL, and their columns' origins."""

from headwater.demo import datasets as d
from headwater.demo.jobs import DBT, copied
from headwater.demo.roles import Columns, Dataset, Job, Source

DBT_RUN = Job(DBT, "dbt-prod", "dbt-run-brightwater", "JOB")


def _model(target: Dataset, columns: Columns, query: str, renamed_to: Dataset | None = None) -> Job:
    database, folder, table = target.name.split(".")
    return Job(
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
        "EMAIL_HASH": (Source(d.WH_CUSTOMERS, "EMAIL", "MASKED"),),
    },
    "select CUSTOMER_ID, sha2(EMAIL) as EMAIL_HASH, CITY, COUNTRY from ANALYTICS.RAW.CUSTOMERS",
)
DIM_CUSTOMERS = _model(
    d.DIM_CUSTOMERS,
    {
        **copied(d.STG_CUSTOMERS, d.DIM_CUSTOMERS),
        "FIRST_ORDER_AT": (Source(d.STG_ORDERS, "ORDERED_AT", "AGGREGATION"),),
        "ORDERS": (Source(d.STG_ORDERS, "ORDER_ID", "AGGREGATION"),),
        "": (
            Source(d.STG_CUSTOMERS, "CUSTOMER_ID", "JOIN"),
            Source(d.STG_ORDERS, "CUSTOMER_ID", "JOIN"),
        ),
    },
    "select c.CUSTOMER_ID, c.EMAIL_HASH, c.COUNTRY, min(o.ORDERED_AT) as FIRST_ORDER_AT, "
    "count(o.ORDER_ID) as ORDERS\nfrom {{ ref('stg_customers') }} c\n"
    "left join {{ ref('stg_orders') }} o using (CUSTOMER_ID)\ngroup by 1, 2, 3",
)
FCT_ORDERS = _model(
    d.FCT_ORDERS,
    {
        "ORDER_ID": (Source(d.STG_ORDERS, "ORDER_ID", "IDENTITY"),),
        "CUSTOMER_ID": (Source(d.STG_ORDERS, "CUSTOMER_ID", "IDENTITY"),),
        "ORDER_DATE": (Source(d.STG_ORDERS, "ORDERED_AT", "TRANSFORMATION"),),
        "COUPON": (Source(d.STG_ORDERS, "COUPON", "IDENTITY"),),
        "ITEMS": (Source(d.STG_ITEMS, "QUANTITY", "AGGREGATION"),),
        "TOTAL": (Source(d.STG_ORDERS, "TOTAL", "IDENTITY"),),
        "": (
            Source(d.STG_ORDERS, "STATUS", "FILTER"),
            Source(d.STG_ITEMS, "ORDER_ID", "JOIN"),
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
        "PRODUCT_ID": (Source(d.STG_ITEMS, "PRODUCT_ID", "IDENTITY"),),
        "TITLE": (Source(d.STG_CATALOG, "TITLE", "IDENTITY"),),
        "SUPPLIER_CODE": (Source(d.STG_CATALOG, "SUPPLIER_CODE", "TRANSFORMATION"),),
        "UNITS": (Source(d.STG_ITEMS, "QUANTITY", "AGGREGATION"),),
        "MARGIN": (
            Source(d.STG_ITEMS, "UNIT_PRICE", "AGGREGATION"),
            Source(d.STG_CATALOG, "PURCHASE_PRICE", "AGGREGATION"),
        ),
    },
    MARGINS_SQL.format(supplier_code="integer"),
)
_DAILY: Columns = {
    "ORDER_DATE": (Source(d.FCT_ORDERS, "ORDER_DATE", "IDENTITY"),),
    "ORDERS": (Source(d.FCT_ORDERS, "ORDER_ID", "AGGREGATION"),),
    "REVENUE": (Source(d.FCT_ORDERS, "TOTAL", "AGGREGATION"),),
    "": (Source(d.FCT_ORDERS, "ORDER_DATE", "GROUP_BY"),),
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
        "CAMPAIGN": (Source(d.FCT_ORDERS, "COUPON", "TRANSFORMATION"),),
        "ORDERS": (Source(d.FCT_ORDERS, "ORDER_ID", "AGGREGATION"),),
        "REVENUE": (Source(d.FCT_ORDERS, "TOTAL", "AGGREGATION"),),
        "COST": (
            Source(d.CAMPAIGN_SHEET, "COST", "AGGREGATION"),
            Source(d.AD_COSTS, "COST", "AGGREGATION"),
        ),
    },
    "select k.CAMPAIGN, count(*) as ORDERS, sum(o.TOTAL) as REVENUE, sum(k.COST) as COST\n"
    "from {{ ref('fct_orders') }} o\njoin costs k on o.COUPON = k.CAMPAIGN\ngroup by 1",
)
TEST_ORDERS = Job(DBT, "dbt-prod", "ANALYTICS.MARTS.brightwater.fct_orders.test", "TEST")
