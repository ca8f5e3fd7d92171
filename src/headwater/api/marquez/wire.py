"""Shapes that several answers share: Marquez's words for what we call otherwise."""

from typing import Literal, TypeAlias

import msgspec

from headwater.answers.facets import Tag
from headwater.answers.moments import Instant

JobType: TypeAlias = Literal["BATCH", "STREAM", "SERVICE"]


class CanonicalName(msgspec.Struct, frozen=True):
    """A job or dataset by its canonical name."""

    namespace: str
    name: str


def job_type(processing: str | None) -> JobType:
    match processing:
        case "STREAMING":
            return "STREAM"
        case "SERVICE":
            return "SERVICE"
        case _:
            return "BATCH"


def tag_names(tags: tuple[Tag, ...], field: str | None = None) -> tuple[str, ...]:
    """Of a node as a whole, or of one of its fields."""
    if not tags:
        return ()
    return tuple(sorted({tag.key for tag in tags if tag.field == field}))


def milliseconds(started: Instant | None, ended: Instant | None) -> int | None:
    if started is None or ended is None:
        return None
    return max(0, (ended - started) // 1000)
