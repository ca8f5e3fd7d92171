"""Getting ready for small batches: plans are made, tested, and run until they are fast.

Spark does not promise that a plan can be run again over new rows. So before plans are relied on,
made-up batches are applied by them to a store of their own, which must then equal a rebuild.
"""

import json
import logging
import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pyspark.sql import SparkSession

from headwater.errors import in_words
from headwater.log import LogWriter, Range
from headwater.model.events import accept
from headwater.model.facts import Rules
from headwater.pipeline.build import rebuild
from headwater.pipeline.live import LiveUpdater
from headwater.pipeline.plans.chains import chains
from headwater.pipeline.plans.prepared import PreparedRunner, ReplanningRunner, Runner
from headwater.pipeline.spark.session import live_session, loss
from headwater.store import Store, differences, open_store

BATCHES = 4

_logger = logging.getLogger(__name__)


def planned_anew(spark: SparkSession) -> Runner:
    """A runner without prepared plans, for a batch or two."""
    return ReplanningRunner(live_session(spark))


def warmed_up(spark: SparkSession, directory: Path, rules: Rules) -> Runner:
    """A runner with plans that are made once, if these pass the trial; else one without.

    `directory` must be used for nothing else.
    """
    shutil.rmtree(directory, ignore_errors=True)
    try:
        with trial(spark, directory / "trial", rules) as is_right:
            plans = PreparedRunner(live_session(spark), directory / "plans", chains(rules))
            if is_right(plans):
                return plans
        why = "plans that are run again give other rows than a rebuild with this version of Spark"
    except Exception as error:  # nobody knows how another version of Spark would fail
        if loss(spark):
            raise
        why = f"plans cannot be kept: {in_words(error)}"
    _logger.warning("%s; batches are planned one by one, which is slower", why)
    return planned_anew(spark)


@contextmanager
def trial(spark: SparkSession, directory: Path, rules: Rules) -> Iterator[Callable[[Runner], bool]]:
    """Yields a function that says whether a runner's batches give the rows of a rebuild.

    The rebuild runs in the background, while the caller makes the plans that are to be tried.
    """
    log = directory / "log"
    batches = [_logged(log, number) for number in range(BATCHES)]
    with _store(directory / "rebuilt") as anew, ThreadPoolExecutor(1, "trial") as thread:
        rebuilt = thread.submit(rebuild, spark, log, anew, rules, directory / "staging")

        def is_right(runner: Runner) -> bool:
            with _store(directory / "batches") as store:
                # Folding in halves uses every plan, so every plan is tried.
                live, epoch = (
                    LiveUpdater(log, store, rules, runner, halve_from=1),
                    store.take_over(),
                )
                for spans in batches:
                    live.apply(spans, epoch)
                rebuilt.result()
                return differences(store, anew).equal

        yield is_right
    shutil.rmtree(directory, ignore_errors=True)


def _logged(log: Path, number: int) -> list[Range]:
    accepted = [accept(json.dumps(event).encode()) for event in _made_up(number)]
    with LogWriter(log) as writer:
        *_, last = [writer.append("openlineage", one.digest, one.body) for one in accepted]
    return [Range(last.segment, 0, last.end)]


def _store(directory: Path) -> Store:
    return open_store(f"sqlite:///{directory.resolve()}")


def _made_up(number: int) -> Iterator[dict[str, Any]]:
    """The events of one made-up batch: all kinds of rows, new ones each time, some of them late."""
    hour = f"2024-01-01T{number + 1:02d}"
    orders = _dataset("orders", schema=_schema("id", f"field_{number % 2}"))
    report = _dataset(
        f"report_{number % 2}",
        schema=_schema("id"),
        version={"datasetVersion": str(number)},
        columnLineage={"fields": {"id": {"inputFields": [_field("orders", "id")]}}},
    )
    yield _run(f"{hour}:00:00Z", "START", number, [orders], [])
    yield _run(f"{hour}:10:00Z", "COMPLETE", number, [orders], [report])
    yield _run(f"{hour}:05:00Z", "START", f"late {number - 1}", [report], [orders])
    yield _run(f"{hour}:06:00Z", "FAIL", f"late {number}", [], [_dataset("ledger")])
    yield _run(f"{hour}:20:00Z", "RUNNING", "stream", [orders], [report], "STREAMING")
    yield {
        "eventTime": f"{hour}:30:00Z",
        "job": {"namespace": "trial", "name": "declared", "facets": {}},
        "inputs": [report],
        "outputs": [_dataset("ledger")],
    }
    yield {
        "eventTime": f"{hour}:40:00Z",
        "dataset": _dataset(
            "ledger",
            schema=_schema(f"field_{number}"),
            symlinks={"identifiers": [{"namespace": "trial", "name": "book", "type": "TABLE"}]},
        ),
    }


def _run(
    time: str,
    event_type: str,
    run: int | str,
    inputs: list[dict[str, Any]],
    outputs: list[dict[str, Any]],
    processing: str = "BATCH",
) -> dict[str, Any]:
    job = run if processing == "STREAMING" else "load"
    parent = {"run": {"runId": "root"}, "job": {"namespace": "trial", "name": "daily"}}
    before = {"job": {"namespace": "trial", "name": "declared"}}
    return {
        "eventTime": time,
        "eventType": event_type,
        "run": {
            "runId": f"trial {run}",
            "facets": {"parent": parent, "jobDependencies": {"upstream": [before]}},
        },
        "job": {
            "namespace": "trial",
            "name": job,
            "facets": {
                "jobType": {"processingType": processing},
                "sourceCodeLocation": {"url": "https://example.org/code", "version": str(run)},
                "sql": {"query": f"SELECT id, field_{run} FROM orders"},
                "sourceCode": {"language": "python", "sourceCode": f"load({run})"},
            },
        },
        "inputs": inputs,
        "outputs": outputs,
    }


def _dataset(name: str, **facets: dict[str, Any]) -> dict[str, Any]:
    return {"namespace": "trial", "name": name, "facets": facets}


def _schema(*fields: str) -> dict[str, Any]:
    return {"fields": [{"name": name, "type": "int"} for name in fields]}


def _field(dataset: str, field: str) -> dict[str, Any]:
    return {"namespace": "trial", "name": dataset, "field": field}
