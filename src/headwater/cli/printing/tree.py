"""A graph as a tree: what feeds the start above it, what the start feeds below it, each node
once."""

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from rich.text import Text

from headwater.answers.graph import Truncated
from headwater.cli.printing.output import STYLES, console, counted, print_line
from headwater.query.formats.picture import Picture, Spot
from headwater.query.graph.by_node import edges_by_node

COLOURS = {
    "job": "cyan",
    "dataset": "green",
    "field": "green",
    "run": "magenta",
    "contract": "blue",
    "product": "yellow",
}
OBVIOUS = frozenset({"", "listed", "CONSUMED", "PRODUCED"})
"""The labels that go without saying, and are not printed."""


class TreeLine(NamedTuple):
    """A line of the tree: a node, and its relation to the node from which it was reached."""

    spot: str
    side: Literal["up", "start", "down"]
    label: str = ""
    is_repeat: bool = False
    ends: tuple[bool, ...] = ()
    """For each level from the start, whether the branch is the outermost of that level."""


Links = dict[str, list[tuple[str, str]]]
"""For each node, the nodes that one arrow leads to, with the label of the arrow."""


def print_tree(picture: Picture, start: Sequence[str]) -> None:
    """Prints the tree. Nodes that neither feed the start nor are fed by it are listed or counted
    below."""
    lines = laid_out(picture, start)
    home = {line.spot: number for number, line in enumerate(lines) if not line.is_repeat}
    is_terminal = console().is_terminal
    for number, line in enumerate(lines):
        text = Text().append(_guide(line, is_terminal), style="dim")
        text.append_text(_name(picture.spots[line.spot]))
        if line.label not in OBVIOUS:
            text.append(f" ({line.label})", style="dim")
        if line.is_repeat:
            text.append(f" … see {'above' if home[line.spot] < number else 'below'}", style="dim")
        else:
            text.append_text(_description(picture.spots[line.spot]))
        print_line(text)
    _print_apart(picture, sorted(picture.spots.keys() - home.keys()))
    for text_line in rest(picture.truncated):
        print_line(Text(text_line, style="dim"))


def _print_apart(picture: Picture, spots: list[str]) -> None:
    """Prints the nodes that neither feed the start nor are fed by it: other inputs, other
    outputs."""
    if not spots:
        return
    if not picture.lists_apart:
        nodes = "1 more node is" if len(spots) == 1 else f"{len(spots)} more nodes are"
        print_line(Text(f"{nodes} connected otherwise: {picture.how_to_list}", style="dim"))
        return
    print_line(Text("connected otherwise:", style="bold"))
    for spot in spots:
        name = Text("  ").append_text(_name(picture.spots[spot]))
        print_line(name.append_text(_description(picture.spots[spot])))


def laid_out(picture: Picture, start: Sequence[str]) -> list[TreeLine]:
    """The lines from top to bottom. The branches of a node are shown where it is nearest to a
    start."""
    into, out_of = edges_by_node(sorted(picture.arrows))
    above: Links = {
        spot: [
            (arrow.origin, arrow.label)
            for arrow in into[spot]
            if picture.upstream is None or arrow.origin in picture.upstream
        ]
        for spot in picture.spots
    }
    below: Links = {
        spot: [
            (arrow.destination, arrow.label)
            for arrow in out_of[spot]
            if picture.downstream is None or arrow.destination in picture.downstream
        ]
        for spot in picture.spots
    }
    shown = set(start)
    lines: list[TreeLine] = []
    for spot in start:
        lines += reversed(_grown(spot, above, shown, "up"))
        lines.append(TreeLine(spot, "start"))
        lines += _grown(spot, below, shown, "down")
    return lines


def _grown(
    start: str, links: Links, shown: set[str], side: Literal["up", "down"]
) -> list[TreeLine]:
    """The branches of a node, each followed by its own branches. Nodes in `shown` are not
    expanded."""
    branches: dict[str, list[TreeLine]] = {}
    queue = deque([start])
    while queue:
        spot = queue.popleft()
        branches[spot] = []
        for far, label in links[spot]:
            branches[spot].append(TreeLine(far, side, label, is_repeat=far in shown))
            if far not in shown:
                shown.add(far)
                queue.append(far)
    lines: list[TreeLine] = []
    waiting = [TreeLine(start, side)]
    while waiting:
        line = waiting.pop()
        lines.append(line)
        found = [] if line.is_repeat else branches[line.spot]
        if side == "up":  # these lines are reversed later, and must be sorted from the top down
            found = found[::-1]
        waiting += [
            branch._replace(ends=(*line.ends, branch is found[-1])) for branch in reversed(found)
        ]
    return lines[1:]


def _guide(line: TreeLine, is_terminal: bool) -> str:
    if line.side == "start":
        return ""
    if not is_terminal:
        return "  " * len(line.ends) + ("< " if line.side == "up" else "> ")
    corner = "┌── " if line.side == "up" else "└── "
    *before, is_end = line.ends
    return "".join("    " if end else "│   " for end in before) + (corner if is_end else "├── ")


def _name(spot: Spot) -> Text:
    return Text(spot.id, style=COLOURS[spot.kind])


def _description(spot: Spot) -> Text:
    text = Text()
    for mark in spot.marks:
        text.append(f" [{mark}]", style="bold yellow")
    if spot.note:
        state = spot.note.partition(" ")[0]
        text.append(f"  {spot.note}", style=STYLES.get(state, "dim"))
    hidden = [
        f"+{count} {side}"
        for count, side in (
            (spot.hidden_upstream, "upstream"),
            (spot.hidden_downstream, "downstream"),
        )
        if count
    ]
    if hidden:
        text.append(f"  ({', '.join(hidden)})", style="dim")
    return text


def rest(truncated: Truncated | None) -> Iterable[str]:
    """A line about the nodes that are not shown, if there are any."""
    if truncated is None:
        return ()
    nodes = counted(truncated.hidden, "more node")
    if truncated.reason == "depth":
        return (f"{nodes} next to these: raise --depth to see them",)
    return (f"{nodes} next to these: too many for one graph; `headwater lineage` has --max-nodes",)
