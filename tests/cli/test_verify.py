"""How `headwater verify` tells what it has found."""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest
from click.testing import Result

from headwater.log import LogWriter
from headwater.store import RowDifference, StoreComparison

Invoke = Callable[..., Result]


def test_rows_that_differ_are_counted_and_the_first_ones_listed(
    invoke: Invoke, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with LogWriter(tmp_path / "data" / "log") as writer:
        writer.append("openlineage", "d" * 32, b"{}")
    found = [
        RowDifference("runs", (7,), "state", "FAILED", "COMPLETED"),
        RowDifference("edges", (1, 2), None, None, "the row"),
    ]
    comparison = StoreComparison({"runs": (2, 2), "edges": (0, 1)}, 2, found)
    module = import_module(
        "headwater.cli.commands.verify"
    )  # its name in the package is the command
    monkeypatch.setattr(module, "_compared", lambda _: comparison)
    told = invoke("verify")
    assert told.exit_code == 1
    count, *table, advice = told.stdout.splitlines()
    assert count == "2 rows differ; the first ones:"
    assert [line.split() for line in table] == [
        ["TABLE", "KEY", "COLUMN", "LIVE", "REBUILT"],
        ["runs", "7", "state", "FAILED", "COMPLETED"],
        ["edges", "1,", "2", "the", "row"],
    ]
    assert "headwater build --full" in advice
