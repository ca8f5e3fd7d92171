"""Changes as lines, which begin with + for new, - for gone, and ~ for different."""

import difflib
import textwrap
from collections.abc import Iterator

from headwater.answers.versions import (
    CodeVersion,
    JobChange,
    SchemaChange,
    TextChange,
    TextKind,
)
from headwater.words.numbers import counted

SIGNS = {"added": "+", "removed": "-", "changed": "~", "same": " "}


def job_changes(change: JobChange, code_after: CodeVersion) -> Iterator[str]:
    yield from (f"+ input  {name}" for name in change.inputs_added)
    yield from (f"- input  {name}" for name in change.inputs_removed)
    yield from (f"+ output {name}" for name in change.outputs_added)
    yield from (f"- output {name}" for name in change.outputs_removed)
    if change.code_before is not None and change.code_before.has_other_version(code_after):
        yield f"~ code   {code(change.code_before)} -> {code(code_after)}"
    for text in change.texts:
        yield f"~ {_TEXTS[text.kind]}"
        yield from text_changes(text)


def code(version: CodeVersion) -> str:
    """The code of a version in a few words."""
    texts = [_TEXTS[kind] for kind in _TEXTS if getattr(version, kind) is not None]
    return version.version or version.url or " and ".join(texts) or "unknown"


_TEXTS: dict[TextKind, str] = {"sql": "SQL", "source": "source code"}
_MOST_LINES = 20
_WRAPPER = textwrap.TextWrapper(
    width=100, expand_tabs=False, replace_whitespace=False, drop_whitespace=False
)


def text_changes(text: TextChange) -> Iterator[str]:
    """A change of a text as a unified diff, cut where it is long."""
    before, after = (_wrapped(side) for side in (text.before, text.after))
    lines = list(difflib.unified_diff(before, after, n=2, lineterm=""))[2:]
    yield from lines[:_MOST_LINES]
    if len(lines) > _MOST_LINES:
        yield f"… {counted(len(lines) - _MOST_LINES, 'more line')}"


def _wrapped(text: str) -> list[str]:
    """The lines of a text. Long ones are broken, as many programs write SQL without any break."""
    return [part for line in text.splitlines() for part in _WRAPPER.wrap(line) or [""]]


def schema_changes(change: SchemaChange) -> Iterator[str]:
    yield from (f"+ field  {f.name} {f.type or ''}".rstrip() for f in change.added)
    yield from (f"- field  {f.name} {f.type or ''}".rstrip() for f in change.removed)
    yield from (
        f"~ field  {f.name} {f.before or 'untyped'} -> {f.after or 'untyped'}"
        for f in change.retyped
    )
