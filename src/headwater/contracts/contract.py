"""Contracts and data products in one form, whatever standard they were written by."""

import re
from typing import Any, Literal, TypeAlias

import msgspec

Origin: TypeAlias = Literal["rfc", "custom", "odps"]
"""Where an input is declared: under `lineage`, in a custom property, or at a port of a product."""

Binding: TypeAlias = Literal["declared", "derived"]

_MOST_NAMED = 3
"""How many of the things that a contract covers its title names."""

_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)


def canonical_id(text: str) -> str:
    """The id in the form in which ids are compared: UUIDs in lower case, all others exactly.

    >>> canonical_id(" 3C17473D-94C3-4456-98AD-81EB316DF788 "), canonical_id("Orders")
    ('3c17473d-94c3-4456-98ad-81eb316df788', 'Orders')
    """
    text = text.strip()
    return text.lower() if _UUID.fullmatch(text) else text


class _Part(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, rename="camel", gc=False
):
    """A part of a contract, with the line at which it stands.

    No part refers to itself, and there may be millions of parts in memory. So the garbage collector
    need not look at them (`gc=False`).
    """

    line: int = 0


class Input(_Part, frozen=True, kw_only=True, gc=False):
    """This is another contract that this one depends on."""

    id: str
    version: str | None = None
    origin: Origin = "rfc"
    coarse: bool = False
    """Whether the whole product declares it, so that it is unknown which output depends on it."""


class Output(_Part, frozen=True, kw_only=True, gc=False):
    """This is a dataset that the contract covers, by its OpenLineage name."""

    namespace: str
    name: str
    binding: Binding = "declared"
    object: str | None = None
    """The object of the schema that the dataset holds, where that is known."""


class SchemaField(_Part, frozen=True, kw_only=True, gc=False):
    """This is a field by its path. The fields inside a nested field follow it."""

    path: str
    """Logical names joined by dots. The element of an array is `_element`."""
    physical: str
    """The same path in physical names, where there are any."""
    logical_type: str | None = None
    physical_type: str | None = None
    required: bool | None = None
    """Whether the field is required, or None if the contract does not say."""
    unique: bool | None = None
    primary_key: bool | None = None
    options: dict[str, Any] = {}
    """Limits on its values: lengths, bounds, patterns, listed values."""
    description: str | None = None
    extra: dict[str, Any] = {}
    """Keys that have no meaning here, as they were written."""


class SchemaObject(_Part, frozen=True, kw_only=True, gc=False):
    """This is a table, topic, file, and so on."""

    name: str
    physical_name: str | None = None
    physical_type: str | None = None
    fields: tuple[SchemaField, ...] = ()
    description: str | None = None
    extra: dict[str, Any] = {}


class Server(_Part, frozen=True, kw_only=True, gc=False):
    """This is a place where the data is kept."""

    name: str
    type: str
    settings: dict[str, str] = {}


class _Spec(_Part, frozen=True, kw_only=True, gc=False):
    """What contracts and products have in common."""

    id: str
    name: str | None = None
    status: str | None = None
    standard: str = ""
    """The standard it was read as: `ODCS RFC 0011`, `ODCS 3.1.0`, `ODPS 1.0.0` and so on."""
    domain: str | None = None
    owners: tuple[str, ...] = ()
    description: str | None = None
    tags: tuple[str, ...] = ()
    extra: dict[str, Any] = {}


class Contract(_Spec, frozen=True, kw_only=True, gc=False, tag_field="kind", tag="contract"):
    """This is one version of a data contract."""

    version: str
    product: str | None = None
    inputs: tuple[Input, ...] = ()
    outputs: tuple[Output, ...] = ()
    servers: tuple[Server, ...] = ()
    objects: tuple[SchemaObject, ...] = ()
    frequency: int | None = None
    """How often new data is promised, in µs."""

    @property
    def title(self) -> str:
        """The name that the contract is shown by: its own name, else what it covers, which is its
        datasets or else its objects. Without any of these, it is the product that it names together
        with its id, of which the beginning is enough if it is a UUID.

        >>> outputs = tuple(Output(namespace="db", name=name) for name in "abcde")
        >>> Contract(id="1", version="1", outputs=outputs).title
        'a, b, c and 2 more'
        >>> Contract(id="customers-eu", version="1", product="Shop").title
        'Shop, contract customers-eu'
        """
        covered = [output.name for output in self.outputs] or [one.name for one in self.objects]
        names = list(dict.fromkeys(covered))
        more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
        number = self.id[:8] if _UUID.fullmatch(self.id) else self.id
        within = f"{self.product}, contract {number}" if self.product else self.id
        return self.name or ", ".join(names[:_MOST_NAMED]) + more or within


class InputPort(_Part, frozen=True, kw_only=True, gc=False):
    """This is a port of a product that takes in the data of a contract."""

    name: str
    contract: str
    version: str | None = None


class OutputPort(_Part, frozen=True, kw_only=True, gc=False):
    """This is a port of a product that provides the data of a contract."""

    name: str
    version: str | None = None
    contract: str | None = None
    inputs: tuple[Input, ...] = ()


class Product(_Spec, frozen=True, kw_only=True, gc=False, tag_field="kind", tag="product"):
    """This is one version of a data product."""

    version: str = ""
    """Empty if the product has no version, which is allowed."""
    input_ports: tuple[InputPort, ...] = ()
    output_ports: tuple[OutputPort, ...] = ()

    @property
    def title(self) -> str:
        return self.name or self.id


Spec: TypeAlias = Contract | Product

_DECODER: msgspec.json.Decoder[Spec] = msgspec.json.Decoder(Spec)


def encoded(spec: Spec) -> str:
    """The JSON of a contract or product, as the store keeps it."""
    return msgspec.json.encode(spec, order="deterministic").decode()


def decoded(text: str) -> Spec:
    return _DECODER.decode(text)
