"""`GET /api/v2beta/search/…`: search in the shape that Marquez has with OpenSearch.

An answer has documents about jobs or datasets, and the texts to highlight in them.
"""

import re
from collections.abc import Collection
from typing import Annotated

import msgspec

from headwater.answers.facets import Facets
from headwater.answers.names import EntityKind
from headwater.answers.search import Hit
from headwater.api.http.operations import RequestContext, get
from headwater.model.canonical import node_id
from headwater.query.facets.entity_facets import entity_facets
from headwater.query.facets.facets_of_runs import facets_of_runs
from headwater.query.graph.latest import Latest, latest_runs
from headwater.query.moments import in_force
from headwater.query.names.entities import entity_keys
from headwater.query.search.search import search
from headwater.query.versions.version_facets import version_facets
from headwater.query.versions.versions import latest_dataset_versions
from headwater.questions.pages import Limit, PageQuestion
from headwater.questions.search import ENTITY_TYPES, SearchQuestion
from headwater.store import Snapshot

_TAG = "Search"
_EVENT_TYPES = {"COMPLETED": "COMPLETE", "FAILED": "FAIL", "ABORTED": "ABORT", "NEW": "OTHER"}


class SearchDocument(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    rename={"event_type": "eventType", "run_facets": "runFacets"},
):
    """This is a job with its last run, or a dataset with the last run that wrote it."""

    run_id: str | None
    name: str
    namespace: str
    event_type: str | None
    """The state of that run, given as the type of event that leads to it."""
    facets: Facets
    """`sourceCode` of a job, or `schema` of a dataset; only if they conform to the
    specification."""
    run_facets: Facets
    """The facet `processing_engine` of that run."""


class SearchDocuments(msgspec.Struct, frozen=True, rename="camel"):
    """These are the jobs or datasets that match a text."""

    hits: tuple[SearchDocument, ...]
    highlights: tuple[dict[str, tuple[str, ...]], ...]
    """For each hit, by kind of place, the texts in which the search text was found, with <em>
    around it."""
    total_count: int
    next: str | None


class DocumentsQuestion(PageQuestion[SearchDocuments], frozen=True, kw_only=True):
    q: Annotated[
        str,
        msgspec.Meta(
            description="Search for this text, in any letter case. Wildcard characters have no"
            " special meaning."
        ),
    ]
    limit: Limit = 10


@get("/api/v2beta/search/jobs", tag=_TAG, summary="Search for jobs, with their last runs")
def search_jobs(context: RequestContext, question: DocumentsQuestion) -> SearchDocuments:
    """Finds what `GET /search` finds, and answers in the shape that Marquez has with OpenSearch."""
    return _answer(context, question, "job")


@get("/api/v2beta/search/datasets", tag=_TAG, summary="Search for datasets, with their schemas")
def search_datasets(context: RequestContext, question: DocumentsQuestion) -> SearchDocuments:
    """Finds what `GET /search` finds, and answers in the shape that Marquez has with OpenSearch."""
    return _answer(context, question, "dataset")


def _answer(
    context: RequestContext, question: DocumentsQuestion, kind: EntityKind
) -> SearchDocuments:
    found = search(
        context.snapshot,
        SearchQuestion(filter=ENTITY_TYPES[kind], **msgspec.structs.asdict(question)),
    )
    return SearchDocuments(
        tuple(_documents(context.snapshot, kind, found.hits)),
        tuple(_highlights(hit, question.q) for hit in found.hits),
        found.total_count,
        found.next,
    )


def _highlights(hit: Hit, text: str) -> dict[str, tuple[str, ...]]:
    fitting = re.compile(re.escape(" ".join(text.split())), re.IGNORECASE)
    marked = (fitting.sub(lambda fit: f"<em>{fit[0]}</em>", found) for found in hit.match.texts)
    return {hit.match.kind: tuple(marked)}


def _documents(snapshot: Snapshot, kind: EntityKind, hits: Collection[Hit]) -> list[SearchDocument]:
    """A document for each hit, in the same order. The hits are all of one kind."""
    nodes = [node_id(kind, hit.namespace, hit.name) for hit in hits]
    key_of = entity_keys(snapshot, nodes)
    keys = [key_of[node] for node in nodes]
    at = in_force(None)
    is_job = kind == "job"
    runs = latest_runs(snapshot, keys if is_job else (), () if is_job else keys, at)
    facets = _code(snapshot, keys) if is_job else _schemas(snapshot, keys, at)
    engines = _engines(snapshot, runs)
    return [
        SearchDocument(
            run_id=runs[key].run.id if key in runs else None,
            name=hit.name,
            namespace=hit.namespace,
            event_type=_event_type(runs.get(key)),
            facets=facets.get(key, {}),
            run_facets=engines.get(key, {}),
        )
        for key, hit in zip(keys, hits, strict=True)
    ]


def _event_type(latest: Latest | None) -> str | None:
    return None if latest is None else _EVENT_TYPES.get(latest.run.state, latest.run.state)


def _code(snapshot: Snapshot, keys: Collection[int]) -> dict[int, Facets]:
    stated = entity_facets(snapshot, keys, ("sourceCode",))
    return {
        key: facets
        for key, facets in stated.items()
        if isinstance(facets["sourceCode"].get("language"), str)
    }


def _schemas(snapshot: Snapshot, keys: Collection[int], at: int) -> dict[int, Facets]:
    versions = latest_dataset_versions(snapshot, keys, at)
    facets = version_facets(snapshot, versions.values())
    found = {}
    for key, version in versions.items():
        fields = facets[version.version_id].of_dataset.get("schema", {}).get("fields")
        named = [
            field
            for field in (fields if isinstance(fields, list) else ())
            if isinstance(field, dict) and isinstance(field.get("name"), str)
        ]
        if named:
            found[key] = {"schema": {"fields": named}}
    return found


def _engines(snapshot: Snapshot, runs: dict[int, Latest]) -> dict[int, Facets]:
    stated = facets_of_runs(snapshot, {latest.run_key for latest in runs.values()}, ("run",))
    found = {}
    for key, latest in runs.items():
        engine = stated[latest.run_key].of("run").get("processing_engine", {})
        if isinstance(engine.get("name"), str):
            found[key] = {"processing_engine": engine}
    return found
