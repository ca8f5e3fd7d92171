"""The OpenAPI document is asked for everything it allows, and for much that it does not."""

import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from headwater.log import Appended
from headwater.model.canonical import content_hash
from headwater.store.tables import FINDINGS
from headwater.wire.positions import HEADER, token
from tests.api.conftest import Scene
from tests.contracts.rfc import TEXTS
from tests.query.registers import Register
from tests.query.rows import Rows, uuid

CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
    "unsupported_method",
    "allow_header_conformance",
)
"""Not whether what the schema allows is accepted: of texts it cannot say what is an id; nor
whether all else is refused: `null` is taken for what is not given."""
SCHEMATHESIS = str(Path(sys.executable).with_name("schemathesis"))
SECOND = 1_000_000


def story(rows: Rows, place: Appended) -> dict[str, Sequence[str]]:
    """A bit of everything; returns true values of parameters, which chance would not find."""
    raw, orders = rows.dataset("raw", "s3://lake"), rows.dataset("orders", aliases=[("x", "o:o")])
    clean, dag = rows.job("clean"), rows.job("dag/nightly")
    above = rows.run(dag, uuid(2), start=SECOND)
    run = rows.run(
        clean,
        uuid(1),
        start=2 * SECOND,
        end=9 * SECOND,
        state="FAILED",
        reads={raw: None},
        writes=[orders],
        parent_run_key=above,
        parent_job_id=dag,
        facts=[Register("run", "errorMessage", rows.facet({"message": "no"}))],
    )
    rows.version(raw, kind="initial")
    schema = rows.schema(id="int", price="decimal")
    version = rows.version(orders, 9 * SECOND, run=run, schema_hash=schema)
    job_version = rows.uses(clean, [raw], [orders], since=2 * SECOND, began_run_key=run)
    rows.parent(clean, dag)
    rows.flow(clean, orders, raw, columns={("price", "cents"): [{"type": "DIRECT"}]})
    rows.stated(orders, "documentation", {"description": "Orders."})
    rows.stated(clean, "ownership", {"owners": [{"name": "team:a", "type": "MAINTAINER"}]})
    rows.edit("tag", "dataset", "ns", "orders", SECOND, tag="gold", field="id")
    digest = rows.event(clean, SECOND, segment=place.segment, position=place.offset)
    rows.add(FINDINGS, digest=digest, code="bad_time", path="$.x", detail="no such")
    for text in TEXTS.values():
        rows.contract(text, SECOND)
    return _named(version, job_version) | {
        "digest": (digest,),
        HEADER: (token({place.segment: place.end}),),
    }


def _named(version: str, job_version: str) -> dict[str, Sequence[str]]:
    """Parameters whose true values are the same in every story but for these versions."""
    return {
        "nodeId": (
            "job:ns:clean",
            "dataset:ns:orders",
            f"dataset:ns:orders#{version}",
            f"job:ns:clean#{job_version}",
            "datasetField:ns:orders:price",
            f"run:{uuid(1)}",
        ),
        "namespace": ("ns", "s3://lake"),
        "job": ("clean", "dag/nightly"),
        "dataset": ("orders", "raw"),
        "field": ("id", "price"),
        "version": (version, job_version, "1.8.0"),
        "contract": tuple(TEXTS),
        "id": (uuid(1), uuid(2), *TEXTS),
        "runId": (uuid(1), uuid(2)),
        "tag": ("gold",),
        "source": ("s3://lake",),
        "q": ("o", "clean"),
        "origin": ("job:ns:clean", "dataset:s3://lake:raw"),
        "destination": ("dataset:ns:orders", "job:ns:clean"),
        "at": ("1970-01-01T00:00:05Z", "2030-01-01"),
        "lineageAt": ("5", "2030-01-01"),
        "after": ("1970-01-01",),
        "before": ("2030-01-01", "1.8.0"),
        "until": ("2025-01-31",),
        "timezone": ("Europe/Berlin", "UTC"),
        "from": ("1970-01-01", uuid(1)),
        "to": ("2030-01-01", uuid(2)),
    }


def config(values: Mapping[str, Sequence[str]]) -> str:
    lines = [f"[dictionaries.{name}]\nvalues = {list(found)}" for name, found in values.items()]
    lines.append("[parameters]")
    lines += [f"{name} = {{ dictionary = '{name}', probability = 0.7 }}" for name in values]
    return "\n".join(lines)


READS, WRITES = ("--include-method", "GET"), ("--exclude-method", "GET")


@pytest.mark.parametrize(
    ("operations", "examples"),
    [
        pytest.param(READS, 3, id="reads"),
        pytest.param(WRITES, 3, id="writes"),
        pytest.param(READS, 50, id="many reads", marks=pytest.mark.slow),
        pytest.param(WRITES, 50, id="many writes", marks=pytest.mark.slow),
    ],
)
def test_no_request_is_answered_other_than_documented(
    scene: Scene, rows: Rows, tmp_path: Path, operations: tuple[str, ...], examples: int
) -> None:
    """Reads are apart from writes, which would delete what they are about."""
    body = b'{"eventTime":"1970-01-01T00:00:01Z"}'
    [place] = scene.writer.append_many([("openlineage", content_hash(body), body)])
    (tmp_path / "schemathesis.toml").write_text(config(story(rows, place)))
    rows.write(scene.store)
    with scene.listening() as address:
        done = subprocess.run(
            [
                *(SCHEMATHESIS, "run", f"{address}/openapi.json", *operations),
                *("--phases", "examples,coverage,fuzzing", "--max-examples", str(examples)),
                *("--seed", "1", "--no-shrink"),
                *("--checks", ",".join(CHECKS), "--continue-on-failure"),
                *("--request-timeout", "30", "--warnings", "off"),
            ],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
    assert done.returncode == 0, done.stdout
