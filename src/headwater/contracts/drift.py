"""Drift: where what contracts declare differs from what runs."""

from collections.abc import Callable, Iterator, Mapping
from typing import Literal, TypeAlias

import msgspec

from headwater.contracts.contract import Input
from headwater.contracts.findings import ContractFinding, FindingEvidence, finding
from headwater.contracts.observed import NOTHING, BoundDataset, DatasetKey, Observed
from headwater.contracts.registry import Registry
from headwater.contracts.schema_drift import schema_drift
from headwater.model.order import format_time

Verdict: TypeAlias = Literal[
    "confirmed",
    "unverifiable",
    "unresolved",
    "declared-not-observed",
    "observed-not-declared",
]
LATE = 2
"""An output is stale once its age is more than this many times its promised frequency."""


class EdgeVerdict(msgspec.Struct, frozen=True, gc=False):
    """The verdict on one input of a contract, whether declared or observed."""

    origin: str
    verdict: Verdict
    dataset: DatasetKey | None
    """The nearest dataset of that input that flows into the contract's own."""


class Drift:
    """Judges each contract by what is observed of it and of its inputs."""

    def __init__(
        self,
        registry: Registry,
        observed: Mapping[str, Observed],
        now: int,
        *,
        path: Callable[[str, DatasetKey], tuple[str, ...]],
        stale_after: int | None = None,
    ) -> None:
        """`path` returns the node ids from a dataset that was reached to the contract's own, in the
        direction in which data flows."""
        self._registry = registry
        self._observed = observed
        self._now = now
        self._path = path
        self._stale_after = stale_after

    def edges(self, contract: str) -> Iterator[EdgeVerdict]:
        """The verdicts on the contract's inputs, declared and observed."""
        inputs = {item.id: item for item in self._registry.inputs(contract)}
        seen = self._observed.get(contract, NOTHING).inputs
        for origin in sorted(inputs.keys() - {contract}):
            verdict = self._verdict(contract, inputs[origin], origin in seen)
            yield EdgeVerdict(origin, verdict, seen.get(origin))
        for origin in sorted(seen.keys() - inputs.keys()):
            yield EdgeVerdict(origin, "observed-not-declared", seen[origin])

    def _verdict(self, contract: str, item: Input, seen: bool) -> Verdict:
        if item.id not in self._registry.contracts:
            return "unresolved"
        if seen:
            return "confirmed"
        return "unverifiable" if self._reason(contract, item) else "declared-not-observed"

    def _reason(self, contract: str, item: Input) -> str | None:
        """Why an input that is not observed cannot be said to be missing; None if it can."""
        own, other = (self._observed.get(one, NOTHING) for one in (contract, item.id))
        if not own.outputs:
            return f"no dataset is bound to {contract}"
        if not own.is_known:
            return f"no event names the datasets that are bound to {contract}"
        if not other.outputs:
            return f"no dataset is bound to {item.id}"
        if not other.is_known:
            return f"no event names the datasets that are bound to {item.id}"
        if item.coarse:
            return f"{item.id} is an input of the product, not surely of this contract"
        if own.run is None:
            return "no job that writes its datasets has completed a run"
        return None

    def findings(self, contract: str) -> Iterator[ContractFinding]:
        yield from self._of_inputs(contract)
        own = self._observed.get(contract, NOTHING)
        for dataset in own.uncontracted:
            path = self._path(contract, dataset)
            yield self._finding(
                "uncontracted-input",
                f"{path[0]} feeds it, and no contract covers that",
                contract,
                evidence=FindingEvidence(dataset=path[0], path=path),
            )
        for output in own.outputs:
            yield from self._of_writes(contract, output)
            yield from self._of_schema(contract, output)

    def _of_inputs(self, contract: str) -> Iterator[ContractFinding]:
        own = self._observed.get(contract, NOTHING)
        if own.inputs.keys() == set(self._registry.depend_on[contract]):
            return  # nearly always all inputs are as declared
        inputs = {item.id: item for item in self._registry.inputs(contract)}
        run = own.run
        for edge in self.edges(contract):
            item = inputs.get(edge.origin)
            if edge.verdict == "unverifiable" and item is not None:
                reason = self._reason(contract, item)
                message = f"its input {edge.origin} cannot be verified: {reason}"
                yield self._finding("unverifiable", message, contract, line=item.line)
            elif edge.verdict == "declared-not-observed" and item is not None:
                yield self._finding(
                    "declared-not-observed",
                    f"it declares {edge.origin} as its input, but nothing of that flows into it",
                    contract,
                    line=item.line,
                    evidence=FindingEvidence(contracts=(edge.origin,), run=run),
                )
            elif edge.verdict == "observed-not-declared" and edge.dataset is not None:
                path = self._path(contract, edge.dataset)
                yield self._finding(
                    "observed-not-declared",
                    f"{edge.origin} flows into it, and is not declared as its input",
                    contract,
                    evidence=FindingEvidence(
                        contracts=(edge.origin,), run=run, path=path, dataset=path[0]
                    ),
                )

    def _of_writes(self, contract: str, output: BoundDataset) -> Iterator[ContractFinding]:
        line, write = output.output.line, output.last_write
        if not output.is_written and output.wrote_before:
            jobs = ", ".join(output.wrote_before)
            message = f"{output.id} was written by {jobs}, which no longer does"
            shown = _last_write(output)
            yield self._finding("output-no-longer-written", message, contract, line, shown)
        elif not output.is_written and write is None:
            yield from self._never_written(contract, output)
        elif write is not None and self._is_stale(contract, write.at):
            message = f"{output.id} was last written at {format_time(write.at)}"
            yield self._finding("output-stale", message, contract, line, _last_write(output))

    def _never_written(self, contract: str, output: BoundDataset) -> Iterator[ContractFinding]:
        if not output.known and output.output.binding == "derived":
            return  # a derived name is only a guess
        why = "no job writes it" if output.known else "no event names it"
        near = f"; there is {' and '.join(output.near)}" if output.near else ""
        yield self._finding(
            "output-never-written",
            f"{output.id}: {why}{near}",
            contract,
            output.output.line,
            FindingEvidence(dataset=output.id),
        )

    def _is_stale(self, contract: str, written_at: int) -> bool:
        frequency = self._registry.in_force[contract].frequency
        limit = self._stale_after if frequency is None else LATE * frequency
        return limit is not None and self._now - written_at > limit

    def _of_schema(self, contract: str, output: BoundDataset) -> Iterator[ContractFinding]:
        """Compares the schema with the version in force when the dataset was last written."""
        if output.fields is None:
            return
        history = self._registry.contracts[contract]
        write = output.last_write
        then = history.as_of(write.at) if write is not None else None
        version = (then or history).shown
        promised = self._registry.promised(version, output.output)
        for found in schema_drift(promised, output.fields) if promised else ():
            yield finding(
                found.code,
                f"{output.id}: {found.message}",
                contract=contract,
                version=version.spec.version,
                file=version.file or None,
                line=found.line,
                evidence=FindingEvidence(
                    dataset=output.id,
                    dataset_version=output.schema_version,
                    run=write.run if write else None,
                    job=write.job if write else None,
                ),
            )

    def _finding(
        self,
        code: str,
        message: str,
        contract: str,
        line: int | None = None,
        evidence: FindingEvidence | None = None,
    ) -> ContractFinding:
        known = self._registry.contracts.get(contract)
        return finding(
            code,
            message,
            contract=contract,
            version=known.shown.spec.version if known else None,
            file=(known.shown.file or None) if known else None,
            line=line if line is not None else known.shown.spec.line if known else None,
            evidence=evidence or FindingEvidence(),
        )


def _last_write(output: BoundDataset) -> FindingEvidence:
    write = output.last_write
    if write is None:
        return FindingEvidence(dataset=output.id)
    return FindingEvidence(
        dataset=output.id,
        dataset_version=write.dataset_version,
        run=write.run,
        job=write.job,
    )
