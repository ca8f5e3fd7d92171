"""The jobs and tables that generated events are about: a layered graph that changes over time.

JSON that stays the same from run to run is made once, and kept as bytes with holes for what
differs. That is what makes the generator fast.
"""

import json
import random
from dataclasses import dataclass
from typing import Any

from bench.options import Options

PRODUCER = "https://example.org/headwater-bench"
SPEC = "https://openlineage.io/spec"

_CATALOG = "arn:aws:glue:eu-central-1:100000000000"
_TYPES = ("BIGINT", "VARCHAR", "TIMESTAMP", "DOUBLE", "DATE", "BOOLEAN", "DECIMAL(18,2)")
_NOUNS = (
    *("account", "basket", "bean", "brew", "campaign", "cart", "coupon", "courier", "customer"),
    *("delivery", "farm", "grinder", "harvest", "invoice", "label", "lot", "machine", "order"),
    *("parcel", "payment", "product", "refund", "roast", "shelf", "shipment", "store"),
    *("subscription", "supplier", "tax", "visit", "voucher", "warehouse"),
)
_ASPECTS = ("id", "code", "name", "status", "amount", "quantity", "rate", "created_at", "kind")
_READ_UNDER_ALIAS = 0.5


def encode(value: Any) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()


def facet(file: str, **content: Any) -> dict[str, Any]:
    name = file.split("/")[1]
    url = f"{SPEC}/facets/{file}.json#/$defs/{name}"
    return {"_producer": PRODUCER, "_schemaURL": url, **content}


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    namespace: str
    name: str
    columns: tuple[str, ...]
    facets: dict[str, Any]
    alias: str
    """Its name in the catalog; empty if it has none."""

    @classmethod
    def create(
        cls, namespace: str, name: str, rng: random.Random, size: int, alias: str
    ) -> "Table":
        count = max(2, round(rng.gauss(size, size / 4)))
        words = {f"{rng.choice(_NOUNS)}_{rng.choice(_ASPECTS)}": None for _ in range(count)}
        fields = [{"name": word, "type": rng.choice(_TYPES)} for word in words]
        facets = {
            "schema": facet("1-2-0/SchemaDatasetFacet", fields=fields),
            "dataSource": facet("1-0-1/DatasourceDatasetFacet", name=namespace, uri=namespace),
        }
        if alias:
            known_as = {"namespace": _CATALOG, "name": alias, "type": "TABLE"}
            facets["symlinks"] = facet("1-0-1/SymlinksDatasetFacet", identifiers=[known_as])
        return cls(namespace, name, tuple(words), facets, alias)

    def named(self, rng: random.Random) -> dict[str, Any]:
        """The table as readers list it: by its place or, at times, by its name in the catalog."""
        facets = {"schema": self.facets["schema"]}
        if self.alias and rng.random() < _READ_UNDER_ALIAS:
            return {"namespace": _CATALOG, "name": self.alias, "facets": facets}
        return {"namespace": self.namespace, "name": self.name, "facets": facets}


@dataclass(slots=True, eq=False)
class Job:
    """What a job reads and writes at the moment."""

    number: int
    layer: int
    namespace: str
    name: str
    inputs: list[Table]
    outputs: list[Table]
    tables_made: int
    code: str
    has_columns: bool
    is_forgetful: bool
    """Whether some of its runs report neither inputs nor outputs."""
    is_streaming: bool
    shape: "Shape | None" = None
    """None after anything above has changed."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A job's part of its events. `outputs` has a hole for each output's row count and size."""

    job: bytes
    inputs: bytes
    outputs: bytes
    output_count: int


def shape_of(job: Job, seed: int) -> Shape:
    """The job's JSON as it is now. It looks random, but depends on job, seed and tables alone."""
    rng = random.Random(f"{seed}/{job.number}/{job.code}/{[t.name for t in job.inputs]}")
    kind = "STREAMING" if job.is_streaming else "BATCH"
    facets = {
        "jobType": facet(
            "2-0-4/JobTypeJobFacet", processingType=kind, integration="BENCH", jobType="JOB"
        )
    }
    if job.code:
        url = f"https://git.example.org/pipelines/{job.name}"
        facets["sourceCodeLocation"] = facet(
            "1-1-0/SourceCodeLocationJobFacet", type="git", url=url, version=job.code
        )
    inputs = [table.named(rng) for table in job.inputs]
    outputs = []
    for table in job.outputs:
        own = dict(table.facets)
        if job.has_columns and inputs:
            own["columnLineage"] = _column_lineage(job, table, inputs, rng)
        statistics = facet("1-0-2/OutputStatisticsOutputDatasetFacet", rowCount=-1, size=-2)
        output = {
            "namespace": table.namespace,
            "name": table.name,
            "facets": own,
            "outputFacets": {"outputStatistics": statistics},
        }
        holes = encode(output).replace(b"%", b"%%")
        outputs.append(holes.replace(b":-1,", b":%d,").replace(b":-2}", b":%d}"))
    return Shape(
        encode({"namespace": job.namespace, "name": job.name, "facets": facets}),
        encode(inputs),
        b"[" + b",".join(outputs) + b"]",
        len(outputs),
    )


def _column_lineage(
    job: Job, target: Table, inputs: list[dict[str, Any]], rng: random.Random
) -> dict[str, Any]:
    fields = {}
    for column in target.columns:
        sources = []
        for place in rng.sample(range(len(inputs)), min(len(inputs), 1 + (rng.random() < 0.2))):
            how = rng.choice(("IDENTITY", "IDENTITY", "TRANSFORMATION", "AGGREGATION"))
            sources.append(
                {
                    "namespace": inputs[place]["namespace"],
                    "name": inputs[place]["name"],
                    "field": rng.choice(job.inputs[place].columns),
                    "transformations": [{"type": "DIRECT", "subtype": how}],
                }
            )
        fields[column] = {"inputFields": sources}
    return facet("1-2-0/ColumnLineageDatasetFacet", fields=fields)


class Landscape:
    """All jobs and tables, layer by layer. Jobs read from the layers below their own."""

    def __init__(self, rng: random.Random, options: Options) -> None:
        self._rng = rng
        self._options = options
        width = -(-options.jobs // min(options.layers, options.jobs))
        sources = [
            self._table(f"postgres://db-{n % 5}:5432", f"shop.public.source_{n}", "")
            for n in range(max(2, width // 2))
        ]
        self._layers: list[list[Table]] = [sources]
        self.jobs = [self._job(n, n // width) for n in range(options.jobs)]

    def _job(self, number: int, layer: int) -> Job:
        if len(self._layers) == layer + 1:
            self._layers.append([])
        name = f"layer_{layer}.job_{number}"
        job = Job(
            number,
            layer,
            f"team-{number % self._options.namespaces}",
            name,
            [],
            [],
            0,
            "",
            False,
            False,
            False,
        )
        for _ in range(self._rng.randint(1, self._options.inputs)):
            self.add_input(job)
        for _ in range(
            1 if self._rng.random() < 0.8 else self._rng.randint(1, self._options.outputs)
        ):
            self.add_output(job)
        return job

    def _table(self, namespace: str, name: str, alias: str) -> Table:
        return Table.create(namespace, name, self._rng, self._options.columns, alias)

    def add_input(self, job: Job) -> None:
        """Adds an input, mostly from the layer just below, sometimes from further down."""
        near = self._rng.random() < 0.8
        layer = job.layer if near else self._rng.randint(0, job.layer)
        table = self._rng.choice(self._layers[layer])
        if table not in job.inputs:
            job.inputs.append(table)
            job.shape = None

    def add_output(self, job: Job) -> None:
        place = f"layer_{job.layer}/table_{job.number}_{job.tables_made}"
        alias = f"table/{place}" if self._rng.random() < self._options.aliases else ""
        table = self._table(f"s3://lake-{job.layer % 4}", f"warehouse/{place}", alias)
        job.tables_made += 1
        job.outputs.append(table)
        job.shape = None
        self._layers[job.layer + 1].append(table)

    def change_tables(self, job: Job) -> None:
        """One input more or less, or a new table in place of an output."""
        if self._rng.random() < 0.7:
            if len(job.inputs) > 1 and self._rng.random() < 0.5:
                job.inputs.pop(self._rng.randrange(len(job.inputs)))
                job.shape = None
            else:
                self.add_input(job)
        else:
            job.outputs.pop(self._rng.randrange(len(job.outputs)))
            self.add_output(job)
