"""Changed SQL, as it is printed."""

from collections.abc import Callable
from typing import Any

import pytest
from click.testing import Result

from headwater.answers.versions import TextChange
from headwater.words.changes import text_changes
from tests.cli.conftest import DAY, JANUARY
from tests.query.rows import Rows, uuid

Invoke = Callable[..., Result]

BEFORE = "SELECT\n  id,\n  price\nFROM raw\nWHERE id > 1"
AFTER = "SELECT\n  id,\n  price * 100\nFROM raw\nWHERE id > 1"
DIFF = ["@@ -1,5 +1,5 @@", " SELECT", "   id,", "-  price", "+  price * 100", " FROM raw"]
DIFF = [*DIFF, " WHERE id > 1"]


@pytest.fixture
def changed(written: Callable[[Rows], None]) -> None:
    """A job that runs once a day, with other SQL on the second day."""
    rows = Rows()
    job, raw, out = rows.job("load"), rows.dataset("raw"), rows.dataset("out")
    rows.version(raw, kind="initial")
    for day, sql in enumerate((BEFORE, AFTER)):
        at = JANUARY + day * DAY
        code: dict[str, Any] = {"code_version": "c1", "code_sql": rows.sql(sql)}
        rows.uses(job, [raw], [out], since=at, until=at + DAY, began_rank=3, **code)
        state = ("COMPLETED", "FAILED")[day]
        rows.run(job, uuid(day), start=at, end=at, state=state, reads={raw: None}, **code)
    written(rows)


@pytest.mark.usefixtures("changed")
@pytest.mark.parametrize(
    ("command", "indent"),
    [
        (("diff", uuid(0), uuid(1)), 4),
        (("diff", "job:ns:load", "--from", "2025-01-01T12:00Z", "--to", "2025-01-02T12:00Z"), 4),
        (("history", "job:ns:load"), 2),
        (("why", uuid(1)), 7),
    ],
)
def test_changed_sql_is_printed_as_a_diff(
    invoke: Invoke, command: tuple[str, ...], indent: int
) -> None:
    shown = invoke(*command).stdout
    assert "\n".join(" " * indent + line for line in DIFF) in shown
    assert "c1 ->" not in shown


@pytest.mark.usefixtures("changed")
def test_why_says_that_the_sql_is_another(invoke: Invoke) -> None:
    assert "load ran other code in run" in invoke("why", uuid(1)).stdout


def test_long_lines_are_broken_and_long_diffs_cut() -> None:
    words = " ".join(f"column_{number}," for number in range(100))
    shown = list(text_changes(TextChange("sql", f"{words} a", f"{words} b")))
    assert max(map(len, shown)) <= 101
    assert [line[0] for line in shown] == ["@", " ", " ", "-", "+"]
    lines = "\n".join(map(str, range(50)))
    cut = list(text_changes(TextChange("source", lines, lines.replace("\n", ";\n"))))
    assert len(cut) == 21
    assert cut[-1].endswith("more lines")
