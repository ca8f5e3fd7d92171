"""Registering data contracts with a server, and asking about them."""

from urllib.parse import quote

from headwater.answers.contracts import (
    ContractDeleted,
    ContractDetails,
    ContractDrift,
    ContractImpact,
    ContractList,
    ContractVersions,
    DesignGraph,
    DriftReport,
    Registrations,
    SpecKind,
)
from headwater.answers.graph import LineageGraph
from headwater.client.connection import Connection
from headwater.client.entities import paged
from headwater.client.times import When, moment
from headwater.contracts.checking.changes import Comparison
from headwater.contracts.checking.check_report import CheckReport
from headwater.contracts.findings import Level
from headwater.model.directions import Direction
from headwater.questions.contracts import (
    ContractDiffQuestion,
    ContractDriftQuestion,
    ContractImpactQuestion,
    ContractQuestion,
    ContractsQuestion,
    ContractVersionQuestion,
    ContractVersionsQuestion,
    DesignLevel,
    DesignQuestion,
    DriftQuestion,
    OperationalQuestion,
)
from headwater.questions.pages import FIRST_PAGE, Page
from headwater.wire.media import YAML
from headwater.wire.paths import path

_HOUR = 3_600_000_000


class Contracts:
    """Registers contracts and asks about them; contracts and products are known by id or name."""

    def __init__(self, server: Connection) -> None:
        self._server = server

    def register(self, text: bytes | str) -> Registrations:
        """Registers YAML or JSON with one or more documents, or a bundle: all of them or none."""
        return self._server.change("POST", "/contracts", Registrations, _sent(text), YAML)

    def check(self, text: bytes | str) -> CheckReport:
        """What proposed contracts change and break, and who is affected. Nothing is stored."""
        place = f"/contracts/check?against={quote(self._server.url, safe='')}"
        return self._server.change("POST", place, CheckReport, _sent(text), YAML)

    def delete(self, contract: str) -> None:
        """Deletes a contract with all its versions. It stays visible as of earlier times."""
        self._server.change("DELETE", path("contracts", contract), ContractDeleted)

    def list(
        self,
        *,
        kind: SpecKind | None = None,
        text: str | None = None,
        product: str | None = None,
        at: When | None = None,
        page: Page = FIRST_PAGE,
    ) -> ContractList:
        question = ContractsQuestion(
            kind=kind,
            text=text,
            product=product,
            at=moment(at),
            **paged(page),
        )
        return self._server.ask(question)

    def details(
        self, contract: str, version: str | None = None, *, at: When | None = None
    ) -> ContractDetails:
        return self._server.ask(_one(contract, version, at))

    def text(self, contract: str, version: str | None = None, *, at: When | None = None) -> str:
        """The text of a contract, as it was registered."""
        return self._server.ask_text(_one(contract, version, at), YAML)

    def versions(self, contract: str, *, at: When | None = None) -> ContractVersions:
        return self._server.ask(ContractVersionsQuestion(contract=contract, at=moment(at)))

    def diff(
        self, contract: str, before: str | None = None, after: str | None = None
    ) -> Comparison:
        question = ContractDiffQuestion(contract=contract, before=before, after=after)
        return self._server.ask(question)

    def lineage(
        self,
        contract: str | None = None,
        *,
        level: DesignLevel = "contract",
        direction: Direction = "both",
        depth: int | None = None,
        at: When | None = None,
    ) -> DesignGraph:
        """Design lineage: the graph around a contract or product, or that of all contracts."""
        question = DesignQuestion(
            id=contract, level=level, direction=direction, depth=depth, at=moment(at)
        )
        return self._server.ask(question)

    def operational(
        self, contract: str, *, depth: int | None = None, at: When | None = None
    ) -> LineageGraph:
        """What runs behind a contract or product."""
        return self._server.ask(OperationalQuestion(contract=contract, depth=depth, at=moment(at)))

    def impact(
        self, contract: str, *, depth: int | None = None, at: When | None = None
    ) -> ContractImpact:
        return self._server.ask(
            ContractImpactQuestion(contract=contract, depth=depth, at=moment(at))
        )

    def drift(
        self,
        *,
        at: When | None = None,
        code: str | None = None,
        level: Level | None = None,
        stale_after: int | None = None,
        page: Page = FIRST_PAGE,
    ) -> DriftReport:
        """How contracts differ from what runs. Outputs without a promised frequency count as stale
        after `stale_after` microseconds."""
        question = DriftQuestion(
            at=moment(at),
            code=code,
            level=level,
            stale_after=_hours(stale_after),
            **paged(page),
        )
        return self._server.ask(question)

    def drift_of(
        self, contract: str, *, at: When | None = None, stale_after: int | None = None
    ) -> ContractDrift:
        question = ContractDriftQuestion(
            contract=contract, at=moment(at), stale_after=_hours(stale_after)
        )
        return self._server.ask(question)


def _one(
    contract: str, version: str | None, at: When | None
) -> ContractQuestion | ContractVersionQuestion:
    if version is None:
        return ContractQuestion(contract=contract, at=moment(at))
    return ContractVersionQuestion(contract=contract, version=version)


def _sent(text: bytes | str) -> bytes:
    return text.encode() if isinstance(text, str) else text


def _hours(micros: int | None) -> float | None:
    return None if micros is None else micros / _HOUR
