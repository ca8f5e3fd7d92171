"""Errors are one clear line on standard error: exit code 2 for wrong use, else 1."""

from collections.abc import Callable
from pathlib import Path

import click
import pytest
from click.testing import Result

from headwater.cli import main
from headwater.store import open_store
from tests.query.rows import Rows

Invoke = Callable[..., Result]


def error(result: Result, code: int) -> str:
    assert result.exit_code == code, result.output
    assert result.stdout == ""
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result.stderr


@pytest.mark.usefixtures("story")
def test_what_does_not_exist_is_one_line_with_near_matches(invoke: Invoke) -> None:
    text = error(invoke("lineage", "dataset::snowflake://wh:order"), 1)
    assert text.count("\n") == 1
    assert "did you mean dataset::snowflake://wh:orders?" in text


@pytest.mark.usefixtures("story")
@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (("lineage", "orders"), "job:NAMESPACE:NAME"),
        (("history", "run:1"), "expected a job or a dataset"),
        (("lineage", "job:etl:clean", "--at", "noonish"), "is no time"),
        (("lineage", "job:etl:clean", "--depth", "-1"), "--depth"),
        (("runs", "--state", "DONE"), "'failed'"),
        (("lineage", "job:etl:clean", "--store", "mysql://x"), "sqlite:///PATH"),
        (("lineage", "job:etl:clean", "--config", "missing.toml"), "cannot read the settings"),
        (("fly",), "No such command"),
    ],
)
def test_wrong_use_ends_with_2(invoke: Invoke, arguments: tuple[str, ...], part: str) -> None:
    assert part in error(invoke(*arguments), 2)


def test_an_ambiguous_id_is_wrong_use(invoke: Invoke, written: Callable[[Rows], None]) -> None:
    rows = Rows()
    rows.dataset("b:c", "a")
    rows.dataset("c", "a:b")
    written(rows)
    assert "dataset:a%3Ab:c" in error(invoke("lineage", "dataset:a:b:c"), 2)


@pytest.mark.parametrize(
    "command", [("lineage", "job:a:b"), ("runs",), ("status",), ("export", "out")]
)
def test_a_question_to_a_store_that_is_not_there_makes_none(
    invoke: Invoke, command: tuple[str, ...], tmp_path: Path
) -> None:
    text = error(invoke(*command), 1)
    assert "headwater build" in text
    assert not (tmp_path / "data").exists()
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("command", [("build",), ("build", "--full"), ("verify",)])
def test_nothing_is_built_or_made_where_there_are_no_events(
    invoke: Invoke, command: tuple[str, ...], tmp_path: Path
) -> None:
    text = error(invoke(*command, "--data", "mistyped"), 1)
    assert "no events in mistyped/log; run `headwater ingest`" in text
    assert not (tmp_path / "mistyped").exists()


def test_a_log_that_waits_to_be_built_is_told(invoke: Invoke, tmp_path: Path) -> None:
    event = '{"eventTime":"2025-01-01T00:00:00Z","job":{"namespace":"a","name":"b"}}'
    assert invoke("ingest", "-", input=event).exit_code == 0
    text = error(invoke("status"), 1)
    assert "run `headwater build` on the " in text
    assert " bytes of the log" in text


def test_a_store_of_other_settings_is_refused_with_the_remedy(
    invoke: Invoke, tmp_path: Path
) -> None:
    open_store(f"sqlite:///{tmp_path}/data/store.sqlite", settings_digest="other").close()
    assert "headwater build --full" in error(invoke("status"), 1)


@pytest.mark.usefixtures("story")
def test_a_store_is_found_by_url_relative_or_absolute(invoke: Invoke, tmp_path: Path) -> None:
    for path in ("data/store.sqlite", f"{tmp_path}/data/store.sqlite"):
        result = invoke("runs", "--data", "elsewhere", "--store", f"sqlite:///{path}")
        assert result.exit_code == 0, result.stderr
    settings = tmp_path / "settings.toml"
    settings.write_text('data = "data"\n')
    assert invoke("runs", "--config", settings).exit_code == 0


def test_every_command_and_option_is_explained(invoke: Invoke) -> None:
    for name, command in main.commands.items():
        assert command.help, name
        for parameter in command.params:
            if isinstance(parameter, click.Option):
                assert parameter.help, f"{name} {parameter.name}"
        assert invoke(name, "--help").exit_code == 0
