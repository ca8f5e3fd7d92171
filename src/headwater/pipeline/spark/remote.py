"""The session of a build: on a Spark Connect server, which belongs to others, or one of ours."""

import re
import socket
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TypeAlias

from pyspark.errors import PySparkException, PySparkImportError
from pyspark.sql import SparkSession

from headwater.errors import MissingPartError, SparkUnavailableError
from headwater.pipeline.spark.session import SETTINGS, session

ANSWER_SECONDS = 10.0
PORT = 15002
"""Where such a server listens, unless its URL says otherwise."""

_URL = re.compile(r"sc://(\[[^\]]+\]|[^:/;]+)(?::(\d+))?")


BuildSession: TypeAlias = AbstractContextManager[SparkSession]


@contextmanager
def own_session(*, master: str, memory: str, log: Path) -> Iterator[SparkSession]:
    """A session in a Java of ours, which ends with this process and not with the block."""
    yield session(master=master, memory=memory, log=log)


@contextmanager
def remote_session(url: str) -> Iterator[SparkSession]:
    """A session on the server at `url`, `sc://HOST:PORT`, which may go on with `/;token=…`. It ends
    with the block, and the server goes on.

    PySpark would try for minutes to reach a server that is not there, so we look first.
    """
    found = _URL.match(url)
    if found is None:
        raise SparkUnavailableError("`spark_remote` names no server; expected sc://HOST:PORT")
    host, port = found[1].strip("[]"), int(found[2] or PORT)
    _require_packages()
    try:
        socket.create_connection((host, port), ANSWER_SECONDS).close()
        spark = SparkSession.builder.remote(url).create()
        for name, value in SETTINGS.items():
            spark.conf.set(name, value)
    except (OSError, PySparkException) as error:
        raise SparkUnavailableError(
            f"the Spark Connect server at {host}:{port} cannot be used: {error}; start it, name"
            " another one by the setting `spark_remote`, or leave that out to use a Spark of this"
            " machine"
        ) from error
    try:
        yield spark
    finally:
        spark.stop()


def _require_packages() -> None:
    try:
        import pyspark.sql.connect.session  # noqa: F401  it looks whether all are there
    except PySparkImportError as error:
        raise MissingPartError("grpcio", "connect") from error
