"""Shortcuts for asking a store: the node comes first, and other parameters are keywords.

Times may be given as plain numbers.
"""

from typing import Any, TypeVar

import msgspec

from headwater.answers.changes import Changes
from headwater.answers.columns import ColumnGraph
from headwater.answers.contracts import (
    ContractDrift,
    ContractImpact,
    ContractList,
    DesignGraph,
    DriftReport,
)
from headwater.answers.diff import GraphDiff, RunDiff
from headwater.answers.graph import LineageGraph
from headwater.answers.history import DatasetHistory, JobHistory
from headwater.answers.impact import Impact
from headwater.answers.incidents import IncidentList
from headwater.answers.names import Identity
from headwater.answers.run_lineage import RunGraph
from headwater.answers.runs import RunList
from headwater.answers.search import Hits
from headwater.answers.why import Why
from headwater.api.marquez.upstream_runs import UpstreamRuns, UpstreamRunsQuestion, runs_before
from headwater.query.catalog.identity import identity as ask_identity
from headwater.query.columns.columns import columns as ask_columns
from headwater.query.contracts.contracts import list_contracts as ask_contracts
from headwater.query.contracts.drift import contract_drift as ask_contract_drift
from headwater.query.contracts.drift import drift as ask_drift
from headwater.query.contracts.impact import contract_impact as ask_contract_impact
from headwater.query.contracts.lineage import design_lineage as ask_design_lineage
from headwater.query.contracts.operational import operational_lineage as ask_operational_lineage
from headwater.query.diff.graph_diff import graph_diff as ask_graph_diff
from headwater.query.diff.run_diff import run_diff as ask_run_diff
from headwater.query.history.history import history as ask_history
from headwater.query.impact.impact import impact as ask_impact
from headwater.query.lineage.changes import changes as ask_changes
from headwater.query.lineage.lineage import extent as ask_extent
from headwater.query.lineage.lineage import lineage as ask_lineage
from headwater.query.lineage.run_lineage import run_lineage as ask_run_lineage
from headwater.query.lineage.shown import Extent
from headwater.query.runs.incidents import incidents as ask_incidents
from headwater.query.runs.runs import runs as ask_runs
from headwater.query.search.search import search as ask_search
from headwater.query.why.why import why as ask_why
from headwater.questions.catalog import HistoryQuestion
from headwater.questions.contracts import (
    ContractDriftQuestion,
    ContractImpactQuestion,
    ContractsQuestion,
    DesignQuestion,
    DriftQuestion,
    OperationalQuestion,
)
from headwater.questions.graph import (
    MAX_NODES,
    ChangesQuestion,
    ColumnsQuestion,
    Expansion,
    GraphDiffQuestion,
    IdentityQuestion,
    ImpactQuestion,
    LineageQuestion,
    RunDiffQuestion,
    RunLineageQuestion,
    WhyQuestion,
    layers,
)
from headwater.questions.moments import Moment
from headwater.questions.pages import FIRST_PAGE, Page
from headwater.questions.question import Question
from headwater.questions.runs import IncidentsQuestion, RunsQuestion
from headwater.questions.search import SearchQuestion
from headwater.store import Snapshot

Q = TypeVar("Q", bound=Question[Any])
_TIMES = ("at", "lineage_at", "since", "until", "after", "before")


def made(
    kind: type[Q],
    *,
    page: Page = FIRST_PAGE,
    expand: Expansion = Expansion(),  # noqa: B008  # an immutable value
    **fields: Any,
) -> Q:
    """A question of this kind with these fields."""
    times = {
        name: Moment(value)
        for name, value in fields.items()
        if name in _TIMES and isinstance(value, int)
    }
    parts = {
        **msgspec.structs.asdict(page),
        "expand_upstream": expand.upstream,
        "expand_downstream": expand.downstream,
    }
    known = {name: parts[name] for name in kind.__struct_fields__ if name in parts}
    return kind(**known | fields | times)


def lineage(snapshot: Snapshot, node: str, *, control: bool = False, **more: Any) -> LineageGraph:
    question = made(LineageQuestion, node_id=node, layers=layers(control=control), **more)
    return ask_lineage(snapshot, question)


def extent(snapshot: Snapshot, node: str, *, control: bool = False, **more: Any) -> Extent:
    question = made(LineageQuestion, node_id=node, layers=layers(control=control), **more)
    return ask_extent(snapshot, question)


def changes(snapshot: Snapshot, node: str, **more: Any) -> Changes:
    return ask_changes(snapshot, made(ChangesQuestion, node_id=node, **more))


def columns(snapshot: Snapshot, *nodes: str, **more: Any) -> ColumnGraph:
    return ask_columns(snapshot, made(ColumnsQuestion, node_id=nodes, **more))


def columns_at(snapshot: Snapshot, *nodes: str, at: int, **more: Any) -> ColumnGraph:
    return ask_columns(snapshot, made(ColumnsQuestion, node_id=nodes, lineage_at=at, **more))


def run_lineage(snapshot: Snapshot, node: str, **more: Any) -> RunGraph:
    return ask_run_lineage(snapshot, made(RunLineageQuestion, node_id=node, **more))


def upstream_runs(snapshot: Snapshot, run_id: str, **more: Any) -> UpstreamRuns:
    return runs_before(snapshot, made(UpstreamRunsQuestion, run_id=run_id, **more))


def impact(snapshot: Snapshot, node: str, **more: Any) -> Impact:
    return ask_impact(snapshot, made(ImpactQuestion, node_id=node, **more))


def graph_diff(snapshot: Snapshot, node: str, **more: Any) -> GraphDiff:
    return ask_graph_diff(snapshot, made(GraphDiffQuestion, node_id=node, **more))


def run_diff(snapshot: Snapshot, before: str, after: str, **more: Any) -> RunDiff:
    return ask_run_diff(snapshot, made(RunDiffQuestion, before=before, after=after, **more))


def why(snapshot: Snapshot, run: str, **more: Any) -> Why:
    return ask_why(snapshot, made(WhyQuestion, run_id=run, **more))


def identity(snapshot: Snapshot, node: str, **more: Any) -> Identity:
    return ask_identity(snapshot, made(IdentityQuestion, node_id=node, **more))


def runs(snapshot: Snapshot, node: str | None = None, **more: Any) -> RunList:
    return ask_runs(snapshot, made(RunsQuestion, node_id=node, **more))


def history(snapshot: Snapshot, node: str, **more: Any) -> JobHistory | DatasetHistory:
    return ask_history(snapshot, made(HistoryQuestion, node_id=node, **more))


def incidents(snapshot: Snapshot, node: str | None = None, **more: Any) -> IncidentList:
    return ask_incidents(snapshot, made(IncidentsQuestion, node_id=node, **more))


def search(snapshot: Snapshot, text: str, **more: Any) -> Hits:
    return ask_search(snapshot, made(SearchQuestion, q=text, **more))


def list_contracts(snapshot: Snapshot, **more: Any) -> ContractList:
    return ask_contracts(snapshot, made(ContractsQuestion, **more))


def design_lineage(
    snapshot: Snapshot, contract: str | None = None, *, max_nodes: int = MAX_NODES, **more: Any
) -> DesignGraph:
    question = made(DesignQuestion, id=contract, **more)
    return ask_design_lineage(snapshot, question, max_nodes=max_nodes)


def operational_lineage(
    snapshot: Snapshot, contract: str, *, max_nodes: int = MAX_NODES, **more: Any
) -> LineageGraph:
    question = made(OperationalQuestion, contract=contract, **more)
    return ask_operational_lineage(snapshot, question, max_nodes=max_nodes)


def contract_impact(snapshot: Snapshot, contract: str, **more: Any) -> ContractImpact:
    return ask_contract_impact(snapshot, made(ContractImpactQuestion, contract=contract, **more))


def drift(snapshot: Snapshot, **more: Any) -> DriftReport:
    return ask_drift(snapshot, made(DriftQuestion, **more))


def contract_drift(snapshot: Snapshot, contract: str, **more: Any) -> ContractDrift:
    return ask_contract_drift(snapshot, made(ContractDriftQuestion, contract=contract, **more))
