"""The client needs two packages, and of ours only those that say what is asked and answered."""

import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
NEEDED = ("httpx2", "msgspec")
"""What has to be installed for the client alone, beside what those need themselves."""
OURS = ("answers", "client", "contracts", "errors", "model", "questions", "wire")

ASKING = """
import importlib.abc, sys

refused = set(sys.argv[1].split(","))
ours = set(sys.argv[2].split(","))

class Refusing(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        first, _, rest = name.partition(".")
        if first in refused or (first == "headwater" and rest and rest.split(".")[0] not in ours):
            raise ImportError(f"{name} is not to be imported")

sys.meta_path.insert(0, Refusing())

import httpx2
from headwater.client import Client

def answer(request):
    assert request.url.path == "/api/v1/lineage"
    edge = {"origin": "dataset:lake:raw", "destination": "job:etl:clean", "basis": "listed"}
    return httpx2.Response(200, json={"nodes": [], "edges": [edge], "truncated": None})

with Client("http://h", transport=httpx2.MockTransport(answer)) as client:
    [edge] = client.lineage("job:etl:clean", at="2025-01-31", depth=1).edges
print(edge.origin)
"""


def test_the_client_imports_nothing_of_the_server_or_of_what_only_a_server_needs() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    base = {_import_name(line) for line in project["dependencies"]}
    assert set(NEEDED) <= base
    extras = project["optional-dependencies"]
    names = base | {_import_name(one) for of in ("server", "postgres") for one in extras[of]}
    # httpx2 works on AnyIO where it is asked to; that is for it to decide.
    refused = names - {*NEEDED, "anyio"}
    assert {"pyspark", "pyarrow", "starlette", "psycopg", "uvicorn", "click", "yaml"} <= refused
    asked = subprocess.run(
        [sys.executable, "-c", ASKING, ",".join(refused), ",".join(OURS)],
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONPATH": str(ROOT / "src")},
    )
    assert (asked.stdout, asked.stderr) == ("dataset:lake:raw\n", "")


def _import_name(requirement: str) -> str:
    """
    >>> _import_name("psycopg[binary]>=3.3")
    'psycopg'
    """
    name = requirement
    for mark in "[>=<":
        name = name.partition(mark)[0]
    return {"pyyaml": "yaml"}.get(name, name).replace("-", "_")
