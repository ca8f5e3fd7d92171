"""Each tool answers in few lines, with ids to go on from and the address of the page."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from headwater.assistants.tool import Tool
from headwater.assistants.toolbox import TOOLS
from headwater.errors import BadRequestError, NodeIdError, NotFoundError, UnprocessableError
from headwater.store import open_store
from headwater.wire.paths import path
from tests.assistants.conftest import AskTool, asked_of
from tests.contracts.rfc import BOUND_Y, TEXTS, Y, Z
from tests.query.contracts.pipelines import pipelines
from tests.query.rows import Rows, uuid

PAGE = "Page: http://h"
PRICES = "dataset:ns:prices"
OF_PRICES = f"{PAGE}/lineage?node=dataset%3Ans%3Aprices"
LOADED, REPORTED = f"run:{uuid(11)}", f"run:{uuid(12)}"
FAILED = f"{REPORTED} FAILED 2025-01-02T00:02:00Z of job:ns:report (30.000 s)"


def test_search_returns_node_ids(ask_tool: AskTool) -> None:
    assert ask_tool("search", text="pric") == [
        "1 node found by 'pric', the best first:",
        PRICES,
        f"{PAGE}/datasets?text=pric",
    ]


def test_a_search_that_finds_nothing_says_so(ask_tool: AskTool) -> None:
    assert ask_tool("search", text="nowhere") == ["0 nodes found by 'nowhere', the best first:"]


def test_a_list_that_is_cut_says_how_much_is_left(ask_tool: AskTool) -> None:
    lines = ask_tool("search", text="r", most=1)
    assert lines[2] == "… 2 more; ask for more with `most`"


def test_lineage_has_each_job_with_its_datasets_and_its_last_run(ask_tool: AskTool) -> None:
    assert ask_tool("lineage", node=PRICES) == [
        f"2 jobs and 3 datasets around {PRICES}:",
        f"job:ns:load (last {LOADED} COMPLETED 2025-01-02T00:01:00Z)",
        "  reads dataset:ns:raw",
        f"  writes {PRICES}",
        f"job:ns:report (last {REPORTED} FAILED 2025-01-02T00:02:30Z)",
        f"  reads {PRICES}",
        "  writes dataset:ns:out",
        f"{OF_PRICES}&hops=2",
    ]


def test_lineage_tells_the_past(ask_tool: AskTool) -> None:
    lines = ask_tool("lineage", node=PRICES, at="2024-12-31T00:00:00Z", direction="upstream")
    assert "job:ns:load" not in "\n".join(lines)
    assert lines[-1] == f"{OF_PRICES}&direction=upstream&hops=2&at=2024-12-31T00%3A00%3A00Z"


def test_columns_have_their_sources_and_who_states_them(ask_tool: AskTool) -> None:
    field = "datasetField:ns:prices:price"
    assert ask_tool("columns", node=field) == [
        f"1 column edge of {field}:",
        f"datasetField:ns:raw:cents > {field} (DIRECT, by job:ns:load)",
        "1 more node next to these; ask with a larger `depth`",
        f"{OF_PRICES}&columns=shown",
    ]


def test_impact_counts_what_is_reached(ask_tool: AskTool) -> None:
    lines = ask_tool("impact", node="dataset:ns:raw")
    assert lines[0] == "downstream of dataset:ns:raw: 2 jobs, 2 datasets"
    assert lines[1] == f"1  job:ns:load (last {LOADED} COMPLETED)"
    assert lines[-1] == f"{PAGE}/lineage?node=dataset%3Ans%3Araw&direction=downstream"


def test_runs_are_found_by_their_state(ask_tool: AskTool) -> None:
    assert ask_tool("runs", state="FAILED", node="job:ns:report") == [
        "1 run of job:ns:report:",
        FAILED,
        f"{PAGE}/runs?node=job%3Ans%3Areport&state=FAILED",
    ]


def test_a_run_has_its_error_what_it_read_and_what_to_ask_next(ask_tool: AskTool) -> None:
    lines = ask_tool("run", run=REPORTED)
    assert lines[:3] == [
        f"{REPORTED} of job:ns:report",
        "FAILED, started 2025-01-02T00:02:00Z, ended 2025-01-02T00:02:30Z (30.000 s)",
        "error: not a number: 'HB-1'",
    ]
    assert lines[3].startswith(f"read {PRICES}#")
    assert lines[-3:] == [
        "wrote dataset:ns:out (no version)",
        f"next: `why` with {REPORTED}",
        f"{PAGE}/runs/{uuid(12)}",
    ]


def test_why_has_the_likeliest_cause_first_with_its_path(ask_tool: AskTool) -> None:
    lines = ask_tool("why", run=REPORTED)
    assert lines[:2] == [FAILED, "error: not a number: 'HB-1'"]
    assert lines[2].startswith(f"compared with run:{uuid(2)} COMPLETED")
    assert lines[3].startswith("1. retype: price of prices became STRING, it was INT")
    assert lines[4].startswith(f"   began at {PRICES}; path: {PRICES}#")
    assert lines[4].endswith(f" > {REPORTED}")
    assert lines[-1] == f"{PAGE}/runs/{uuid(12)}/why"


def test_diff_compares_two_moments(ask_tool: AskTool) -> None:
    lines = ask_tool("diff", node=PRICES, since="2025-01-01T12:00:00Z")
    assert lines[:4] == [
        f"~ {PRICES}",
        "    ~ field  price INT -> STRING",
        "~ job:ns:load",
        "    ~ code   c1 -> c2",
    ]
    assert lines[-1] == f"{OF_PRICES}&hops=4&from=2025-01-01T12%3A00%3A00Z"


def test_diff_compares_two_runs(ask_tool: AskTool) -> None:
    lines = ask_tool("diff", before=f"run:{uuid(2)}", after=REPORTED)
    assert lines[1] == f"after: {FAILED}"
    assert "    ~ state  COMPLETED -> FAILED" in lines
    assert lines[-1] == f"{PAGE}/runs/{uuid(12)}"


def test_diff_needs_two_of_something(ask_tool: AskTool) -> None:
    with pytest.raises(BadRequestError, match="name a `node` and the time `since` when"):
        ask_tool("diff", node=PRICES)


def test_the_history_of_a_dataset_has_what_changed_in_its_schema(ask_tool: AskTool) -> None:
    lines = ask_tool("history", node=PRICES, most=2)
    assert lines[0] == f"2 versions of {PRICES}, the newest first:"
    assert lines[1].endswith(f"by {LOADED} of job:ns:load")
    assert lines[2] == "  ~ field  price INT -> STRING"
    assert lines[-1].endswith("&tab=history")


def test_the_history_of_a_job_has_what_changed_in_its_code(ask_tool: AskTool) -> None:
    lines = ask_tool("history", node="job:ns:load")
    assert "  ~ code   c1 -> c2" in lines
    assert lines[-4:-1] == [
        "  input dataset:ns:raw",
        "  output dataset:ns:prices",
        "  code c1",
    ]


def test_a_run_has_no_history(ask_tool: AskTool) -> None:
    with pytest.raises(NodeIdError, match="jobs and datasets have a history"):
        ask_tool("history", node=REPORTED)


def test_what_is_not_known_is_an_error(ask_tool: AskTool) -> None:
    with pytest.raises(NotFoundError, match="nothing is known of 'dataset:ns:nowhere'"):
        ask_tool("lineage", node="dataset:ns:nowhere")


def test_an_argument_that_does_not_exist_is_an_error(ask_tool: AskTool) -> None:
    with pytest.raises(UnprocessableError, match="unknown field `deph`"):
        ask_tool("lineage", node=PRICES, deph=1)


@pytest.fixture
def ask_about_contracts(tmp_path: Path) -> Iterator[AskTool]:
    """Asks a tool about the example of the RFC on contracts."""
    rows = Rows()
    pipelines(rows)
    for at, text in enumerate((TEXTS | {Y: BOUND_Y}).values()):
        rows.contract(text, at, f"{at}.yaml")
    with open_store(f"sqlite:///{tmp_path}/store") as store:
        rows.write(store)
        with store.snapshot() as snapshot:
            yield partial(asked_of, snapshot)


def test_contracts_are_listed_with_their_ids(ask_about_contracts: AskTool) -> None:
    lines = ask_about_contracts("contracts", most=2)
    assert lines[0] == "5 contracts and products:"
    assert lines[1].startswith("contract ")
    assert lines[-2:] == ["… 3 more; ask for more with `most`", f"{PAGE}/contracts"]


def test_a_contract_has_its_datasets_and_its_inputs(ask_about_contracts: AskTool) -> None:
    lines = ask_about_contracts("contracts", contract=Z)
    assert "covers DSZ2-namespace:DSZ2-name: dataset:DSZ2-namespace:DSZ2-name" in lines
    assert f"input {Y}" in lines
    assert lines[-1] == f"{PAGE}{path('contracts', Z)}"


def test_drift_of_all_contracts_counts_their_states(ask_about_contracts: AskTool) -> None:
    lines = ask_about_contracts("drift")
    assert lines[0] == "contracts: 1 clean, 1 drift, 3 unverifiable; 4 findings"
    assert lines[-1] == f"{PAGE}/contracts"


def test_drift_of_a_contract_has_a_verdict_on_each_input(ask_about_contracts: AskTool) -> None:
    lines = ask_about_contracts("drift", contract=Z)
    assert lines == [
        f"contract {Z} 1.1.0: clean",
        f"input {Y}: confirmed",
        lines[2],
        f"{PAGE}{path('contracts', Z)}",
    ]
    assert lines[2].startswith(f"info uncontracted-input of {Z}: ")


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_a_tool_describes_itself_and_its_arguments(tool: Tool) -> None:
    schema = tool.schema()
    assert tool.description.endswith(".")
    assert schema["type"] == "object"
    assert schema["additionalProperties"] is False
    assert "$ref" not in str(schema)
    undescribed = [
        name
        for name, of_argument in schema["properties"].items()
        if not {"description", "enum"} & of_argument.keys()
    ]
    assert undescribed == []
