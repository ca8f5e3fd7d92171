"""A server that has the store gives the same output as the store itself."""

from collections.abc import Callable, Iterator
from pathlib import Path

import httpx2
import pytest
from click.testing import Result

from headwater.api.http.gate import Gate
from headwater.api.http.keys import Keys
from headwater.api.http.site import Limits, Site
from headwater.api.server import application
from headwater.cli.options.settings import log_directory, log_writer, opened_store
from headwater.config import read_settings
from headwater.log import head
from tests.query.rows import uuid
from tests.running.servers import serving

Invoke = Callable[..., Result]
ORDERS = "dataset::snowflake://wh:orders"
FIELD = "datasetField::snowflake://wh:orders:price"


@pytest.fixture
def keys(tmp_path: Path) -> Keys:
    return Keys(tmp_path / "data")


@pytest.fixture
def address(tmp_path: Path, keys: Keys) -> Iterator[str]:
    settings = read_settings({"data": tmp_path / "data"})
    site = Site(
        log_directory(settings),
        lambda: opened_store(settings),
        log_writer(settings),
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
        ("describe", ORDERS, "text"),
        ("delete", ORDERS),
        ("restore", ORDERS),
        ("retract", "0" * 32),
    ],
)
def test_edits_do_not_go_elsewhere_than_the_questions(
    invoke: Invoke,
    address: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    command: tuple[str, ...],
) -> None:
    monkeypatch.setenv("HEADWATER_URL", address)
    before = head(tmp_path / "data" / "log")
    refused = invoke(*command)
    assert refused.exit_code == 2
    assert f"the surroundings name {address}: say --data DIR" in " ".join(refused.stderr.split())
    assert head(tmp_path / "data" / "log") == before
    assert "logged" in invoke(*command, "--data", tmp_path / "data").stdout
    assert head(tmp_path / "data" / "log") != before


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
