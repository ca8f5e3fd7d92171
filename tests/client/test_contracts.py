"""Contracts by the client: what is registered can be asked for."""

import pytest

from headwater.client import Client
from headwater.errors import NotFoundError
from tests.contracts.rfc import TEXTS, Y, Z


@pytest.fixture
def contracts(client: Client) -> Client:
    client.contracts.register("---\n".join(TEXTS.values()))
    return client


def test_drift_is_asked_for_of_all_contracts_and_of_one(contracts: Client) -> None:
    everything = contracts.contracts.drift()
    assert sum(everything.states.values()) == len(TEXTS)
    assert everything.by_code == {"output-never-written": 1, "unverifiable": 3}
    one = contracts.contracts.drift_of(Z)
    assert (one.id, one.state) == (Z, "drift")
    assert [(verdict.contract, verdict.verdict) for verdict in one.inputs] == [(Y, "unverifiable")]
    with pytest.raises(NotFoundError):
        contracts.contracts.drift_of("nobody's")


def test_impact_of_a_contract_tells_who_reads_it(contracts: Client) -> None:
    assert [reached.id for reached in contracts.contracts.impact(Y).contracts] == [Z]
