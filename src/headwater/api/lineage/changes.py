"""`GET /lineage/changes`: when the graph around a job or dataset changed."""

from typing import Annotated

import msgspec

from headwater.answers.lineage import Changes
from headwater.api.http.operations import RequestContext, get
from headwater.api.http.parameters import Depth
from headwater.api.lineage.lineage import NodeId
from headwater.query.graph.groups import GroupBy
from headwater.query.lineage.changes import changes
from headwater.query.lineage.lineage import DEPTH, Expansion, Scope, Way, extent


class ChangesAsked(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    node_id: NodeId
    depth: Annotated[Depth, msgspec.Meta(description="Hops from job to job.")] = DEPTH
    direction: Way = "both"
    scope: Scope = "neighbourhood"
    group_by: GroupBy = "none"
    expand_upstream: tuple[str, ...] = ()
    expand_downstream: tuple[str, ...] = ()


@get("/lineage/changes", tag="Graphs", summary="When the graph around a node changed")
def lineage_changes(context: RequestContext, asked: ChangesAsked) -> Changes:
    """The moments at which edges of the nodes of that graph began or ended, jobs among them began
    a version, or datasets were dropped; with how many each. It is the graph of `GET /lineage` with
    the same parameters, as it is now; what touched its nodes earlier counts as well."""
    found = extent(
        context.snapshot,
        asked.node_id,
        depth=asked.depth,
        direction=asked.direction,
        scope=asked.scope,
        group_by=asked.group_by,
        expand=Expansion(asked.expand_upstream, asked.expand_downstream),
    )
    return changes(found)
