"""A server that has the store gives the same output as the store itself."""

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from click.testing import Result

from headwater.api.http.gate import Gate
from headwater.api.http.keys import Keys
from headwater.api.http.site import Limits, Site
from headwater.api.server import application
from headwater.cli.options.settings import event_log, opened_store
from headwater.config import read_settings
from headwater.log import head, read
from tests.api.conftest import EditPipeline
from tests.query.rows import uuid
from tests.running.servers import serving

Invoke = Callable[..., Result]
ORDERS = "dataset::snowflake://wh:orders"
FIELD = "datasetField::snowflake://wh:orders:price"


@pytest.fixture
def keys(tmp_path: Path) -> Keys:
    return Keys(tmp_path / "data")


@pytest.fixture
def here(tmp_path: Path) -> Path:
    """A copy of the data, made before a server changes anything."""
    shutil.copytree(tmp_path / "data", tmp_path / "here")
    return tmp_path / "here"


@pytest.fixture
def edits_only(tmp_path: Path) -> Iterator[None]:
    """A pipeline that applies the edits that the server logs."""
    settings = read_settings({"data": tmp_path / "data"})
    with opened_store(settings) as store:
        pipeline = EditPipeline(event_log(settings), store)
        pipeline.start()
        yield
        pipeline.stop()


@pytest.fixture
def address(tmp_path: Path, keys: Keys) -> Iterator[str]:
    settings = read_settings({"data": tmp_path / "data"})
    site = Site(
        event_log(settings),
        lambda: opened_store(settings),
        event_log(settings).appender(),
        Limits(look_again_seconds=0.1),
    )
    with serving(application(site, Gate(keys))) as url:
        yield url


def same_output(invoke: Invoke, address: str, command: tuple[str, ...]) -> None:
    here, there = invoke(*command), invoke(*command, "--url", address)
    assert (there.exit_code, there.stdout, there.stderr) == (
        here.exit_code,
        here.stdout,
        here.stderr,
    )
    assert here.stdout or here.stderr


@pytest.mark.usefixtures("story")
@pytest.mark.parametrize(
    "command",
    [
        ("lineage", ORDERS),
        ("lineage", ORDERS, "--json", "--at", "2025-02-01"),
        ("lineage", ORDERS, "--direction", "upstream", "--depth", "0"),
        ("lineage", "job:etl:clean", "--at", "2024-12-31", "--scope", "component"),
        ("lineage", "job:etl:report", "--group-by", "root", "--fold-private", "--control"),
        ("lineage", "job:etl:report", "--max-nodes", "2", "--format", "csv"),
        ("lineage", ORDERS, "--format", "dot"),
        ("lineage", FIELD),
        ("lineage", f"run:{uuid(1)}"),
        ("lineage", f"run:{uuid(1)}", "--format", "mermaid"),
        ("columns", FIELD, "--json"),
        ("columns", "job:etl:clean"),
        ("columns", ORDERS, "--at", "2030-01-01", "--direction", "both"),
        ("columns", "datasetField::snowflake://wh:raw:id", "--direction", "downstream"),
        ("runs",),
        ("findings",),
        ("findings", "--code", "other", "--json"),
        ("findings", "--offset", "7"),
        ("status", "--json"),
        ("search", "ORD"),
        ("search", "pric", "--kind", "dataset", "--namespace", ":snowflake://wh", "--json"),
        ("search", "etl", "--limit", "1", "--offset", "1"),
        ("runs", "job:etl:clean", "--json"),
        ("runs", ORDERS, "--state", "failed"),
        ("runs", "--limit", "1", "--offset", "1"),
        ("impact", "dataset::snowflake://wh:raw"),
        ("impact", "datasetField::snowflake://wh:raw:id", "--format", "csv", "--at", "2030-01-01"),
        ("impact", "job:etl:report", "--direction", "upstream", "--json", "--depth", "0"),
        ("lineage", "dataset::snowflake://wh:order"),
        ("lineage", "orders"),
        ("columns", f"run:{uuid(1)}"),
        ("runs", f"run:{uuid(1)}"),
        ("run", uuid(1)),
        ("run", f"run:{uuid(2)}", "--json"),
        ("run", uuid(9)),
        ("history", ORDERS),
        ("history", "job:etl:clean", "--limit", "1", "--offset", "1"),
        ("history", "job:etl:clean", "--json"),
        ("history", "job:etl:cleam"),
    ],
)
def test_a_server_and_its_store_give_the_same_output(
    invoke: Invoke, address: str, command: tuple[str, ...]
) -> None:
    same_output(invoke, address, command)


@pytest.mark.usefixtures("two_days")
@pytest.mark.parametrize(
    "command",
    [
        ("diff", "job:ns:load", "--from", "2025-01-01T12:00:00Z"),
        ("diff", "dataset:ns:out", "--from", "2025-01-01", "--to", "2025-02-01", "--json"),
        ("diff", uuid(2), uuid(12)),
        ("diff", uuid(2), f"run:{uuid(12)}", "--json", "--depth", "0"),
        ("diff", uuid(1), uuid(2)),
        ("why", uuid(12)),
        ("why", uuid(12), "--json", "--depth", "1"),
        ("why", uuid(12), "--against", uuid(2)),
        ("why", uuid(9)),
    ],
)
def test_a_server_and_its_store_give_the_same_reasons(
    invoke: Invoke, address: str, command: tuple[str, ...]
) -> None:
    same_output(invoke, address, command)


@pytest.mark.usefixtures("story")
def test_the_surroundings_may_name_the_server_and_its_key(
    invoke: Invoke, address: str, keys: Keys, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("headwater.api.http.gate.RELOAD_SECONDS", 0.0)
    secret = keys.create("me", "write")
    monkeypatch.setenv("HEADWATER_URL", address)
    refused = invoke("runs")
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert "a key is needed" in refused.stderr
    monkeypatch.setenv("HEADWATER_KEY", secret)
    assert uuid(1) in invoke("runs").stdout
    assert invoke("runs", "--key", "hw_wrong").exit_code == 1


@pytest.mark.usefixtures("story")
def test_a_place_that_is_named_outright_goes_before_a_server_of_the_surroundings(
    invoke: Invoke, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HEADWATER_URL", "http://127.0.0.1:1")
    assert uuid(1) in invoke("runs", "--data", tmp_path / "data").stdout
    assert uuid(1) in invoke("runs", "--store", f"sqlite:///{tmp_path}/data/store.sqlite").stdout


@pytest.mark.usefixtures("story")
def test_events_go_to_the_server_that_the_surroundings_name(
    invoke: Invoke, address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HEADWATER_URL", address)
    monkeypatch.setenv("HEADWATER_DATA", str(tmp_path / "elsewhere"))
    event = '{"eventTime":"2025-01-01T00:00:00Z","job":{"namespace":"a","name":"b"}}'
    assert invoke("ingest", "-", input=event).stdout == "1 event taken\n"
    assert head(tmp_path / "data" / "log")


def test_a_server_that_is_not_there_is_told_at_once(invoke: Invoke) -> None:
    result = invoke("runs", "--url", "http://127.0.0.1:1")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "http://127.0.0.1:1 does not answer" in result.stderr
    assert invoke("runs", "--url", "127.0.0.1:1").exit_code == 2


@pytest.mark.usefixtures("story")
def test_only_of_this_machine_status_says_where_the_log_is(
    invoke: Invoke, address: str, tmp_path: Path
) -> None:
    here = invoke("status").stdout.splitlines()
    there = invoke("status", "--url", address).stdout.splitlines()
    assert here[0] == f"{there[0]} in {tmp_path / 'data' / 'log'}"
    assert here[1:] == there[1:]


@pytest.mark.usefixtures("story")
@pytest.mark.parametrize(
    "command",
    [
        ("tag", ORDERS, "pii"),
        ("tag", ORDERS, "pii", "--field", "price", "--remove"),
        ("describe", ORDERS, "text"),
        ("describe", "namespace:etl", "ours"),
        ("describe", "source:wh", "all of it"),
        ("delete", "job:etl:clean"),
        ("restore", ORDERS),
    ],
)
def test_an_edit_by_a_server_is_the_edit_of_this_machine(
    invoke: Invoke,
    here: Path,
    address: str,
    edits_only: None,
    tmp_path: Path,
    command: tuple[str, ...],
) -> None:
    assert "logged" in invoke(*command, "--data", here).stdout
    there = invoke(*command, "--url", address)
    assert (there.exit_code, there.stdout) == (0, "applied\n"), there.output
    [applied] = records(tmp_path / "data" / "log")
    assert [applied] == records(here / "log")


@pytest.mark.usefixtures("story")
@pytest.mark.parametrize(
    "command",
    [
        ("tag", ORDERS, " "),
        ("tag", ORDERS, "pii", "--field", "prize"),
        ("describe", "job:etl:cleam", "text"),
        ("delete", "tag:pii"),
        ("retract", "0123"),
    ],
)
def test_a_server_refuses_the_edits_that_this_machine_refuses(
    invoke: Invoke, address: str, tmp_path: Path, command: tuple[str, ...]
) -> None:
    same_output(invoke, address, command)
    assert not head(tmp_path / "data" / "log")


@pytest.mark.usefixtures("story")
@pytest.mark.parametrize("divided", [(), ("--by", "day")])
def test_an_export_by_a_server_is_the_export_of_its_store(
    invoke: Invoke, address: str, tmp_path: Path, divided: tuple[str, ...]
) -> None:
    here = invoke("export", "here", *divided)
    there = invoke("export", "there", *divided, "--url", address)
    assert (there.exit_code, there.output) == (0, here.output)
    assert contents(tmp_path / "there") == contents(tmp_path / "here")
    again = invoke("export", "there", *divided, "--json", "--url", address)
    assert {one["written"] for one in json.loads(again.stdout).values()} == {0}


def contents(directory: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(directory)): path.read_bytes()
        for path in directory.glob("**/*")
        if path.is_file()
    }


@pytest.mark.usefixtures("story")
def test_a_server_retracts_only_what_it_has(invoke: Invoke, address: str) -> None:
    refused = invoke("retract", "0" * 32, "--url", address)
    assert refused.exit_code == 1
    assert "there is no event 000" in refused.stderr


def records(log: Path) -> list[dict[str, Any]]:
    """What was logged, without the times."""
    found = []
    for segment, end in sorted(head(log).items()):
        for record in read(log, segment, 0, end):
            found.append(json.loads(record.body))
            del found[-1]["at"]
    return found


@pytest.mark.usefixtures("story")
def test_the_impact_of_a_node_is_one_table(invoke: Invoke, address: str) -> None:
    asked = {"nodeId": "dataset::snowflake://wh:raw", "format": "csv"}
    table = httpx2.get(f"{address}/api/v1/lineage/impact", params=asked).text
    assert invoke("impact", asked["nodeId"], "--format", "csv").stdout == f"{table}\n"
    assert table.startswith("id,type,distance,owners,state,path,certainty\n")


@pytest.mark.usefixtures("story")
def test_a_check_of_contracts_takes_its_key_from_the_surroundings(
    invoke: Invoke, address: str, keys: Keys, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("headwater.api.http.gate.RELOAD_SECONDS", 0.0)
    file = tmp_path / "contract.yaml"
    file.write_text("id: a\nversion: 1.0.0\nkind: DataContract\napiVersion: v3.1.0\n")
    check = ("contracts", "check", file, "--against", address)
    secret = keys.create("ci", "read")
    refused = invoke(*check)
    assert refused.exit_code == 2
    assert "a key is needed" in refused.stderr
    monkeypatch.setenv("HEADWATER_KEY", secret)
    assert invoke(*check).exit_code == 0
