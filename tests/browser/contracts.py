"""Contracts of the demo's teams: two that keep to what they declare, and one that does not."""

ORDERS = """
apiVersion: v3.1.0
kind: DataContract
id: urn:brightwater:shop-orders
name: Orders of the shop
version: 2.1.0
status: active
dataProduct: Web shop
team: [{username: web, role: Owner}]
lineage:
  outputDatasets:
    - namespace: postgres://shop-db.brightwater.example:5432
      name: shop.public.orders
"""

REVENUE = """
apiVersion: v3.1.0
kind: DataContract
id: urn:brightwater:daily-revenue
name: Revenue by day
version: 1.2.0
status: active
dataProduct: Revenue
lineage:
  inputDataContracts:
    - id: urn:brightwater:shop-orders
      version: 2.1.0
  outputDatasets:
    - namespace: snowflake://brightwater-eu1
      name: ANALYTICS.MARTS.DAILY_REVENUE
schema:
  - name: DAILY_REVENUE
    properties:
      - {name: ORDER_DATE, logicalType: date}
      - {name: REVENUE, logicalType: string}
"""

BOARD_PACK = """
apiVersion: v3.1.0
kind: DataContract
id: urn:brightwater:board-pack
name: The board's report
version: 1.0.0
status: active
dataProduct: Finance
lineage:
  inputDataContracts:
    - id: urn:brightwater:daily-revenue
      version: 1.2.0
    - id: urn:brightwater:ledger
  outputDatasets:
    - namespace: s3://brightwater-dashboards
      name: reports/board_pack
"""

CONTRACTS = "---".join((ORDERS, REVENUE, BOARD_PACK))
