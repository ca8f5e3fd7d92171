"""What happens, in the form in which people are told."""

from dataclasses import dataclass

from headwater.answers.alerts import HappeningKind
from headwater.model.canonical import version_id


@dataclass(frozen=True, slots=True, kw_only=True)
class Happening:
    """Something that a subscription may be told."""

    kind: HappeningKind
    key: tuple[str, ...]
    """What makes it this one and no other: ids that are the same after a rebuild."""
    at: int
    """When it happened, in microseconds since 1970 UTC."""
    subject: str
    """The node id of the job or dataset, or `contract:ID`."""
    entities: frozenset[int] = frozenset()
    """The jobs and datasets that it is about."""
    contract: str | None = None
    run: str | None = None
    title: str
    """What has happened, in a sentence."""
    lines: tuple[str, ...] = ()
    """What else is known, line by line."""

    @property
    def id(self) -> str:
        """The id of the message. It follows from what is told, so that telling it twice is
        noticed."""
        return version_id("alert", self.kind, *self.key)
