"""Questions about jobs, datasets, namespaces, sources and tags."""

from typing import Annotated, Literal, TypeAlias

import msgspec

from headwater.answers.catalog import (
    Catalog,
    Dataset,
    DatasetList,
    Job,
    JobList,
    Namespace,
    NamespaceList,
    Source,
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
from headwater.answers.names import EntityKind
from headwater.questions.moments import Moment
from headwater.questions.pages import LARGEST_PAGE, Limit, PageQuestion, SortedPageQuestion
from headwater.questions.question import (
    DatasetName,
    JobName,
    NamespaceName,
    NodeId,
    Question,
    VersionId,
)
from headwater.questions.runs import RunState

SortBy: TypeAlias = Literal["name", "namespace", "marks", "tags", "fields", "state", "updated"]
Mark: TypeAlias = Literal[
    "stale", "dropped", "dangling", "private", "lineageUnknown", "declaredOnly", "provisional"
]
BegunBy: TypeAlias = Annotated[
    Moment | None,
    msgspec.Meta(
        description="Return only versions that had begun by this time. The first of them is the"
        " one in force then."
    ),
]
LastRunState: TypeAlias = Literal["NEW", "RUNNING", "COMPLETED", "FAILED", "ABORTED", "OTHER"]


class JobsQuestion(PageQuestion[JobList], frozen=True, kw_only=True):
    """All jobs, the most recently seen first."""

    path = "/jobs"

    last_run_states: Annotated[
        tuple[LastRunState, ...],
        msgspec.Meta(description="Return only jobs whose last run has one of these states."),
    ] = ()


class JobsOfNamespaceQuestion(JobsQuestion, frozen=True, kw_only=True):
    """The jobs of a namespace, the most recently seen first."""

    path = "/namespaces/{namespace}/jobs"

    namespace: NamespaceName


class JobQuestion(Question[Job], frozen=True, kw_only=True):
    path = "/namespaces/{namespace}/jobs/{job}"

    namespace: NamespaceName
    job: JobName


class JobVersionsQuestion(PageQuestion[JobVersionList], frozen=True, kw_only=True):
    path = "/namespaces/{namespace}/jobs/{job}/versions"

    namespace: NamespaceName
    job: JobName
    at: BegunBy = None


class JobVersionQuestion(Question[ListedJobVersion], frozen=True, kw_only=True):
    path = "/namespaces/{namespace}/jobs/{job}/versions/{version}"

    namespace: NamespaceName
    job: JobName
    version: VersionId


class DatasetsQuestion(PageQuestion[DatasetList], frozen=True, kw_only=True):
    """The datasets of a namespace, the most recently seen first."""

    path = "/namespaces/{namespace}/datasets"

    namespace: NamespaceName


class DatasetQuestion(Question[Dataset], frozen=True, kw_only=True):
    path = "/namespaces/{namespace}/datasets/{dataset}"

    namespace: NamespaceName
    dataset: DatasetName


class DatasetVersionsQuestion(PageQuestion[VersionList], frozen=True, kw_only=True):
    path = "/namespaces/{namespace}/datasets/{dataset}/versions"

    namespace: NamespaceName
    dataset: DatasetName
    at: BegunBy = None


class DatasetVersionQuestion(Question[VersionDetails], frozen=True, kw_only=True):
    path = "/namespaces/{namespace}/datasets/{dataset}/versions/{version}"

    namespace: NamespaceName
    dataset: DatasetName
    version: VersionId


class HistoryQuestion(PageQuestion[JobHistory | DatasetHistory], frozen=True, kw_only=True):
    """The versions of a job or dataset, newest first, each with what changed."""

    path = "/history"

    node_id: NodeId


class NamespacesQuestion(PageQuestion[NamespaceList], frozen=True, kw_only=True):
    path = "/namespaces"

    limit: Limit = LARGEST_PAGE


class NamespaceQuestion(Question[Namespace], frozen=True, kw_only=True):
    path = "/namespaces/{namespace}"

    namespace: NamespaceName


class SourcesQuestion(PageQuestion[SourceList], frozen=True, kw_only=True):
    path = "/sources"


class SourceQuestion(Question[Source], frozen=True, kw_only=True):
    path = "/sources/{source}"

    source: Annotated[str, msgspec.Meta(description="This is the name of a data source.")]


class TagsQuestion(PageQuestion[TagList], frozen=True, kw_only=True):
    path = "/tags"

    limit: Limit = LARGEST_PAGE


class CatalogQuestion(SortedPageQuestion[Catalog], frozen=True, kw_only=True):
    """Jobs or datasets as rows of a table."""

    path = "/catalog"

    kind: Annotated[
        EntityKind, msgspec.Meta(description="This says whether to list jobs or datasets.")
    ]
    text: Annotated[
        str,
        msgspec.Meta(
            description="Return only entries with this text in their name or namespace, in any"
            " letter case."
        ),
    ] = ""
    namespace: Annotated[
        str | None, msgspec.Meta(description="Return only entries in this namespace.")
    ] = None
    state: Annotated[
        tuple[RunState, ...],
        msgspec.Meta(description="Return only entries whose last run has one of these states."),
    ] = ()
    tag: Annotated[
        str | None,
        msgspec.Meta(description="Return only entries with this tag: its name, or NAME=VALUE."),
    ] = None
    mark: Annotated[
        Mark | None,
        msgspec.Meta(description="Return only entries with this mark, as rows have it."),
    ] = None
    after: Annotated[
        Moment | None,
        msgspec.Meta(description="Return only entries that were last seen at this time or later."),
    ] = None
    before: Annotated[
        Moment | None, msgspec.Meta(description="Return only entries that were last seen earlier.")
    ] = None
    parent: Annotated[
        str | None,
        msgspec.Meta(description="Return only jobs that the job with this node id starts now."),
    ] = None
    sort: Annotated[
        SortBy,
        msgspec.Meta(
            description="This says what to sort the entries by. `fields` is the number of fields"
            " of a dataset, and jobs have none; `state` is that of the last run, failed ones first"
            " if it ascends; `marks` is the gravest mark, stale ones first if it ascends; `tags`"
            " are the names and values of the tags. Entries that have none come last in either"
            " order."
        ),
    ] = "updated"
