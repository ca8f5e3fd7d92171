"""Parameters that callers of Marquez may send, and that change nothing there or here.

Any other parameter that a route does not read is refused, as it would leave out a part of the
question.
"""

_IN_LISTS = ("orderBy", "sortDirection", "pattern")
"""Marquez's documentation has them for lists of jobs and datasets, and its server reads none of
them: clients that were made from that documentation send them, and expect the usual list."""

UNUSED: dict[tuple[str, str], tuple[str, ...]] = {
    ("GET", "/jobs"): _IN_LISTS,
    ("GET", "/namespaces/{namespace}/jobs"): _IN_LISTS,
    ("GET", "/namespaces/{namespace}/datasets"): _IN_LISTS,
}
"""By the method and the path of a route."""
