"""How `headwater verify` tells what it has found."""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest
from click.testing import Result

from headwater.log import LogWriter
from headwater.store import RowDifference, StoreComparison

Invoke = Callable[..., Result]


@pytest.fixture
def finding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[StoreComparison], None]:
    """Lets the comparison of the store with the log end as given."""
    with LogWriter(tmp_path / "data" / "log") as writer:
        writer.append("openlineage", "d" * 32, b"{}")

    def find(comparison: StoreComparison) -> None:
        # The name of the module in its package stands for the command.
        module = import_module("headwater.cli.commands.verify")
        monkeypatch.setattr(module, "_compared", lambda _: comparison)

    return find


def test_equal_rows_are_counted(invoke: Invoke, finding: Callable[[StoreComparison], None]) -> None:
    finding(StoreComparison({"runs": (2, 2), "edges": (1, 1)}))
    equal = invoke("verify")
    assert (equal.exit_code, equal.stdout) == (0, "equal: 3 rows in 2 tables\n")


def test_rows_that_differ_are_counted_and_the_first_ones_listed(
    invoke: Invoke, finding: Callable[[StoreComparison], None]
) -> None:
    found = [
        RowDifference("runs", (7,), "state", "FAILED", "COMPLETED"),
        RowDifference("edges", (1, 2), None, None, "the row"),
    ]
    finding(StoreComparison({"runs": (2, 2), "edges": (0, 1)}, 2, found))
    differing = invoke("verify")
    assert differing.exit_code == 1
    count, *table, advice = differing.stdout.splitlines()
    assert count == "2 rows differ; the first ones:"
    assert [line.split() for line in table] == [
        ["TABLE", "KEY", "COLUMN", "LIVE", "REBUILT"],
        ["runs", "7", "state", "FAILED", "COMPLETED"],
        ["edges", "1,", "2", "the", "row"],
    ]
    assert "headwater build --full" in advice
