"""The directions in which lineage is followed: to what feeds something, or to what it feeds."""

from typing import Literal, TypeAlias

OneWay: TypeAlias = Literal["upstream", "downstream"]
"""`upstream` leads to what feeds a node, and `downstream` to what it feeds."""

Direction: TypeAlias = Literal["upstream", "downstream", "both"]
