"""Reading contracts of the Open Data Contract Standard: v2, v3, and the form of its RFC 0011.

The layouts are told apart key by key, not by the version that a contract declares. Declared
versions are unreliable, and the keys of the layouts do not clash.
"""

from collections.abc import Iterator

from headwater.contracts.contract import (
    Contract,
    Input,
    Origin,
    Output,
    SchemaField,
    SchemaObject,
    Server,
)
from headwater.contracts.contract import canonical_id as canonical
from headwater.contracts.documents.naming import derived_outputs
from headwater.contracts.documents.nodes import Mapping, Scalar, as_value
from headwater.contracts.documents.shapes import Shapes, words

_READ = words(
    "apiVersion dataProduct dataset datasetDomain description domain id kind lineage name"
    " quantumName schema servers standardVersion status tags uuid version"
)
_FIELD_READ = words(
    "column description enum isNullable isPrimary isPrimaryKey isUnique items logicalType"
    " logicalTypeOptions map name physicalName physicalType primaryKey properties required"
    " unique"
)
_OBJECT_READ = words("columns description name physicalName physicalType properties table")
_SECOND = 1_000_000
_UNITS = {
    "s": _SECOND,
    "m": 60 * _SECOND,
    "h": 3600 * _SECOND,
    "d": 86_400 * _SECOND,
    "w": 7 * 86_400 * _SECOND,
    "y": 365 * 86_400 * _SECOND,
}
"""Lengths of time, by the first letter of their words. Months are recognised below."""
_MONTH = 30 * 86_400 * _SECOND


def contract(root: Mapping, standard: str, shapes: Shapes) -> Contract:
    """The contract. Its id and version have been checked to be there."""
    id_keys = ("uuid", "id") if standard.startswith(("ODCS 2", "ODCS RFC")) else ("id", "uuid")
    lineage = list(_lineage(root, shapes))
    objects = tuple(_objects(root, shapes))
    servers = tuple(_servers(root, shapes))
    declared = [output for _, part in lineage for output in _outputs(part, shapes)]
    return Contract(
        id=canonical(shapes.text(root, *id_keys) or ""),
        version=shapes.text(root, "version") or "",
        name=shapes.text(root, "name"),
        status=shapes.text(root, "status"),
        standard=standard,
        domain=shapes.text(root, "domain", "datasetDomain"),
        owners=owners(root, shapes),
        description=description(root),
        tags=shapes.texts(root, "tags"),
        product=shapes.text(root, "dataProduct", "quantumName"),
        inputs=_distinct(
            item for origin, part in lineage for item in _inputs(part, origin, shapes)
        ),
        outputs=tuple(declared) or derived_outputs(servers, objects),
        servers=servers,
        objects=objects,
        frequency=_frequency(root, shapes),
        extra=extra(root, _READ),
        line=root.line,
    )


def extra(mapping: Mapping, read: frozenset[str]) -> dict[str, object]:
    """The keys that have no meaning here."""
    return {key: as_value(node) for key, node in mapping.values.items() if key not in read}


def description(mapping: Mapping) -> str | None:
    """The description: a text, or the purpose in a mapping."""
    node = mapping.get("description")
    if isinstance(node, Mapping):
        node = node.get("purpose")
    return node.text.strip() or None if isinstance(node, Scalar) else None


def owners(root: Mapping, shapes: Shapes) -> tuple[str, ...]:
    """The members of the team who are owners, else the team."""
    team = root.get("team")
    if isinstance(team, Mapping):
        members, name = list(shapes.mappings(team, "members")), shapes.text(team, "name")
    else:
        members, name = list(shapes.mappings(root, "team", "stakeholders")), None
    named = [
        shapes.text(member, "username", "name")
        for member in members
        if "owner" in (shapes.text(member, "role") or "").lower() and member.get("dateOut") is None
    ]
    return tuple(dict.fromkeys(owner for owner in named if owner)) or ((name,) if name else ())


def _lineage(root: Mapping, shapes: Shapes) -> Iterator[tuple[Origin, Mapping]]:
    stated = shapes.mapping(root, "lineage")
    if stated is not None:
        yield "rfc", stated
    for custom in shapes.mappings(root, "customProperties"):
        if shapes.text(custom, "property") == "lineage":
            stated = shapes.mapping(custom, "value")
            if stated is not None:
                yield "custom", stated


def _inputs(lineage: Mapping, origin: Origin, shapes: Shapes) -> Iterator[Input]:
    for item in shapes.items(lineage, "inputDataContracts"):
        if isinstance(item, Mapping):
            found = shapes.text(item, "UUID", "uuid", "id", "contractId")
            version = shapes.text(item, "version")
        else:
            found = item.text.strip() if isinstance(item, Scalar) else None
            version = None
        if not found:
            shapes.note("wrong-shape", item.line, "inputDataContracts: an item without a UUID")
        elif target := shapes.settled(found, item.line, "the id of an input contract"):
            yield Input(id=canonical(target), version=version, origin=origin, line=item.line)


def _distinct(inputs: Iterator[Input]) -> tuple[Input, ...]:
    return tuple({(item.id, item.version): item for item in inputs}.values())


def _outputs(lineage: Mapping, shapes: Shapes) -> Iterator[Output]:
    for item in shapes.mappings(lineage, "outputDatasets"):
        namespace, name = shapes.text(item, "namespace"), shapes.text(item, "name")
        if not namespace or not name:
            shapes.note(
                "wrong-shape", item.line, "outputDatasets: an item without a namespace or a name"
            )
            continue
        namespace = shapes.settled(namespace, item.line, "the namespace of an output")
        name = shapes.settled(name, item.line, "the name of an output")
        if namespace and name:
            yield Output(namespace=namespace, name=name, line=item.line)


def _servers(root: Mapping, shapes: Shapes) -> Iterator[Server]:
    for item in shapes.mappings(root, "servers"):
        settings = {
            key: node.text.strip()
            for key, node in item.values.items()
            if isinstance(node, Scalar) and not node.is_null
        }
        yield Server(
            name=settings.get("server", ""),
            type=settings.get("type", "").lower(),
            settings=settings,
            line=item.line,
        )
    if (platform := root.get("sourceSystem")) is not None and isinstance(platform, Scalar):
        # In v2 there is one server, described by keys of the contract itself.
        flat = {
            "host": shapes.text(root, "server"),
            "database": shapes.text(root, "database"),
            "project": shapes.text(root, "project", "datasetProject"),
            "dataset": shapes.text(root, "datasetName"),
        }
        settings = {key: text for key, text in flat.items() if text}
        yield Server(name="", type=platform.text.lower(), settings=settings, line=platform.line)


def _objects(root: Mapping, shapes: Shapes) -> Iterator[SchemaObject]:
    for item in shapes.mappings(root, "schema", "dataset"):
        name = shapes.text(item, "name", "table")
        physical = shapes.text(item, "physicalName")
        if name or physical:
            yield SchemaObject(
                name=name or physical or "",
                physical_name=physical,
                physical_type=shapes.text(item, "physicalType"),
                fields=tuple(_fields(item, "", "", shapes)),
                description=description(item),
                extra=extra(item, _OBJECT_READ),
                line=item.line,
            )
        else:
            shapes.note("wrong-shape", item.line, "schema: an object without a name")


def _fields(parent: Mapping, path: str, physical: str, shapes: Shapes) -> Iterator[SchemaField]:
    for item in shapes.mappings(parent, "properties", "columns"):
        name = shapes.text(item, "name", "column")
        if not name:
            shapes.note("wrong-shape", item.line, "properties: a field without a name")
            continue
        known_as = shapes.text(item, "physicalName") or name
        yield from _field(item, path + name, physical + known_as, shapes)


def _field(item: Mapping, path: str, physical: str, shapes: Shapes) -> Iterator[SchemaField]:
    """The field, and those inside it."""
    nullable = shapes.flag(item, "isNullable")
    required = shapes.flag(item, "required")
    options = shapes.mapping(item, "logicalTypeOptions")
    limits = {} if options is None else as_value(options)
    if item.get("enum") is not None:
        limits = limits | {"enum": as_value(item.get("enum"))}
    yield SchemaField(
        path=path,
        physical=physical,
        logical_type=shapes.text(item, "logicalType"),
        physical_type=shapes.text(item, "physicalType"),
        required=(None if nullable is None else not nullable) if required is None else required,
        unique=shapes.flag(item, "unique", "isUnique"),
        primary_key=shapes.flag(item, "primaryKey", "isPrimaryKey", "isPrimary"),
        options=limits,
        description=description(item),
        extra=extra(item, _FIELD_READ),
        line=item.line,
    )
    yield from _fields(item, f"{path}.", f"{physical}.", shapes)
    inner = {"_element": shapes.mapping(item, "items")}
    if (pair := shapes.mapping(item, "map")) is not None:
        inner |= {key: shapes.mapping(pair, key) for key in ("key", "value")}
    for name, part in inner.items():
        if part is not None:
            yield from _field(part, f"{path}.{name}", f"{physical}.{name}", shapes)


def _frequency(root: Mapping, shapes: Shapes) -> int | None:
    for item in shapes.mappings(root, "slaProperties"):
        if (shapes.text(item, "property") or "").lower() in ("frequency", "fy"):
            unit = (shapes.text(item, "unit") or "d").lower()
            length = _MONTH if unit.startswith("mo") else _UNITS.get(unit[0])
            try:
                count = float(shapes.text(item, "value") or "")
            except ValueError:
                return None
            return int(count * length) if length and 0 < count < 1e6 else None
    return None
