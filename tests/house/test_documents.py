"""Documents, docstrings and comments name only files and modules that exist."""

import ast
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "headwater"
ROOMS = ("batch", "derive", "histories", "model", "source")
"""Folders whose modules are named without the package, as in `derive.seeds`."""

_FILE = re.compile(r"(?<![\w/.:-])(?:[\w-]+/)+[\w-]+\.(?:py|md)\b")
_MODULE = re.compile(rf"(?<![\w/.])(?:headwater|bench|{'|'.join(ROOMS)})(?:\.[A-Za-z_]\w*)+")
_QUOTED = re.compile(r"`([^`\n]+)`")
_HOP = re.compile(r"`((?:\w+/)*\w+\.py)`,\s+`(\w+(?:\.\w+)*)`")
"""A file with the function in it, as the tour names them: `collector/taking.py`, `take`."""
_LINK = re.compile(r"\]\(([^)#\s]+\.md)(?:#[^)]*)?\)")

NO_MODULES = ("headwater.live", "headwater.toml")
"""A table of PostgreSQL and the file of settings, which look like modules."""

# The change log tells of files as they were called at the time.
PAGES = sorted({*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")} - {ROOT / "CHANGELOG.md"})
SOURCES = sorted([*PACKAGE.rglob("*.py"), *(ROOT / "bench").rglob("*.py")])


def prose(file: Path) -> Iterator[str]:
    """The docstrings and comments of a module."""
    with file.open(encoding="utf-8") as source:
        for token in tokenize.generate_tokens(source.readline):
            if token.type == tokenize.COMMENT:
                yield token.string
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        match node:
            case ast.Expr(value=ast.Constant(value=str(text))):
                yield text
            case _:
                pass


def missing_files(text: str, folder: Path) -> Iterator[str]:
    """Named files that lie neither in the repository, in the package, nor beside the text."""
    for named in _FILE.findall(text):
        if not any((place / named).exists() for place in (ROOT, PACKAGE, folder)):
            yield named


def missing_modules(text: str) -> Iterator[str]:
    for quoted in _QUOTED.findall(text):
        for named in _MODULE.findall(quoted):
            if named not in NO_MODULES and not is_module(named):
                yield named


@cache
def is_module(named: str) -> bool:
    """Whether a dotted name is a module, or something that a module defines."""
    parts = named.split(".")
    if parts[0] == "headwater":
        starts = [PACKAGE]
    elif parts[0] == "bench":
        starts = [ROOT / "bench"]
    else:
        starts = [place for place in PACKAGE.rglob(parts[0]) if place.is_dir()]
    return any(_leads_on(start, parts[1:]) for start in starts)


def _leads_on(place: Path, parts: list[str]) -> bool:
    if place.is_dir():
        if not parts:
            return True
        module = place / f"{parts[0]}.py"
        inside = place / parts[0]
        if module.exists() or inside.is_dir():
            return _leads_on(module if module.exists() else inside, parts[1:])
        return _defines(place / "__init__.py", parts[0])
    return not parts or _defines(place, parts[0])


def _defines(module: Path, name: str) -> bool:
    return name in {
        defined
        for node in ast.parse(module.read_text(encoding="utf-8")).body
        for defined in _names(node)
    }


def _names(node: ast.stmt) -> Iterator[str]:
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.Assign() | ast.AnnAssign():
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from (n.id for t in targets for n in ast.walk(t) if isinstance(n, ast.Name))
        case ast.ImportFrom(names=names):
            yield from (alias.asname or alias.name for alias in names)
        case _:
            pass


def is_defined(file: str, name: str) -> bool:
    """Whether one of the modules of that name defines the function, or the class and method."""
    if name.endswith(".py"):
        return True  # a list of files
    return any(
        set(name.split(".")) <= defined_names(module)
        for module in PACKAGE.rglob(Path(file).name)
        if module.as_posix().endswith(f"/{file}")
    )


def defined_names(module: Path) -> set[str]:
    return {
        node.name
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
    }


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_page_names_what_exists(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    links = [link for link in _LINK.findall(text) if "://" not in link]
    broken = [link for link in links if not (page.parent / link).exists()]
    assert [*missing_files(text, page.parent), *missing_modules(text), *broken] == []


def test_docstrings_and_comments_name_what_exists() -> None:
    missing = [
        f"{source.relative_to(ROOT)}: {named}"
        for source in SOURCES
        for text in prose(source)
        for named in (*missing_files(text, source.parent), *missing_modules(text))
    ]
    assert missing == []


@pytest.mark.parametrize(
    "text",
    ["`headwater.model.nowhere`", "`derive.nowhere`", "`headwater.log.directory.segment.Nowhere`"],
)
def test_a_module_that_does_not_exist_is_found(text: str) -> None:
    assert list(missing_modules(text)) == [text.strip("`")]


def test_a_file_that_does_not_exist_is_found() -> None:
    text = "see pipeline/nowhere.py and pipeline/derive/stated.py, not https://example.org/a/b.py"
    assert list(missing_files(text, ROOT)) == ["pipeline/nowhere.py"]


def test_the_tour_names_functions_that_are_where_it_says() -> None:
    hops = _HOP.findall((ROOT / "docs" / "tour.md").read_text(encoding="utf-8"))
    assert len(hops) > 20
    assert [hop for hop in hops if not is_defined(*hop)] == []
