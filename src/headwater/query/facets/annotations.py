"""Tags and descriptions of jobs and datasets, by producers and by users (semantics 10)."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import Any

import msgspec

from headwater.answers.facets import Tag
from headwater.model.facets import stated_text
from headwater.query.facets.entity_facets import entity_facets
from headwater.store import Snapshot

USER = "USER"
"""The source of the tags that users give; the word is OpenLineage's."""


class Annotations(msgspec.Struct, frozen=True):
    description: str | None
    tags: tuple[Tag, ...]

    def tag_names(self, field: str | None = None) -> tuple[str, ...]:
        return tag_names(self.tags, field)


NONE = Annotations(None, ())


def tag_names(tags: tuple[Tag, ...], field: str | None = None) -> tuple[str, ...]:
    """The tags of the whole, or of a field, whatever their values and whoever gave them."""
    return tuple(sorted({tag.key for tag in tags if tag.field == field})) if tags else ()


class _Edit(msgspec.Struct):
    """The fields of an edit beside its subject."""

    tag: str = ""
    field: str | None = None
    description: str = ""


def annotations(snapshot: Snapshot, keys: Collection[int]) -> dict[int, Annotations]:
    """What is said of each entity under any of its names; entities of which nothing is said are
    left out.

    Tags are the union of what the last `tags` facet says and what users have tagged and not
    untagged since; a user's description wins over the `documentation` facet.
    """
    facets = entity_facets(snapshot, keys, ("tags", "documentation"))
    tagged, described = _edits(snapshot, keys)
    found = {}
    for key in facets.keys() | tagged.keys() | described.keys():
        stated = facets.get(key, {})
        tags = {*stated_tags(stated.get("tags", {})), *tagged.get(key, ())}
        text = described.get(key) or stated_text(stated.get("documentation"), "description")
        found[key] = Annotations(text, tuple(sorted(tags, key=_order)))
    return {key: said for key, said in found.items() if said != NONE}


def _edits(snapshot: Snapshot, keys: Collection[int]) -> tuple[dict[int, set[Tag]], dict[int, str]]:
    """Users' tags, and users' descriptions; an empty one gives way to the producers' again."""
    rows = snapshot.query_in(
        "SELECT n.entity_id, e.edit, e.value FROM nodes n JOIN edits e"
        " ON e.kind = n.kind AND e.namespace = n.namespace AND e.name = n.name"
        " AND e.edit IN ('tag', 'untag', 'describe')"
        " WHERE n.entity_id IN {keys} ORDER BY e.edited_at, e.digest",
        sorted(keys),
    )
    tagged: defaultdict[int, set[Tag]] = defaultdict(set)
    described: dict[int, str] = {}
    for key, edit, value in rows:
        said = msgspec.json.decode(value, type=_Edit)
        tag = Tag(said.tag, None, USER, said.field)
        if edit == "describe":
            described[key] = said.description
        elif edit == "tag":
            tagged[key].add(tag)
        else:
            tagged[key].discard(tag)
    return tagged, described


def stated_tags(facet: dict[str, Any]) -> Iterable[Tag]:
    """The tags that a `tags` facet states."""
    stated = facet.get("tags")
    for item in stated if isinstance(stated, list) else ():
        key = stated_text(item, "key")
        if key is not None:
            yield Tag(key, *(stated_text(item, name) for name in ("value", "source", "field")))


def _order(tag: Tag) -> tuple[str, ...]:
    return tuple(part or "" for part in (tag.field, tag.key, tag.value, tag.source))
