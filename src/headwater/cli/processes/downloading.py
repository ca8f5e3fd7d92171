"""Tables of a server as the source of an export."""

import tempfile
from collections.abc import Iterable

import pyarrow as pa
import pyarrow.parquet as pq

from headwater.answers.service import ExportedTables
from headwater.client import Client
from headwater.errors import ServerError
from headwater.store.tables import SCHEMA_VERSION, Table


class ServerSource:
    """The tables of a server. Each is of one moment. As they are downloaded one after another, the
    moments may be some seconds apart."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def tables(self) -> ExportedTables:
        found = self._client.tables()
        if found.schema_version != SCHEMA_VERSION:
            raise ServerError(
                f"the server's tables have version {found.schema_version}, and this program knows"
                f" version {SCHEMA_VERSION}; use a program of the same version as the server"
            )
        return found

    def batches(self, table: Table) -> Iterable[pa.RecordBatch]:
        with tempfile.TemporaryFile() as file:
            self._client.export(table.name, file)
            file.seek(0)
            yield from pq.ParquetFile(file).iter_batches()
