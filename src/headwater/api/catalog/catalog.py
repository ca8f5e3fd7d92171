"""`GET /catalog`: jobs or datasets as rows of a table."""

from headwater.answers.catalog import Catalog
from headwater.api.http.operations import RequestContext, get
from headwater.query.catalog.catalog import catalog
from headwater.questions.catalog import CatalogQuestion


@get(CatalogQuestion.path, tag="Search", summary="Jobs or datasets as rows of a table")
def entity_catalog(context: RequestContext, question: CatalogQuestion) -> Catalog:
    """All jobs or datasets of the graph, or some, in short: their last run, their marks."""
    return catalog(context.snapshot, question)
