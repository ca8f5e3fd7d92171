"""Questions about graphs: what feeds what, what changed, and why."""

from typing import Annotated, Literal, NamedTuple, TypeAlias

import msgspec

from headwater.answers.changes import Changes
from headwater.answers.columns import ColumnGraph
from headwater.answers.diff import GraphDiff, RunDiff
from headwater.answers.edge_evidence import EdgeEvidence
from headwater.answers.graph import LineageGraph
from headwater.answers.impact import Impact
from headwater.answers.names import Identity
from headwater.answers.run_lineage import RunGraph
from headwater.answers.why import Why
from headwater.model.directions import Direction, OneWay
from headwater.questions.moments import Moment
from headwater.questions.question import AsOf, Depth, NodeId, Question, RunId

DEPTH = 20
MAX_NODES = 20_000

Scope: TypeAlias = Annotated[
    Literal["neighbourhood", "component"],
    msgspec.Meta(
        description="`neighbourhood` shows nodes up to `depth`, `component` everything connected."
    ),
]
Way: TypeAlias = Literal["upstream", "downstream", "both", "flows"]
"""`both` follows edges in either direction. `flows` is what `upstream` and `downstream` find,
together."""
GraphDirection: TypeAlias = Annotated[
    Way,
    msgspec.Meta(
        description="`both` follows edges in either direction. `upstream` and `downstream`"
        " follow the flows of data inside jobs. `flows` is what these two find, together."
    ),
]
ExpandUpstream: TypeAlias = Annotated[
    tuple[str, ...],
    msgspec.Meta(
        description="Show everything that feeds these nodes, if they are part of the graph."
    ),
]
ExpandDownstream: TypeAlias = Annotated[
    tuple[str, ...],
    msgspec.Meta(
        description="Show everything that these nodes feed, if they are part of the graph."
    ),
]
GroupBy: TypeAlias = Annotated[
    Literal["none", "parent", "root"],
    msgspec.Meta(description="This says whether to show jobs as their parent or root jobs."),
]
JobHops: TypeAlias = Annotated[
    Depth, msgspec.Meta(description="This is how many hops from job to job to go.")
]
RunHops: TypeAlias = Annotated[
    Depth, msgspec.Meta(description="This is how many hops from run to run to go.")
]
MaxNodes: TypeAlias = Annotated[
    int,
    msgspec.Meta(ge=1, le=MAX_NODES, description="This is the largest number of nodes to return."),
]


class Expansion(NamedTuple):
    """Nodes of a graph that are shown with everything that feeds them, or that they feed."""

    upstream: tuple[str, ...] = ()
    downstream: tuple[str, ...] = ()


WithVitals: TypeAlias = Annotated[
    bool,
    msgspec.Meta(
        description="This says whether to return how each node is doing: its owners, whether it is"
        " late, the rows of its last writes, and which of its tests failed."
    ),
]


class LineageQuestion(Question[LineageGraph], frozen=True, kw_only=True):
    """The graph around a job or dataset, now or as of a time.

    `depth` counts hops from job to job. The jobs of a dataset are at hop 0, and each job comes with
    its datasets. `upstream` and `downstream` follow the flows of data inside jobs. A `component` is
    the same graph from each of its nodes, so that depth and direction do not apply, and nodes
    beyond `max_nodes` are left out in the order of ids. Otherwise the farthest nodes are left out;
    within a hop jobs are kept before datasets, then nodes go by id. With `columns`, the answer
    contains the column edges between the datasets shown; with `vitals`, how each node is doing.
    """

    path = "/lineage"
    is_plain = True

    node_id: NodeId
    depth: JobHops = DEPTH
    direction: GraphDirection = "both"
    at: AsOf = None
    lineage_at: Annotated[
        Moment | None,
        msgspec.Meta(description="This is the same as `at`, by its name in `/column-lineage`."),
    ] = None
    dataset_version: Annotated[
        str | None,
        msgspec.Meta(
            description="Answer as of the time at which this version of the dataset asked for came"
            " into force."
        ),
    ] = None
    scope: Scope = "neighbourhood"
    group_by: GroupBy = "none"
    fold_private: Annotated[
        bool, msgspec.Meta(description="This says whether to leave out private datasets.")
    ] = False
    layers: Annotated[
        str,
        msgspec.Meta(
            pattern="^(data|control|data,control|control,data)$",
            description="The graph has the layer `data`, the layer `control` (what waits for what),"
            " or both if they are joined by a comma.",
        ),
    ] = "data"
    max_nodes: MaxNodes = MAX_NODES
    expand_upstream: ExpandUpstream = ()
    expand_downstream: ExpandDownstream = ()
    columns: Annotated[
        bool,
        msgspec.Meta(
            description="This says whether to return the column edges between the datasets shown."
        ),
    ] = False
    vitals: WithVitals = False

    @property
    def data(self) -> bool:
        return "data" in self.layers

    @property
    def control(self) -> bool:
        return "control" in self.layers

    @property
    def expand(self) -> Expansion:
        return Expansion(self.expand_upstream, self.expand_downstream)


def layers(*, control: bool) -> str:
    """The layers of a graph: data alone, or also control, which is about which job waits for
    which."""
    return "data,control" if control else "data"


class ChangesQuestion(Question[Changes], frozen=True, kw_only=True):
    """When the graph changed that a `LineageQuestion` with the same parameters shows."""

    path = "/lineage/changes"

    node_id: NodeId
    depth: JobHops = DEPTH
    direction: GraphDirection = "both"
    scope: Scope = "neighbourhood"
    group_by: GroupBy = "none"
    expand_upstream: ExpandUpstream = ()
    expand_downstream: ExpandDownstream = ()

    @property
    def lineage(self) -> LineageQuestion:
        """The question for that graph, as it is now."""
        return LineageQuestion(**msgspec.structs.asdict(self))


class ColumnsQuestion(Question[ColumnGraph], frozen=True, kw_only=True):
    """What the columns of fields, datasets, jobs or their versions are derived from.

    At depth 0 the graph has the fields that are asked for, each with its edges; at depth n it
    reaches n edges further. Several nodes give one graph. Either all of them are versions of
    datasets, or none is.
    """

    path = "/column-lineage"
    is_plain = True

    node_id: Annotated[
        tuple[str, ...],
        msgspec.Meta(
            min_length=1,
            description="Ask about a field, as datasetField:NAMESPACE:NAME:FIELD, about a dataset,"
            " or about a job. A dataset or field with #VERSION asks what that version was derived"
            " from. The parameter may be given several times.",
        ),
    ]
    depth: Annotated[
        Depth,
        msgspec.Meta(
            description="This is how many edges to follow. With 0, only the fields that are asked"
            " for are shown. It decides which fields are shown, and not which edges a shown field"
            " has."
        ),
    ] = 0
    direction: Annotated[
        Direction | None,
        msgspec.Meta(
            description="The direction that is followed is `upstream` if this is left out."
        ),
    ] = None
    at: Annotated[
        Moment | None,
        msgspec.Meta(
            description="Statements about columns are read as of this time, regardless of dataset"
            " versions."
        ),
    ] = None
    dataset_version: Annotated[
        str | None, msgspec.Meta(description="Ask about this version of the given dataset.")
    ] = None
    lineage_at: Annotated[
        Moment | None,
        msgspec.Meta(
            description="Ask about the latest version at this time, in unix seconds or RFC 3339."
        ),
    ] = None

    @property
    def way(self) -> Direction:
        """The direction that is followed."""
        return self.direction or "upstream"


class RunLineageQuestion(Question[RunGraph], frozen=True, kw_only=True):
    """What went into a run or version (upstream), and what it led to (downstream).

    `depth` counts hops from run to run. The runs that read or wrote a version are at hop 0, and
    each run comes with its versions. A job or dataset without a version stands for the version in
    force at `at`.
    """

    path = "/runlineage"
    is_plain = True

    node_id: Annotated[
        str,
        msgspec.Meta(
            description="This is a node id: run:ID, dataset:NAMESPACE:NAME#VERSION or"
            " job:NAMESPACE:NAME#VERSION, or batch:ID for all runs of a batch. Without a version"
            " it means the one in force now."
        ),
    ]
    depth: RunHops = DEPTH
    direction: Annotated[
        Direction,
        msgspec.Meta(
            description="`upstream` leads to what went into it, and `downstream` to what it led to."
        ),
    ] = "both"
    at: Annotated[
        Moment | None,
        msgspec.Meta(
            description="For a node without a version, take the version in force at this time and"
            " not now."
        ),
    ] = None
    max_nodes: MaxNodes = MAX_NODES


class ImpactQuestion(Question[Impact], frozen=True, kw_only=True):
    """Everything that a change to a node affects, the nearest first, with the owners.

    `depth` counts hops as for lineage: what the jobs next to the start lead to is at hop 0.
    """

    path = "/lineage/impact"

    node_id: Annotated[
        str,
        msgspec.Meta(
            description="This is the node id of a job, a dataset, or a field of a dataset. From a"
            " field, columns are followed as well."
        ),
    ]
    direction: Annotated[
        OneWay,
        msgspec.Meta(
            description="`downstream` leads to what a change affects, and `upstream` to all that"
            " the node depends on."
        ),
    ] = "downstream"
    depth: JobHops = DEPTH
    at: AsOf = None


class GraphDiffQuestion(
    Question[GraphDiff],
    frozen=True,
    kw_only=True,
    rename={"node_id": "nodeId", "since": "from", "until": "to"},
):
    """The graph around a job or dataset at two moments, and what changed between them."""

    path = "/lineage/diff"
    is_plain = True

    node_id: NodeId
    since: Annotated[Moment, msgspec.Meta(description="This is the earlier moment.")]
    until: Annotated[
        Moment | None,
        msgspec.Meta(description="This is the later moment. It is now if it is left out."),
    ] = None
    depth: JobHops = DEPTH
    scope: Scope = "neighbourhood"
    vitals: WithVitals = False


class RunDiffQuestion(
    Question[RunDiff], frozen=True, kw_only=True, rename={"before": "from", "after": "to"}
):
    """How two runs of a job, and everything that went into them, differ.

    Runs are given by their ids or node ids.
    """

    path = "/runlineage/diff"

    before: RunId
    after: RunId
    depth: RunHops = DEPTH


class WhyQuestion(Question[Why], frozen=True, kw_only=True):
    """Why a run failed, or had a different result. Runs are given by their ids or node ids."""

    path = "/runlineage/why"

    run_id: RunId
    against: Annotated[
        str | None,
        msgspec.Meta(
            description="Compare with this other run of the job, or with the last completed run"
            " before it if this is left out."
        ),
    ] = None
    depth: RunHops = DEPTH


class EdgeQuestion(Question[EdgeEvidence], frozen=True, kw_only=True):
    """What an edge rests on: its basis, since when it holds, and the runs that show it."""

    path = "/edges"

    origin: NodeId
    destination: NodeId


class IdentityQuestion(Question[Identity], frozen=True, kw_only=True):
    """Which job, dataset, field or run a node id stands for."""

    path = "/nodes"

    node_id: Annotated[
        str,
        msgspec.Meta(
            description="This is the node id of a job, dataset, field or run, by any of its names."
        ),
    ]
    at: AsOf = None
