"""`GET /catalog`: jobs or datasets as rows of a table."""

from headwater.answers.catalog import Catalog
from headwater.api.http.operations import RequestContext, get
from headwater.query.catalog.catalog import catalog
from headwater.questions.catalog import CatalogQuestion


@get(CatalogQuestion.path, tag="Search", summary="List jobs or datasets as rows of a table")
def entity_catalog(context: RequestContext, question: CatalogQuestion) -> Catalog:
    """Returns all jobs or all datasets, or a selection of them, each with its last run and its
    marks."""
    return catalog(context.snapshot, question)
