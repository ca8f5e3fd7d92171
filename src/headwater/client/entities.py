"""Questions about jobs, runs, datasets and everything around them, one by one or in lists."""

from typing import Any, Literal, TypeAlias

from headwater.answers.catalog import (
    Catalog,
    Dataset,
    DatasetList,
    Job,
    JobList,
    Namespace,
    NamespaceList,
    SourceList,
    TagList,
)
from headwater.answers.history import (
    DatasetHistory,
    JobHistory,
    JobVersionList,
    ListedJobVersion,
    VersionDetails,
    VersionList,
)
from headwater.answers.incidents import IncidentList
from headwater.answers.names import EntityKind
from headwater.answers.runs import JobRunList, RunDetails, RunInFull, RunList
from headwater.answers.search import Hits
from headwater.answers.service import EventList, FindingGroups, FindingList
from headwater.client.connection import Connection
from headwater.client.times import When, moment
from headwater.questions.catalog import (
    CatalogQuestion,
    DatasetQuestion,
    DatasetsQuestion,
    DatasetVersionQuestion,
    DatasetVersionsQuestion,
    HistoryQuestion,
    JobQuestion,
    JobsOfNamespaceQuestion,
    JobsQuestion,
    JobVersionQuestion,
    JobVersionsQuestion,
    LastRunState,
    Mark,
    NamespaceQuestion,
    NamespacesQuestion,
    SortBy,
    SourcesQuestion,
    TagsQuestion,
)
from headwater.questions.pages import FIRST_PAGE, Order, Page
from headwater.questions.runs import (
    IncidentsQuestion,
    JobRunsQuestion,
    RunDetailsQuestion,
    RunQuestion,
    RunsQuestion,
    RunsSortBy,
    RunState,
)
from headwater.questions.search import ENTITY_TYPES, SearchQuestion, SearchSort
from headwater.questions.service import (
    EventKind,
    EventsQuestion,
    EventType,
    FindingGroupsQuestion,
    FindingsQuestion,
)

SearchOrder: TypeAlias = Literal["rank", "name", "updated"]
_SORTS: dict[SearchOrder, SearchSort] = {"rank": "RANK", "name": "NAME", "updated": "UPDATE_AT"}


class Entities:
    """Questions about jobs, datasets, runs and what belongs to them. Lists are returned in pages;
    the next page is asked for with `Page(next=found.next)`."""

    _server: Connection

    def search(
        self,
        text: str,
        *,
        kind: EntityKind | None = None,
        namespace: str | None = None,
        after: When | None = None,
        before: When | None = None,
        sort: SearchOrder = "rank",
        page: Page = FIRST_PAGE,
    ) -> Hits:
        """Jobs and datasets that match a text in their names, fields, tags, descriptions or
        owners."""
        question = SearchQuestion(
            q=text,
            filter=ENTITY_TYPES[kind] if kind else None,
            namespace=namespace,
            after=moment(after),
            before=moment(before),
            sort=_SORTS[sort],
            **paged(page),
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
            return self._server.ask(JobsQuestion(last_run_states=last_run_states, **paged(page)))
        question = JobsOfNamespaceQuestion(
            namespace=namespace, last_run_states=last_run_states, **paged(page)
        )
        return self._server.ask(question)

    def job(self, namespace: str, name: str) -> Job:
        return self._server.ask(JobQuestion(namespace=namespace, job=name))

    def job_versions(self, namespace: str, name: str, *, page: Page = FIRST_PAGE) -> JobVersionList:
        """The versions of a job, each with what changed from the version before."""
        question = JobVersionsQuestion(namespace=namespace, job=name, **paged(page))
        return self._server.ask(question)

    def job_version(self, namespace: str, name: str, version: str) -> ListedJobVersion:
        question = JobVersionQuestion(namespace=namespace, job=name, version=version)
        return self._server.ask(question)

    def job_runs(
        self, namespace: str, name: str, *, batch: str | None = None, page: Page = FIRST_PAGE
    ) -> JobRunList:
        """The runs of a job, with what they read and wrote; `batch` selects the attempts at one
        batch."""
        question = JobRunsQuestion(namespace=namespace, job=name, batch=batch, **paged(page))
        return self._server.ask(question)

    def runs(  # noqa: PLR0913  one keyword for each parameter of the question
        self,
        node: str | None = None,
        *,
        state: RunState | None = None,
        batch: str | None = None,
        under: str | None = None,
        after: When | None = None,
        before: When | None = None,
        sort: RunsSortBy = "started",
        order: Order = "desc",
        page: Page = FIRST_PAGE,
    ) -> RunList:
        """Runs of a job, those that use a dataset, those that a run started, or all, in short; by
        default the newest first."""
        question = RunsQuestion(
            node_id=node,
            state=state,
            batch=batch,
            under=under,
            after=moment(after),
            before=moment(before),
            sort=sort,
            order=order,
            **paged(page),
        )
        return self._server.ask(question)

    def incidents(self, node: str | None = None, *, page: Page = FIRST_PAGE) -> IncidentList:
        """What failed together, newest first: all incidents, or those in which a job failed."""
        return self._server.ask(IncidentsQuestion(node_id=node, **paged(page)))

    def run(self, run_id: str) -> RunInFull:
        return self._server.ask(RunQuestion(id=run_id))

    def run_details(self, run_id: str) -> RunDetails:
        """A run in the shape that `runs` lists, with everything that is known about it."""
        return self._server.ask(RunDetailsQuestion(id=run_id))

    def history(self, node: str, *, page: Page = FIRST_PAGE) -> JobHistory | DatasetHistory:
        """The versions of a job or dataset by its node id, each with what changed."""
        return self._server.ask(HistoryQuestion(node_id=node, **paged(page)))

    def catalog(  # noqa: PLR0913  one keyword for each parameter of the question
        self,
        kind: EntityKind,
        *,
        text: str = "",
        namespace: str | None = None,
        state: tuple[RunState, ...] = (),
        tag: str | None = None,
        mark: Mark | None = None,
        after: When | None = None,
        before: When | None = None,
        parent: str | None = None,
        sort: SortBy = "updated",
        order: Order = "desc",
        page: Page = FIRST_PAGE,
    ) -> Catalog:
        """Jobs or datasets as rows of a table, with their last runs and their marks."""
        question = CatalogQuestion(
            kind=kind,
            text=text,
            namespace=namespace,
            state=state,
            tag=tag,
            mark=mark,
            after=moment(after),
            before=moment(before),
            parent=parent,
            sort=sort,
            order=order,
            **paged(page),
        )
        return self._server.ask(question)

    def datasets(self, namespace: str, *, page: Page = FIRST_PAGE) -> DatasetList:
        return self._server.ask(DatasetsQuestion(namespace=namespace, **paged(page)))

    def dataset(self, namespace: str, name: str) -> Dataset:
        return self._server.ask(DatasetQuestion(namespace=namespace, dataset=name))

    def dataset_versions(
        self, namespace: str, name: str, *, page: Page = FIRST_PAGE
    ) -> VersionList:
        """The versions of a dataset, each with its change of schema and the run that wrote it."""
        question = DatasetVersionsQuestion(namespace=namespace, dataset=name, **paged(page))
        return self._server.ask(question)

    def dataset_version(self, namespace: str, name: str, version: str) -> VersionDetails:
        question = DatasetVersionQuestion(namespace=namespace, dataset=name, version=version)
        return self._server.ask(question)

    def namespaces(self, *, page: Page = FIRST_PAGE) -> NamespaceList:
        return self._server.ask(NamespacesQuestion(**paged(page)))

    def namespace(self, name: str) -> Namespace:
        return self._server.ask(NamespaceQuestion(namespace=name))

    def sources(self, *, page: Page = FIRST_PAGE) -> SourceList:
        return self._server.ask(SourcesQuestion(**paged(page)))

    def tags(self, *, page: Page = FIRST_PAGE) -> TagList:
        return self._server.ask(TagsQuestion(**paged(page)))

    def events(
        self,
        *,
        kind: EventKind = "run",
        event_type: EventType | None = None,
        run: str | None = None,
        job: str | None = None,
        after: When | None = None,
        before: When | None = None,
        page: Page = FIRST_PAGE,
    ) -> EventList:
        """Events as they were sent, each as JSON; the newest first."""
        question = EventsQuestion(
            kind=kind,
            event_type=event_type,
            run_id=run,
            job=job,
            after=moment(after),
            before=moment(before),
            **paged(page),
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
            **paged(page),
        )
        return self._server.ask(question)

    def finding_groups(self) -> FindingGroups:
        """Findings by producer and kind, with an example of each."""
        return self._server.ask(FindingGroupsQuestion())


def paged(page: Page) -> dict[str, Any]:
    """A page as the parameters of a question."""
    return {"limit": page.limit, "offset": page.offset, "next": page.next}
