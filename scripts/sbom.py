"""Writes the bill of materials of a release: `python scripts/sbom.py FILE`, as CycloneDX 1.6.

In it are the Python packages of requirements.txt, and the npm packages that are part of the web
page. The same sources give the same bytes: it has neither a time nor a random number. The build of
a wheel runs it in an environment of its own, so it uses the standard library alone.
"""

import base64
import json
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
PIN = re.compile(r"^([\w.-]+)==([^\s;\\]+)", re.MULTILINE)
COPIED = "node_modules/swagger-ui-dist"
"""What the build of the page copies beside it, though the page itself does not use it."""

Component = dict[str, Any]


def bill(project: dict[str, Any], requirements: str, lock: dict[str, Any]) -> dict[str, Any]:
    name, version = project["name"], project["version"]
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": f"pkg:pypi/{name}@{version}",
                "name": name,
                "version": version,
                "purl": f"pkg:pypi/{name}@{version}",
                "licenses": [{"expression": project["license"]}],
            }
        },
        "components": [*_python(requirements), *_npm(lock)],
    }


def _python(requirements: str) -> Iterator[Component]:
    for name, version in PIN.findall(requirements):
        yield _component(name, version, f"pkg:pypi/{name}@{version}")


def _npm(lock: dict[str, Any]) -> Iterator[Component]:
    for path, package in lock["packages"].items():
        if path and (path == COPIED or not package.get("dev")):
            name = path.rpartition("node_modules/")[2]
            address = f"pkg:npm/{name.replace('@', '%40')}@{package['version']}"
            algorithm, _, digest = package["integrity"].partition("-")
            yield _component(name, package["version"], address) | {
                "hashes": [
                    {
                        "alg": algorithm.upper().replace("SHA", "SHA-"),
                        "content": base64.b64decode(digest).hex(),
                    }
                ],
                "licenses": [{"expression": package["license"]}],
            }


def _component(name: str, version: str, address: str) -> Component:
    return {
        "type": "library",
        "bom-ref": address,
        "name": name,
        "version": version,
        "purl": address,
    }


def written() -> str:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    requirements = (ROOT / "requirements.txt").read_text(encoding="utf-8")
    lock = json.loads((ROOT / "ui" / "package-lock.json").read_text(encoding="utf-8"))
    return json.dumps(bill(project, requirements, lock), indent=1) + "\n"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(written(), encoding="utf-8")
