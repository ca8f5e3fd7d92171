"""A client of a Headwater server."""

from collections.abc import Callable, Iterable, Sequence
from types import TracebackType

import httpx2
import msgspec

from headwater.answers.service import Status
from headwater.client.connection import PAUSES, TIMEOUT, Connection
from headwater.client.contracts import Contracts
from headwater.client.edits import Edits
from headwater.client.entities import Entities
from headwater.client.events import Event, Sent, batches, written
from headwater.client.graphs import Graphs
from headwater.wire.batches import BatchAnswer, FailedEvent
from headwater.wire.media import NDJSON
from headwater.wire.paths import EVENTS


class Client(Graphs, Entities, Edits):
    """Asks one server, and sends events to it.

    Answers are the values that the same questions to a store give, and errors the same exceptions,
    with the server's words. What this client writes, its next question sees: it sends back where
    its writes lie in the log, and the server answers when they are applied. A server that does not
    answer, or is overloaded, is tried again for some seconds; all writes may be repeated.
    """

    def __init__(
        self,
        url: str,
        key: str | None = None,
        *,
        timeout: float = TIMEOUT,
        pauses: Sequence[float] = PAUSES,
        on_retry: Callable[[str], None] | None = None,
        transport: httpx2.BaseTransport | None = None,
    ) -> None:
        """`pauses` are the seconds before each further attempt; `on_retry` is told of each why it
        is made."""
        self._server = Connection(url, key, timeout, pauses, on_retry, transport)
        self.contracts = Contracts(self._server)

    def __enter__(self) -> "Client":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        self._server.close()

    @property
    def position(self) -> str | None:
        """Where the writes lie that are not known to be applied, for others to wait for."""
        return self._server.position()

    def send(self, event: Event, *, strict: bool = False) -> str:
        """One OpenLineage event; durable when this returns its position.

        With `strict`, an event in which anything is odd is refused.
        """
        return self._server.write("POST", EVENTS + _query(strict), written(event))[1]

    def send_many(self, events: Iterable[Event], *, strict: bool = False) -> Sent:
        """What is refused is told, the rest is taken, and durable when this returns."""
        taken, position = 0, ""
        failed: list[FailedEvent] = []
        for batch in batches(events):
            before = taken + len(failed)
            answer, last = self._server.write(
                "POST", f"{EVENTS}/batch{_query(strict)}", b"\n".join(batch), NDJSON
            )
            position = last or position
            refused: tuple[FailedEvent, ...] = ()
            if answer.content:
                refused = msgspec.json.decode(answer.content, type=BatchAnswer).failed_events
            failed += (
                msgspec.structs.replace(event, index=before + event.index) for event in refused
            )
            taken += len(batch) - len(refused)
        return Sent(taken, tuple(failed), position)

    def wait(self, *positions: str) -> Status:
        """Until this client's writes, and others at these positions, are applied."""
        return self._server.ask("/status", Status, positions=positions)

    def status(self) -> Status:
        """How far the server has come, and what it has."""
        return self._server.ask("/status", Status)


def _query(strict: bool) -> str:
    return "?strict=true" if strict else ""
