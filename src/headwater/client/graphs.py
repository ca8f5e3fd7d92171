"""Questions about graphs: what feeds what, what changed, and why."""

from headwater.answers.columns import ColumnGraph
from headwater.answers.diff import GraphDiff, RunDiff
from headwater.answers.graph import Direction, LineageGraph, OneWay
from headwater.answers.impact import Impact
from headwater.answers.lineage import RunGraph
from headwater.answers.names import Identity
from headwater.answers.why import Why
from headwater.client.connection import Connection
from headwater.client.times import When, spelled
from headwater.query.graph.groups import GroupBy
from headwater.query.lineage.lineage import DEPTH, MAX_NODES, Expansion, Scope, Way


class Graphs:
    """Nodes are named `job:NAMESPACE:NAME`, `dataset:NAMESPACE:NAME`, …, runs `run:ID`."""

    _server: Connection

    def identity(self, node: str, *, at: When | None = None) -> Identity:
        """What a node id stands for."""
        return self._server.ask("/nodes", Identity, {"nodeId": node, "at": spelled(at)})

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
        depth: int | None = None,
        direction: Direction = "upstream",
    ) -> ColumnGraph:
        """What the columns of fields, datasets, jobs or their versions are derived from."""
        asked = {"nodeId": nodes, "at": spelled(at), "depth": depth, "direction": direction}
        return self._server.ask("/column-lineage", ColumnGraph, asked, plain=True)

    def columns_at(
        self, *nodes: str, at: When, depth: int | None = None, direction: Direction = "upstream"
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

    def impact(
        self,
        node: str,
        *,
        direction: OneWay = "downstream",
        depth: int = DEPTH,
        at: When | None = None,
    ) -> Impact:
        """All that a change to a node reaches, the nearest first, and who owns it."""
        asked = {"nodeId": node, "direction": direction, "depth": depth, "at": spelled(at)}
        return self._server.ask("/lineage/impact", Impact, asked)

    def graph_diff(
        self,
        node: str,
        *,
        since: When,
        until: When | None = None,
        depth: int = DEPTH,
        scope: Scope = "neighbourhood",
    ) -> GraphDiff:
        """The graph around a node at two moments, and what changed between them."""
        asked = {
            "nodeId": node,
            "from": spelled(since),
            "to": spelled(until),
            "depth": depth,
            "scope": scope,
        }
        return self._server.ask("/lineage/diff", GraphDiff, asked, plain=True)

    def run_diff(self, before: str, after: str, *, depth: int = DEPTH) -> RunDiff:
        """Two runs of a job, and all that went into them."""
        asked = {"from": before, "to": after, "depth": depth}
        return self._server.ask("/runlineage/diff", RunDiff, asked)

    def why(self, run: str, *, against: str | None = None, depth: int = DEPTH) -> Why:
        """Why a run failed, or came out otherwise: the likeliest cause first."""
        asked = {"runId": run, "against": against, "depth": depth}
        return self._server.ask("/runlineage/why", Why, asked)
