"""Drift: how what contracts declare differs from what runs."""

import time
from collections import Counter
from collections.abc import Collection, Iterable
from itertools import chain
from typing import NamedTuple

from headwater.answers.contracts import ContractDrift, DriftReport, InputVerdict, State
from headwater.contracts.checking.declared import claimed_twice
from headwater.contracts.drift import Drift
from headwater.contracts.findings import ContractFinding, finding_place, in_order
from headwater.contracts.registry import Registry
from headwater.query.contracts.observed import Observations
from headwater.query.contracts.subject import require_contract
from headwater.query.graph.current import CurrentGraph
from headwater.query.moments import in_force
from headwater.query.registry.bindings import bindings
from headwater.query.registry.registered import RegisteredContracts, contracts
from headwater.questions.contracts import ContractDriftQuestion, DriftQuestion, stale_micros
from headwater.store import Snapshot

_MINUTE = 60_000_000_000


class Judge:
    """Judges contracts by the graph as of one instant."""

    def __init__(
        self,
        snapshot: Snapshot,
        known: RegisteredContracts,
        judged: Iterable[str],
        at: int | None = None,
        stale_after: int | None = None,
    ) -> None:
        """`judged` are the contracts to judge.

        `stale_after` is the age in µs that outputs without a promised frequency may have.
        """
        self._registry: Registry = known.registry
        self._judged = sorted(judged)
        bound = bindings(snapshot, known)
        depend_on = self._registry.depend_on
        inputs = chain.from_iterable(depend_on[one] for one in self._judged)
        graph = CurrentGraph(snapshot, in_force(at))
        observed = Observations(graph, bound, self._judged, beside=inputs)
        now = time.time_ns() // 1000 if at is None else at
        self._observed = observed.all
        self._path = observed.path
        self._drift = Drift(
            self._registry, self._observed, now, path=self._path, stale_after=stale_after
        )
        self._claims = bound.claims(observed.entities)

    def inputs(self, contract: str) -> tuple[InputVerdict, ...]:
        return tuple(
            InputVerdict(
                edge.origin,
                edge.verdict,
                () if edge.dataset is None else self._path(contract, edge.dataset),
            )
            for edge in self._drift.edges(contract)
        )

    def findings(self) -> list[ContractFinding]:
        """The findings about these contracts from the comparison with what runs."""
        judged = set(self._judged)
        twice = claimed_twice(self._registry, self._claims)
        found = [one for one in twice if one.contract in judged]
        for contract in self._judged:
            found += self._drift.findings(contract)
        return found

    def states(self, findings: Collection[ContractFinding]) -> dict[str, State]:
        """The state of each contract, given all findings about it."""
        odd = {one.contract for one in findings if one.level != "info"}
        unsure = {one.contract for one in findings if one.code == "unverifiable"}
        unsure |= {contract for contract in self._judged if not self._observed[contract].is_known}
        return {
            contract: "drift"
            if contract in odd
            else "unverifiable"
            if contract in unsure
            else "clean"
            for contract in self._judged
        }


class _Judged(NamedTuple):
    known: RegisteredContracts
    findings: tuple[ContractFinding, ...]
    states: dict[str, State]


def drift(snapshot: Snapshot, question: DriftQuestion) -> DriftReport:
    """The findings about all contracts, by contract, gravest first."""
    everything = _everything(snapshot, question.at, stale_micros(question.stale_after))
    code, level = question.code, question.level
    wanted = [
        found
        for found in everything.findings
        if (code is None or found.code == code) and (level is None or found.level == level)
    ]
    # Findings that say the same are counted, so that each has a place of its own.
    counts: Counter[tuple[str, int, str, str, int, str]] = Counter()
    places = {}
    for found in wanted:
        place = finding_place(found)
        places[*place, counts[place]] = found
        counts[place] += 1
    shown, following = question.page.of(list(places), tuple[str, int, str, str, int, str, int])
    findings = tuple(places[place] for place in shown)
    return DriftReport(
        findings=findings,
        next=following,
        total_count=len(wanted),
        by_code=_counted(found.code for found in everything.findings),
        states=_counted(everything.states.values()),
        names=everything.known.names(_spoken_of(everything.known, findings)),
    )


def _spoken_of(known: RegisteredContracts, findings: Iterable[ContractFinding]) -> Iterable[str]:
    """The contracts that findings are about, their inputs, and what findings name beside them."""
    for found in findings:
        if found.contract is not None:
            yield found.contract
            yield from known.upstream.get(found.contract, ())
        for one in found.evidence.contracts:
            yield from (one, one.rpartition("@")[0])


def _counted(words: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(words).items()))


def _everything(snapshot: Snapshot, at: int | None, stale_after: int | None) -> _Judged:
    """The judgement of all contracts.

    It is kept for the next page until events come or a minute passes.
    """

    def judged() -> _Judged:
        known = contracts(snapshot, at)
        judge = Judge(snapshot, known, known.registry.contracts, at, stale_after)
        findings = in_order([*known.declared, *judge.findings()])
        return _Judged(known, findings, judge.states(findings))

    clock = time.time_ns() // _MINUTE if at is None else at
    state = (snapshot.state(), at, clock, stale_after)
    return snapshot.recall("drift", state, judged)


def contract_drift(snapshot: Snapshot, question: ContractDriftQuestion) -> ContractDrift:
    """The findings about one contract, and the verdict on each of its inputs."""
    known = contracts(snapshot, question.at)
    contract = require_contract(known, question.contract)
    judge = Judge(snapshot, known, [contract], question.at, stale_micros(question.stale_after))
    declared = [found for found in known.declared if found.contract == contract]
    findings = in_order(declared + judge.findings())
    inputs = judge.inputs(contract)
    spoken_of = {*_spoken_of(known, findings), *(one.contract for one in inputs), contract}
    return ContractDrift(
        id=contract,
        version=known.registry.in_force[contract].version,
        state=judge.states(findings)[contract],
        inputs=inputs,
        findings=findings,
        names=known.names(spoken_of),
    )
