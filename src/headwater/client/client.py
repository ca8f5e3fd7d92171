"""The client of a Headwater server."""

from collections.abc import Callable, Iterable, Sequence
from types import TracebackType
from typing import IO

import httpx2
import msgspec

from headwater.answers.service import ExportedTables, Status
from headwater.client.alerts import Alerts
from headwater.client.connection import PAUSES, TIMEOUT, Connection
from headwater.client.contracts import Contracts
from headwater.client.edits import Edits
from headwater.client.entities import Entities
from headwater.client.events import Event, Sent, batches, written
from headwater.client.graphs import Graphs
from headwater.questions.question import A, Question
from headwater.questions.service import ExportQuestion, StatusQuestion, TableQuestion
from headwater.wire.batches import BatchAnswer, FailedEvent
from headwater.wire.media import NDJSON
from headwater.wire.paths import EVENTS

EXPORT_SECONDS = 600.0
"""How long a server may take to make the file of a table."""


class Client(Graphs, Entities, Edits):
    """A client of one server: it sends events to it, and asks it questions.

    Answers are the same values, and errors the same exceptions, as if the store were asked
    directly. A question sees what this client wrote before: the client sends along the positions of
    its writes in the log, and the server answers once they are applied. If the server does not
    answer or is overloaded, requests are repeated for some seconds; repeating a write does no harm.
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
        """`pauses` are the seconds to wait before each retry. `on_retry` is called with the reason
        of each retry."""
        self._server = Connection(url, key, timeout, pauses, on_retry, transport)
        self.alerts = Alerts(self._server)
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
        """The position of the writes that may not be applied yet, which others can wait for."""
        return self._server.position()

    def send(self, event: Event, *, strict: bool = False) -> str:
        """Sends one OpenLineage event, and returns its position once it is durable.

        With `strict`, an event that would be accepted with findings is refused.
        """
        return self._server.write("POST", EVENTS + _query(strict), written(event))[1]

    def send_many(self, events: Iterable[Event], *, strict: bool = False) -> Sent:
        """Sends events, which are durable when this returns. The refused ones are listed in the
        result."""
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
        """Waits until this client's writes, and the writes at these positions, are applied."""
        return self._server.ask(StatusQuestion(), positions=positions)

    def status(self) -> Status:
        """How far the server has applied its log, and how much it stores."""
        return self._server.ask(StatusQuestion())

    def tables(self) -> ExportedTables:
        """The tables that can be exported, each with its columns and its state."""
        return self._server.ask(ExportQuestion())

    def export(self, table: str, file: IO[bytes]) -> None:
        """Writes a table as Parquet to a file that is open for writing bytes."""
        self._server.download(TableQuestion(table=table), file, timeout=EXPORT_SECONDS)

    def ask(self, question: Question[A]) -> A:
        """Asks any question. The other methods are shortcuts for this one."""
        return self._server.ask(question)


def _query(strict: bool) -> str:
    return "?strict=true" if strict else ""
