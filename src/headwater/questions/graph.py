"""Questions about graphs: what feeds what, what changed, and why."""

from typing import Annotated, Literal, NamedTuple, TypeAlias

import msgspec

from headwater.answers.columns import ColumnGraph
from headwater.answers.diff import GraphDiff, RunDiff
from headwater.answers.graph import Direction, LineageGraph, OneWay
from headwater.answers.impact import Impact
from headwater.answers.lineage import Changes, EdgeEvidence, RunGraph, UpstreamRuns
from headwater.answers.names import Identity
from headwater.answers.why import Why
from headwater.questions.moments import Moment
from headwater.questions.question import AsOf, Depth, NodeId, Question, RunId

DEPTH = 20
MAX_NODES = 20_000

Scope: TypeAlias = Literal["neighbourhood", "component"]
Way: TypeAlias = Literal["upstream", "downstream", "both", "flows"]
"""`both` goes along edges in either direction; `flows` is upstream and downstream together."""
GroupBy: TypeAlias = Literal["none", "parent", "root"]
JobHops: TypeAlias = Annotated[Depth, msgspec.Meta(description="Hops from job to job.")]
RunHops: TypeAlias = Annotated[Depth, msgspec.Meta(description="Hops from run to run.")]
MaxNodes: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=MAX_NODES)]


class Expansion(NamedTuple):
    """Nodes to be shown with all that feeds them, or that they feed, where they are shown."""

    upstream: tuple[str, ...] = ()
    downstream: tuple[str, ...] = ()


class LineageQuestion(Question[LineageGraph], frozen=True, kw_only=True):
    """The graph around a job or dataset, now or as of a time.

    `depth` counts hops from job to job; a dataset's own jobs are hop 0, and a job comes with its
    datasets. `upstream` and `downstream` go along the flows inside jobs. A `component` is the
    same from each of its nodes: it knows no depth or direction, and is cut by the order of ids.
    What exceeds `max_nodes` is cut by hops, of one hop jobs before datasets, then by id. With
    `columns`, the column edges between the datasets shown come with it.
    """

    path = "/lineage"
    is_plain = True

    node_id: NodeId
    depth: JobHops = DEPTH
    direction: Annotated[
        Way,
        msgspec.Meta(
            description="`both`: along edges in either direction; `upstream`, `downstream`: along"
            " the flows of data inside jobs; `flows`: these two together."
        ),
    ] = "both"
    at: AsOf = None
    scope: Scope = "neighbourhood"
    group_by: GroupBy = "none"
    fold_private: bool = False
    layers: Annotated[
        str, msgspec.Meta(pattern="^data(,control)?$", description="`data`, or `data,control`.")
    ] = "data"
    max_nodes: MaxNodes = MAX_NODES
    expand_upstream: Annotated[
        tuple[str, ...],
        msgspec.Meta(description="Nodes to show with all that feeds them, where they are shown."),
    ] = ()
    expand_downstream: Annotated[
        tuple[str, ...],
        msgspec.Meta(description="Nodes to show with all that they feed, where they are shown."),
    ] = ()
    columns: Annotated[
        bool, msgspec.Meta(description="With the column edges between the datasets shown.")
    ] = False

    @property
    def control(self) -> bool:
        return "control" in self.layers

    @property
    def expand(self) -> Expansion:
        return Expansion(self.expand_upstream, self.expand_downstream)


def layers(*, control: bool) -> str:
    """The layers of a graph: of data alone, or also of what waits for what."""
    return "data,control" if control else "data"


class ChangesQuestion(Question[Changes], frozen=True, kw_only=True):
    """When the graph changed that the question for lineage with the same parameters is about."""

    path = "/lineage/changes"

    node_id: NodeId
    depth: JobHops = DEPTH
    direction: Way = "both"
    scope: Scope = "neighbourhood"
    group_by: GroupBy = "none"
    expand_upstream: tuple[str, ...] = ()
    expand_downstream: tuple[str, ...] = ()

    @property
    def lineage(self) -> LineageQuestion:
        """For that graph, as it is now."""
        return LineageQuestion(**msgspec.structs.asdict(self))


class ColumnsQuestion(Question[ColumnGraph], frozen=True, kw_only=True):
    """What the columns of fields, datasets, jobs or their versions are derived from.

    At depth 0 it is the fields asked for, each with its inputs; n follows n further edges. Several
    nodes give one graph; they are either all versions of datasets, or none is.
    """

    path = "/column-lineage"
    is_plain = True

    node_id: Annotated[
        tuple[str, ...],
        msgspec.Meta(
            min_length=1,
            description="datasetField:NAMESPACE:NAME:FIELD, a dataset, or a job; a dataset or"
            " field with #VERSION asks what that version was made from. May be repeated.",
        ),
    ]
    depth: Annotated[
        Depth | None,
        msgspec.Meta(
            description="Further edges to follow; 0: the field, with the names of its inputs. If"
            " left out, 0 for what lies upstream, and 1 where what lies downstream is asked for."
        ),
    ] = None
    with_downstream: Annotated[
        bool, msgspec.Meta(description="Also what is derived from the columns.")
    ] = False
    direction: Annotated[
        Direction | None, msgspec.Meta(description="Says more than withDownstream, and goes first.")
    ] = None
    at: Annotated[
        Moment | None,
        msgspec.Meta(description="As of this time: what was stated then, not by versions."),
    ] = None
    dataset_version: Annotated[
        str | None, msgspec.Meta(description="A version of the dataset asked for.")
    ] = None
    lineage_at: Annotated[
        Moment | None,
        msgspec.Meta(description="The latest version at a time: unix seconds or RFC 3339."),
    ] = None

    @property
    def way(self) -> Direction:
        return self.direction or ("both" if self.with_downstream else "upstream")

    @property
    def edges(self) -> int:
        """How many to follow. A field names its inputs, and does not name what it goes into."""
        if self.depth is not None:
            return self.depth
        return 0 if self.way == "upstream" else 1


class RunLineageQuestion(Question[RunGraph], frozen=True, kw_only=True):
    """What went into a run or version (upstream), and what came of it (downstream).

    `depth` counts hops from run to run; the runs that touch a version are hop 0, and a run comes
    with its versions. A job or dataset without a version stands for the one in force at `at`.
    """

    path = "/runlineage"
    is_plain = True

    node_id: Annotated[
        str,
        msgspec.Meta(
            description="run:ID, dataset:NAMESPACE:NAME#VERSION or job:NAMESPACE:NAME#VERSION;"
            " without a version, the one in force now; or batch:ID, for all runs of a batch."
        ),
    ]
    depth: RunHops = DEPTH
    direction: Direction = "both"
    at: Annotated[
        Moment | None, msgspec.Meta(description="The version in force at this time, not now.")
    ] = None
    max_nodes: MaxNodes = MAX_NODES


class UpstreamRunsQuestion(Question[UpstreamRuns], frozen=True, kw_only=True):
    """The runs that led to a run, as a list."""

    path = "/runlineage/upstream"

    run_id: str
    depth: RunHops = DEPTH


class ImpactQuestion(Question[Impact], frozen=True, kw_only=True):
    """All that a change to a node reaches, the nearest first, and who owns it.

    `depth` counts hops as for lineage: what the jobs next to the start lead to is hop 0.
    """

    path = "/lineage/impact"

    node_id: Annotated[
        str, msgspec.Meta(description="A job, a dataset, or a field of one (columns too).")
    ]
    direction: OneWay = "downstream"
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
    since: Annotated[Moment, msgspec.Meta(description="The earlier moment.")]
    until: Annotated[
        Moment | None, msgspec.Meta(description="The later one; now, if left out.")
    ] = None
    depth: JobHops = DEPTH
    scope: Scope = "neighbourhood"


class RunDiffQuestion(
    Question[RunDiff], frozen=True, kw_only=True, rename={"before": "from", "after": "to"}
):
    """Two runs of a job, and all that went into them. Runs go by their ids or node ids."""

    path = "/runlineage/diff"

    before: RunId
    after: RunId
    depth: RunHops = DEPTH


class WhyQuestion(Question[Why], frozen=True, kw_only=True):
    """Why a run failed, or came out otherwise. Runs go by their ids or node ids."""

    path = "/runlineage/why"

    run_id: RunId
    against: Annotated[
        str | None,
        msgspec.Meta(description="Another run of the job; the last completed one before, if none."),
    ] = None
    depth: RunHops = DEPTH


class EdgeQuestion(Question[EdgeEvidence], frozen=True, kw_only=True):
    """Why there is an edge: on what basis, since when, and by which runs."""

    path = "/edges"

    origin: NodeId
    destination: NodeId


class NodeQuestion(Question[Identity], frozen=True, kw_only=True):
    """What a node id stands for."""

    path = "/nodes"

    node_id: Annotated[
        str, msgspec.Meta(description="Of a job, dataset, field or run, by any of its names.")
    ]
    at: AsOf = None
