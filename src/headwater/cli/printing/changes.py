"""Changes as lines, which begin with + for new, - for gone, and ~ for different."""

from collections.abc import Iterator

from rich.text import Text

from headwater.answers.versions import CodeVersion, JobChange, SchemaChange
from headwater.cli.printing.output import print_line

_COLOURS = {"+": "green", "-": "red", "~": "yellow"}
SIGNS = {"added": "+", "removed": "-", "changed": "~", "same": " "}


def print_change(line: str, indent: int = 0) -> None:
    """Prints a change in the colour of its sign."""
    print_line(Text(" " * indent + line, style=_COLOURS.get(line.lstrip()[:1], "")))


def job_changes(change: JobChange, code_after: CodeVersion) -> Iterator[str]:
    yield from (f"+ input  {name}" for name in change.inputs_added)
    yield from (f"- input  {name}" for name in change.inputs_removed)
    yield from (f"+ output {name}" for name in change.outputs_added)
    yield from (f"- output {name}" for name in change.outputs_removed)
    if change.code_before is not None:
        yield f"~ code   {code(change.code_before)} -> {code(code_after)}"


def code(version: CodeVersion) -> str:
    return version.version or version.url or "unknown"


def schema_changes(change: SchemaChange) -> Iterator[str]:
    yield from (f"+ field  {f.name} {f.type or ''}".rstrip() for f in change.added)
    yield from (f"- field  {f.name} {f.type or ''}".rstrip() for f in change.removed)
    yield from (
        f"~ field  {f.name} {f.before or 'untyped'} -> {f.after or 'untyped'}"
        for f in change.retyped
    )
