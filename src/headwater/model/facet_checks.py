"""What is missing in the facets that rules or answers read (semantics 1.6).

A facet that can be read in part is read in part. What could not be used is a gap: the path inside
the facet, and what was expected there. A facet without any entries is not odd, as producers send
empty lists where they know nothing.
"""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from headwater.model.order import parse_time

Gap = tuple[str, str]
"""A path inside the facet, and what was expected there."""
MOST_GAPS = 5
"""Of a facet with more gaps than this, the first ones are reported: a producer that leaves out one
name of a list leaves out all of them."""

_Json = dict[str, Any]
_Check = Callable[[_Json, str], Iterator[Gap]]
"""Finds the gaps in an object. The second argument is the path of the object, which ends in a dot
unless it is empty."""

_LIFECYCLES = ("ALTER", "CREATE", "DROP", "OVERWRITE", "RENAME", "TRUNCATE")


def gaps(facet: str, value: _Json) -> tuple[Gap, ...]:
    """What is missing in a facet, known by its key, as far as rules or answers read it.

    >>> gaps("parent", {"run": {}, "job": {"namespace": "airflow", "name": "daily"}})
    (('run.runId', 'expected a text that is not empty'),)
    """
    check = _CHECKS.get(facet) or _CHECKS_WHEN_ASKED.get(facet)
    return tuple(islice(check(value, ""), MOST_GAPS)) if check is not None else ()


def _is_text(value: object) -> bool:
    return isinstance(value, str) and value != ""


def _text(value: _Json, key: str, path: str) -> Iterator[Gap]:
    if not _is_text(value.get(key)):
        yield f"{path}{key}", "expected a text that is not empty"


def _any_text(value: _Json, key: str, path: str) -> Iterator[Gap]:
    """A text that may be empty. An empty text says nothing, which is not odd."""
    if not isinstance(value.get(key), str):
        yield f"{path}{key}", "expected a text"


def _time(value: _Json, key: str, path: str) -> Iterator[Gap]:
    text = value.get(key)
    try:
        parse_time(text if isinstance(text, str) else "")
    except ValueError:
        yield f"{path}{key}", "expected a time, as in 2024-01-31T10:00:00Z"


def _one_of(value: _Json, key: str, words: tuple[str, ...], path: str) -> Iterator[Gap]:
    word = value.get(key)
    if not isinstance(word, str) or word.upper() not in words:
        yield f"{path}{key}", f"expected one of {', '.join(words)}"


def _inner(value: _Json, key: str, path: str, check: _Check) -> Iterator[Gap]:
    """An object that has to be there."""
    inner = value.get(key)
    if isinstance(inner, dict):
        yield from check(inner, f"{path}{key}.")
    else:
        yield f"{path}{key}", "expected an object"


def _each(value: _Json, key: str, path: str, check: _Check) -> Iterator[Gap]:
    """The objects of a list, or of an object, that may be absent."""
    found = value.get(key)
    if isinstance(found, dict):
        items = [(f"{path}{key}.{name}", item) for name, item in found.items()]
    elif isinstance(found, list):
        items = [(f"{path}{key}[{index}]", item) for index, item in enumerate(found)]
    else:
        items = []
        if found is not None:
            yield f"{path}{key}", "expected a list"
    for where, item in items:
        if isinstance(item, dict):
            yield from check(item, f"{where}.")
        else:
            yield where, "expected an object"


def _each_listed(value: _Json, key: str, path: str, check: _Check) -> Iterator[Gap]:
    """The objects of a list that may be absent."""
    if isinstance(value.get(key), dict):
        yield f"{path}{key}", "expected a list"
    else:
        yield from _each(value, key, path, check)


def _name(value: _Json, path: str) -> Iterator[Gap]:
    """An object that names a job or dataset."""
    yield from _text(value, "namespace", path)
    yield from _text(value, "name", path)


def _schema(value: _Json, path: str) -> Iterator[Gap]:
    def field(inner: _Json, where: str) -> Iterator[Gap]:
        yield from _text(inner, "name", where)
        yield from _schema(inner, where)

    yield from _each(value, "fields", path, field)


def _version(value: _Json, path: str) -> Iterator[Gap]:
    version = value.get("datasetVersion")
    if isinstance(version, bool) or not isinstance(version, int | float):
        yield from _text(value, "datasetVersion", path)


def _lifecycle(value: _Json, path: str) -> Iterator[Gap]:
    yield from _one_of(value, "lifecycleStateChange", _LIFECYCLES, path)
    if str(value.get("lifecycleStateChange")).upper() == "RENAME":
        yield from _inner(value, "previousIdentifier", path, _name)


def _symlinks(value: _Json, path: str) -> Iterator[Gap]:
    yield from _each(value, "identifiers", path, _name)


def _column_lineage(value: _Json, path: str) -> Iterator[Gap]:
    def source(inner: _Json, where: str) -> Iterator[Gap]:
        yield from _name(inner, where)
        yield from _text(inner, "field", where)

    def sources(inner: _Json, where: str) -> Iterator[Gap]:
        yield from _each(inner, "inputFields", where, source)

    yield from _each(value, "fields", path, sources)
    yield from _each(value, "dataset", path, _name)


def _job_or_dataset(value: _Json, path: str) -> Iterator[Gap]:
    """A node of explicit lineage; a job without any name is the event's own."""
    yield from _one_of(value, "type", ("DATASET", "JOB"), path)
    is_own_job = str(value.get("type")).upper() == "JOB" and not (
        value.get("namespace") or value.get("name")
    )
    if not is_own_job:
        yield from _name(value, path)


def _lineage(value: _Json, path: str) -> Iterator[Gap]:
    """Explicit lineage: of a job, whose entries have sources, or of a dataset, which has them."""

    def entry(inner: _Json, where: str) -> Iterator[Gap]:
        yield from _job_or_dataset(inner, where)
        yield from _sources(inner, where)

    yield from _each(value, "entries", path, entry)
    yield from _sources(value, path)


def _sources(value: _Json, path: str) -> Iterator[Gap]:
    def field(inner: _Json, where: str) -> Iterator[Gap]:
        yield from _each(inner, "inputs", where, _job_or_dataset)

    yield from _each(value, "inputs", path, _job_or_dataset)
    yield from _each(value, "fields", path, field)


def _nominal_time(value: _Json, path: str) -> Iterator[Gap]:
    yield from _time(value, "nominalStartTime", path)
    if value.get("nominalEndTime") is not None:
        yield from _time(value, "nominalEndTime", path)


def _run_of_job(value: _Json, path: str) -> Iterator[Gap]:
    yield from _inner(value, "run", path, lambda run, where: _text(run, "runId", where))
    yield from _inner(value, "job", path, _name)


def _parent(value: _Json, path: str) -> Iterator[Gap]:
    yield from _run_of_job(value, path)
    if value.get("root") is not None:
        yield from _inner(value, "root", path, _run_of_job)


def _job_type(value: _Json, path: str) -> Iterator[Gap]:
    yield from _text(value, "processingType", path)  # any word: the Spark agent sends NONE


def _source_code_location(value: _Json, path: str) -> Iterator[Gap]:
    if not _is_text(value.get("version")) and not _is_text(value.get("url")):
        yield f"{path}url", "expected a url, a version, or both"


def _extraction_error(value: _Json, path: str) -> Iterator[Gap]:
    if not isinstance(value.get("failedTasks"), int | float):
        yield f"{path}failedTasks", "expected a number"


def _job_dependencies(value: _Json, path: str) -> Iterator[Gap]:
    def dependency(inner: _Json, where: str) -> Iterator[Gap]:
        yield from _inner(inner, "job", where, _name)

    yield from _each(value, "upstream", path, dependency)
    yield from _each(value, "downstream", path, dependency)


def _stating(key: str) -> _Check:
    """A text under this key, which may be empty."""
    return lambda value, path: _any_text(value, key, path)


def _listing(key: str, name: str) -> _Check:
    """A list under this key, each of whose objects has a text under `name`."""
    return lambda value, path: _each_listed(
        value, key, path, lambda one, where: _text(one, name, where)
    )


def _dataset_type(value: _Json, path: str) -> Iterator[Gap]:
    yield from _text(value, "datasetType", path)


def _data_source(value: _Json, path: str) -> Iterator[Gap]:
    if not _is_text(value.get("name")) and not _is_text(value.get("uri")):
        yield f"{path}name", "expected a name, a uri, or both"


def _assertions(value: _Json, path: str) -> Iterator[Gap]:
    def assertion(inner: _Json, where: str) -> Iterator[Gap]:
        yield from _text(inner, "assertion", where)
        if not isinstance(inner.get("success"), bool):
            yield f"{where}success", "expected true or false"

    yield from _each_listed(value, "assertions", path, assertion)


def _statistics(value: _Json, path: str) -> Iterator[Gap]:
    for key in ("rowCount", "size", "fileCount"):
        count = value.get(key)
        if count is not None and (isinstance(count, bool) or not isinstance(count, int)):
            yield f"{path}{key}", "expected a whole number"


_CHECKS: dict[str, _Check] = {
    "columnLineage": _column_lineage,
    "extractionError": _extraction_error,
    "jobDependencies": _job_dependencies,
    "jobType": _job_type,
    "lifecycleStateChange": _lifecycle,
    "lineage": _lineage,
    "nominalTime": _nominal_time,
    "parent": _parent,
    "parentRun": _parent,
    "schema": _schema,
    "sourceCode": _stating("sourceCode"),
    "sourceCodeLocation": _source_code_location,
    "sql": _stating("query"),
    "symlinks": _symlinks,
    "version": _version,
}
"""Facets that lineage is derived from. They count only where the rules read them."""

_CHECKS_WHEN_ASKED: dict[str, _Check] = {
    "dataQualityAssertions": _assertions,
    "dataSource": _data_source,
    "datasetType": _dataset_type,
    "documentation": _stating("description"),
    "errorMessage": _stating("message"),
    "executionParameters": _listing("parameters", "key"),
    "inputStatistics": _statistics,
    "outputStatistics": _statistics,
    "ownership": _listing("owners", "name"),
    "tags": _listing("tags", "key"),
}
"""Facets that are read when questions are answered, wherever an event has them."""

READ_WHEN_ASKED = frozenset(_CHECKS_WHEN_ASKED)
