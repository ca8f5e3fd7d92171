"""Keeping Python's collector from searching for cycles where there are none."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


def collect_seldom() -> None:
    """Makes this process search for cycles rarely.

    A large answer, or a large batch, consists of hundreds of thousands of objects without reference
    cycles. Searching them for cycles again and again would take a quarter of the time.
    """
    gc.freeze()
    gc.set_threshold(300_000, 20, 20)


@contextmanager
def no_collector() -> Iterator[None]:
    """Inside the block, which is what a task of Spark runs, nothing searches for cycles.

    Searching all that a task has read would take a third of the task's time. PySpark starts one
    more search after each task, which would go through what readers of the log remember for the
    next task as well. So what is left at the end of the block is set apart, where no search looks.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()
