"""The producers' guide (docs/producers/), followed to the letter, with producers as they come."""

from pathlib import Path

import pytest

from headwater.client import Client
from tests.clients.conftest import Server, catch_up
from tests.clients.environments import ROOT, environment, run
from tests.clients.guide import GUIDE, examples, follow

pytestmark = pytest.mark.clients
ORDERS = "dataset:postgres://db.example:5432:shop.public.orders"
FED_BY = "dataset:s3://shop:incoming/orders.csv"
CONFIGURED = ("flink", "trino")
"""The pages that only have settings, for systems that are no packages of Python."""


def upstream(asking: Client, node: str) -> set[str]:
    """What feeds a node, directly or not, with itself."""
    catch_up(asking)
    return {found.id for found in asking.lineage(node, direction="upstream").nodes}


def test_plain_python(server: Server, asking: Client, tmp_path: Path) -> None:
    follow("python", server, tmp_path, environment("openlineage"))
    assert {ORDERS, FED_BY, "job:shop:load_orders"} <= upstream(asking, ORDERS)
    assert [field.name for field in asking.dataset(*ORDERS.split(":", 1)[1].rsplit(":", 1)).fields]


def test_spark(server: Server, asking: Client, tmp_path: Path) -> None:
    follow("spark", server, tmp_path, ROOT / ".venv" / "bin")
    place = f"file:{tmp_path}"
    assert f"dataset:{place}/orders" in upstream(asking, f"dataset:{place}/revenue")
    field = f"datasetField:{place}/revenue:revenue"
    [source] = [edge.origin for edge in asking.columns(field).edges if edge.destination == field]
    assert source == f"datasetField:{place}/orders:price"


def test_airflow(server: Server, asking: Client, tmp_path: Path) -> None:
    variables: dict[str, str | Path] = {
        "AIRFLOW_HOME": tmp_path,
        "AIRFLOW__CORE__DAGS_FOLDER": tmp_path,
        "AIRFLOW__CORE__LOAD_EXAMPLES": "False",
    }
    bin_ = environment("airflow")
    run(bin_ / "airflow", "db", "migrate", variables={**variables, "PATH": f"{bin_}:/usr/bin:/bin"})
    follow("airflow", server, tmp_path, bin_, variables)
    assert {FED_BY, "job:airflow-prod:orders.load"} <= upstream(asking, ORDERS)
    task = asking.job("airflow-prod", "orders.load")
    assert task.latest_run
    assert task.latest_run.state == "COMPLETED"
    assert task.parent
    assert task.parent.node_id == "job:airflow-prod:orders"


def test_dagster(server: Server, asking: Client, tmp_path: Path) -> None:
    follow("dagster", server, tmp_path, environment("dagster"))
    revenue = "dataset:dagster-prod:revenue"
    assert {revenue, "job:dagster-prod:revenue"} <= upstream(asking, revenue)


def test_sqlmesh(server: Server, asking: Client, tmp_path: Path) -> None:
    follow("sqlmesh", server, tmp_path, environment("sqlmesh"))
    revenue, orders = (f"dataset:sqlmesh-prod:shop.shop.{name}" for name in ("revenue", "orders"))
    assert orders in upstream(asking, revenue)


def test_dlt(server: Server, asking: Client, tmp_path: Path) -> None:
    # Where root runs it, dlt keeps what it loaded last in /var/dlt, whatever HOME says.
    follow("dlt", server, tmp_path, environment("dlt"), {"DLT_DATA_DIR": tmp_path / ".dlt"})
    loaded = "dataset:dlt.destinations.duckdb://duckdb:raw.orders"
    assert "dataset:dlt-prod:orders" in upstream(asking, loaded)


def test_every_page_has_an_example_that_is_run_or_only_settings() -> None:
    pages = {page.stem for page in GUIDE.glob("*.md")} - {"README"}
    followed = {page for page in pages if "run" in examples(page)}
    assert pages - followed == set(CONFIGURED)
    assert followed == {"airflow", "dagster", "dbt", "dlt", "kafka", "python", "spark", "sqlmesh"}
