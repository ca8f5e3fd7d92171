"""What a release is made of: reviewed by `make lint`, and written down in a bill of materials."""

import json
import tomllib

import pytest

from scripts import dependencies, sbom

LINE = "a==1.5 ; sys_platform != 'win32' \\\n    --hash=sha256:00\nB_c==2.0\n"


def test_pins_are_found_with_their_hashes() -> None:
    found = dependencies.pins(f"# written by x==y\n{LINE}")
    assert {name: dependencies.version(line) for name, line in found.items()} == {
        "a": "1.5",
        "b-c": "2.0",
    }
    assert list(dependencies.unhashed(found)) == ["requirements.txt has no hash of b-c"]


@pytest.mark.parametrize(
    ("wanted", "fault"),
    [
        ("a>=1", None),
        ("headwater[server]", None),
        ("a>=1.6", "f has a 1.5, and pyproject.toml wants a>=1.6"),
        ("z", "z is not in f"),
    ],
)
def test_what_is_wanted_has_to_be_pinned(wanted: str, fault: str | None) -> None:
    found = list(dependencies.unpinned([wanted], dependencies.pins(LINE), "f"))
    assert found == ([] if fault is None else [fault])


def test_a_release_has_what_is_tested() -> None:
    tested = dependencies.pins("a==1.6\nz==1\n")
    assert list(dependencies.different(dependencies.pins(LINE), tested)) == [
        "requirements.txt has a 1.5, and constraints.txt 1.6"
    ]


def test_npm_packages_without_a_hash_or_with_terms_for_the_whole_are_found() -> None:
    lock = {
        "packages": {
            "": {"license": "GPL-3.0"},
            "node_modules/a": {"license": "MIT", "integrity": "sha512-AA=="},
            "node_modules/b": {"license": "AGPL-3.0", "integrity": "sha512-AA=="},
            "node_modules/c": {"license": "MIT"},
        }
    }
    assert list(dependencies.npm_faults(lock)) == [
        "node_modules/b is under AGPL-3.0",
        "ui/package-lock.json has no hash of node_modules/c",
    ]


def test_the_bill_names_what_is_shipped_and_nothing_that_only_builds_it() -> None:
    bill = json.loads(sbom.written())
    found = {component["name"]: component for component in bill["components"]}
    project = tomllib.loads((sbom.ROOT / "pyproject.toml").read_text())["project"]
    assert bill["metadata"]["component"]["version"] == project["version"]
    assert {"pyspark", "msgspec", "react", "@xyflow/react", "swagger-ui-dist"} <= found.keys()
    assert not {"pytest", "mypy", "vite", "typescript"} & found.keys()
    assert len(found["react"]["hashes"][0]["content"]) == 128
    pinned = dependencies.pins((sbom.ROOT / "requirements.txt").read_text())
    assert found["pyspark"]["version"] == dependencies.version(pinned["pyspark"])
