"""A pipeline that is killed leaves the state of its last commit."""

import os
import random
import signal
import subprocess
import sys
import time

import pytest

from headwater.store import open_store
from headwater.store.tables import EDGES
from tests.store.generations import generations
from tests.store.rows import edges, everything, fill, pairs, rows_of


def kill_halfway(store_url: str, what: str, after_seconds: float = 0) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.running.killed_store_writer", store_url, what],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        stdout=subprocess.PIPE,
    )
    with process:
        assert process.stdout
        assert process.stdout.readline() == b"halfway\n"
        time.sleep(after_seconds)
        process.send_signal(signal.SIGKILL)


@pytest.mark.parametrize("what", ["transaction", "rebuild"])
def test_killed_halfway_the_old_state_stands(store_url: str, what: str) -> None:
    with open_store(store_url) as store:
        fill(store)
        before = everything(store)
    kill_halfway(store_url, what)
    with open_store(store_url) as store:
        assert everything(store) == before
        epoch = store.take_over()
        assert epoch == 3
        with store.transaction(epoch) as tx:
            tx.upsert(EDGES, rows_of(edges((1, 2))))
        assert (1, 2) in pairs(store)
    assert len(generations(store_url)) == 1


def test_killed_at_any_moment_rows_and_position_agree(store_url: str) -> None:
    for attempt in range(3):
        kill_halfway(store_url, "publishing", after_seconds=random.uniform(0.01, 0.2))
        with open_store(store_url) as store:
            assert pairs(store) == [(n, n) for n in store.positions().values()]
            assert store.take_over() == 2 * attempt + 2
    assert len(generations(store_url)) == 1
