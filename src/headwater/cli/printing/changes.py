"""Prints changes in the colours of their signs."""

from rich.text import Text

from headwater.cli.printing.output import print_line

_COLOURS = {"+": "green", "-": "red", "~": "yellow"}


def print_change(line: str, indent: int = 0) -> None:
    """Prints a change in the colour of its sign."""
    print_line(Text(" " * indent + line, style=_COLOURS.get(line.lstrip()[:1], "")))
