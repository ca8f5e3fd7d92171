"""Contracts and data products in one form, whatever standard they were written by."""

import re
from typing import Any, Literal, TypeAlias

import msgspec

Origin: TypeAlias = Literal["rfc", "custom", "odps"]
"""Where an input is declared: under `lineage`, in a custom property, at a port of a product."""

Binding: TypeAlias = Literal["declared", "derived"]

_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)


def canonical_id(text: str) -> str:
    """UUIDs compare without regard to case, all other ids exactly.

    >>> canonical_id(" 3C17473D-94C3-4456-98AD-81EB316DF788 "), canonical_id("Orders")
    ('3c17473d-94c3-4456-98ad-81eb316df788', 'Orders')
    """
    text = text.strip()
    return text.lower() if _UUID.fullmatch(text) else text


class _Part(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, rename="camel", gc=False
):
    """Whatever stands in a contract has the line it stands in.

    None of this refers to itself, and there may be millions of it in memory: the garbage collector
    need not look (`gc=False`).
    """

    line: int = 0


class Input(_Part, frozen=True, kw_only=True, gc=False):
    """Another contract that this one depends on."""

    id: str
    version: str | None = None
    origin: Origin = "rfc"
    coarse: bool = False
    """Of the whole product: which of its outputs depends on it is not told."""


class Output(_Part, frozen=True, kw_only=True, gc=False):
    """A dataset that the contract covers, by its OpenLineage name."""

    namespace: str
    name: str
    binding: Binding = "declared"
    object: str | None = None
    """The object of the schema that it holds, where that is known."""


class SchemaField(_Part, frozen=True, kw_only=True, gc=False):
    """A field by its path; the fields of a nested one follow it."""

    path: str
    """Logical names, joined by dots; the element of an array is `_element`."""
    physical: str
    """The same in physical names, where there are any."""
    logical_type: str | None = None
    physical_type: str | None = None
    required: bool | None = None
    """None: not said."""
    unique: bool | None = None
    primary_key: bool | None = None
    options: dict[str, Any] = {}
    """Limits on its values: lengths, bounds, patterns, listed values."""
    description: str | None = None
    extra: dict[str, Any] = {}
    """Keys that have no meaning here, as they were written."""


class SchemaObject(_Part, frozen=True, kw_only=True, gc=False):
    """A table, topic, file, …"""

    name: str
    physical_name: str | None = None
    physical_type: str | None = None
    fields: tuple[SchemaField, ...] = ()
    description: str | None = None
    extra: dict[str, Any] = {}


class Server(_Part, frozen=True, kw_only=True, gc=False):
    name: str
    type: str
    settings: dict[str, str] = {}


class _Spec(_Part, frozen=True, kw_only=True, gc=False):
    id: str
    name: str | None = None
    status: str | None = None
    standard: str = ""
    """The standard it was read as: `ODCS RFC 0011`, `ODCS 3.1.0`, `ODPS 1.0.0`, …"""
    domain: str | None = None
    owners: tuple[str, ...] = ()
    description: str | None = None
    tags: tuple[str, ...] = ()
    extra: dict[str, Any] = {}


class Contract(_Spec, frozen=True, kw_only=True, gc=False, tag_field="kind", tag="contract"):
    version: str
    product: str | None = None
    inputs: tuple[Input, ...] = ()
    outputs: tuple[Output, ...] = ()
    servers: tuple[Server, ...] = ()
    objects: tuple[SchemaObject, ...] = ()
    frequency: int | None = None
    """How often its data is promised to be new, in µs."""


class InputPort(_Part, frozen=True, kw_only=True, gc=False):
    name: str
    contract: str
    version: str | None = None


class OutputPort(_Part, frozen=True, kw_only=True, gc=False):
    name: str
    version: str | None = None
    contract: str | None = None
    inputs: tuple[Input, ...] = ()


class Product(_Spec, frozen=True, kw_only=True, gc=False, tag_field="kind", tag="product"):
    version: str = ""
    """Products may do without one."""
    input_ports: tuple[InputPort, ...] = ()
    output_ports: tuple[OutputPort, ...] = ()

    @property
    def title(self) -> str:
        return self.name or self.id


Spec: TypeAlias = Contract | Product

_DECODER: msgspec.json.Decoder[Spec] = msgspec.json.Decoder(Spec)


def encoded(spec: Spec) -> str:
    """Its JSON, as the store keeps it."""
    return msgspec.json.encode(spec, order="deterministic").decode()


def decoded(text: str) -> Spec:
    return _DECODER.decode(text)
