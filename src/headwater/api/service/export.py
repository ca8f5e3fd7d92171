"""`GET /export`: the tables of the store, each as a Parquet file."""

from functools import partial

from headwater.answers.service import ExportedTables
from headwater.api.http.operations import Download, RequestContext, get
from headwater.query.service.export import exported_tables, table_named, table_state, write_table
from headwater.questions.service import ExportQuestion, TableQuestion
from headwater.wire.media import PARQUET

_TAG = "Export"


@get(ExportQuestion.path, tag=_TAG, summary="List the tables that can be exported")
def all_tables(context: RequestContext) -> ExportedTables:
    """Each table has its columns, with what they mean, and a `state` that is another one after
    every change."""
    return exported_tables(context.snapshot)


@get(TableQuestion.path, tag=_TAG, summary="Get a table as a Parquet file", media=(PARQUET,))
def one_table(context: RequestContext, question: TableQuestion) -> Download:
    """Returns all rows, ordered by the time of the table, if it has one. The `ETag` is the state of
    the table: a request with `If-None-Match` is answered 304 as long as it has not changed."""
    table = table_named(question.table)
    return Download(
        PARQUET,
        f"{table.name}.parquet",
        table_state(context.snapshot, table),
        partial(write_table, context.snapshot, table),
    )
