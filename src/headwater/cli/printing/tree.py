"""A graph as a tree that reads from top to bottom: first the sources of the start and what lies
between, then the start, then what it feeds.

Each line feeds those that are indented below it. A node is expanded only once. Above the start it
is expanded below the last of its sources, so that all of these are above it. Below the start it is
expanded where it is nearest to the start.
"""

from collections import Counter, deque
from collections.abc import Iterable, Sequence, Set
from typing import NamedTuple

from rich.text import Text

from headwater.answers.graph import Truncated
from headwater.cli.printing.output import STYLES, console, print_line
from headwater.query.formats.picture import Picture, Spot
from headwater.query.graph.by_node import edges_by_node
from headwater.words.numbers import counted

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
    label: str = ""
    is_repeat: bool = False
    ends: tuple[bool, ...] = ()
    """For each level of indentation, whether the branch is the last of that level."""


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
        name = _name(picture.spots[line.spot])
        if line.spot in start and not line.is_repeat:
            name.stylize("bold")
        text.append_text(name)
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
    """The lines from top to bottom."""
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
    tops = _tops(start, above, below)
    between = _reached(tops, below) & _reached(start, above)
    lines = _sources([*start, *sorted(between - {*start})], above)
    shown = {*tops, *(line.spot for line in lines if not line.is_repeat)}
    for spot in tops:
        lines.append(TreeLine(spot))
        lines += _fed_by(spot, below, shown)
    return lines


def _tops(start: Sequence[str], above: Links, below: Links) -> list[str]:
    """The nodes of the start that no other node of the start feeds. Of nodes that feed each other
    in a circle it is one. All others of the start follow below these."""
    tops: list[str] = []
    for spot in _from_the_sources(start, above, passing=frozenset()):
        if spot in start and spot not in _reached(tops, below):
            tops.append(spot)
    return tops


def _reached(spots: Sequence[str], links: Links) -> set[str]:
    """The nodes that lie beyond these, in one direction."""
    reached: set[str] = set()
    waiting = [*spots]
    while waiting:
        for far, _ in links[waiting.pop()]:
            if far not in reached:
                reached.add(far)
                waiting.append(far)
    return reached


def _sources(start: Sequence[str], above: Links) -> list[TreeLine]:
    """What feeds the start, from the farthest sources down to the start itself."""
    order = _from_the_sources(start, above, passing=frozenset(start))
    place = {spot: number for number, spot in enumerate(order)}
    feeds: dict[str, list[TreeLine]] = {spot: [] for spot in order}
    to_come: Counter[str] = Counter()
    """How many lines still lead to a node. Those that close a circle do not count."""
    for spot in (*sorted(order), *start):
        for source, label in above[spot]:
            if source in place:
                is_onward = spot in place and place[source] < place[spot]
                to_come[spot] += is_onward
                feeds[source].append(TreeLine(spot, label, is_repeat=not is_onward))
    lines: list[TreeLine] = []
    waiting = [TreeLine(spot) for spot in reversed(order) if not to_come[spot]]
    while waiting:
        line = waiting.pop()
        if line.ends and not line.is_repeat:
            to_come[line.spot] -= 1
            line = line._replace(is_repeat=to_come[line.spot] > 0)
        lines.append(line)
        if not line.is_repeat:
            waiting += _branches(line, feeds[line.spot])
    return lines


def _from_the_sources(start: Sequence[str], above: Links, passing: Set[str]) -> list[str]:
    """The start and what feeds it, each node after its sources, without those that are passed over.
    Of a circle, any node comes first."""
    order: list[str] = []
    seen = set(passing)
    for spot in start:
        if spot in seen and spot not in passing:
            continue
        seen.add(spot)
        path = [(spot, iter(above[spot]))]
        while path:
            node, sources = path[-1]
            source = next((far for far, _ in sources if far not in seen), None)
            if source is not None:
                seen.add(source)
                path.append((source, iter(above[source])))
            else:
                path.pop()
                order += [] if node in passing else [node]
    return order


def _fed_by(start: str, below: Links, shown: set[str]) -> list[TreeLine]:
    """The branches of a node, each followed by its own branches. Nodes in `shown` are not
    expanded."""
    branches: dict[str, list[TreeLine]] = {}
    queue = deque([start])
    while queue:
        spot = queue.popleft()
        branches[spot] = []
        for far, label in below[spot]:
            branches[spot].append(TreeLine(far, label, is_repeat=far in shown))
            if far not in shown:
                shown.add(far)
                queue.append(far)
    lines: list[TreeLine] = []
    waiting = [TreeLine(start)]
    while waiting:
        line = waiting.pop()
        lines.append(line)
        waiting += [] if line.is_repeat else _branches(line, branches[line.spot])
    return lines[1:]


def _branches(line: TreeLine, found: Sequence[TreeLine]) -> list[TreeLine]:
    """The branches of a line, the last one first, as they are taken from the end."""
    return [branch._replace(ends=(*line.ends, branch is found[-1])) for branch in reversed(found)]


def _guide(line: TreeLine, is_terminal: bool) -> str:
    if not line.ends:
        return ""
    if not is_terminal:
        return "  " * len(line.ends) + "> "
    *before, is_end = line.ends
    return "".join("    " if end else "│   " for end in before) + ("└─> " if is_end else "├─> ")


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
