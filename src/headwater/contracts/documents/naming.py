"""Where a contract's data lies, from its servers and schema, by OpenLineage's naming rules.

Snowflake, Databricks and Redshift have no rule. What a contract says of such a server is not what
producers make their namespaces from, so these contracts must name their datasets, or bind none.
"""

import posixpath
import re
from collections.abc import Iterable
from typing import NamedTuple

from headwater.contracts.contract import Output, SchemaObject, Server

VARIABLE = "${"
"""Marks a value that is filled in later, and that therefore binds nothing."""


class DatasetPlace(NamedTuple):
    """The namespace and name of a dataset; in `RULES`, templates for them."""

    namespace: str
    name: str


_IN_SCHEMA = "{database}.{schema}.{object}"
_IN_DATABASE = "{database}.{object}"
RULES: dict[str, DatasetPlace] = {
    "athena": DatasetPlace(
        "awsathena://athena.{regionName}.amazonaws.com", "{catalog}.{schema}.{object}"
    ),
    "bigquery": DatasetPlace("bigquery", "{project}.{dataset}.{object}"),
    "db2": DatasetPlace("db2://{host}:{port}", _IN_SCHEMA),
    "hive": DatasetPlace("hive://{host}:{port}", _IN_DATABASE),
    "kafka": DatasetPlace("kafka://{broker}", "{object}"),
    "local": DatasetPlace("file", "{path}"),
    "mysql": DatasetPlace("mysql://{host}:{port}", _IN_DATABASE),
    "oracle": DatasetPlace("oracle://{host}:{port}", "{serviceName}.{schema}.{object}"),
    "postgres": DatasetPlace("postgres://{host}:{port}", _IN_SCHEMA),
    "postgresql": DatasetPlace("postgres://{host}:{port}", _IN_SCHEMA),
    "pubsub": DatasetPlace("pubsub", "topic:{project}:{object}"),
    "s3": DatasetPlace("s3://{bucket}", "{key}"),
    "teradata": DatasetPlace("teradata://{host}:{port}", _IN_DATABASE),
    "trino": DatasetPlace("trino://{host}:{port}", "{catalog}.{schema}.{object}"),
}
_DEFAULTS = {
    "athena": {"catalog": "awsdatacatalog"},
    "mysql": {"port": "3306"},
    "oracle": {"port": "1521"},
    "postgres": {"port": "5432"},
    "postgresql": {"port": "5432"},
}
_SLOT = re.compile(r"\{(\w+)\}")
_BUCKET = re.compile(r"s3[an]?://([^/]+)/(.+)")
_BROKER = re.compile(r"([^,:]+:\d+)(,.*)?")


def derived_outputs(
    servers: Iterable[Server], objects: Iterable[SchemaObject]
) -> tuple[Output, ...]:
    """The dataset of each object on each server whose place can be derived, each place once."""
    objects = tuple(objects)
    found: dict[DatasetPlace, Output] = {}
    for server in servers:
        places = [place(server, item.physical_name or item.name) for item in objects]
        if len(set(places)) < len(objects):
            continue  # several objects share a place, so it is unknown which one is there
        for item, where in zip(objects, places, strict=True):
            if where is not None and where not in found:
                found[where] = Output(
                    namespace=where.namespace,
                    name=where.name,
                    binding="derived",
                    object=item.name,
                    line=server.line,
                )
    return tuple(found.values())


def place(server: Server, object_name: str) -> DatasetPlace | None:
    """The dataset that holds an object on a server; None if it cannot be derived.

    >>> settings = {"host": "db", "database": "shop", "schema": "public"}
    >>> place(Server(name="", type="postgres", settings=settings), "orders")
    DatasetPlace(namespace='postgres://db:5432', name='shop.public.orders')
    """
    rule = RULES.get(server.type)
    if rule is None:
        return None
    values = _DEFAULTS.get(server.type, {}) | server.settings
    values |= {"object": object_name} | _parts(server, object_name)
    if any(not values.get(slot) for template in rule for slot in _SLOT.findall(template)):
        return None
    filled = DatasetPlace(
        *(_SLOT.sub(lambda match: values[match[1]], template) for template in rule)
    )
    return None if any(VARIABLE in part or "*" in part for part in filled) else filled


def _parts(server: Server, object_name: str) -> dict[str, str]:
    """Values that templates need and servers write in another form."""
    location = server.settings.get("location", "").replace("{model}", object_name)
    if match := _BUCKET.fullmatch(location):
        return {"bucket": match[1], "key": _folder(match[2])}
    if match := _BROKER.fullmatch(server.settings.get("host", "")):
        return {"broker": match[1]}  # if several brokers are given, the first
    path = server.settings.get("path", "").replace("{model}", object_name)
    return {"path": posixpath.normpath(path) if path.startswith("/") else ""}


def _folder(key: str) -> str:
    """The dataset whose files a pattern describes.

    >>> _folder("raw/orders/*/*.parquet")
    'raw/orders'
    """
    parts = key.strip("/").split("/")
    while parts and "*" in parts[-1]:
        parts.pop()
    return "/".join(parts)
