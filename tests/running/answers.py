"""Servers over logs and stores that are there already, asked in this process and compared."""

import json
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from starlette.testclient import TestClient

from headwater.api.http.gate import Gate
from headwater.api.http.keys import Keys
from headwater.api.http.site import Limits, Site
from headwater.api.routes import OPERATIONS
from headwater.api.server import application
from headwater.log import DirectoryLog
from headwater.model.order import parse_time
from headwater.store import open_store
from tests.strategies.addresses import Address

NOT_DERIVED = {"all_subscriptions"}
"""Operations that tell what is kept beside the log and the store, by name."""
READS = tuple(
    operation
    for operation in OPERATIONS
    if not operation.writes and operation.name not in NOT_DERIVED
)

OF_ITS_OWN = {
    "status": {
        "builtAt": "when this store was built, by the clock",
        "pipeline": "the batches that this store has seen, and how long they took",
    },
    "all_tables": {"tables": "each with its state, which is a random number"},
}
"""What may differ between stores of one log, by operation and key of the answer."""

OF_THE_LOG = {
    "status": {
        "logBytes": "another log has other copies of the same events",
        "appliedBytes": "another log has other copies of the same events",
    }
}
"""What may differ in addition between stores of different logs of the same events."""

AS_SENT = ("lineage_events", "all_events", "events_of_namespace")
"""Operations that return events as they were sent. Of copies that differ in the order of their
keys, a log shows the first, so that answers from different logs are compared as values."""

NOON = parse_time("2024-05-01T12:00:00Z")[0] * 1000


class Answer(NamedTuple):
    status: int
    media_type: str
    content: bytes


@dataclass(frozen=True)
class Derived:
    """A log, and a store of what was derived from it."""

    name: str
    log: Path
    url: str


class Asked:
    """A server over a log and a store. A failure inside it fails the test."""

    def __init__(self, derived: Derived, client: TestClient) -> None:
        self.derived = derived
        self._client = client

    def get(self, address: Address) -> Answer:
        answer = self._client.get(
            address.path, params=address.query, headers={"accept": address.accept}
        )
        return Answer(answer.status_code, answer.headers["content-type"], answer.content)


@contextmanager
def serving(derived: Derived) -> Iterator[Asked]:
    log = DirectoryLog(derived.log)
    site = Site(log, lambda: open_store(derived.url), log.appender(), Limits())
    gate = Gate(Keys(derived.log.parent))
    with TestClient(application(site, gate), "http://localhost") as client:
        yield Asked(derived, client)


def require_same_answers(addresses: Iterable[Address], servers: Sequence[Asked]) -> Counter[str]:
    """Fails at the first answer that is not the same from all servers. Returns how many answers
    there were, by operation and status.

    Answers that depend on the clock, such as those about the last 24 hours, can be compared if they
    are given at one moment: at noon of the day on which the tests' worlds happen.
    """
    counts: Counter[str] = Counter()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(time, "time_ns", lambda: NOON)
        for first in addresses:
            address: Address | None = first
            while address is not None:
                answer = _same_answer(address, servers)
                counts[f"{address.operation} {answer.status}"] += 1
                address = _next_page(address, answer)
    return counts


def _same_answer(address: Address, servers: Sequence[Asked]) -> Answer:
    first, *others = servers
    expected = first.get(address)
    for other in others:
        found = other.get(address)
        if found == expected:
            continue
        same_log = other.derived.log == first.derived.log
        wanted, given = (_comparable(address, one, same_log) for one in (expected, found))
        if given != wanted:
            pytest.fail(
                f"{address}\n{first.derived.name} and {other.derived.name} differ:\n"
                + "\n".join(_where_they_differ(wanted, given)),
                pytrace=False,
            )
    return expected


def _comparable(address: Address, answer: Answer, same_log: bool) -> str:
    own = OF_ITS_OWN.get(address.operation, {})
    if not same_log:
        own = own | OF_THE_LOG.get(address.operation, {})
    by_value = address.operation in AS_SENT and not same_log
    if not (own or by_value):
        return repr(answer)
    fields: dict[str, Any] = json.loads(answer.content)
    left = {key: value for key, value in fields.items() if key not in own}
    return f"{answer.status} {answer.media_type} {json.dumps(left, sort_keys=by_value)}"


def _where_they_differ(wanted: str, given: str) -> Iterator[str]:
    place = next(n for n, (one, other) in enumerate(zip_longest(wanted, given)) if one != other)
    for text in (wanted, given):
        yield f"… {text[max(0, place - 200) : place + 200]} …"


def _next_page(address: Address, answer: Answer) -> Address | None:
    """The address of the page that follows, for pages that were asked for with a limit."""
    if answer.status != 200 or not answer.media_type.startswith("application/json"):
        return None
    page = json.loads(answer.content)
    onward = page.get("next") if isinstance(page, dict) else None
    query = dict(address.query)
    if onward is None or query.get("limit") != "30" or "next" in query:
        return None
    return address._replace(query=(*address.query, ("next", onward)))
