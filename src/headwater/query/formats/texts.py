"""Graphs as text for other programs: Graphviz, Mermaid and spreadsheets."""

import csv
import io

from headwater.answers.impact import Impact
from headwater.query.formats.picture import Picture, Spot

_SHAPES = {
    "job": "box",
    "dataset": "cylinder",
    "field": "plaintext",
    "run": "oval",
    "contract": "note",
    "product": "folder",
}
_BRACKETS = {
    "job": "[]",
    "dataset": "[()]",
    "field": "[]",
    "run": "([])",
    "contract": "[[]]",
    "product": "[]",
}


def dot(picture: Picture) -> str:
    lines = ["digraph lineage {", "  rankdir=LR;"]
    for spot in picture.spots.values():
        style = ", style=dashed" if spot.marks else ""
        label = "\\n".join(_quoted(part) for part in _label(spot))
        lines.append(
            f'  "{_quoted(spot.id)}" [label="{label}", shape={_SHAPES[spot.kind]}{style}];'
        )
    for arrow in sorted(picture.arrows):
        label = f' [label="{_quoted(arrow.label)}"]' if _is_worth_showing(arrow.label) else ""
        lines.append(f'  "{_quoted(arrow.origin)}" -> "{_quoted(arrow.destination)}"{label};')
    return "\n".join([*lines, "}"])


def mermaid(picture: Picture) -> str:
    numbers = {spot: f"n{number}" for number, spot in enumerate(picture.spots)}
    lines = ["flowchart LR"]
    for spot in picture.spots.values():
        opening, closing = _mermaid_brackets(spot.kind)
        label = "<br>".join(_escaped(part) for part in _label(spot))
        lines.append(f'  {numbers[spot.id]}{opening}"{label}"{closing}')
    for arrow in sorted(picture.arrows):
        label = f'|"{_escaped(arrow.label)}"|' if _is_worth_showing(arrow.label) else ""
        lines.append(f"  {numbers[arrow.origin]} -->{label} {numbers[arrow.destination]}")
    return "\n".join(lines)


def edge_list(picture: Picture) -> str:
    """The graph as CSV with one row per edge. Nodes without edges do not occur."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["origin", "destination", "label"])
    writer.writerows(sorted(picture.arrows))
    return text.getvalue().rstrip("\n")


def impact_table(found: Impact) -> str:
    """The impact as CSV, with one row for each node that is reached."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["id", "type", "distance", "owners", "state", "path", "certainty"])
    for node in found.reached:
        owners = "; ".join(node.owner_names)
        state = node.run.state if node.run else ""
        path = " > ".join(node.path)
        row = [node.id, node.type, node.distance, owners, state, path, node.certainty]
        writer.writerow(row)
    return text.getvalue().rstrip("\n")


def _label(spot: Spot) -> list[str]:
    return [spot.id, *(f"({mark})" for mark in spot.marks)]


def _is_worth_showing(label: str) -> bool:
    return label not in ("", "listed")


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def _escaped(text: str) -> str:
    """The text with HTML entities, which Mermaid understands inside quotes."""
    return text.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")


def _mermaid_brackets(kind: str) -> tuple[str, str]:
    both = _BRACKETS[kind]
    return both[: len(both) // 2], both[len(both) // 2 :]
