"""A server's data contracts."""

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
    Kind,
    Registrations,
)
from headwater.answers.graph import LineageGraph
from headwater.client.connection import Connection
from headwater.client.times import When, spelled
from headwater.contracts.changes import Comparison
from headwater.contracts.check_report import CheckReport
from headwater.contracts.findings import Level
from headwater.contracts.graph import Direction
from headwater.query.contracts.lineage import DesignLevel
from headwater.query.pages import FIRST_PAGE, Page
from headwater.wire.media import YAML

_HOUR = 3_600_000_000


class Contracts:
    """Registers contracts and asks about them; contracts are known by id or name."""

    def __init__(self, server: Connection) -> None:
        self._server = server

    def register(self, text: bytes | str) -> Registrations:
        """YAML or JSON, one or more documents, or a bundle: all are registered, or none."""
        return self._server.change("POST", "/contracts", Registrations, _sent(text), YAML)

    def check(self, text: bytes | str) -> CheckReport:
        """What a proposal changes and breaks, and whom it hits; nothing is stored."""
        path = f"/contracts/check?against={quote(self._server.url, safe='')}"
        return self._server.change("POST", path, CheckReport, _sent(text), YAML)

    def delete(self, contract: str) -> None:
        self._server.change("DELETE", _path(contract), ContractDeleted)

    def list(
        self,
        *,
        kind: Kind | None = None,
        text: str | None = None,
        product: str | None = None,
        at: When | None = None,
        page: Page = FIRST_PAGE,
    ) -> ContractList:
        asked = {
            "kind": kind,
            "text": text,
            "product": product,
            "at": spelled(at),
            "limit": page.limit,
            "offset": page.offset,
        }
        return self._server.ask("/contracts", ContractList, asked)

    def details(
        self, contract: str, version: str | None = None, *, at: When | None = None
    ) -> ContractDetails:
        path = _path(contract, *(("versions", version) if version else ()))
        return self._server.ask(path, ContractDetails, {"at": spelled(at)})

    def text(self, contract: str, version: str | None = None, *, at: When | None = None) -> str:
        """As it was registered."""
        path = _path(contract, *(("versions", version) if version else ()))
        return self._server.ask_text(path, {"at": spelled(at)}, YAML)

    def versions(self, contract: str, *, at: When | None = None) -> ContractVersions:
        return self._server.ask(_path(contract, "versions"), ContractVersions, {"at": spelled(at)})

    def diff(
        self, contract: str, before: str | None = None, after: str | None = None
    ) -> Comparison:
        asked = {"before": before, "after": after}
        return self._server.ask(_path(contract, "diff"), Comparison, asked)

    def lineage(
        self,
        contract: str | None = None,
        *,
        level: DesignLevel = "contract",
        direction: Direction = "both",
        depth: int | None = None,
        at: When | None = None,
    ) -> DesignGraph:
        """Design lineage: around a contract, or of all."""
        asked = {
            "id": contract,
            "level": level,
            "direction": direction,
            "depth": depth,
            "at": spelled(at),
        }
        return self._server.ask("/contracts/lineage", DesignGraph, asked, plain=True)

    def operational(
        self, contract: str, *, depth: int | None = None, at: When | None = None
    ) -> LineageGraph:
        """What runs behind a contract."""
        asked = {"depth": depth, "at": spelled(at)}
        return self._server.ask(_path(contract, "operational"), LineageGraph, asked, plain=True)

    def impact(
        self, contract: str, *, depth: int | None = None, at: When | None = None
    ) -> ContractImpact:
        asked = {"depth": depth, "at": spelled(at)}
        return self._server.ask(_path(contract, "impact"), ContractImpact, asked)

    def drift(
        self,
        *,
        at: When | None = None,
        code: str | None = None,
        level: Level | None = None,
        stale_after: int | None = None,
        page: Page = FIRST_PAGE,
    ) -> DriftReport:
        """Of all contracts."""
        asked = {
            "at": spelled(at),
            "code": code,
            "level": level,
            "staleAfter": _hours(stale_after),
            "limit": page.limit,
            "offset": page.offset,
        }
        return self._server.ask("/contracts/drift", DriftReport, asked)

    def drift_of(
        self, contract: str, *, at: When | None = None, stale_after: int | None = None
    ) -> ContractDrift:
        asked = {"at": spelled(at), "staleAfter": _hours(stale_after)}
        return self._server.ask(_path(contract, "drift"), ContractDrift, asked)


def _sent(text: bytes | str) -> bytes:
    return text.encode() if isinstance(text, str) else text


def _path(*parts: str) -> str:
    return "/contracts/" + "/".join(quote(part, safe="") for part in parts)


def _hours(micros: int | None) -> float | None:
    return None if micros is None else micros / _HOUR
