"""Who answers a question: the store of this machine, or a server."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import click

from headwater.answers.service import Status
from headwater.cli.options.settings import (
    Command,
    end_note,
    log_directory,
    stored,
    with_settings,
)
from headwater.config import Settings
from headwater.log import head
from headwater.query.catalog.identity import identity
from headwater.query.columns.columns import columns
from headwater.query.contracts.drift import contract_drift, drift
from headwater.query.contracts.impact import contract_impact
from headwater.query.contracts.lineage import design_lineage
from headwater.query.contracts.listing import (
    contract_details,
    contract_diff,
    contract_text,
    contract_versions,
    list_contracts,
)
from headwater.query.contracts.operational import operational_lineage
from headwater.query.diff.graph_diff import graph_diff
from headwater.query.diff.run_diff import run_diff
from headwater.query.impact.impact import impact
from headwater.query.lineage.lineage import lineage
from headwater.query.lineage.run_lineage import run_lineage
from headwater.query.runs.runs import runs
from headwater.query.search.search import search
from headwater.query.service.findings import findings
from headwater.query.service.status import status
from headwater.query.why.why import why
from headwater.questions.contracts import (
    ContractDriftQuestion,
    ContractImpactQuestion,
    ContractsQuestion,
    DesignQuestion,
    DriftQuestion,
    OperationalQuestion,
)
from headwater.questions.graph import (
    ColumnsQuestion,
    GraphDiffQuestion,
    ImpactQuestion,
    LineageQuestion,
    NodeQuestion,
    RunDiffQuestion,
    RunLineageQuestion,
    WhyQuestion,
)
from headwater.questions.question import A, Question
from headwater.questions.runs import RunsQuestion
from headwater.questions.search import SearchQuestion
from headwater.questions.service import FindingsQuestion
from headwater.store import Batch, Claim, Snapshot

if TYPE_CHECKING:
    from headwater.client import Client

_QUERIES: dict[type[Question[Any]], Callable[[Snapshot, Any], Any]] = {
    ColumnsQuestion: columns,
    ContractDriftQuestion: contract_drift,
    ContractImpactQuestion: contract_impact,
    ContractsQuestion: list_contracts,
    DesignQuestion: design_lineage,
    DriftQuestion: drift,
    FindingsQuestion: findings,
    GraphDiffQuestion: graph_diff,
    ImpactQuestion: impact,
    LineageQuestion: lineage,
    NodeQuestion: identity,
    OperationalQuestion: operational_lineage,
    RunDiffQuestion: run_diff,
    RunLineageQuestion: run_lineage,
    RunsQuestion: runs,
    SearchQuestion: search,
    WhyQuestion: why,
}
"""The function that answers each question that commands ask."""


class LocalContracts:
    """The data contracts in the store of this machine, with the methods of the client."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.details = partial(contract_details, snapshot)
        self.text = partial(contract_text, snapshot)
        self.versions = partial(contract_versions, snapshot)
        self.diff = partial(contract_diff, snapshot)


class Local:
    """The store of this machine, with the methods of the client and the same answers."""

    def __init__(
        self,
        snapshot: Snapshot,
        log: Path,
        claim: Callable[[], Claim | None],
        ended: Callable[[], Batch | None],
    ) -> None:
        self.log = log
        self.contracts = LocalContracts(snapshot)
        self._snapshot, self._claim, self._ended = snapshot, claim, ended

    def ask(self, question: Question[A]) -> A:
        answer: A = _QUERIES[type(question)](self._snapshot, question)
        return answer

    def status(self) -> Status:
        # The end of the log is looked up after the snapshot, as the log may grow meanwhile.
        reached, ended = head(self.log), self._ended()
        return status(self._snapshot, self.log, reached, claim=self._claim(), ended=ended)


Answerer: TypeAlias = "Local | Client"
"""Who answers the questions of a command."""


def with_answerer(command: Command) -> Command:
    """Adds `--url` and `--key`. The command gets who answers, a server or the store, as its first
    argument."""

    @click.option("--url", help="The server to ask instead of the store of this machine.")
    @click.option("--key", help="The API key for the server.")
    @with_settings
    @wraps(command)
    def configured(settings: Settings, url: str | None, key: str | None, **arguments: Any) -> None:
        with _answerer(settings, url or settings.url, key or settings.key) as answerer:
            command(answerer, **arguments)

    return configured


@contextmanager
def _answerer(settings: Settings, url: str, key: str) -> Iterator[Answerer]:
    if url:
        # Imported only here, as most commands do without what HTTP needs.
        from headwater.client import Client

        with Client(url, key or None, pauses=()) as client:  # no retries: people can ask again
            yield client
    else:
        with stored(settings) as store, store.snapshot() as snapshot:
            yield Local(snapshot, log_directory(settings), store.claim, end_note(settings).read)
