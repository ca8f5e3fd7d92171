import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from headwater.log import LogWriter
from headwater.store.tables import EVENTS, FINDINGS
from tests.query.rows import Rows

Invoke = Callable[..., Result]


@pytest.mark.usefixtures("story")
def test_nodes_are_found_by_a_part_of_their_names(invoke: Invoke) -> None:
    assert invoke("search", "ORD").stdout.splitlines() == [
        "NODE                            FOUND IN  ALSO",
        "dataset::snowflake://wh:orders  name",
    ]
    found = json.loads(invoke("search", "etl", "--kind", "job", "--json").stdout)
    assert [hit["id"] for hit in found["hits"]] == ["job:etl:clean", "job:etl:report"]
    assert found["totalCount"] == 2
    more = invoke("search", "etl", "--limit", "1").stdout.splitlines()
    assert more[1:] == ["job:etl:clean  namespace", "1 of 2"]
    rest = invoke("search", "etl", "--limit", "1", "--offset", "1").stdout.splitlines()
    assert rest[1:] == ["job:etl:report  namespace"]
    none = invoke("search", "nowhere").stdout
    assert none == "no job or dataset matches 'nowhere'\n"


@pytest.mark.usefixtures("story")
def test_what_is_not_found_may_still_come_while_events_wait(invoke: Invoke, tmp_path: Path) -> None:
    with LogWriter(tmp_path / "data" / "log") as writer:
        writer.append_many([("openlineage", "0" * 32, b"{}")])
    none = invoke("search", "nowhere").stdout
    assert none == "no job or dataset matches 'nowhere' yet: events wait to be read\n"


@pytest.mark.usefixtures("story")
def test_a_node_is_found_by_what_is_said_of_it(invoke: Invoke) -> None:
    lines = invoke("search", "PRIC", "--namespace", ":snowflake://wh").stdout.splitlines()
    assert lines[1:] == ["dataset::snowflake://wh:orders  field price"]


def test_findings_are_listed_with_their_events(
    invoke: Invoke, written: Callable[[Rows], None]
) -> None:
    rows = Rows()
    job = rows.job("load")
    for number, code in enumerate(("bad_time", "bad_name")):
        digest = rows.digest()
        rows.add(EVENTS, digest=digest, event_time=number * 1_000_000, node_id=job)
        rows.add(FINDINGS, digest=digest, code=code, path="$.x", detail="no such")
    written(rows)
    lines = invoke("findings").stdout.splitlines()
    assert [line.split()[:4] for line in lines[1:]] == [
        ["1970-01-01T00:00:01Z", "bad_name", "job:ns:load", "$.x"],
        ["1970-01-01T00:00:00Z", "bad_time", "job:ns:load", "$.x"],
    ]
    assert len(invoke("findings", "--code", "bad_time").stdout.splitlines()) == 2
    assert invoke("findings", "--limit", "1").stdout.splitlines()[-1] == "1 of 2"
    assert json.loads(invoke("findings", "--json").stdout)["totalCount"] == 2
    assert invoke("findings", "--code", "other").stdout == "no findings of the kind 'other'\n"
    assert invoke("findings", "--offset", "5").stdout == "no findings beyond the first 2\n"
    assert "`headwater findings` lists them" in invoke("status").stdout
