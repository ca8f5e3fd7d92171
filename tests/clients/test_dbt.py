"""dbt with openlineage-dbt on DuckDB, as the producers' guide says, in a small project of ours."""

import shutil
from pathlib import Path

import pytest

from headwater.client import Client
from headwater.questions.pages import Page
from tests.clients.conftest import Server, catch_up
from tests.clients.environments import environment
from tests.clients.guide import follow

pytestmark = pytest.mark.clients
PROJECT = Path(__file__).parent / "dbt_project"


def test_a_dbt_build_is_in_the_lineage(server: Server, asking: Client, tmp_path: Path) -> None:
    project = shutil.copytree(PROJECT, tmp_path / "shop")  # dbt writes beside what it reads
    follow(
        "dbt",
        server,
        project,
        environment("dbt"),
        {"DBT_PROFILES_DIR": project, "SHOP_DATABASE": tmp_path / "shop.duckdb"},
        expected=1,  # one of its tests fails
    )
    catch_up(asking)
    database = f"duckdb://{tmp_path}/shop.duckdb"
    revenue = f"{database}:shop.main.revenue"
    graph = asking.lineage(f"dataset:{revenue}")
    names = {node.id: node.name.removeprefix("shop.main.") for node in graph.nodes}
    assert {(names[edge.origin], names[edge.destination]) for edge in graph.edges} == {
        ("shop.stg_orders.build.run", "stg_orders"),
        ("shop.stg_customers.build.run", "stg_customers"),
        ("stg_orders", "shop.stg_orders.build.test"),
        ("stg_orders", "shop.revenue.build.run"),
        ("stg_customers", "shop.revenue.build.run"),
        ("shop.revenue.build.run", "revenue"),
        ("revenue", "shop.revenue.build.test"),
    }
    described = {names[node.id]: node.description for node in graph.nodes if node.description}
    assert described["revenue"] == "What each customer has paid."
    fields = asking.columns(f"datasetField:{revenue}:revenue", depth=2).nodes
    assert [node.id.removeprefix(f"datasetField:{database}:shop.main.") for node in fields] == [
        "raw_orders:cents",
        "revenue:revenue",
        "stg_orders:price",
    ]
    runs = {run.name.removeprefix("shop.main."): run for run in asking.runs(page=Page(1000)).runs}
    failed = runs["shop.revenue.build.test"]
    assert failed.state == runs["dbt-run-shop"].state == "FAILED"
    assert runs["shop.revenue.build.run"].state == "COMPLETED"
    assert failed.parent == runs["dbt-run-shop"].id
