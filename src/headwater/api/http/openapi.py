"""Builds the OpenAPI document from the operations, their questions and their answers."""

import re
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from headwater.answers.moments import Instant
from headwater.api.http.field_texts import described_fields
from headwater.api.http.operations import Operation
from headwater.questions.moments import Moment
from headwater.wire.batches import DIGEST, BatchAnswer
from headwater.wire.media import PLAIN
from headwater.wire.paths import BASE
from headwater.wire.positions import HEADER, PARAMETER, Pending
from headwater.wire.problems import Problem

_REF = "#/components/schemas/{name}"
_SCHEMAS: dict[type[Any], dict[str, Any]] = {
    Instant: {"type": "string", "format": "date-time"},
    Moment: {"type": "string", "examples": ["2025-01-31T10:00:00Z", "1738317600"]},
}
"""The schemas of Headwater's own types, which msgspec does not know."""
_READ_PROBLEMS = (400, 401, 403, 404, 503, 504)
_WRITE_PROBLEMS = (400, 401, 403, 404, 408, 409, 413, 415, 422, 503)
_COLLECT_PROBLEMS = (400, 401, 403, 408, 413, 415, 422, 503)
_STATUS_DESCRIPTIONS = {
    200: "The request succeeded, and this is the answer.",
    201: "The request succeeded, and what it wrote is durable.",
    202: "The write is durable, but not applied yet. Ask again with its position.",
    204: "All events were accepted, and are durable.",
    400: "The request cannot be read, or contradicts itself.",
    401: "An API key is needed, or the one sent is not known.",
    403: "The API key does not allow this, or the request comes from a foreign web page.",
    404: "What the request is about does not exist.",
    408: "The body took too long to arrive.",
    409: "The request contradicts what is stored.",
    413: "The body is too large.",
    415: "The body has an unknown content encoding.",
    422: "The body can be read, but its content is not valid.",
    503: "The server cannot answer now. Try again after the seconds in `Retry-After`.",
    504: "The write at the given position was not applied in time. Try again.",
}


def document(operations: Sequence[Operation], version: str) -> dict[str, Any]:
    types = _types(operations)
    schemas, components = msgspec.json.schema_components(
        types, schema_hook=_SCHEMAS.__getitem__, ref_template=_REF
    )
    components = described_fields(types, components)
    schema_of = dict(zip(map(_key, types), schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for operation in operations:
        described = _described(operation, schema_of, components)
        paths.setdefault(full_path(operation), {})[operation.method.lower()] = described
    for path, methods in _collecting(schema_of).items():
        paths.setdefault(path, {}).update(methods)
    shown = {_key(operation.question)[0].__name__ for operation in operations}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Headwater",
            "version": version,
            "description": "Data lineage from OpenLineage events.",
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "paths": dict(sorted(paths.items())),
        "components": {
            "schemas": {
                k: _on_one_line(v) for k, v in sorted(components.items()) if k not in shown
            },
            "securitySchemes": {"key": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{}, {"key": []}],
        "tags": [{"name": name} for name in sorted({"Collecting", *(o.tag for o in operations)})],
    }


def full_path(operation: Operation) -> str:
    """The path of an operation from the root: below the API's base, unless it names its own."""
    if operation.path.startswith(("/api/", "/health/")):
        return operation.path
    return BASE + operation.path


def _types(operations: Iterable[Operation]) -> list[Any]:
    found: list[Any] = [Problem, Pending, BatchAnswer]
    for operation in operations:
        found += [operation.question, operation.answer]
        found += [kind for kind in (operation.plain, operation.body) if kind not in (None, bytes)]
    return list({_key(kind): kind for kind in found}.values())


def _key(kind: Any) -> Any:
    """A key for a type: the class itself, or the text of a generic type such as `list[X]`."""
    return (kind, ()) if isinstance(kind, type) else (str(kind), ())


def _described(
    operation: Operation, schema_of: dict[Any, Any], components: dict[str, Any]
) -> dict[str, Any]:
    described: dict[str, Any] = {
        "operationId": operation.name,
        "tags": [operation.tag],
        "summary": operation.summary,
        "parameters": list(_parameters(operation, schema_of, components)),
        "responses": _responses(operation, schema_of),
    }
    if operation.description:
        described["description"] = operation.description
    if operation.deprecated:
        described["deprecated"] = True
    if operation.body is not None:
        schema = {} if operation.body is bytes else schema_of[_key(operation.body)]
        described["requestBody"] = {
            "required": True,
            "content": {media: {"schema": schema} for media in operation.takes},
        }
    return described


def _parameters(
    operation: Operation, schema_of: dict[Any, Any], components: dict[str, Any]
) -> Iterable[dict[str, Any]]:
    reference = schema_of[_key(operation.question)]
    whole = components[reference["$ref"].rsplit("/", 1)[1]]
    in_path = set(re.findall(r"{(\w+)}", operation.path))
    for name, found in whole["properties"].items():
        schema = _without_null({k: v for k, v in found.items() if k != "description"})
        parameter: dict[str, Any] = {
            "name": name,
            "in": "path" if name in in_path else "query",
            "required": name in whole.get("required", ()),
            "schema": schema,
        }
        if "description" in found:
            parameter["description"] = found["description"]
        yield parameter
    if not operation.writes:
        for name, place in ((HEADER, "header"), (PARAMETER, "query")):
            yield {
                "name": name,
                "in": place,
                "required": False,
                "schema": {"type": "string"},
                "description": "This is the position of a write. The answer is given once that"
                " write is applied. It may be given several times.",
            }


def _on_one_line(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema with its description, which is the docstring of a class, on one line."""
    if "description" not in schema:
        return schema
    return schema | {"description": " ".join(schema["description"].split())}


def _without_null(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema without null and empty lists, which cannot be written in a URL."""
    if schema.get("default", 0) in (None, []):
        schema = {key: value for key, value in schema.items() if key != "default"}
    choices = [choice for choice in schema.get("anyOf", ()) if choice != {"type": "null"}]
    if len(choices) == 1:
        return {**choices[0], **{key: v for key, v in schema.items() if key != "anyOf"}}
    if None in schema.get("enum", ()):
        return {**schema, "enum": [choice for choice in schema["enum"] if choice is not None]}
    return schema


def _responses(operation: Operation, schema_of: dict[Any, Any]) -> dict[str, Any]:
    content: dict[str, Any] = {media: {"schema": {"type": "string"}} for media in operation.media}
    if operation.answer is not bytes:
        content = {"application/json": {"schema": schema_of[_key(operation.answer)]}, **content}
    if operation.plain is not None:
        content[PLAIN] = {"schema": schema_of[_key(operation.plain)]}
    answer = {"description": _STATUS_DESCRIPTIONS[operation.status], "content": content}
    if not operation.writes:
        return {str(operation.status): answer} | _problems(_READ_PROBLEMS, schema_of)
    pending = {
        "description": _STATUS_DESCRIPTIONS[202],
        "content": {"application/json": {"schema": schema_of[_key(Pending)]}},
        "headers": _POSITION,
    }
    return {
        str(operation.status): {**answer, "headers": _POSITION},
        "202": pending,
    } | _problems(_WRITE_PROBLEMS, schema_of)


_POSITION = {
    HEADER: {
        "description": "The position of the write in the log. Send it with a later read, and"
        " the answer will contain the write.",
        "schema": {"type": "string"},
    }
}

_DIGEST = {
    DIGEST: {
        "description": "The digest of the event, by which `POST /events/{digest}/retract`"
        " takes it back.",
        "schema": {"type": "string"},
    }
}


def _problems(statuses: Iterable[int], schema_of: dict[Any, Any]) -> dict[str, Any]:
    schema = schema_of[_key(Problem)]
    return {
        str(status): {
            "description": _STATUS_DESCRIPTIONS[status],
            "content": {"application/json": {"schema": schema}},
        }
        for status in statuses
    }


def _collecting(schema_of: dict[Any, Any]) -> dict[str, Any]:
    """The two routes by which events come in. For speed, they are no operations (`collecting`)."""
    strict = {
        "name": "strict",
        "in": "query",
        "required": False,
        "schema": {"type": "boolean", "default": False},
        "description": "Refuse events that would otherwise be accepted with findings.",
    }
    event = {"type": "object", "description": "An OpenLineage run, job or dataset event."}
    problems = _problems(_COLLECT_PROBLEMS, schema_of)
    one = {
        "operationId": "collect_event",
        "tags": ["Collecting"],
        "summary": "Send one OpenLineage event",
        "description": "The event is durable in the log before the answer is sent. Sending the same"
        " event again changes nothing.",
        "parameters": [strict],
        "requestBody": {"required": True, "content": {"application/json": {"schema": event}}},
        "responses": {
            "201": {"description": _STATUS_DESCRIPTIONS[201], "headers": _POSITION | _DIGEST},
            **problems,
        },
    }
    many = {
        "operationId": "collect_events",
        "tags": ["Collecting"],
        "summary": "Send many OpenLineage events",
        "description": "The valid events are accepted, and are durable before the answer is sent."
        " The others are listed in the answer, each with a reason.",
        "parameters": [strict],
        "requestBody": {
            "required": True,
            "content": {
                "application/json": {"schema": {"type": "array", "items": event}},
                "application/x-ndjson": {"schema": {"type": "string"}},
            },
        },
        "responses": {
            "200": {
                "description": "Some events were refused, and are listed.",
                "content": {"application/json": {"schema": schema_of[_key(BatchAnswer)]}},
                "headers": _POSITION,
            },
            "204": {"description": _STATUS_DESCRIPTIONS[204], "headers": _POSITION},
            **problems,
        },
    }
    return {f"{BASE}/lineage/batch": {"post": many}, f"{BASE}/lineage": {"post": one}}
