"""Jobs, runs, datasets and all that is known of them, one by one and as lists."""

from typing import Any

from headwater.answers.catalog import (
    Dataset,
    DatasetList,
    Job,
    JobList,
    Namespace,
    NamespaceList,
    SourceList,
    TagList,
)
from headwater.answers.history import JobVersionList, ListedJobVersion, VersionDetails, VersionList
from headwater.answers.lineage import EdgeEvidence
from headwater.answers.names import EntityKind
from headwater.answers.runs import RunInFull, RunList, RunPage
from headwater.answers.search import Hits
from headwater.answers.service import EventList, FindingList
from headwater.client.connection import Connection
from headwater.client.times import When, spelled
from headwater.query.pages import FIRST_PAGE, Page
from headwater.query.search.search import Sort
from headwater.query.service.events import EventKind
from headwater.wire.paths import path


class Entities:
    """Lists give a page; the next one begins where its answer says: `Page(next=found.next)`."""

    _server: Connection

    def search(
        self,
        text: str,
        *,
        kind: EntityKind | None = None,
        namespace: str | None = None,
        after: When | None = None,
        before: When | None = None,
        sort: Sort = "rank",
        page: Page = FIRST_PAGE,
    ) -> Hits:
        """Jobs and datasets with a text in their names, or in what is said of them."""
        asked = {
            "q": text,
            "filter": kind.upper() if kind else None,
            "namespace": namespace,
            "after": spelled(after),
            "before": spelled(before),
            "sort": "UPDATE_AT" if sort == "updated" else sort.upper(),
            **_paged(page),
        }
        return self._server.ask("/search", Hits, asked, plain=True)

    def jobs(
        self,
        namespace: str | None = None,
        *,
        last_run_states: tuple[str, ...] = (),
        page: Page = FIRST_PAGE,
    ) -> JobList:
        """Of a namespace, or all; those that ran last first."""
        place = "/jobs" if namespace is None else path("namespaces", namespace, "jobs")
        return self._server.ask(place, JobList, {"lastRunStates": last_run_states, **_paged(page)})

    def job(self, namespace: str, name: str) -> Job:
        return self._server.ask(path("namespaces", namespace, "jobs", name), Job)

    def job_versions(self, namespace: str, name: str, *, page: Page = FIRST_PAGE) -> JobVersionList:
        """What changed from version to version."""
        place = path("namespaces", namespace, "jobs", name, "versions")
        return self._server.ask(place, JobVersionList, _paged(page))

    def job_version(self, namespace: str, name: str, version: str) -> ListedJobVersion:
        place = path("namespaces", namespace, "jobs", name, "versions", version)
        return self._server.ask(place, ListedJobVersion)

    def job_runs(
        self, namespace: str, name: str, *, batch: str | None = None, page: Page = FIRST_PAGE
    ) -> RunPage:
        """With what they read and wrote; `batch` for the attempts at one."""
        place = path("namespaces", namespace, "jobs", name, "runs")
        return self._server.ask(place, RunPage, {"batch": batch, **_paged(page)})

    def runs(
        self,
        node: str | None = None,
        *,
        state: str | None = None,
        page: Page = FIRST_PAGE,
    ) -> RunList:
        """Runs of a job, those that use a dataset, or all; newest first, in short."""
        asked = {"nodeId": node, "state": state, **_paged(page)}
        return self._server.ask("/runs", RunList, asked)

    def run(self, run_id: str) -> RunInFull:
        return self._server.ask(path("jobs", "runs", run_id), RunInFull)

    def datasets(self, namespace: str, *, page: Page = FIRST_PAGE) -> DatasetList:
        return self._server.ask(
            path("namespaces", namespace, "datasets"), DatasetList, _paged(page)
        )

    def dataset(self, namespace: str, name: str) -> Dataset:
        return self._server.ask(path("namespaces", namespace, "datasets", name), Dataset)

    def dataset_versions(
        self, namespace: str, name: str, *, page: Page = FIRST_PAGE
    ) -> VersionList:
        """With the change of the schema, and the run that made each."""
        place = path("namespaces", namespace, "datasets", name, "versions")
        return self._server.ask(place, VersionList, _paged(page))

    def dataset_version(self, namespace: str, name: str, version: str) -> VersionDetails:
        place = path("namespaces", namespace, "datasets", name, "versions", version)
        return self._server.ask(place, VersionDetails)

    def edge(self, origin: str, destination: str) -> EdgeEvidence:
        """Why there is an edge: on what basis, since when, and by which runs."""
        asked = {"origin": origin, "destination": destination}
        return self._server.ask("/edges", EdgeEvidence, asked)

    def namespaces(self, *, page: Page = FIRST_PAGE) -> NamespaceList:
        return self._server.ask("/namespaces", NamespaceList, _paged(page))

    def namespace(self, name: str) -> Namespace:
        return self._server.ask(path("namespaces", name), Namespace)

    def sources(self, *, page: Page = FIRST_PAGE) -> SourceList:
        return self._server.ask("/sources", SourceList, _paged(page))

    def tags(self, *, page: Page = FIRST_PAGE) -> TagList:
        return self._server.ask("/tags", TagList, _paged(page))

    def events(
        self,
        *,
        kind: EventKind = "run",
        run: str | None = None,
        job: str | None = None,
        after: When | None = None,
        before: When | None = None,
        page: Page = FIRST_PAGE,
    ) -> EventList:
        """Events as they were sent, each as JSON; newest first."""
        asked = {
            "kind": kind,
            "runId": run,
            "job": job,
            "after": spelled(after),
            "before": spelled(before),
            **_paged(page),
        }
        return self._server.ask("/events/lineage", EventList, asked)

    def findings(
        self,
        *,
        code: str | None = None,
        job: str | None = None,
        dataset: str | None = None,
        run: str | None = None,
        after: When | None = None,
        before: When | None = None,
        page: Page = FIRST_PAGE,
    ) -> FindingList:
        """What was odd in events that were taken all the same."""
        asked = {
            "code": code,
            "job": job,
            "dataset": dataset,
            "runId": run,
            "after": spelled(after),
            "before": spelled(before),
            **_paged(page),
        }
        return self._server.ask("/findings", FindingList, asked)


def _paged(page: Page) -> dict[str, Any]:
    return {"limit": page.limit, "offset": page.offset, "next": page.next}
