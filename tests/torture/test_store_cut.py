"""The store on a disk that loses power, fills up, or takes a process with it."""

import multiprocessing
import random
import resource
import shutil
import signal
from itertools import count
from pathlib import Path

from headwater.errors import StoreError
from headwater.store import Store, open_store
from headwater.store.tables import EDGES
from tests.store.rows import edges, keys, pairs, rows_of
from tests.torture.conftest import Trials

_fresh = multiprocessing.get_context("forkserver")
_fresh.set_forkserver_preload(["tests.torture.test_store_cut"])
SEGMENT = "000001"


def step(store: Store, epoch: int, number: int, padding: int) -> None:
    """One batch: the edge of the last one is replaced, with others that come and go."""
    with store.transaction(epoch) as tx:
        if number > 1:
            tx.remove(EDGES, keys(EDGES, edges((number - 1, number - 1))))
        tx.upsert(
            EDGES, rows_of(edges((number, number), *((-number, -n) for n in range(1, padding))))
        )
        tx.remove(EDGES, keys(EDGES, edges(*((-number, -n) for n in range(1, padding)))))
        tx.advance({SEGMENT: number})


def state(url: str) -> int:
    """How far the store is. Rows and position belong to one batch, or it is not in order."""
    with open_store(url) as store:
        reached = store.positions().get(SEGMENT, 0)
        assert pairs(store) == ([(reached, reached)] if reached else [])
        return reached


def test_a_power_cut_at_any_byte_leaves_the_rows_of_one_batch(
    trials: Trials, quick_path: Path
) -> None:
    whole, left = quick_path / "whole", quick_path / "left"
    url = f"sqlite:///{whole}"
    store = open_store(url)
    epoch = store.take_over()
    for number in range(1, 40):
        step(store, epoch, number, padding=10)
    wal = next(whole.glob("*-wal")).name  # the store is open, and nothing was moved out of it
    furthest = 0
    for chance in trials.few(60, share=0.03):
        shutil.copytree(whole, left)
        for shared in left.glob("*-shm"):
            shared.unlink()  # it is memory, and gone
        content = bytearray((left / wal).read_bytes())
        size = chance.randrange(len(content))
        if chance.random() < 0.5:  # later blocks have reached the disk, and an earlier one has not
            hole = chance.randrange(0, size + 1, 512)
            content[hole : hole + 512] = bytes(len(content[hole : hole + 512]))
        else:
            del content[size:]
        (left / wal).write_bytes(content)
        furthest = max(furthest, state(f"sqlite:///{left}"))
        trials.tally["power cuts"] += 1
        shutil.rmtree(left)
    store.close()
    assert furthest > 0
    assert state(url) == 39


def _write_until_full(url: str, seed: str, *, dies: bool) -> None:
    """Files may grow to a random size: then the process dies, or writing fails as if disks were
    full."""
    chance = random.Random(seed)
    if dies:
        signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
    store = open_store(url)
    limit = chance.randint(40_000, 700_000)
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
    try:
        epoch = store.take_over()
        first = store.positions().get(SEGMENT, 0) + 1
        for number in count(first):
            step(store, epoch, number, padding=chance.choice([1, 10, 500]))
    except StoreError as error:
        words = str(error)
        is_clear = "has no space left" in words or "cannot be read or written" in words
        raise SystemExit(0 if is_clear and "repeat" in words else 1) from error


def test_a_store_whose_files_cannot_grow_stays_whole_and_goes_on(
    trials: Trials, quick_path: Path
) -> None:
    url, reached = f"sqlite:///{quick_path}/store", 0
    for chance in trials.few(6, share=0.05):
        dies = chance.random() < 0.5
        seed = str(chance.random())
        process = _fresh.Process(target=_write_until_full, args=(url, seed), kwargs={"dies": dies})
        process.start()
        process.join()
        assert process.exitcode == (-signal.SIGXFSZ if dies else 0)
        trials.tally["kills" if dies else "full disks"] += 1
        now = state(url)
        assert now >= reached, "a batch that was committed is gone"
        reached = now
        with open_store(url) as store:  # with space again, it goes on
            reached += 1
            step(store, store.take_over(), reached, padding=2)
    assert state(url) == reached
