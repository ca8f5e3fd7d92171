"""Which partitions of an input or output the `subset` facet of a run names (semantics 3.3)."""

import json
from collections.abc import Iterator
from typing import Any

SUBSET = "subset"
CONDITIONS = {"input": "inputCondition", "output": "outputCondition"}


def named_partitions(facet: Any, side: str) -> set[str]:
    """The partitions that a facet names, whatever shape it has.

    Conditions may be nested as deep as a producer likes, so this is a loop.

    >>> day = {"type": "partition", "partitions": [{"dimensions": {"day": 1, "eu": True}}]}
    >>> paths = {"type": "location", "locations": ["s3://lake/orders/day=2"]}
    >>> both = {"type": "binary", "operator": "OR", "left": day, "right": paths}
    >>> sorted(named_partitions({"inputCondition": both}, "input"))
    ['day=1/eu=true', 's3://lake/orders/day=2']
    """
    found: set[str] = set()
    waiting = [facet.get(CONDITIONS[side])] if isinstance(facet, dict) else []
    while waiting:
        match waiting.pop():
            case {"type": "location", "locations": list(locations)}:
                found |= {location for location in locations if isinstance(location, str)}
            case {"type": "partition", "partitions": list(partitions)}:
                found |= {name for partition in partitions for name in _name(partition)}
            case {"type": "binary", "operator": "OR", "left": left, "right": right}:
                waiting += [left, right]
            case _:  # a comparison, or a condition that narrows another: it names no partition
                pass
    return found - {""}


def _name(partition: Any) -> Iterator[str]:
    match partition:
        case {"identifier": str(identifier)} if identifier:
            yield identifier
        case {"dimensions": dict(dimensions)}:
            yield "/".join(f"{key}={_text(dimensions[key])}" for key in sorted(dimensions))
        case _:
            pass


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
