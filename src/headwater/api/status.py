"""`GET /status`: how far the store has come, and what is in it."""

from headwater.api.operations import Reading, get
from headwater.log import head
from headwater.query.status import Status
from headwater.query.status import status as ask_status


@get("/status", tag="Operations", summary="Log, store and pipeline: how far, and how much")
def status(reading: Reading) -> Status:
    """The log's end, what of it is applied, the lag, the last batches, and counts."""
    return ask_status(reading.snapshot, reading.log, head(reading.log), claim=reading.claim())
