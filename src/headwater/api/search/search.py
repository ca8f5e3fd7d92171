"""`GET /search`: jobs and datasets that match a text."""

from headwater.answers.search import Hits
from headwater.api.http.operations import Plain, RequestContext, get
from headwater.api.marquez.search_results import SearchAnswer, search_answer
from headwater.query.search.search import search as ask_search
from headwater.questions.search import SearchQuestion


@get(SearchQuestion.path, tag="Search", summary="Search for jobs and datasets")
def search(context: RequestContext, question: SearchQuestion) -> SearchAnswer | Plain[Hits]:
    """Searches names, namespaces, fields, tags, descriptions and owners. Each result has where the
    text was found."""
    found = ask_search(context.snapshot, question)
    return Plain(found) if context.wants_plain else search_answer(found)
