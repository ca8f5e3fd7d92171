"""A client of a Headwater server."""

from collections.abc import Iterable, Sequence
from types import TracebackType

import httpx2
import msgspec

from headwater.api.collecting import BatchAnswer, FailedEvent
from headwater.client.connection import PAUSES, TIMEOUT, Connection
from headwater.client.contracts import Contracts
from headwater.client.events import Event, Sent, batches, written
from headwater.client.times import When, spelled
from headwater.query.column_graph import ColumnGraph
from headwater.query.entities import EntityKind
from headwater.query.graph import LineageGraph
from headwater.query.groups import GroupBy
from headwater.query.identity import Identity
from headwater.query.lineage import DEPTH, MAX_NODES, Expansion, Scope, Way
from headwater.query.pages import FIRST_PAGE, Page
from headwater.query.run_lineage import RunGraph
from headwater.query.runs import RunList
from headwater.query.search import Hits, Sort
from headwater.query.status import Status
from headwater.query.walk import Direction


class Client:
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
        transport: httpx2.BaseTransport | None = None,
    ) -> None:
        """`pauses` are the seconds before each further attempt."""
        self._server = Connection(url, key, timeout, pauses, transport)
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

    def send(self, event: Event) -> str:
        """One OpenLineage event; durable when this returns its position."""
        return self._server.write("POST", "/lineage", written(event))[1]

    def send_many(self, events: Iterable[Event]) -> Sent:
        """What is refused is told, the rest is taken, and durable when this returns."""
        taken, position = 0, ""
        failed: list[FailedEvent] = []
        for batch in batches(events):
            before = taken + len(failed)
            answer, last = self._server.write(
                "POST", "/lineage/batch", b"\n".join(batch), "application/x-ndjson"
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

    def lineage(  # noqa: PLR0913  # one keyword for each thing that can be asked for
        self,
        node: str,
        *,
        at: When | None = None,
        depth: int = DEPTH,
        direction: Way = "both",
        scope: Scope = "neighbourhood",
        group_by: GroupBy = "none",
        fold_private: bool = False,
        control: bool = False,
        max_nodes: int = MAX_NODES,
        expand: Expansion = Expansion(),  # noqa: B008  # a value
        columns: bool = False,
    ) -> LineageGraph:
        """The graph around a job or dataset, now or as of a time."""
        asked = {
            "nodeId": node,
            "at": spelled(at),
            "depth": depth,
            "direction": direction,
            "scope": scope,
            "groupBy": group_by,
            "foldPrivate": fold_private,
            "layers": "data,control" if control else "data",
            "maxNodes": max_nodes,
            "expandUpstream": expand.upstream,
            "expandDownstream": expand.downstream,
            "columns": columns,
        }
        return self._server.ask("/lineage", LineageGraph, asked, plain=True)

    def columns(
        self,
        *nodes: str,
        at: When | None = None,
        depth: int = 0,
        direction: Direction = "upstream",
    ) -> ColumnGraph:
        """What the columns of fields, datasets, jobs or their versions are derived from."""
        asked = {"nodeId": nodes, "at": spelled(at), "depth": depth, "direction": direction}
        return self._server.ask("/column-lineage", ColumnGraph, asked, plain=True)

    def columns_at(
        self, *nodes: str, at: When, depth: int = 0, direction: Direction = "upstream"
    ) -> ColumnGraph:
        """By versions: what the latest version of each dataset at a time was made from."""
        asked = {"nodeId": nodes, "lineageAt": spelled(at), "depth": depth, "direction": direction}
        return self._server.ask("/column-lineage", ColumnGraph, asked, plain=True)

    def run_lineage(
        self,
        node: str,
        *,
        depth: int = DEPTH,
        direction: Direction = "both",
        at: When | None = None,
        max_nodes: int = MAX_NODES,
    ) -> RunGraph:
        """What went into a run or version, and what came of it."""
        asked = {
            "nodeId": node,
            "depth": depth,
            "direction": direction,
            "at": spelled(at),
            "maxNodes": max_nodes,
        }
        return self._server.ask("/runlineage", RunGraph, asked, plain=True)

    def identity(self, node: str, *, at: When | None = None) -> Identity:
        """What a node id stands for."""
        return self._server.ask("/nodes", Identity, {"nodeId": node, "at": spelled(at)})

    def runs(
        self,
        node: str | None = None,
        *,
        state: str | None = None,
        limit: int = 100,
        offset: int = 0,
    ) -> RunList:
        """Runs of a job, those that use a dataset, or all; newest first."""
        asked = {"nodeId": node, "state": state, "limit": limit, "offset": offset}
        return self._server.ask("/runs", RunList, asked)

    def search(
        self,
        text: str,
        *,
        kind: EntityKind | None = None,
        namespace: str | None = None,
        after: When | None = None,
        before: When | None = None,
        sort: Sort = "rank",
        page: Page = FIRST_PAGE,
    ) -> Hits:
        """Jobs and datasets with a text in their names, or in what is said of them."""
        asked = {
            "q": text,
            "filter": kind.upper() if kind else None,
            "namespace": namespace,
            "after": spelled(after),
            "before": spelled(before),
            "sort": "UPDATE_AT" if sort == "updated" else sort.upper(),
            "limit": page.limit,
            "offset": page.offset,
            "next": page.next,
        }
        return self._server.ask("/search", Hits, asked, plain=True)
