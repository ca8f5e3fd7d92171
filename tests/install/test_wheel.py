"""`pip install` is enough: the wheel, in an empty environment, on a machine without Java."""

import json
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.install.conftest import dumped, installed
from tests.running.servers import Served

pytestmark = pytest.mark.install

REVENUE = "dataset:snowflake://brightwater-eu1:ANALYTICS.MARTS.DAILY_REVENUE"


@pytest.fixture(scope="module")
def served(
    wheel: Path,
    without_java: Mapping[str, str],
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("served")
    program = installed(wheel, folder / "venv", "server,java", without_java)
    with Served(folder / "data", "--demo", program=program) as served:
        served.wait_until_ready()
        yield served


def test_the_page_opens_and_shows_the_demo(served: Served, tmp_path: Path) -> None:
    shown = dumped(f"{served.url}/", tmp_path)
    assert "Where does this come from, and what hangs on it?" in shown
    assert "fct_product_margins" in shown


def test_it_brings_a_bill_of_materials(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        [name] = [name for name in archive.namelist() if ".dist-info/sboms/" in name]
        bill = json.loads(archive.read(name))
    assert {"pyspark", "react"} <= {component["name"] for component in bill["components"]}


def test_the_client_alone_asks_the_server(
    served: Served, wheel: Path, without_java: Mapping[str, str], tmp_path: Path
) -> None:
    [headwater], _ = installed(wheel, tmp_path / "venv", "client", without_java)
    packages = {path.name for path in tmp_path.glob("venv/lib/python*/site-packages/*")}
    assert not packages & {"pyspark", "pyarrow", "pandas", "numpy", "starlette", "psycopg"}
    asked = [headwater, "lineage", REVENUE, "--url", served.url]
    assert "DAILY_REVENUE" in subprocess.check_output(asked, text=True, env={**without_java})
    refused = subprocess.run(
        [headwater, "serve", "--port", "0"],
        cwd=tmp_path,
        env={**without_java},
        capture_output=True,
        text=True,
        check=False,
    )
    assert refused.returncode == 1
    assert "pip install 'headwater[server]'" in refused.stderr
