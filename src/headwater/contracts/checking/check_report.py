"""What a check of contracts found."""

from typing import Literal, TypeAlias

import msgspec

from headwater.contracts.checking.changes import Comparison
from headwater.contracts.findings import ContractFinding, RefusedContract
from headwater.contracts.impact import DesignImpact

FailLevel: TypeAlias = Literal["error", "warning", "never"]


class Changed(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """This is a contract that is new, or other than before."""

    contract: str
    name: str | None
    version: str
    file: str
    line: int
    comparison: Comparison | None
    """How it differs from the version before, or None if there was none."""
    impact: DesignImpact


class CheckReport(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """This is what a check of contracts found."""

    contracts: int
    products: int
    against: str | None
    """What the contracts were compared with: a Git revision or a server."""
    consumers: Literal["files", "server"]
    """Where consumers were looked for. There may be others elsewhere."""
    findings: tuple[ContractFinding, ...]
    refused: tuple[RefusedContract, ...]
    changed: tuple[Changed, ...]

    def exit_code(self, fail_on: FailLevel) -> int:
        """0: nothing to complain of; 1: findings; 2: something could not be read."""
        if self.refused:
            return 2
        levels = {"error": ("error",), "warning": ("error", "warning"), "never": ()}[fail_on]
        return int(any(found.level in levels for found in self.findings))
