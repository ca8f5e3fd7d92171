"""Edits are looked up in the store and written to the log, in the form the pipeline reads."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from headwater.log import head, read
from headwater.model.events import edit_line
from headwater.model.order import parse_time
from tests.query.rows import Rows

Invoke = Callable[..., Result]
ORDERS = "dataset::snowflake://wh:orders"
DIGEST = "0123456789abcdef" * 2
DATASET = {"kind": "dataset", "namespace": ":snowflake://wh", "name": "orders"}
JOB = {"kind": "job", "namespace": "etl", "name": "clean"}
LOGGED = "logged; `headwater build` applies it, or the pipeline, if one runs\n"


def edits(data: Path) -> list[dict[str, Any]]:
    """The edits of the log without their times, which are checked."""
    log = data / "log"
    found = []
    for segment, end in head(log).items():
        for record in read(log, segment, 0, end):
            body = json.loads(record.body)
            assert (record.kind, record.digest) == ("edit", edit_line(body)[1])
            assert parse_time(body.pop("at")) == (record.received, True)
            found.append(body)
    return found


@pytest.mark.usefixtures("story")
@pytest.mark.parametrize(
    ("arguments", "logged"),
    [
        (("tag", ORDERS, "gold"), {"edit": "tag", **DATASET, "tag": "gold"}),
        (("tag", "job:etl:clean", "gold", "--remove"), {"edit": "untag", **JOB, "tag": "gold"}),
        (
            ("tag", ORDERS, "pii", "--field", "price"),
            {"edit": "tag", **DATASET, "tag": "pii", "field": "price"},
        ),
        (
            ("tag", f"{ORDERS}:price".replace("dataset:", "datasetField:", 1), "pii"),
            {"edit": "tag", **DATASET, "tag": "pii", "field": "price"},
        ),
        (
            ("describe", "job:etl:clean", "Bestellungen, bereinigt für alle"),
            {"edit": "describe", **JOB, "description": "Bestellungen, bereinigt für alle"},
        ),
        (("describe", ORDERS, ""), {"edit": "describe", **DATASET, "description": ""}),
        (
            ("describe", "namespace:etl", "ours"),
            {"edit": "describe", "kind": "namespace", "namespace": "etl", "description": "ours"},
        ),
        (
            ("describe", "tag:pii", "personal"),
            {"edit": "describe", "kind": "tag", "name": "pii", "description": "personal"},
        ),
        (
            ("describe", "source:wh", "all of it"),
            {"edit": "describe", "kind": "source", "name": "wh", "description": "all of it"},
        ),
        (("delete", ORDERS), {"edit": "delete", **DATASET}),
        (("delete", "namespace:etl"), {"edit": "delete", "kind": "namespace", "namespace": "etl"}),
        (("restore", "job:etl:clean"), {"edit": "restore", **JOB}),
        (("retract", DIGEST.upper()), {"edit": "retract", "kind": "event", "digest": DIGEST}),
    ],
)
def test_an_edit_is_logged(
    invoke: Invoke, tmp_path: Path, arguments: tuple[str, ...], logged: dict[str, Any]
) -> None:
    result = invoke(*arguments)
    assert (result.exit_code, result.stdout) == (0, LOGGED), result.output
    assert edits(tmp_path / "data") == [logged]


@pytest.mark.usefixtures("story")
@pytest.mark.parametrize(
    ("arguments", "code", "part"),
    [
        (("tag", "dataset::snowflake://wh:order", "gold"), 1, "did you mean"),
        (("tag", ORDERS, " "), 2, "empty"),
        (("tag", ORDERS, "pii", "--field", "prize"), 1, ":price?"),
        (("tag", "job:etl:clean", "pii", "--field", "price"), 2, "expected a dataset"),
        (("describe", "run:1", "text"), 2, "expected a job or a dataset"),
        (("delete", "namespace:nowhere"), 1, "no job or dataset is in the namespace"),
        (("delete", "tag:pii"), 2, "is no node id"),
        (("describe", "tag:", "text"), 2, "is no node id"),
        (("retract", "0123"), 2, "32 hexadecimal digits"),
    ],
)
def test_an_edit_of_nothing_is_refused_and_not_logged(
    invoke: Invoke, tmp_path: Path, arguments: tuple[str, ...], code: int, part: str
) -> None:
    result = invoke(*arguments)
    assert (result.exit_code, result.stdout) == (code, "")
    assert part in result.stderr
    assert not (tmp_path / "data" / "log").exists()


def test_a_version_is_not_edited(invoke: Invoke, written: Callable[[Rows], None]) -> None:
    rows = Rows()
    version = rows.version(rows.dataset("d"), 10)
    written(rows)
    result = invoke("describe", f"dataset:ns:d#{version}", "text")
    assert result.exit_code == 2
    assert "without #VERSION" in result.stderr


def test_what_is_deleted_can_be_restored_and_nothing_else(
    invoke: Invoke, written: Callable[[Rows], None], tmp_path: Path
) -> None:
    rows = Rows()
    rows.dataset("d")
    rows.edit("delete", "dataset", "ns", "d", 5)
    written(rows)
    assert "`headwater restore`" in invoke("tag", "dataset:ns:d", "gold").stderr
    assert invoke("restore", "dataset:ns:d").stdout == LOGGED
    assert [edit["edit"] for edit in edits(tmp_path / "data")] == ["restore"]


@pytest.mark.usefixtures("story")
def test_retracting_an_event_that_is_not_there_is_told(invoke: Invoke) -> None:
    assert "the store has no such event" in invoke("retract", DIGEST).stderr


def test_a_history_begins_with_tags_and_the_description(
    invoke: Invoke, written: Callable[[Rows], None]
) -> None:
    rows = Rows()
    dataset = rows.dataset("d")
    rows.stated(dataset, "tags", {"tags": [{"key": "tier", "value": "1", "source": "DBT CORE"}]})
    rows.edit("tag", "dataset", "ns", "d", 1, tag="pii", field="email")
    rows.edit("describe", "dataset", "ns", "d", 1, description="all orders")
    written(rows)
    assert invoke("history", "dataset:ns:d").stdout.splitlines() == [
        "description  all orders",
        "tags         tier=1 (DBT CORE)",
        "             pii on email (USER)",
        "no versions",
    ]
    found = json.loads(invoke("history", "dataset:ns:d", "--json").stdout)
    assert found["description"] == "all orders"
    assert found["tags"][1] == {"key": "pii", "value": None, "source": "USER", "field": "email"}
