"""Everything that marquez-python can ask and write, in an environment of its own.

    python read_back.py URL KEY NAMESPACE DATABASE

The answers are printed as JSON, under the names of the calls. A run of the job `load` must have
written the dataset `public.orders` of DATABASE.
"""

import json
import sys
import warnings
from collections.abc import Callable
from typing import Any

from marquez_client import MarquezClient
from marquez_client.models import DatasetId, DatasetType, JobType

warnings.simplefilter("ignore", DeprecationWarning)  # half of what it can do is deprecated

url, key, namespace, database = sys.argv[1:]
client = MarquezClient(url, api_key=key)
answers: dict[str, Any] = {}


def note(call: Callable[..., Any], *arguments: Any, **options: Any) -> Any:
    answers[call.__name__] = answer = call(*arguments, **options)
    return answer


def read() -> None:
    job = note(client.get_job, namespace, "load")  # first, as it waits until the run is applied
    note(client.list_jobs, namespace)
    note(client.list_job_runs, namespace, "load")
    note(client.get_job_run, job["latestRun"]["id"])
    note(client.get_namespace, database)
    note(client.list_namespaces)
    dataset = note(client.get_dataset, database, "public.orders")
    note(client.list_datasets, database, limit=1)
    note(client.list_dataset_versions, database, "public.orders")
    note(client.get_dataset_version, database, "public.orders", dataset["currentVersion"])
    note(client.get_source, database)
    note(client.list_sources)
    note(client.list_events, namespace)
    note(client.get_column_lineage_by_job, namespace, "load")
    note(client.get_column_lineage_by_dataset, database, "public.orders", with_downstream=True)
    note(
        client.get_column_lineage_by_dataset_field,
        database,
        "public.orders",
        "price",
        version=dataset["currentVersion"],
    )


def tag() -> None:
    note(client.create_tag, "PII", "Personal data.")
    note(client.tag_dataset, database, "public.orders", "PII")
    note(client.tag_dataset_field, database, "public.orders", "id", "PII")
    note(client.list_tags)


def write() -> None:
    own = f"{namespace}-written"
    note(client.create_namespace, own, "team", "Written by hand.")
    note(client.create_source, "warehouse", "postgresql", "jdbc:postgresql://db:5432/warehouse")
    fields = [{"name": "id", "type": "INTEGER"}]
    note(client.create_dataset, own, "t", DatasetType.DB_TABLE, "t", "warehouse", fields=fields)
    inputs = [DatasetId(database, "public.orders")]
    note(
        client.create_job, own, "copy", JobType.BATCH, inputs=inputs, outputs=[DatasetId(own, "t")]
    )
    run = note(client.create_job_run, own, "copy", mark_as_running=True)
    note(client.mark_job_run_as_completed, run["id"])
    answers["written_run"] = client.get_job_run(run["id"])
    answers["written_job"] = client.get_job(own, "copy")


read()
tag()
write()
json.dump(answers, sys.stdout)
