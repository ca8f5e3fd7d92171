"""The known tags: those that producers and users give, and those that users describe."""

import msgspec

from headwater.answers.catalog import TagDescription, TagList
from headwater.query.catalog.descriptions import NOTHING, Described, descriptions
from headwater.query.facets.annotations import stated_tags
from headwater.query.facets.entity_facets import everyones_facets
from headwater.query.facets.values import decoded
from headwater.questions.pages import FIRST_PAGE, Page
from headwater.store import Snapshot


def tags(snapshot: Snapshot, page: Page = FIRST_PAGE) -> TagList:
    """All tags, by name. A tag that a user has given once stays known."""
    described = descriptions(snapshot, "tag")
    names = sorted(described.keys() | _by_users(snapshot) | _by_producers(snapshot))
    rows, following = page.of([(name,) for name in names], tuple[str])
    return TagList(
        tuple(_tag(name, described.get(name, NOTHING)) for (name,) in rows), len(names), following
    )


def tag(snapshot: Snapshot, name: str) -> TagDescription:
    """A tag with its description. Any text may be a tag."""
    return _tag(name, descriptions(snapshot, "tag").get(name, NOTHING))


def _tag(name: str, described: Described) -> TagDescription:
    return TagDescription(name, described.text("description"))


class _Given(msgspec.Struct):
    tag: str


def _by_users(snapshot: Snapshot) -> set[str]:
    rows = snapshot.query("SELECT DISTINCT value FROM edits WHERE edit = 'tag'")
    return {msgspec.json.decode(value, type=_Given).tag for (value,) in rows}


def _by_producers(snapshot: Snapshot) -> set[str]:
    facets = decoded(snapshot, everyones_facets(snapshot, ["tags"]).values())
    return {stated.key for facet in facets.values() for stated in stated_tags(facet)}
