"""Finding jobs and datasets by a text."""

from headwater.answers.search import Hits
from headwater.api.http.operations import Plain, RequestContext, get
from headwater.api.marquez.search_results import SearchAnswer, search_answer
from headwater.query.search.search import search as ask_search
from headwater.questions.search import SearchQuestion


@get(SearchQuestion.path, tag="Search", summary="Jobs and datasets by a text")
def search(context: RequestContext, question: SearchQuestion) -> SearchAnswer | Plain[Hits]:
    """In names, namespaces, fields, tags, descriptions and owners; each result says where."""
    found = ask_search(context.snapshot, question)
    return Plain(found) if context.wants_plain else search_answer(found)
