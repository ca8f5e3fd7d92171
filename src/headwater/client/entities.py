"""Questions about jobs, runs, datasets and everything around them, one by one or in lists."""

from typing import Any, Literal, TypeAlias

import msgspec

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
from headwater.answers.names import EntityKind
from headwater.answers.runs import RunInFull, RunList, RunPage
from headwater.answers.search import Hits
from headwater.answers.service import EventList, FindingList
from headwater.client.connection import Connection
from headwater.client.times import When, moment
from headwater.questions.catalog import (
    DatasetQuestion,
    DatasetsQuestion,
    DatasetVersionQuestion,
    DatasetVersionsQuestion,
    JobQuestion,
    JobsOfNamespaceQuestion,
    JobsQuestion,
    JobVersionQuestion,
    JobVersionsQuestion,
    LastRunState,
    NamespaceQuestion,
    NamespacesQuestion,
    SourcesQuestion,
    TagsQuestion,
)
from headwater.questions.pages import FIRST_PAGE, Page
from headwater.questions.runs import JobRunsQuestion, RunQuestion, RunsQuestion, RunState
from headwater.questions.search import NODE_TYPES, SearchQuestion
from headwater.questions.search import Sort as SortOfServer
from headwater.questions.service import EventKind, EventsQuestion, FindingsQuestion

Sort: TypeAlias = Literal["rank", "name", "updated"]
_SORTS: dict[Sort, SortOfServer] = {"rank": "RANK", "name": "NAME", "updated": "UPDATE_AT"}


class Entities:
    """Lists are returned in pages. The next one is asked for with `Page(next=found.next)`."""

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
        """Jobs and datasets that match a text in their names, fields, tags, descriptions or
        owners."""
        question = SearchQuestion(
            q=text,
            filter=NODE_TYPES[kind] if kind else None,
            namespace=namespace,
            after=moment(after),
            before=moment(before),
            sort=_SORTS[sort],
            **_paged(page),
        )
        return self._server.ask(question)

    def jobs(
        self,
        namespace: str | None = None,
        *,
        last_run_states: tuple[LastRunState, ...] = (),
        page: Page = FIRST_PAGE,
    ) -> JobList:
        """The jobs of a namespace, or all jobs; the most recently seen first."""
        if namespace is None:
            return self._server.ask(JobsQuestion(last_run_states=last_run_states, **_paged(page)))
        question = JobsOfNamespaceQuestion(
            namespace=namespace, last_run_states=last_run_states, **_paged(page)
        )
        return self._server.ask(question)

    def job(self, namespace: str, name: str) -> Job:
        return self._server.ask(JobQuestion(namespace=namespace, job=name))

    def job_versions(self, namespace: str, name: str, *, page: Page = FIRST_PAGE) -> JobVersionList:
        """The versions of a job, each with what changed from the version before."""
        question = JobVersionsQuestion(namespace=namespace, job=name, **_paged(page))
        return self._server.ask(question)

    def job_version(self, namespace: str, name: str, version: str) -> ListedJobVersion:
        question = JobVersionQuestion(namespace=namespace, job=name, version=version)
        return self._server.ask(question)

    def job_runs(
        self, namespace: str, name: str, *, batch: str | None = None, page: Page = FIRST_PAGE
    ) -> RunPage:
        """The runs of a job, with what they read and wrote; `batch` selects the attempts at one
        batch."""
        question = JobRunsQuestion(namespace=namespace, job=name, batch=batch, **_paged(page))
        return self._server.ask(question)

    def runs(
        self,
        node: str | None = None,
        *,
        state: RunState | None = None,
        batch: str | None = None,
        page: Page = FIRST_PAGE,
    ) -> RunList:
        """Runs of a job, those that use a dataset, or all; newest first, in short."""
        question = RunsQuestion(node_id=node, state=state, batch=batch, **_paged(page))
        return self._server.ask(question)

    def run(self, run_id: str) -> RunInFull:
        return self._server.ask(RunQuestion(id=run_id))

    def datasets(self, namespace: str, *, page: Page = FIRST_PAGE) -> DatasetList:
        return self._server.ask(DatasetsQuestion(namespace=namespace, **_paged(page)))

    def dataset(self, namespace: str, name: str) -> Dataset:
        return self._server.ask(DatasetQuestion(namespace=namespace, dataset=name))

    def dataset_versions(
        self, namespace: str, name: str, *, page: Page = FIRST_PAGE
    ) -> VersionList:
        """The versions of a dataset, each with its change of schema and the run that wrote it."""
        question = DatasetVersionsQuestion(namespace=namespace, dataset=name, **_paged(page))
        return self._server.ask(question)

    def dataset_version(self, namespace: str, name: str, version: str) -> VersionDetails:
        question = DatasetVersionQuestion(namespace=namespace, dataset=name, version=version)
        return self._server.ask(question)

    def namespaces(self, *, page: Page = FIRST_PAGE) -> NamespaceList:
        return self._server.ask(NamespacesQuestion(**_paged(page)))

    def namespace(self, name: str) -> Namespace:
        return self._server.ask(NamespaceQuestion(namespace=name))

    def sources(self, *, page: Page = FIRST_PAGE) -> SourceList:
        return self._server.ask(SourcesQuestion(**_paged(page)))

    def tags(self, *, page: Page = FIRST_PAGE) -> TagList:
        return self._server.ask(TagsQuestion(**_paged(page)))

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
        """Events as they were sent, each as JSON; the newest first."""
        question = EventsQuestion(
            kind=kind,
            run_id=run,
            job=job,
            after=moment(after),
            before=moment(before),
            **_paged(page),
        )
        return self._server.ask(question)

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
        """Findings: what was wrong or unusual in events that were accepted all the same."""
        question = FindingsQuestion(
            code=code,
            job=job,
            dataset=dataset,
            run_id=run,
            after=moment(after),
            before=moment(before),
            **_paged(page),
        )
        return self._server.ask(question)


def _paged(page: Page) -> dict[str, Any]:
    return msgspec.structs.asdict(page)
