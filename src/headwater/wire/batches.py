"""Sending many events in one request, and the answer to it."""

import msgspec

DIGEST = "Lineage-Digest"
"""The header with the digest of an accepted event, by which the event can be retracted."""


class FailedEvent(msgspec.Struct, frozen=True):
    """This is an event of a batch that was refused."""

    index: int
    reason: str
    retriable: bool = False


class BatchSummary(msgspec.Struct, frozen=True):
    """This says how many events of a batch were received, accepted and refused."""

    received: int
    successful: int
    failed: int
    retriable: int
    non_retriable: int


class BatchAnswer(msgspec.Struct, frozen=True):
    """This says what became of the events of a batch, in the shape that OpenLineage specifies."""

    status: str
    summary: BatchSummary
    failed_events: tuple[FailedEvent, ...]
