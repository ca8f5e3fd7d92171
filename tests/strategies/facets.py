"""Facet values, good and odd. Every family has instances that state nothing, and tombstones."""

from typing import Any

from tests.strategies.chooser import Choices, Json

Name = tuple[str, str]

JOBS: tuple[Name, ...] = (("etl", "load"), ("etl", "daily.orders"), ("bi:eu", "report"))

ORDERS: Name = ("pg://db:5432", "shop.orders")
FILES: Name = ("s3://lake", "orders")
SALES: Name = ("pg://db:5432", 'shop.sa"les')
BASKETS: Name = ("s3://lake", "raw/körbe")
HIVE: Name = ("hive://meta", "shop.orders")
"""Mostly known through symlinks alone."""
GHOST: Name = ("pg://db:5432", "shop.ghost")
"""Mostly known through column lineage alone."""

DATASETS = (ORDERS, FILES, SALES, BASKETS)

SPELLINGS: dict[Name, tuple[str, ...]] = {
    ORDERS: ("shop.orders", "shop.orders", '"shop"."orders"', "`shop`.`orders`"),
    FILES: ("orders", "orders/dt=2024-05-01", "orders/2024/05/01", "orders/region=eu/20240501"),
    SALES: ('shop.sa"les', 'shop.sa"les', '"shop"."sa""les"', '`shop`.`sa"les`'),
    BASKETS: ("raw/körbe", "raw/körbe/2024/05", "raw/körbe/2024-05-02"),
}

RUN_IDS = (
    "0190a5d2-7c1e-7b7a-9d5f-3c2b1a000001",
    "0190A5D2-7C1E-7B7A-9D5F-3C2B1A000001",
    "0190a5d27c1e7b7a9d5f3c2b1a000002",
    "URN:UUID:0190a5d2-7c1e-7b7a-9d5f-3c2b1a000002",
    "run_7",
    "0190a5d2-7c1e-7b7a-9d5f-3c2b1a000003",
    "{0190a5d2-7c1e-7b7a-9d5f-3c2b1a000004}",
    "0190a5d2-7c1e-7b7a-9d5f-3c2b1a000005",
    "0190a5d27-c1e-7b7a-9d5f-3c2b1a000005",
)
"""Seven ids, two of them in two written forms, two no UUIDs."""

TOMBSTONE: Json = {"_deleted": True}


def field(name: str, kind: str | None = None, **more: Any) -> Json:
    return {"name": name} | ({"type": kind} if kind else {}) | more


CITY = field("city", "string")
SCHEMAS: tuple[Json, ...] = (
    {"fields": [field("id", "int"), field("name", "string")]},
    {"fields": [field("id", "BIGINT"), field("name", "varchar(20)")]},
    {"fields": [field("id", "string"), field("name", "string")]},
    {"fields": [field("id", "int")]},
    {"fields": [field("name", "decimal(10,2)")]},
    {"fields": [field("id", "int"), field("name", "string"), field("vip", "boolean")]},
    {"fields": [field("id", "int"), field("home", "struct<city>", fields=[CITY])]},
    {"fields": [field("home", "STRUCT", fields=[field("zip", "int"), CITY])]},
    {"fields": [field("id"), field("name")]},
    {"fields": [field("id", "int", description="key"), field("name", "string")]},
    {"fields": [field("id", "int"), field("name", "string", description="full name")]},
    {"fields": [field("id", "int"), field("id", "string"), {"type": "int"}, field("", "int")]},
    {"fields": [field("name", "string"), field("seen", "timestamp with time zone")]},
    {"fields": []},
    {"fields": None},
)

VERSIONS: tuple[Json, ...] = (
    {"datasetVersion": "1"},
    {"datasetVersion": "2"},
    {"datasetVersion": "3"},
    {"datasetVersion": 1},
    {"datasetVersion": ""},
)

TRANSFORMATIONS: tuple[Json, ...] = (
    {"type": "DIRECT", "subtype": "IDENTITY"},
    {"type": "DIRECT", "subtype": "TRANSFORMATION", "masking": True, "description": "sha(id)"},
    {"type": "INDIRECT", "subtype": "FILTER", "masking": False, "description": ""},
    {"type": "INDIRECT", "subtype": "JOIN", "extra": "kept raw only"},
)

CODES: tuple[Json, ...] = (
    {"type": "git", "url": "https://git/a", "version": "c1"},
    {"type": "git", "url": "https://git/a", "version": "c2"},
    {"type": "git", "version": "c2"},
    {"type": "git", "url": "https://git/a"},
    {"type": "git", "url": "https://git/b"},
    {"type": "git", "url": "", "version": None},
)

QUERIES: tuple[Json, ...] = (
    {"query": "SELECT id FROM orders WHERE day = '2024-05-01'"},
    {"query": "SELECT id FROM orders WHERE day = '2024-05-02'"},
    {"query": "SELECT id -- the key\n  FROM orders WHERE day='2024-05-01'", "dialect": "hive"},
    {"query": "SELECT name FROM orders WHERE id IN (1, 2, 3)"},
    {"query": "SELECT name FROM orders WHERE id IN (4)"},
    {"query": "MERGE INTO `ä` USING {{ x }} 'never closed"},
    {"query": "-- nothing"},
    {"query": 7},
)
"""Of the first three and of the next two, the shapes are the same; the last two state nothing."""

SOURCES: tuple[Json, ...] = (
    {"language": "python", "sourceCode": "load(1)"},
    {"language": "python", "sourceCode": "load(1)  \n\n"},
    {"language": "python", "sourceCode": "load(2)"},
    {"language": "Sql", "sourceCode": "SELECT 1"},
    {"language": "sql", "sourceCode": "SELECT  2"},
    {"language": "bash", "sourceCode": "load --day 2024-05-01"},
    {"language": "bash", "sourceCode": "load --day 2024-05-02"},
    {"language": "bash", "sourceCode": " \n"},
)

DOCUMENTATION: tuple[Json, ...] = ({"description": "über alles"}, {"description": "plain"})

SUBSETS: tuple[Json, ...] = (
    {"type": "location", "locations": ["lake/orders/day=2", "lake/orders/day=1"]},
    {"type": "partition", "partitions": [{"dimensions": {"day": 1}}, {"identifier": "p"}]},
    {"type": "partition", "partitions": "no list"},
)

ANY_KEYS = ("acme_unknown", "", "#START", "#COMPLETE", "#listed", "#withdrawn", "FAIL", "output")
"""Of facets that no rule reads; some are called like what the pipeline knows without facets."""

EXTRACTION_ERRORS: tuple[Json, ...] = (
    {"totalTasks": 2, "failedTasks": 1},
    {"totalTasks": 2, "failedTasks": 1},
    {"totalTasks": 2, "failedTasks": 0},
    {"totalTasks": 2},
)

DAG_RUNS: tuple[Json, ...] = (
    {"dagRun": {"dag_id": "a", "run_id": "scheduled__1"}},
    {"dagRun": {"dag_id": "b", "run_id": "scheduled__1"}},
    {"dagRun": {"dag_id": "a", "run_id": 2}},
    {"dagRun": {"run_id": "scheduled__1"}},
    {"dagRun": {"dag_id": "", "run_id": "scheduled__1"}},
    {"dagRun": ["a"]},
    {"dagRun": {"dag_id": "a", "run_id": "scheduled__1"}, "taskInstance": {"map_index": 0}},
    {"dagRun": {"dag_id": "a", "run_id": "scheduled__1"}, "taskInstance": {"map_index": 1}},
    {"dagRun": {"dag_id": "a", "run_id": "scheduled__1"}, "taskInstance": {"map_index": None}},
)

EMISSION = {"eventTrigger": "PERIODIC", "windowDuration": 60}


class FacetAuthor(Choices):
    def value(self, options: tuple[Json, ...]) -> Json:
        return dict(self.pick(options))

    def maybe_deleted(self, facet: Json, percent: int = 6) -> Json:
        if not self.chance(percent):
            return facet
        return TOMBSTONE if self.chance(50) else facet | TOMBSTONE

    def identifier(self, name: Name, **more: Any) -> Json:
        return {"namespace": name[0], "name": self.pick(SPELLINGS.get(name, (name[1],)))} | more

    def any_dataset(self) -> Json:
        return self.identifier(self.pick((*DATASETS, *DATASETS, HIVE, GHOST)))

    def job(self) -> Json:
        namespace, name = self.pick((*JOBS, *JOBS, ("etl", "never-seen")))
        return {"namespace": namespace, "name": name}

    # Datasets

    def symlinks(self) -> Json:
        named = self.pick(((FILES,), (ORDERS,), (HIVE,), (HIVE, FILES), (SALES,), (GHOST,), ()))
        identifiers = [self.identifier(name, type="TABLE") for name in named]
        return {"identifiers": [*identifiers, *([{"name": "nowhere"}] if self.chance(5) else [])]}

    def lifecycle(self) -> Json:
        change = self.pick(("DROP", "RENAME", "OVERWRITE", "drop", "RENAME", "CREATE", ""))
        facet: Json = {"lifecycleStateChange": change}
        if change == "RENAME" and self.chance(90):
            facet["previousIdentifier"] = self.any_dataset()
        return facet

    def column_lineage(self) -> Json:
        if self.chance(10):
            return dict(self.pick(({"fields": {}}, {"fields": {"id": {"inputFields": []}}})))
        facet: Json = {"fields": {}}
        for column in ("id", "name")[: self.count(0, 2)]:
            entry: Json = {"inputFields": [self.column() for _ in range(self.count(1, 2))]}
            if self.chance(20):
                entry["transformationType"] = self.pick(("IDENTITY", "MASKED"))
            if self.chance(10):
                entry["transformationDescription"] = "as it was"
            facet["fields"][column] = entry
        if not facet["fields"] or self.chance(30):
            facet["dataset"] = [self.column() for _ in range(self.count(1, 2))]
        return facet

    def column(self) -> Json:
        stated = self.some(TRANSFORMATIONS, 2)
        column = self.any_dataset() | {"field": self.pick(("id", "name"))}
        return column | ({"transformations": stated} if stated or self.chance(20) else {})

    def dataset_lineage(self) -> Json:
        facet: Json = {}
        if self.chance(80):
            facet["inputs"] = [self.source() for _ in range(self.count(0, 2))]
        if self.chance(30):
            facet["fields"] = {"id": {"inputs": [self.source()]}}
        return facet

    def source(self) -> Json:
        if self.chance(25):
            return {"type": "JOB"} | ({} if self.chance(40) else self.job())
        source: Json = {"type": "DATASET"} | self.any_dataset()
        if self.chance(40):
            source["field"] = self.pick(("id", "name"))
        if self.chance(30):
            source["transformations"] = self.some(TRANSFORMATIONS, 2)
        return source

    # Runs and jobs

    def explicit_lineage(self) -> Json:
        return {"entries": [self.entry() for _ in range(self.count(0, 3))]}

    def entry(self) -> Json:
        target: Json = {"type": "DATASET"} | self.any_dataset()
        if self.chance(30):
            target = {"type": "JOB"} | ({} if self.chance(50) else self.job())
            if self.chance(20):
                target["runId"] = self.pick(RUN_IDS)
        return target | self.dataset_lineage()

    def job_type(self, processing: str, snapshot: bool = False) -> Json:
        facet: Json = {"processingType": processing, "integration": "TEST"}
        if snapshot:
            facet["emissionPattern"] = EMISSION | {"eventContentMode": "COMPLETE_SNAPSHOT"}
        return facet

    def parent(self) -> Json:
        facet: Json = {"run": {"runId": self.pick(RUN_IDS)}}
        if self.chance(85):
            facet["job"] = self.job()
        if self.chance(30):
            facet["root"] = {"run": {"runId": self.pick(RUN_IDS)}, "job": self.job()}
        return facet if self.chance(95) else {"run": {}, "job": self.job()}

    def job_dependencies(self) -> Json:
        facet: Json = {}
        for side in self.keyed(upstream=70, downstream=50):
            facet[side] = [{"job": self.job()} for _ in range(self.count(0, 2))]
        return facet

    def nominal_time(self) -> Json:
        start = self.pick(("2024-05-01T00:00:00Z", "2024-05-01T00:00:00", "soon"))
        return {"nominalStartTime": start} | (
            {"nominalEndTime": self.pick(("2024-05-02T00:00:00Z", "later"))}
            if self.chance(50)
            else {}
        )
