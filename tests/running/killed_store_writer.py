"""Writes to the store, to be killed halfway through `transaction`, `rebuild` or `publishing`."""

import sys
import time
from itertools import count

from headwater.store import open_store
from headwater.store.tables import EDGES, RUNS
from tests.store.rows import batches_of, edges, extreme_rows, keys, rows_of

MANY = 50_000


def wait_to_be_killed() -> None:
    say_halfway()
    time.sleep(60)


def say_halfway() -> None:
    print("halfway", flush=True)  # noqa: T201 - the test waits for it


def main(url: str, what: str) -> None:
    store = open_store(url)
    epoch = store.take_over()
    if what == "transaction":
        with store.transaction(epoch) as tx:
            # More than fits into the cache, so that some pages have reached the disk.
            tx.upsert(EDGES, rows_of(edges(*((n, n) for n in range(MANY)))))
            tx.advance({"000001": 1000})
            wait_to_be_killed()
    elif what == "rebuild":
        with store.rebuild(epoch) as target:
            target.load(EDGES, batches_of(edges(*((n, n) for n in range(MANY)))))
            target.load(RUNS, batches_of(extreme_rows(RUNS)))
            wait_to_be_killed()
    else:
        say_halfway()
        for number in count(1):
            with store.rebuild(epoch) as target:
                target.load(EDGES, batches_of(edges((number, number))))
                target.publish({"000001": number})
            with store.transaction(epoch) as tx:
                tx.remove(EDGES, keys(EDGES, edges((number, number))))
                tx.upsert(EDGES, rows_of(edges((-number, -number))))
                tx.advance({"000001": -number})


if __name__ == "__main__":
    main(*sys.argv[1:])
