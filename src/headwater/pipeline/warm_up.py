"""Getting ready for small batches: plans are made, and tested where they are new.

Spark does not promise that a plan can be run again over new rows. So before plans are relied on,
made-up batches are applied by them to a store of their own, which must then equal a rebuild. That
plans have passed is remembered for the same code, Spark, Java and settings.
"""

import json
import logging
import platform
import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec
import pyarrow as pa
from pyspark.sql import SparkSession

import headwater
from headwater.errors import in_words
from headwater.log import DirectoryLog, EventLog, Range
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

    `directory` must be used for nothing else. The trial that was passed last is remembered there,
    so that the next start does without one.
    """
    passed, tried = directory / "passed", _tried(spark, rules)
    for used in ("trial", "plans"):
        shutil.rmtree(directory / used, ignore_errors=True)
    try:
        if passed.exists() and passed.read_bytes() == tried.encode():
            return prepared(spark, directory, rules)
        with trial(spark, directory / "trial", rules) as is_right:
            plans = prepared(spark, directory, rules)
            if is_right(plans):
                passed.write_text(tried)
                return plans
        why = "plans that are run again give other rows than a rebuild with this version of Spark"
    except Exception as error:  # nobody knows how another version of Spark would fail
        if loss(spark):
            raise
        why = f"plans cannot be kept: {in_words(error)}"
    _logger.warning("%s; batches are planned one by one, which is slower", why)
    return planned_anew(spark)


def prepared(spark: SparkSession, directory: Path, rules: Rules) -> PreparedRunner:
    """A runner with plans that are made here, and were not tried."""
    return PreparedRunner(live_session(spark), directory / "plans", chains(rules))


def _tried(spark: SparkSession, rules: Rules) -> str:
    """All that the outcome of a trial depends on, as a digest."""
    root = Path(headwater.__file__).parent
    sources = sorted(
        path for part in ("model", "pipeline", "store") for path in (root / part).rglob("*.py")
    )
    settings = sorted(
        pair
        for pair in spark.sparkContext.getConf().getAll()
        if pair[0] == "spark.master" or pair[0].startswith("spark.sql.")
    )
    digest = blake2b(msgspec.json.encode((rules, settings)), digest_size=16)
    for source in sources:
        digest.update(f"{source.relative_to(root)}\n".encode() + source.read_bytes())
    java = spark.sparkContext._jvm.System.getProperty("java.vm.version")  # type: ignore[union-attr]  # noqa: SLF001  PySpark has no other way to ask
    return (
        f"{digest.hexdigest()} {spark.version} {java} {pa.__version__} {platform.python_version()}"
    )


@contextmanager
def trial(spark: SparkSession, directory: Path, rules: Rules) -> Iterator[Callable[[Runner], bool]]:
    """Yields a function that says whether a runner's batches give the rows of a rebuild.

    The rebuild runs in the background, while the caller makes the plans that are to be tried.
    """
    log = DirectoryLog(directory / "log")
    batches = [_logged(log, number) for number in range(BATCHES)]
    with _store(directory / "rebuilt") as anew, ThreadPoolExecutor(1, "trial") as thread:
        rebuilt = thread.submit(rebuild, spark, log, anew, rules, directory / "staging")

        def is_right(runner: Runner) -> bool:
            shutil.rmtree(directory / "batches", ignore_errors=True)
            with _store(directory / "batches") as store:
                live, epoch = LiveUpdater(log, store, rules, runner), store.take_over()
                for spans in batches:
                    live.apply(spans, epoch)
                rebuilt.result()
                return differences(store, anew).equal

        yield is_right
    shutil.rmtree(directory, ignore_errors=True)


def _logged(log: EventLog, number: int) -> list[Range]:
    accepted = [accept(json.dumps(event).encode()) for event in _made_up(number)]
    with log.appender() as appender:
        *_, last = appender.append_many([("openlineage", one.digest, one.body) for one in accepted])
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
