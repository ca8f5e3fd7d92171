"""Tags and descriptions that producers and users give to jobs and datasets (semantics 10)."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import Any

import msgspec

from headwater.answers.facets import Tag
from headwater.model.facet_content import stated_text
from headwater.query.facets.entity_facets import entity_facets
from headwater.store import Snapshot

USER = "USER"
"""The source of the tags that users give, by its name in OpenLineage."""


class Annotations(msgspec.Struct, frozen=True):
    description: str | None
    tags: tuple[Tag, ...]

    def tag_names(self, field: str | None = None) -> tuple[str, ...]:
        return tag_names(self.tags, field)

    @property
    def on_whole(self) -> tuple[Tag, ...]:
        """The tags on the job or dataset as a whole, with their values and sources."""
        return tags_on_whole(self.tags)


NONE = Annotations(None, ())


def tag_names(tags: tuple[Tag, ...], field: str | None = None) -> tuple[str, ...]:
    """The names of the tags on the whole, or on a field, whatever their values and sources."""
    return tuple(sorted({tag.key for tag in tags if tag.field == field})) if tags else ()


def tags_on_whole(tags: tuple[Tag, ...]) -> tuple[Tag, ...]:
    """The tags that are not on a field."""
    return tuple(tag for tag in tags if tag.field is None) if tags else ()


class _Edit(msgspec.Struct):
    """The fields of an edit apart from its subject."""

    tag: str = ""
    field: str | None = None
    description: str = ""


def annotations(snapshot: Snapshot, keys: Collection[int]) -> dict[int, Annotations]:
    """The tags and the description of each entity that has any, under all of its names.

    Tags are the union of the last `tags` facet and of the tags that users have given and not
    removed since. A user's description wins over the `documentation` facet.
    """
    facets = entity_facets(snapshot, keys, ("tags", "documentation"))
    tagged, described = _edits(snapshot, keys)
    found = {}
    for key in facets.keys() | tagged.keys() | described.keys():
        stated = facets.get(key, {})
        tags = {*stated_tags(stated.get("tags", {})), *tagged.get(key, ())}
        text = described.get(key) or stated_text(stated.get("documentation"), "description")
        found[key] = Annotations(text, tuple(sorted(tags, key=_order)))
    return {key: annotated for key, annotated in found.items() if annotated != NONE}


def _edits(snapshot: Snapshot, keys: Collection[int]) -> tuple[dict[int, set[Tag]], dict[int, str]]:
    """The tags and descriptions by users.

    An empty description lets the producers' one show again.
    """
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
        fields = msgspec.json.decode(value, type=_Edit)
        tag = Tag(fields.tag, None, USER, fields.field)
        if edit == "describe":
            described[key] = fields.description
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
