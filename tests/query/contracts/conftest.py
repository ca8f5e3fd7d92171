"""The example of the RFC in a store, and stores with other contracts."""

from collections.abc import Callable

import pytest

from headwater.store import Snapshot
from tests.contracts.rfc import BOUND_Y, TEXTS, Y
from tests.query.contracts.pipelines import pipelines
from tests.query.rows import Rows

Stored = Callable[[], Snapshot]


@pytest.fixture
def registered(rows: Rows, stored: Stored) -> Callable[..., Snapshot]:
    def register(*texts: str) -> Snapshot:
        for at, text in enumerate(texts):
            rows.contract(text, at, f"{at}.yaml")
        return stored()

    return register


@pytest.fixture
def example(rows: Rows, registered: Callable[..., Snapshot]) -> Snapshot:
    """The RFC's example as printed."""
    pipelines(rows)
    return registered(*TEXTS.values())


@pytest.fixture
def variant_b(rows: Rows, registered: Callable[..., Snapshot]) -> Snapshot:
    pipelines(rows)
    return registered(*(TEXTS | {Y: BOUND_Y}).values())
