"""One day of the story, and details of its runs: times, row counts, snapshots."""

from datetime import datetime, timedelta
from typing import NamedTuple

from headwater.demo.facets import FacetFields, StoryFacets
from headwater.demo.jobs import AIRFLOW
from headwater.demo.roles import StoryDataset, StoryJob, StoryRun, Use, noise, run_id

LAST_DAY = 20


class Day(NamedTuple):
    """A day of the story. Number 0 is the first day, LAST_DAY the last."""

    number: int
    midnight: datetime

    def at(self, hour: int, minute: int) -> datetime:
        """That time of the day, plus the few seconds that a scheduler needs."""
        seconds = 45 * noise(self.number, hour, minute)
        return self.midnight + timedelta(hours=hour, minutes=minute, seconds=seconds)

    @property
    def hive_partition(self) -> str:
        return f"dt={self.midnight:%Y-%m-%d}"

    @property
    def date_path(self) -> str:
        return f"{self.midnight:%Y/%m/%d}"


def use(
    dataset: StoryDataset,
    day: Day,
    partition: str = "",
    *,
    times: float = 1,
    version: str = "",
    fields: str = "",
    facets: StoryFacets | None = None,
) -> Use:
    """A dataset as a run of that day uses it. Business grows a little, and weekends are slow."""
    weekend = 0.7 if day.midnight.weekday() >= 5 else 1.0
    growth = 1 + day.number / 100
    wobble = 0.95 + noise(dataset.node, day.number) / 10
    rows = round(dataset.rows * times * weekend * growth * wobble)
    return Use(dataset, partition, rows, version, fields, facets or {})


def snapshot(dataset: StoryDataset, when: datetime) -> str:
    """An Iceberg snapshot id."""
    return str(int(noise(dataset.node, when) * 9e18))


def dag_run(
    dag: StoryJob, day: Day, start: datetime, end: datetime, outcome: str = "COMPLETE"
) -> StoryRun:
    started = AIRFLOW.time(start)
    facets: StoryFacets = {
        "airflowDagRun": {"dag": _dag(dag), "dagRun": _dag_run(dag, day, started)}
    }
    return StoryRun(dag, start, end, nominal=day.midnight, outcome=outcome, facets=facets)


def task_facets(
    task: StoryJob, parent: StoryRun, day: Day, attempt: int, operator: str
) -> StoryFacets:
    """The facets that Airflow sends with a task's run."""
    name = task.name.removeprefix(f"{parent.job.name}.")
    airflow: FacetFields = {
        "dag": _dag(parent.job),
        "dagRun": _dag_run(parent.job, day, AIRFLOW.time(parent.started)),
        "task": {"task_id": name, "operator_class": operator, "retries": 1},
        "taskInstance": {"try_number": attempt, "pool": "default_pool"},
        "taskUuid": run_id(parent.started, task.node, attempt),
    }
    return {"airflow": airflow}


def _dag(dag: StoryJob) -> FacetFields:
    return {
        "dag_id": dag.name,
        "fileloc": f"/opt/airflow/dags/{dag.name}/__init__.py",
        "owner": dag.facets["ownership"]["owners"][0]["name"],
        "schedule_interval": "@daily",
        "tags": "['production']",
    }


def _dag_run(dag: StoryJob, day: Day, started: str) -> FacetFields:
    return {
        "dag_id": dag.name,
        "run_id": f"scheduled__{day.midnight.isoformat()}",
        "run_type": "scheduled",
        "data_interval_start": day.midnight.isoformat(),
        "start_date": started,
    }
