"""A producer with openlineage-python, in an environment of its own.

    python emit.py NAMESPACE STEPS

Job `job_N` reads the dataset `step_N` and writes the next one, column by column. The transport is
that of the environment variables.
"""

import sys
from datetime import UTC, datetime, timedelta

from openlineage.client import OpenLineageClient
from openlineage.client.event_v2 import (
    Dataset,
    DatasetEvent,
    InputDataset,
    Job,
    JobEvent,
    OutputDataset,
    Run,
    RunEvent,
    RunState,
)
from openlineage.client.facet_v2 import column_lineage_dataset, documentation_job, schema_dataset
from openlineage.client.uuid import generate_new_uuid

START = datetime(2025, 6, 1, tzinfo=UTC)


def main(namespace: str, steps: int) -> None:
    client = OpenLineageClient()
    for step in range(steps):
        run = Run(str(generate_new_uuid()))
        job = Job(namespace, f"job_{step}")
        for state, minutes in ((RunState.START, 0), (RunState.COMPLETE, 1)):
            client.emit(
                RunEvent(
                    eventTime=(START + timedelta(hours=step, minutes=minutes)).isoformat(),
                    eventType=state,
                    run=run,
                    job=job,
                    inputs=[InputDataset(namespace, f"step_{step}", facets=fields())],
                    outputs=[OutputDataset(namespace, f"step_{step + 1}", facets=derived(step))],
                )
            )
    facets = {"documentation": documentation_job.DocumentationJobFacet("The first of them.")}
    now = START.isoformat()
    client.emit(JobEvent(eventTime=now, job=Job(namespace, "job_0", facets=facets)))
    client.emit(DatasetEvent(eventTime=now, dataset=Dataset(namespace, "step_0", facets=fields())))
    assert client.close(30)


def fields() -> dict[str, object]:
    return {
        "schema": schema_dataset.SchemaDatasetFacet(
            [schema_dataset.SchemaDatasetFacetFields("id", "INT")]
        )
    }


def derived(step: int) -> dict[str, object]:
    source = column_lineage_dataset.InputField(
        namespace=namespace,
        name=f"step_{step}",
        field="id",
        transformations=[column_lineage_dataset.Transformation("DIRECT", "IDENTITY")],
    )
    lineage = column_lineage_dataset.ColumnLineageDatasetFacet(
        {"id": column_lineage_dataset.Fields([source])}
    )
    return {**fields(), "columnLineage": lineage}


namespace = sys.argv[1]
main(namespace, int(sys.argv[2]))
