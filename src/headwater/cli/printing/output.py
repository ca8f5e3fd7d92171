"""What commands print: with colours in a terminal, plain in a pipe."""

from collections.abc import Iterable, Sequence
from typing import Any

import click
import msgspec
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from headwater.answers.moments import to_json
from headwater.words.numbers import counted

STYLES = {
    "COMPLETED": "green",
    "FAILED": "bold red",
    "ABORTED": "red",
    "RUNNING": "yellow",
    "NEW": "dim",
}


_WIDEST = 100_000


def console() -> Console:
    """Standard output as it is now. Long lines are left to the terminal."""
    return Console(highlight=False, soft_wrap=True, emoji=False)


def print_json(answer: Any) -> None:
    click.echo(msgspec.json.format(to_json(answer), indent=2))


def print_line(text: Text | str) -> None:
    """Prints a line without interpreting markup. In a pipe, its styles are dropped."""
    console().print(text, markup=False)


def print_table(headers: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Prints a table, with coloured run states in a terminal."""
    cells = [["" if cell is None else str(cell) for cell in row] for row in rows]
    out = console()
    if not out.is_terminal:
        _print_plain([list(headers), *cells])
        return
    table = Table(*headers, box=box.SIMPLE_HEAD, header_style="bold", pad_edge=False)
    for row in cells:
        table.add_row(*(Text(cell, style=STYLES.get(cell, "")) for cell in row))
    # The table is as wide as its content, as ids that are wrapped cannot be copied.
    Console(emoji=False, width=_WIDEST).print(table)


def print_fields(pairs: Iterable[tuple[str, object]]) -> None:
    """Prints names and values, several values below each other. Names without a value are left
    out."""
    shown = [(name, _values(value)) for name, value in pairs if _values(value)]
    width = max((len(name) for name, _ in shown), default=0)
    for name, values in shown:
        for label, value in zip([name, *[""] * len(values)], values, strict=False):
            line = Text(f"{label:<{width}}  ", style="bold")
            print_line(line.append(value, style=f"not bold {STYLES.get(value, '')}".strip()))


def _values(value: object) -> list[str]:
    if isinstance(value, list | tuple):
        return [str(item) for item in value]
    return [] if value in (None, "") else [str(value)]


def _print_plain(lines: Sequence[Sequence[str]]) -> None:
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        padded = (f"{cell:<{width}}" for cell, width in zip(line, widths, strict=True))
        click.echo("  ".join(padded).rstrip())


def beyond(total: int) -> str:
    """A note for an empty page that lies beyond the end of a list.

    >>> beyond(0), beyond(3)
    ('', ' beyond the first 3')
    """
    return f" beyond the first {total}" if total else ""


def records(count: int | None) -> str:
    """A number of records of the log; None means more than were counted.

    >>> records(1), records(None)
    ('1 record', 'many records')
    """
    return "many records" if count is None else counted(count, "record")
