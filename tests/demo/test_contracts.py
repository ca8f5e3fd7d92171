"""The demo's contracts: each way in which contracts and what runs come apart, with evidence."""

from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest

from headwater.contracts.contract import encoded
from headwater.contracts.documents.read import read
from headwater.contracts.findings import CODES, ContractFinding
from headwater.demo import END, datasets, events, registrations
from headwater.demo.contracts import REGISTERED
from headwater.questions.pages import Page
from headwater.store import Snapshot, open_store
from headwater.store.tables import TABLES
from tests.questions import contract_drift, design_lineage, drift
from tests.reference import columns, lineage
from tests.store.rows import values_of
from tests.stories.demo import records, time_of

AT = int(END.timestamp()) * 1_000_000
ONLY_IN_CI = {"contract-removed", "version-not-raised"}
ONLY_OF_A_TEXT = {
    "missing-key",
    "unknown-key",
    "unknown-version",
    "unknown-type",
    "wrong-shape",
    "unresolved-variable",
}


_EMPTY = {"text": "", "bytes": b"", "bigint": 0, "integer": 0}


@pytest.fixture(scope="module")
def snapshot(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Snapshot]:
    """The story as the reference derives it: what the pipeline derives is compared elsewhere."""
    with open_store(f"sqlite:///{tmp_path_factory.mktemp('demo')}/store") as store:
        derived = lineage(records())
        with store.transaction(store.take_over()) as transaction:
            for table in TABLES:
                rows = [
                    dict(zip(columns(table.name), row, strict=True))
                    for row in derived.get(table.name, ())
                ]
                empty = {c.name: None if c.nullable else _EMPTY[c.kind] for c in table.columns}
                for row in rows:
                    if table.name == "contracts":
                        [one] = read(row["text"].encode(), row["file"], row["line"]).read
                        row["spec"] = encoded(one.spec)
                    if table.name == "events":
                        row |= {"segment": "", "position": 0}
                made = [empty | row for row in rows]
                transaction.upsert(table, values_of(table, made))
        with store.snapshot() as found:
            yield found


@pytest.fixture(scope="module")
def findings(snapshot: Snapshot) -> dict[str, list[ContractFinding]]:
    """At the end of the story, by code."""
    found: defaultdict[str, list[ContractFinding]] = defaultdict(list)
    for one in drift(snapshot, at=AT, page=Page(1000)).findings:
        found[one.code].append(one)
    return found


def test_every_file_is_registered_and_read_without_a_finding() -> None:
    folder = Path(datasets.__file__).parent / "contract_files"
    assert {file.name for file in folder.iterdir()} == set(REGISTERED)
    for edit in registrations(END):
        found = read(edit["text"].encode(), edit["file"])
        assert (found.refused, [one.findings for one in found.read]) == ((), [()])


def test_contracts_are_registered_while_the_story_goes_on() -> None:
    times = [datetime.fromisoformat(edit["at"]) for edit in registrations(END)]
    assert times == sorted(times)
    first = min(map(time_of, events()))
    assert first < times[0] <= times[-1] < END


def test_every_code_is_shown_by_the_story(findings: dict[str, list[ContractFinding]]) -> None:
    assert findings.keys() == CODES.keys() - ONLY_IN_CI - ONLY_OF_A_TEXT


EXPECTED = {
    "observed-not-declared": "urn:brightwater:analytics:order-facts",
    "declared-not-observed": "urn:brightwater:analytics:customers",
    "self-reference": "urn:brightwater:lake:loyalty-points",
    "cycle": "urn:brightwater:purchasing:catalog",
    "unresolved-input": "urn:brightwater:finance:board-pack",
    "version-pin-missing": "urn:brightwater:marketing:campaigns",
    "input-retired": "urn:brightwater:marketing:campaigns",
    "input-behind": "5b0f3a52-58a4-4d0f-9c8e-0d6c3c1f7a11",
    "unverifiable": "urn:brightwater:marketing:ad-costs",
    "uncontracted-input": "urn:brightwater:web:page-views",
    "output-never-written": "urn:brightwater:shop:orders",
    "output-stale": "urn:brightwater:marketing:ad-costs",
    "output-no-longer-written": "urn:brightwater:dashboards:cohorts",
    "dataset-claimed-twice": "urn:brightwater:science:visits",
    "schema-field-missing": "urn:brightwater:dashboards:profiles",
    "schema-type": "urn:brightwater:purchasing:product-margins",
    "schema-field-undeclared": "urn:brightwater:web:page-views",
    "same-version-changed": "urn:brightwater:web:sessions",
    "breaking-without-major": "5b0f3a52-58a4-4d0f-9c8e-0d6c3c1f7a11",
}


@pytest.mark.parametrize("code", EXPECTED)
def test_a_finding_is_about_the_contract_that_was_made_for_it(
    code: str, findings: dict[str, list[ContractFinding]]
) -> None:
    found = [one for one in findings[code] if one.contract == EXPECTED[code]]
    assert found
    for one in found:
        assert one.level == CODES[code].level
        assert one.version
        assert one.file
        assert one.file.startswith("contracts/")
        assert one.line


def test_findings_about_what_runs_name_runs_jobs_and_dataset_versions(
    findings: dict[str, list[ContractFinding]],
) -> None:
    for code in ("schema-type", "schema-field-missing", "output-stale", "output-no-longer-written"):
        for one in findings[code]:
            assert one.evidence.dataset
            assert one.evidence.dataset_version
            assert one.evidence.run
            assert one.evidence.job
    for one in findings["observed-not-declared"]:
        assert one.evidence.run
        assert one.evidence.path[0] == one.evidence.dataset
        assert one.evidence.path[-1].endswith(":ANALYTICS.MARTS.FCT_ORDERS")


def test_the_type_drifts_on_the_day_it_changes_and_not_before(snapshot: Snapshot) -> None:
    margins = "urn:brightwater:purchasing:product-margins"
    day = 86_400 * 1_000_000
    for days, drifts in ((2, False), (0, True)):
        found = contract_drift(snapshot, margins, at=AT - days * day)
        assert ("schema-type" in {one.code for one in found.findings}) == drifts


def test_most_of_what_is_declared_is_confirmed(snapshot: Snapshot) -> None:
    facts = contract_drift(snapshot, "Order facts", at=AT)
    assert {one.contract: one.verdict for one in facts.inputs} == {
        "urn:brightwater:lake:raw-orders": "confirmed",
        "urn:brightwater:lake:raw-order-items": "observed-not-declared",
    }
    graph = design_lineage(snapshot, level="product", at=AT)
    assert {node.name for node in graph.nodes} >= {"Analytics", "Data Lake", "Finance", "Web Shop"}
