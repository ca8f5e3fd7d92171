"""The place where a rebuild stages its tables: written by Spark's executors, read by the driver.

Where an executor has a folder of its own in place of the shared one, it writes its rows there, and
nobody reports an error. So executors prove before the build that they see what the driver sees,
and after every stage the rows that were written are compared with those that are there.
"""

import re
import secrets
import socket
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pyarrow as pa
import pyarrow.dataset as pads
from pyarrow import fs
from pyspark.sql import DataFrame, Observation, SparkSession
from pyspark.sql import functions as F

from headwater.errors import StagingError
from headwater.pipeline.derive.packs import DDL, SMALL
from headwater.pipeline.spark.session import cores, is_local

_SHOWN = "shown"
"""The file that the driver shows to executors."""


class StagingPlace(NamedTuple):
    """A folder that Spark writes to by its URL, and that the driver reads by itself."""

    url: str
    files: fs.FileSystem
    path: str
    """The folder's path in `files`."""

    def below(self, name: str) -> "StagingPlace":
        return StagingPlace(f"{self.url}/{name}", self.files, f"{self.path}/{name}")

    def remove(self) -> None:
        with suppress(OSError):  # it is not there, or what is left is removed by the next build
            self.files.delete_dir(self.path)


def place_of(staging: Path | str) -> StagingPlace:
    """The folder at a path, or at a URL that Spark and Arrow both understand."""
    if isinstance(staging, Path) or "://" not in staging:
        path = str(Path(staging).absolute())  # executors have working directories of their own
        return StagingPlace(path, fs.LocalFileSystem(), path)
    url = staging.rstrip("/")
    try:
        # Hadoop's name for S3 is that of its third connector.
        return StagingPlace(url, *fs.FileSystem.from_uri(re.sub("^s3a:", "s3:", url)))
    except (OSError, pa.ArrowInvalid) as error:
        raise StagingError(
            f"the place for staging, {url}, cannot be opened: {error}; name another one by the"
            " setting `staging`, or leave it out for a folder in the data directory"
        ) from error


class Staging:
    """The stages of one build, as Parquet files in a place that nothing else uses."""

    def __init__(self, spark: SparkSession, place: StagingPlace) -> None:
        self._spark, self._place = spark, place

    def write(self, name: str, packs: DataFrame) -> int:
        """Writes a stage of packs (`derive.packs`), and returns how many it has."""
        written = Observation()
        counted = packs.observe(written, F.count(F.lit(1)).alias("packs"))
        writer = counted.write.mode("overwrite").options(**_WRITING)
        writer.parquet(self._place.below(name).url)
        found: int = self._files(name).count_rows()
        expected = written.get["packs"]
        if found != expected:
            require_shared(self._spark, self._place)
            raise StagingError(
                f"Spark's executors wrote {expected} rows of the stage {name}, and {found} of them"
                f" are in {self._place.below(name).url} on {socket.gethostname()}: an executor"
                f" writes to a folder of its own. {_REMEDY}"
            )
        return found

    def read(self, name: str, kinds: Collection[str]) -> DataFrame:
        """The packs of these kinds in a stage that was written."""
        staged = self._spark.read.schema(DDL).parquet(self._place.below(name).url)
        return staged.where(F.col("kind").isin(*kinds))

    def packs(self, name: str, *kinds: str) -> Iterator[tuple[str, pa.Buffer]]:
        """The packs of these kinds in a stage, each with its kind, as the driver reads them."""
        return staged_packs(self._files(name), kinds)

    def _files(self, name: str) -> pads.Dataset:
        place = self._place.below(name)
        return parquet_files(place.path, place.files)


_WRITING = {
    # Packs of one kind lie side by side. With groups that are as small as packs, whoever reads one
    # kind skips all others. So sizes have to be checked after each pack.
    "parquet.enable.dictionary": "false",
    "parquet.page.size.row.check.min": "1",
    "parquet.page.size.row.check.max": "1",
    "parquet.block.size.row.check.min": "1",
    "parquet.block.size.row.check.max": "1",
    "parquet.block.size": str(1 << 20),
}


def parquet_files(path: str, files: fs.FileSystem | None = None) -> pads.Dataset:
    """The Parquet files of a folder. The checksums that Spark writes for their pages are checked,
    as what is loaded from them goes into the store unseen."""
    checking = pads.ParquetFragmentScanOptions(page_checksum_verification=True)
    form = pads.ParquetFileFormat(default_fragment_scan_options=checking)
    with _readable():
        return pads.dataset(path, filesystem=files, format=form)


def staged_packs(files: pads.Dataset, kinds: Collection[str]) -> Iterator[tuple[str, pa.Buffer]]:
    """The packs of these kinds in the files of a stage, each with its kind."""
    # There is no reading ahead: the store is slower than Parquet, so packs would pile up in memory.
    with _readable():
        batches = files.to_batches(
            columns=["kind", "pack"],
            filter=pads.field("kind").isin(list(kinds)),
            batch_size=SMALL,
            batch_readahead=0,
            fragment_readahead=0,
        )
    while True:
        with _readable():  # not around `yield`, as errors of the store are its own
            batch = next(batches, None)
        if batch is None:
            return
        for kind, pack in zip(*batch.columns, strict=True):
            yield kind.as_py(), pack.as_buffer()


@contextmanager
def _readable() -> Iterator[None]:
    """StagingError if what was staged is damaged."""
    try:
        yield
    except (OSError, pa.ArrowException) as error:
        raise StagingError(
            f"what was staged cannot be read back: {error}. Nothing was published; check the disk"
            " that the setting `staging` names, and build again"
        ) from error


@contextmanager
def staging_of(spark: SparkSession, staging: Path | str, epoch: int) -> Iterator[Staging]:
    """A place for the build of this epoch alone. What earlier builds left behind is removed.

    A build of an earlier epoch that still runs can no longer publish (`Store.take_over`).
    """
    whole = place_of(staging)
    for found in whole.files.get_file_info(fs.FileSelector(whole.path, allow_not_found=True)):
        if found.base_name.isdigit() and int(found.base_name) <= epoch:
            whole.below(found.base_name).remove()
    own = whole.below(str(epoch))
    own.files.create_dir(own.path)
    try:
        require_shared(spark, own)
        yield Staging(spark, own)
    finally:
        own.remove()


def require_shared(spark: SparkSession, place: StagingPlace) -> None:
    """StagingError if an executor does not see a directory as the driver does.

    The driver writes a token there, and a task on every core reads it and answers in a file. An
    executor that joins later is not asked: what it loses shows when rows are counted. A place that
    is no directory is shared by its nature.
    """
    directory, is_directory = Path(place.path), isinstance(place.files, fs.LocalFileSystem)
    if is_local(spark) or not is_directory:
        return
    token = secrets.token_hex(8)
    (directory / _SHOWN).write_text(token)
    tasks = cores(spark)
    asked = spark.range(0, tasks, 1, tasks).mapInArrow(
        partial(_answers, str(directory), token), "host string, answer string, error string"
    )
    for host, answer, error in asked.collect():
        if error or not (directory / answer).exists():
            found = error or "what it writes there does not arrive here"
            raise StagingError(
                f"the executor on {host} does not share {directory} with the driver on"
                f" {socket.gethostname()}: {found}. {_REMEDY}"
            )


def _answers(
    directory: str, token: str, batches: Iterable[pa.RecordBatch]
) -> Iterator[pa.RecordBatch]:
    """What one task finds in the directory, as rows of host, file that it left there, and error."""
    names = ["host", "answer", "error"]
    for batch in batches:
        answers = [_answer(Path(directory), token) for _ in range(batch.num_rows)]
        columns = [pa.array(column, pa.string()) for column in zip(*answers, strict=True)]
        yield pa.RecordBatch.from_arrays(columns or [pa.array([], pa.string())] * 3, names)


def _answer(directory: Path, token: str) -> tuple[str, str, str]:
    host, answer = socket.gethostname(), f"seen-{secrets.token_hex(8)}"
    try:
        found = (directory / _SHOWN).read_text()
        (directory / answer).write_text(host)
    except OSError as error:
        return host, answer, str(error)
    return host, answer, "" if found == token else f"the file {_SHOWN} is another one there"


_REMEDY = (
    "Nothing was published. Name a place that the driver and all executors share by the setting"
    " `staging`: a path on NFS, or a URL such as hdfs://… or s3a://…; or build with a master on"
    " this machine alone (spark_master=local[*])"
)
