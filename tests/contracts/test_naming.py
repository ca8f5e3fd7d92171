"""Where a contract's data lies, by OpenLineage's naming rules."""

import pytest

from headwater.contracts.contract import SchemaObject, Server
from headwater.contracts.documents.naming import derived_outputs, place


def server(type_: str, **settings: str) -> Server:
    return Server(name="s", type=type_, settings=settings)


DATABASE = {"host": "h", "port": "1", "database": "d", "schema": "s"}


@pytest.mark.parametrize(
    ("on", "expected"),
    [
        (server("postgres", **DATABASE), ("postgres://h:1", "d.s.t")),
        (server("postgresql", **DATABASE), ("postgres://h:1", "d.s.t")),
        (
            server("postgres", host="h", database="d", schema="s"),
            ("postgres://h:5432", "d.s.t"),
        ),
        (server("mysql", host="h", database="d"), ("mysql://h:3306", "d.t")),
        (server("db2", **DATABASE), ("db2://h:1", "d.s.t")),
        (server("teradata", **DATABASE), ("teradata://h:1", "d.t")),
        (server("hive", **DATABASE), ("hive://h:1", "d.t")),
        (
            server("oracle", host="h", serviceName="X", schema="S"),
            ("oracle://h:1521", "X.S.t"),
        ),
        (server("trino", **DATABASE, catalog="c"), ("trino://h:1", "c.s.t")),
        (server("bigquery", project="p", dataset="d"), ("bigquery", "p.d.t")),
        (
            server("athena", regionName="eu-west-1", schema="s"),
            ("awsathena://athena.eu-west-1.amazonaws.com", "awsdatacatalog.s.t"),
        ),
        (server("pubsub", project="p"), ("pubsub", "topic:p:t")),
        (server("kafka", host="b1:9092,b2:9092"), ("kafka://b1:9092", "t")),
        (server("s3", location="s3a://b/raw/{model}/*.json"), ("s3://b", "raw/t")),
        (server("s3", location="s3://b/raw/t/"), ("s3://b", "raw/t")),
        (server("local", path="/data/./t.csv"), ("file", "/data/t.csv")),
    ],
)
def test_a_server_of_a_type_gives_a_place(on: Server, expected: tuple[str, str]) -> None:
    assert place(on, "t") == expected


@pytest.mark.parametrize(
    "on",
    [
        server("snowflake", account="a", database="D", schema="S"),
        server("databricks", host="h", catalog="c", schema="s"),
        server("redshift", **DATABASE),
        server("postgres", host="h", database="d"),
        server("postgres", host="${HOST}", database="d", schema="s"),
        server("kafka", host="broker"),
        server("local", path="./data/t.csv"),
        server("s3", location="s3://bucket"),
        server("s3", location="s3://b/*/t"),
        server("api", location="https://example.org"),
        server("", host="h"),
    ],
)
def test_what_cannot_be_told_binds_nothing(on: Server) -> None:
    assert place(on, "t") is None


def test_every_object_on_every_server_has_a_place_of_its_own() -> None:
    objects = [SchemaObject(name="a", physical_name="A"), SchemaObject(name="b")]
    servers = [server("bigquery", project="p", dataset="d"), server("mysql", **DATABASE)]
    found = derived_outputs([*servers, servers[0]], objects)
    assert [(o.name, o.object) for o in found] == [
        ("p.d.A", "a"),
        ("p.d.b", "b"),
        ("d.A", "a"),
        ("d.b", "b"),
    ]


def test_one_path_for_several_objects_binds_none_of_them() -> None:
    on = server("local", path="/data/all.csv")
    assert derived_outputs([on], [SchemaObject(name="a"), SchemaObject(name="b")]) == ()
    assert len(derived_outputs([on], [SchemaObject(name="a")])) == 1
