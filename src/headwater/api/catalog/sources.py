"""Operations on data sources, which are where datasets are stored."""

from headwater.answers.catalog import Source, SourceList
from headwater.api.http.operations import RequestContext, get
from headwater.query.catalog.sources import source as ask_source
from headwater.query.catalog.sources import sources as ask_sources
from headwater.questions.catalog import SourceQuestion, SourcesQuestion

_TAG = "Sources"


@get(SourcesQuestion.path, tag=_TAG, summary="List all sources")
def all_sources(context: RequestContext, question: SourcesQuestion) -> SourceList:
    """The sources are ordered by name. They are the sources that datasets name, the namespaces of
    datasets that name none, and the sources that users describe."""
    return ask_sources(context.snapshot, question.page)


@get(SourceQuestion.path, tag=_TAG, summary="Get a source")
def one_source(context: RequestContext, question: SourceQuestion) -> Source:
    """The source is looked up by the name that lists of sources and datasets show."""
    return ask_source(context.snapshot, question.source)
