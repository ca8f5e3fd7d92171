"""Entity tags, by which a client that has an answer already learns so, instead of getting it once
more.

The tag of an answer is a digest of its bytes. As long as the store has not changed, the tag of the
same question is the same, so a client that asks whether anything is new costs a look at the states
of the tables, and no answer.
"""

import time
from collections import OrderedDict
from collections.abc import Hashable
from hashlib import blake2b
from threading import Lock
from typing import NamedTuple

MOST_TAGS = 4096
CLOCK_SECONDS = 5.0
"""How long a tag counts without making the answer again. Answers depend a little on the clock, as
what is dated ahead comes into force when its time has come."""


class _Kept(NamedTuple):
    state: Hashable
    tag: str
    made_at: float


class EntityTags:
    """The tags of the last answers, by question."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, _Kept] = OrderedDict()
        self._lock = Lock()

    def current(self, question: Hashable, state: Hashable) -> str | None:
        """The tag of the answer to a question in this state of the store, if it is known."""
        with self._lock:
            kept = self._kept.get(question)
        if kept is None or kept.state != state or time.monotonic() - kept.made_at > CLOCK_SECONDS:
            return None
        return kept.tag

    def keep(self, question: Hashable, state: Hashable, tag: str) -> None:
        with self._lock:
            self._kept[question] = _Kept(state, tag, time.monotonic())
            self._kept.move_to_end(question)
            while len(self._kept) > MOST_TAGS:
                self._kept.popitem(last=False)


def entity_tag(content: bytes) -> str:
    """The tag of an answer. It is weak, as a packed answer has the same tag as a plain one."""
    return f'W/"{blake2b(content, digest_size=12).hexdigest()}"'


def is_among(tag: str, if_none_match: str) -> bool:
    """Whether a client that sends this `If-None-Match` has the answer of that tag."""
    given = {part.strip().removeprefix("W/") for part in if_none_match.split(",")}
    return "*" in given or tag.removeprefix("W/") in given
