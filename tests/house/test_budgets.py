"""How large modules, functions and folders may be.

A module that fits into a few screens, a function that fits into one, and a folder that can be
taken in at a glance are what lets a stranger find the way. Whoever meets a budget has found a
concept that has no file, or a room that has no folder. Fixtures are data, and count for nothing.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house.sources import ROOT, python_files

MODULE_LINES = 400
FUNCTION_LINES = 60
FOLDER_FILES = 25


@pytest.mark.parametrize("file", python_files(), ids=str)
def test_a_module_and_its_functions_fit_their_budgets(file: Path) -> None:
    text = (ROOT / file).read_text()
    assert text.count("\n") <= MODULE_LINES, f"{file} is too long: which concept is missing?"
    too_long = {
        function.name: lines
        for function in _functions(ast.parse(text))
        if (lines := _lines(function)) > FUNCTION_LINES
    }
    assert not too_long, f"functions of {file} are too long: which step has no name?"


def test_a_folder_can_be_taken_in_at_a_glance() -> None:
    counts: dict[Path, int] = {}
    for file in python_files():
        counts[file.parent] = counts.get(file.parent, 0) + 1
    crowded = {str(folder): count for folder, count in counts.items() if count > FOLDER_FILES}
    assert not crowded, "these folders need rooms"


def _functions(tree: ast.Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def _lines(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    assert function.end_lineno is not None
    return function.end_lineno - function.lineno + 1
