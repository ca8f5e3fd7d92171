from pathlib import Path

from bench import contracts
from headwater.contracts.contract import Contract
from headwater.contracts.documents.read import read


def test_every_contract_is_read_without_a_finding_and_has_its_inputs() -> None:
    for _, inputs, text in contracts.contracts(30):
        [one] = read(text.encode()).read
        assert one.findings == ()
        assert isinstance(one.spec, Contract)
        assert len(one.spec.inputs) == len(inputs) <= contracts.INPUTS


def test_every_question_gets_its_answer(tmp_path: Path) -> None:
    written = list(contracts.contracts(200))
    rows = contracts.measure("sqlite", f"sqlite:///{tmp_path}/store", written, tmp_path)
    assert [row["question"] for row in rows] == list(contracts.QUESTIONS)
    small = min(rows, key=lambda row: row["answer_kb"])
    assert small["question"] == "drift, one", "the contract asked about runs as it declares"
    assert all(row["changed_worst_ms"] > 0 for row in rows)
    assert contracts.read_per_second(written) > 0
