"""One word has one meaning: no two public types share a name, and a name says what a thing is."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from tests.house.sources import ROOT, python_files

_TYPE = re.compile(r"[A-Z]\w*[a-z]\w*")
"""How types are written, unlike constants and type variables."""
TWO_FORMS = {"Row"}
"""A row is a tuple where the store is read, and a dictionary where histories are derived."""
NO_NOUNS = {"told", "said", "reading"}
"""They say where a thing comes from. Files, types, functions and variables are called by what
they are: a message, a finding, a line."""


def test_no_two_public_types_share_a_name() -> None:
    homes: defaultdict[str, list[Path]] = defaultdict(list)
    for file in python_files():
        if file.is_relative_to("src"):
            for name in _types(ast.parse((ROOT / file).read_text())):
                if not name.startswith("_"):
                    homes[name].append(file)
    assert homes["Snapshot"], "the classes of the package are found"
    assert homes["Direction"], "its aliases are found as well"
    shared = {name: files for name, files in homes.items() if len(files) > 1}
    assert shared.keys() == TWO_FORMS, "one of these types needs a name that says what it is"


def test_names_are_nouns_that_say_what_a_thing_is() -> None:
    found = {
        str(file): named
        for file in python_files()
        if (named := NO_NOUNS & {file.stem, *_names(ast.parse((ROOT / file).read_text()))})
    }
    assert not found, "these names need a noun that says what the thing is"


def _names(tree: ast.Module) -> Iterator[str]:
    """What a module calls its types, functions, parameters and variables, in lower case."""
    for node in ast.walk(tree):
        match node:
            case (
                ast.ClassDef(name=name)
                | ast.FunctionDef(name=name)
                | ast.AsyncFunctionDef(name=name)
            ):
                yield name.lower()
            case ast.arg(arg=name) | ast.Name(id=name) | ast.Attribute(attr=name):
                yield name.lower()
            case ast.alias(asname=str(name)):
                yield name.lower()
            case _:
                pass


def _types(tree: ast.Module) -> Iterator[str]:
    """The names of the classes and of the aliases of types that a module defines."""
    for node in tree.body:
        match node:
            case ast.ClassDef(name=name):
                yield name
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                if _TYPE.fullmatch(name):
                    yield name
            case _:
                pass
