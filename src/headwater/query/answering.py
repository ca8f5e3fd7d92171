"""The function that answers each question.

The command line and assistants use this module, as they may ask any question. An operation of the
API calls the function for its own question directly.
"""

from collections.abc import Callable
from typing import Any

from headwater.query.catalog.identity import identity
from headwater.query.columns.columns import columns
from headwater.query.contracts.contracts import contract_details, list_contracts
from headwater.query.contracts.drift import contract_drift, drift
from headwater.query.contracts.impact import contract_impact
from headwater.query.contracts.lineage import design_lineage
from headwater.query.contracts.operational import operational_lineage
from headwater.query.diff.graph_diff import graph_diff
from headwater.query.diff.run_diff import run_diff
from headwater.query.history.dataset_versions import dataset_versions
from headwater.query.history.history import history
from headwater.query.history.job_versions import job_version_list
from headwater.query.impact.impact import impact
from headwater.query.lineage.lineage import lineage
from headwater.query.lineage.run_lineage import run_lineage
from headwater.query.names.run_ids import run_node
from headwater.query.runs.job_runs import run
from headwater.query.runs.run_details import run_details
from headwater.query.runs.runs import runs
from headwater.query.search.search import search
from headwater.query.service.findings import findings
from headwater.query.why.why import why
from headwater.questions.catalog import (
    DatasetVersionsQuestion,
    HistoryQuestion,
    JobVersionsQuestion,
)
from headwater.questions.contracts import (
    ContractDriftQuestion,
    ContractImpactQuestion,
    ContractQuestion,
    ContractsQuestion,
    DesignQuestion,
    DriftQuestion,
    OperationalQuestion,
)
from headwater.questions.graph import (
    ColumnsQuestion,
    GraphDiffQuestion,
    IdentityQuestion,
    ImpactQuestion,
    LineageQuestion,
    RunDiffQuestion,
    RunLineageQuestion,
    WhyQuestion,
)
from headwater.questions.question import A, Question
from headwater.questions.runs import RunDetailsQuestion, RunQuestion, RunsQuestion
from headwater.questions.search import SearchQuestion
from headwater.questions.service import FindingsQuestion
from headwater.store import Snapshot

_QUERIES: dict[type[Question[Any]], Callable[[Snapshot, Any], Any]] = {
    ColumnsQuestion: columns,
    ContractDriftQuestion: contract_drift,
    ContractImpactQuestion: contract_impact,
    ContractQuestion: lambda snapshot, asked: contract_details(
        snapshot, asked.contract, at=asked.at
    ),
    ContractsQuestion: list_contracts,
    DatasetVersionsQuestion: lambda snapshot, asked: dataset_versions(
        snapshot, asked.namespace, asked.dataset, asked.page
    ),
    DesignQuestion: design_lineage,
    DriftQuestion: drift,
    FindingsQuestion: findings,
    GraphDiffQuestion: graph_diff,
    HistoryQuestion: history,
    ImpactQuestion: impact,
    JobVersionsQuestion: lambda snapshot, asked: job_version_list(
        snapshot, asked.namespace, asked.job, asked.page
    ),
    LineageQuestion: lineage,
    IdentityQuestion: identity,
    OperationalQuestion: operational_lineage,
    RunDetailsQuestion: lambda snapshot, asked: run_details(snapshot, run_node(asked.id)),
    RunDiffQuestion: run_diff,
    RunLineageQuestion: run_lineage,
    RunQuestion: lambda snapshot, asked: run(snapshot, asked.id),
    RunsQuestion: runs,
    SearchQuestion: search,
    WhyQuestion: why,
}


def answer(snapshot: Snapshot, question: Question[A]) -> A:
    """The answer to a question, from one snapshot of the store."""
    found: A = _QUERIES[type(question)](snapshot, question)
    return found
