"""What the fields of structs mean, as the docstrings under them say it, for the OpenAPI document.

Python keeps the docstring of a class, but not those under its fields. These are read from the
source of the class.
"""

import ast
import inspect
import re
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise
from typing import Any

import msgspec


def described_fields(
    types: Iterable[Any], components: dict[str, dict[str, Any]]
) -> dict[str, dict[str, Any]]:
    """The schemas with a description of each field that has a docstring, and has none yet."""
    texts = {struct.__name__: field_texts(struct) for struct in _structs(types)}
    return {
        name: _with_texts(schema, texts[name]) if name in texts else schema
        for name, schema in components.items()
    }


def _with_texts(schema: dict[str, Any], texts: dict[str, str]) -> dict[str, Any]:
    properties = {
        name: {"description": texts[name], **found} if name in texts else found
        for name, found in schema.get("properties", {}).items()
    }
    return schema | {"properties": properties} if properties else schema


def field_texts(struct: type[msgspec.Struct]) -> dict[str, str]:
    """The docstrings under the fields of a struct and of those it extends, by the fields' names in
    JSON. They are in the words of JSON too.

    >>> from headwater.answers.facets import Tag
    >>> field_texts(Tag)["field"]
    'The dataset field that carries the tag, or null if the tag is on the whole.'
    """
    names = dict(zip(struct.__struct_fields__, struct.__struct_encode_fields__, strict=True))
    texts: dict[str, str] = {}
    for extended in reversed(struct.__mro__):
        if issubclass(extended, msgspec.Struct) and extended is not msgspec.Struct:
            texts |= _docstrings(extended.__module__).get(extended.__name__, {})
    return {names[field]: _in_json(text, names) for field, text in texts.items() if field in names}


@cache
def _docstrings(module: str) -> dict[str, dict[str, str]]:
    """The docstrings under the fields of each class of a module, by class and field."""
    try:
        source = inspect.getsource(sys.modules[module])
    except OSError:  # an installation of compiled files alone has no sources
        return {}
    classes = [one for one in ast.parse(source).body if isinstance(one, ast.ClassDef)]
    return {one.name: dict(_under_fields(one)) for one in classes}


def _under_fields(defined: ast.ClassDef) -> Iterator[tuple[str, str]]:
    for field, below in pairwise(defined.body):
        match field, below:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(docstring))),
            ):
                yield name, docstring
            case _:
                pass


_LITERALS = {"None": "null", "True": "true", "False": "false"}


def _in_json(text: str, names: dict[str, str]) -> str:
    """The text on one line, with values and names of fields as JSON has them."""
    literal = re.sub(r"\b(None|True|False)\b", lambda found: _LITERALS[found[1]], text)
    named = re.sub(r"`(\w+)`", lambda found: f"`{names.get(found[1], found[1])}`", literal)
    return " ".join(named.split())


def _structs(types: Iterable[Any]) -> Iterable[type[msgspec.Struct]]:
    """All structs of which values of these types are made."""
    left: list[Any] = list(msgspec.inspect.multi_type_info(types))
    seen: dict[int, Any] = {}
    while left:
        match left.pop():
            case msgspec.inspect.StructType(cls=struct) as known if id(known) not in seen:
                seen[id(known)] = struct
                left += [field.type for field in known.fields]
            case msgspec.inspect.StructType():
                pass
            case msgspec.inspect.Type() as known:
                parts = (getattr(known, part) for part in known.__struct_fields__)
                left += [
                    one
                    for part in parts
                    for one in (part if isinstance(part, tuple) else (part,))
                    if isinstance(one, msgspec.inspect.Type)
                ]
            case _:
                pass
    return list(dict.fromkeys(seen.values()))
