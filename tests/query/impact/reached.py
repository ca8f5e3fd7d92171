"""What is reached, with short names; and rows from which something is."""

from headwater.answers.impact import Impact, ImpactNode
from tests.query.rows import Rows


def short(node: str) -> str:
    return node.replace("dataset:ns:", "").replace("datasetField:ns:", "").replace("job:ns:", "")


def paths(found: Impact) -> dict[str, str]:
    return {short(node.id): ">".join(map(short, node.path)) for node in found.reached}


def one(found: Impact, name: str) -> ImpactNode:
    [node] = [node for node in found.reached if short(node.id) == name]
    return node


def chain(rows: Rows) -> None:
    """a > ab > b > bc > c, and c > cd > d."""
    for origin, destination in ("ab", "bc", "cd"):
        job = rows.job(origin + destination)
        rows.uses(job, [rows.dataset(origin)], [rows.dataset(destination)])


def columns(rows: Rows) -> None:
    """a.x > b.y > c.z by one job each; b as a whole depends on a.x too."""
    a, b, c = rows.dataset("a"), rows.dataset("b"), rows.dataset("c")
    rows.flow(rows.job("ab"), b, a, columns={("y", "x"): [], ("", "x"): [], ("w", "other"): []})
    rows.flow(rows.job("bc"), c, b, columns={("z", "y"): []})
    rows.stated(c, "ownership", {"owners": [{"name": "team:c"}]})


def possible(found: Impact) -> set[str]:
    return {short(node.id) for node in found.reached if node.certainty == "possible"}
