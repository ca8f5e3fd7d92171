"""Many events in one request, and what became of them."""

import msgspec

DIGEST = "Lineage-Digest"
"""The header that names an event, so that it can be taken back."""


class FailedEvent(msgspec.Struct, frozen=True):
    index: int
    reason: str
    retriable: bool = False


class BatchSummary(msgspec.Struct, frozen=True):
    received: int
    successful: int
    failed: int
    retriable: int
    non_retriable: int


class BatchAnswer(msgspec.Struct, frozen=True):
    """What became of the events of a batch, as OpenLineage has it."""

    status: str
    summary: BatchSummary
    failed_events: tuple[FailedEvent, ...]
