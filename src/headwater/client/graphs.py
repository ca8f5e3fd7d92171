"""Questions about graphs: what feeds what, what changed, and why."""

from headwater.answers.changes import Changes
from headwater.answers.columns import ColumnGraph
from headwater.answers.diff import GraphDiff, RunDiff
from headwater.answers.edge_evidence import EdgeEvidence
from headwater.answers.graph import LineageGraph
from headwater.answers.impact import Impact
from headwater.answers.names import Identity
from headwater.answers.run_lineage import RunGraph
from headwater.answers.why import Why
from headwater.client.connection import Connection
from headwater.client.times import When, moment
from headwater.model.directions import Direction, OneWay
from headwater.questions.graph import (
    DEPTH,
    MAX_NODES,
    ChangesQuestion,
    ColumnsQuestion,
    EdgeQuestion,
    Expansion,
    GraphDiffQuestion,
    GroupBy,
    IdentityQuestion,
    ImpactQuestion,
    LineageQuestion,
    RunDiffQuestion,
    RunLineageQuestion,
    Scope,
    Way,
    WhyQuestion,
    layers,
)


class Graphs:
    """Questions about graphs. Nodes are named by ids such as `job:NAMESPACE:NAME`,
    `dataset:NAMESPACE:NAME` or `run:ID`."""

    _server: Connection

    def identity(self, node: str, *, at: When | None = None) -> Identity:
        """Which job, dataset, field or run a node id stands for."""
        return self._server.ask(IdentityQuestion(node_id=node, at=moment(at)))

    def lineage(  # noqa: PLR0913  # one keyword for each parameter of the question
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
        expand: Expansion = Expansion(),  # noqa: B008  # an immutable value
        columns: bool = False,
        vitals: bool = False,
    ) -> LineageGraph:
        """The graph around a job or dataset, now or as of a time."""
        question = LineageQuestion(
            node_id=node,
            at=moment(at),
            depth=depth,
            direction=direction,
            scope=scope,
            group_by=group_by,
            fold_private=fold_private,
            layers=layers(control=control),
            max_nodes=max_nodes,
            expand_upstream=expand.upstream,
            expand_downstream=expand.downstream,
            columns=columns,
            vitals=vitals,
        )
        return self._server.ask(question)

    def changes(
        self,
        node: str,
        *,
        depth: int = DEPTH,
        direction: Way = "both",
        scope: Scope = "neighbourhood",
        group_by: GroupBy = "none",
        expand: Expansion = Expansion(),  # noqa: B008  # an immutable value
    ) -> Changes:
        """The moments at which the graph around a job or dataset changed."""
        question = ChangesQuestion(
            node_id=node,
            depth=depth,
            direction=direction,
            scope=scope,
            group_by=group_by,
            expand_upstream=expand.upstream,
            expand_downstream=expand.downstream,
        )
        return self._server.ask(question)

    def columns(
        self,
        *nodes: str,
        at: When | None = None,
        depth: int = 0,
        direction: Direction = "upstream",
    ) -> ColumnGraph:
        """What the columns of fields, datasets, jobs or their versions are derived from."""
        question = ColumnsQuestion(node_id=nodes, at=moment(at), depth=depth, direction=direction)
        return self._server.ask(question)

    def columns_at(
        self, *nodes: str, at: When, depth: int = 0, direction: Direction = "upstream"
    ) -> ColumnGraph:
        """What the columns of the versions that datasets had at a time were derived from."""
        return self._server.ask(
            ColumnsQuestion(node_id=nodes, lineage_at=moment(at), depth=depth, direction=direction)
        )

    def run_lineage(
        self,
        node: str,
        *,
        depth: int = DEPTH,
        direction: Direction = "both",
        at: When | None = None,
        max_nodes: int = MAX_NODES,
    ) -> RunGraph:
        """What went into a run, a version or the runs of a batch, and what came of it."""
        question = RunLineageQuestion(
            node_id=node, depth=depth, direction=direction, at=moment(at), max_nodes=max_nodes
        )
        return self._server.ask(question)

    def impact(
        self,
        node: str,
        *,
        direction: OneWay = "downstream",
        depth: int = DEPTH,
        at: When | None = None,
    ) -> Impact:
        """Everything that a change to a node affects, the nearest first, with the owners."""
        question = ImpactQuestion(node_id=node, direction=direction, depth=depth, at=moment(at))
        return self._server.ask(question)

    def graph_diff(
        self,
        node: str,
        *,
        since: When,
        until: When | None = None,
        depth: int = DEPTH,
        scope: Scope = "neighbourhood",
        vitals: bool = False,
    ) -> GraphDiff:
        """The graph around a node at two moments, and what changed between them."""
        question = GraphDiffQuestion(
            node_id=node,
            since=moment(since),
            until=moment(until),
            depth=depth,
            scope=scope,
            vitals=vitals,
        )
        return self._server.ask(question)

    def run_diff(self, before: str, after: str, *, depth: int = DEPTH) -> RunDiff:
        """How two runs of a job, and everything that went into them, differ."""
        return self._server.ask(RunDiffQuestion(before=before, after=after, depth=depth))

    def why(self, run: str, *, against: str | None = None, depth: int = DEPTH) -> Why:
        """Why a run failed, or had a different result; the likeliest cause first."""
        return self._server.ask(WhyQuestion(run_id=run, against=against, depth=depth))

    def edge(self, origin: str, destination: str) -> EdgeEvidence:
        """What an edge rests on: its basis, since when it holds, and the runs that show it."""
        return self._server.ask(EdgeQuestion(origin=origin, destination=destination))
