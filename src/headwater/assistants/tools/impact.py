"""The tool that lists what a change to a node affects."""

from collections import Counter
from collections.abc import Iterator
from typing import Annotated

import msgspec

from headwater.answers.impact import ImpactNode
from headwater.assistants.lists import at_most, beyond, noted
from headwater.assistants.tool import Arguments, Ask, AtTime, Most, tool
from headwater.assistants.views import Views
from headwater.model.directions import OneWay
from headwater.questions.graph import DEPTH, ImpactQuestion, JobHops
from headwater.words.numbers import counted

_WORDS = {"JOB": "job", "DATASET": "dataset", "DATASET_FIELD": "column", "CONTRACT": "contract"}


class ImpactArguments(Arguments, frozen=True, kw_only=True):
    node: Annotated[
        str,
        msgspec.Meta(
            description="A job, a dataset, or a field as datasetField:NAMESPACE:NAME:FIELD; from a"
            " field, columns are followed as well."
        ),
    ]
    direction: OneWay = "downstream"
    depth: JobHops = DEPTH
    at: AtTime = None
    most: Most = 30


@tool
def impact(ask: Ask, views: Views, given: ImpactArguments) -> Iterator[str]:
    """List everything that a change to a job, dataset or column affects, the nearest first, with
    the owners to tell. With the direction `upstream`, list everything that it depends on."""
    found = ask(
        ImpactQuestion(
            node_id=given.node, direction=given.direction, depth=given.depth, at=given.at
        )
    )
    kinds = Counter(_WORDS[node.type] for node in found.reached)
    size = ", ".join(counted(number, kind) for kind, number in kinds.items())
    yield f"{given.direction} of {found.node}: {size or 'nothing'}"
    owners = dict.fromkeys(name for node in found.reached for name in node.owner_names)
    if owners:
        yield f"owners: {', '.join(owners)}"
    yield from at_most(given.most, [_line(node) for node in found.reached])
    yield from beyond(found.truncated)
    yield views.lineage(found.node, direction=given.direction, at=given.at)


def _line(node: ImpactNode) -> str:
    return noted(
        f"{node.distance}  {node.id}",
        [
            "possibly: no column lineage tells" if node.certainty == "possible" else None,
            f"owned by {', '.join(node.owner_names)}" if node.owners else None,
            f"last run:{node.run.id} {node.run.state}" if node.run else None,
        ],
    )
