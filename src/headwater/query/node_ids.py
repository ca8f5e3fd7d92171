"""Node ids: how they are parsed, and what they stand for (semantics 2.4)."""

import difflib
import re
import uuid
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import combinations, pairwise
from math import comb
from typing import Literal

import msgspec

from headwater.answers.names import EntityKind, NodeKind
from headwater.errors import AmbiguousNodeError, NodeIdError, NotFoundError
from headwater.model.canonical import node_id
from headwater.model.names import NameAndPartition, normaliser
from headwater.model.order import format_time
from headwater.query.moments import in_force
from headwater.query.names.deletions import Deletions
from headwater.query.names.entities import (
    Entity,
    entities,
    entity_keys,
    members,
    spelled_out,
    written,
)
from headwater.query.names.run_ids import find_run, find_stub, near_runs
from headwater.query.versions.schema import known_fields
from headwater.store import Snapshot

_KINDS: dict[str, NodeKind] = {
    "job": "job",
    "dataset": "dataset",
    "datasetField": "datasetField",
    "dataset_field": "datasetField",
    "run": "run",
}
_VERSIONED = re.compile(
    r"(.+)#([0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})", re.IGNORECASE
)
_COLON = re.compile("%3a", re.IGNORECASE)
_ESCAPED = re.compile("%(3a|25|23)", re.IGNORECASE)
_NEAR = 3
_SEARCH = "find names with `headwater search TEXT`"
_MOST_SPLIT = 4 << 20
"""The most characters that all ways to split an id may have together. They grow with the square
of the number of colons, so that a short question could take all memory."""
_LONG_NAME = 1000
"""A longer name is searched for by its beginning, as SQLite refuses patterns of 50,000 bytes."""
_LIKENESS = 0.6
"""The least similarity of two names at which one is suggested for the other."""


class Parsed(msgspec.Struct, frozen=True):
    """A node id, taken apart as far as its text alone allows."""

    kind: NodeKind
    text: str
    version: str | None


class Found(msgspec.Struct, frozen=True):
    """What a node id stands for.

    The entity of a field is its dataset, and that of a run is its job.
    """

    kind: NodeKind
    entity: Entity
    field: str | None = None
    version: str | None = None
    run_key: str | None = None


def parse(node: str) -> Parsed:
    """Splits a node id into its kind, its text and its version.

    >>> parse("dataset:s3://lake:orders#11111111-2222-3333-4444-555555555555")
    Parsed(kind='dataset', text='s3://lake:orders', version='11111111-2222-3333-4444-555555555555')
    """
    prefix, _, rest = node.partition(":")
    if prefix not in _KINDS or not rest:
        raise NodeIdError(
            f"{node!r} is no node id; write job:NAMESPACE:NAME, dataset:NAMESPACE:NAME, "
            f"datasetField:NAMESPACE:NAME:FIELD or run:ID; {_SEARCH}"
        )
    versioned = _VERSIONED.fullmatch(rest)
    if versioned is None:
        return Parsed(_KINDS[prefix], rest, None)
    return Parsed(_KINDS[prefix], versioned[1], str(uuid.UUID(versioned[2])))


def resolve(
    snapshot: Snapshot,
    node: str,
    *,
    kinds: tuple[NodeKind, ...] = (),
    at: int | None = None,
    deleted: bool = False,
    stubs: bool = False,
) -> Found:
    """What exists under a node id, by any of its names. `kinds` are the kinds that are expected.

    What is deleted, and runs that only their children name, are not found unless asked for.
    """
    parsed = parse(node)
    if kinds and parsed.kind not in kinds:
        raise NodeIdError(f"{node!r} is a {parsed.kind}; expected a {_either(kinds)}")
    fits = _found(snapshot, node)
    if not fits:  # the name may be written as in an event, with a partition or quotes
        fits = list(_fits(snapshot, parsed, _normalised_splits(snapshot, parsed)))
    if not fits and stubs and parsed.kind == "run":
        fits = list(_stubs(snapshot, parsed.text))
    if not fits:
        raise _not_found(snapshot, node, parsed)
    if len(fits) > 1:
        choices = " and ".join(sorted(_unambiguous(snapshot, fit) for fit in fits))
        raise AmbiguousNodeError(f"{node!r} fits {choices}; write the one you mean like this")
    if not deleted:
        _refuse_deleted(snapshot, fits[0].entity, at)
    return fits[0]


def _found(snapshot: Snapshot, node: str) -> list[Found]:
    """All that fits an id; what looks like a version at its end, and is none, may end a name."""
    parsed = parse(node)
    fits = list(_fits(snapshot, parsed, _splits(parsed)))
    if not fits and parsed.version is not None:
        whole = Parsed(parsed.kind, node.partition(":")[2], None)
        fits = list(_fits(snapshot, whole, _splits(whole)))
    return fits


def named(
    snapshot: Snapshot, kind: EntityKind, namespace: str, name: str, *, deleted: bool = False
) -> Entity:
    """The job or dataset that has exactly this namespace and name, possibly as an alias."""
    for spelling in (name, _normaliser(snapshot, kind)(name)[0]):
        keys = entity_keys(snapshot, [node_id(kind, namespace, spelling)])
        for entity in entities(snapshot, keys.values()).values():
            if not deleted:
                _refuse_deleted(snapshot, entity, None)
            return entity
    text = f"{namespace}:{name}"
    raise _not_found(snapshot, f"{kind}:{text}", Parsed(kind, text, None))


def _refuse_deleted(snapshot: Snapshot, entity: Entity, at: int | None) -> None:
    deleted_at = Deletions(snapshot, in_force(at)).deleted_at(entity)
    if deleted_at is not None:
        raise NotFoundError(
            f"{entity.id} was deleted at {format_time(deleted_at)}; bring it back with "
            "`headwater restore`, or ask for a time before that"
        )


def _either(kinds: Sequence[str]) -> str:
    """The kinds as an enumeration for an error message.

    >>> _either(["job"]), _either(["job", "dataset", "run"])
    ('job', 'job, a dataset or a run')
    """
    return " or a ".join([", a ".join(kinds[:-1]), kinds[-1]] if len(kinds) > 1 else kinds)


def _fits(snapshot: Snapshot, parsed: Parsed, ways: Iterable[tuple[str, ...]]) -> Iterator[Found]:
    if parsed.kind == "run":
        yield from _runs(snapshot, parsed.text)
        return
    kind: Literal["job", "dataset"] = "job" if parsed.kind == "job" else "dataset"
    splits = _by_node(kind, ways)
    keys = entity_keys(snapshot, splits)
    found = entities(snapshot, keys.values())
    names = members(snapshot, found) if parsed.kind == "datasetField" else {}
    seen = set()
    known = ((key, parts) for node, key in sorted(keys.items()) for parts in splits[node])
    for key, parts in known:
        field = parts[2] if parsed.kind == "datasetField" else None
        if (key, field) in seen or not _has_version(snapshot, kind, key, parsed.version):
            continue
        seen.add((key, field))
        if field is None or field in known_fields(snapshot, key, names[key]):
            yield Found(parsed.kind, found[key], field, parsed.version)


def _by_node(kind: EntityKind, ways: Iterable[tuple[str, ...]]) -> dict[int, list[tuple[str, ...]]]:
    """The ways to split a text, by the job or dataset that they name.

    Some differ only in the field.
    """
    found: defaultdict[int, list[tuple[str, ...]]] = defaultdict(list)
    for parts in dict.fromkeys(ways):
        found[node_id(kind, *parts[:2])].append(parts)
    return found


def _splits(parsed: Parsed) -> Iterator[tuple[str, ...]]:
    """Every way to split the text at its colons into the parts that its kind has."""
    pieces = parsed.text.split(":")
    cuts = 2 if parsed.kind == "datasetField" else 1
    if comb(len(pieces) - 1, cuts) * len(parsed.text) > _MOST_SPLIT:
        raise NodeIdError(
            f"{parsed.text[:40]!r}… has {len(pieces) - 1} colons, too many to try each as the end"
            " of a namespace or name; write those inside of one as %3A"
        )
    for places in combinations(range(1, len(pieces)), cuts):
        ends = (0, *places, len(pieces))
        parts = tuple(":".join(pieces[a:b]) for a, b in pairwise(ends))
        if all(parts):
            yield parts
            yield tuple(_COLON.sub(":", part) for part in parts)
            yield tuple(_ESCAPED.sub(lambda found: chr(int(found[1], 16)), part) for part in parts)


def _normalised_splits(snapshot: Snapshot, parsed: Parsed) -> Iterator[tuple[str, ...]]:
    """Every way to split the text, with the names normalised (semantics 2.2)."""
    if parsed.kind == "run":
        return
    normalised = _normaliser(snapshot, parsed.kind)
    for namespace, name, *field in _splits(parsed):
        yield (namespace, normalised(name)[0], *field)


def _normaliser(snapshot: Snapshot, kind: NodeKind) -> Callable[[str], NameAndPartition]:
    rules = snapshot.rules
    return normaliser(rules.job_names if kind == "job" else rules.dataset_names)


def _has_version(snapshot: Snapshot, kind: str, key: int, version: str | None) -> bool:
    if version is None:
        return True
    sql = f"SELECT 1 FROM {kind}_versions WHERE version_id = ? AND {kind}_id = ?"
    return bool(snapshot.query(sql, (version, key)))


def _runs(snapshot: Snapshot, text: str) -> Iterator[Found]:
    run_key = find_run(snapshot, text)
    if run_key is not None:
        [(job,)] = snapshot.query("SELECT job_id FROM runs WHERE run_key = ?", (run_key,))
        yield Found("run", entities(snapshot, [job])[job], run_key=run_key)


def _stubs(snapshot: Snapshot, text: str) -> Iterator[Found]:
    found = find_stub(snapshot, text)
    if found is not None:
        run_key, job = found
        yield Found("run", entities(snapshot, [job])[job], run_key=run_key)


def _unambiguous(snapshot: Snapshot, fit: Found) -> str:
    """A node id that stands for this and nothing else.

    Colons inside a part are escaped and, where needed, so are percent signs, as those of a literal
    %3A.
    """
    parts = (fit.entity.namespace, fit.entity.name, *((fit.field,) if fit.field else ()))
    spellings = [
        spelled_out(fit.kind, *parts, version=fit.version),
        spelled_out(fit.kind, *(part.replace("%", "%25") for part in parts), version=fit.version),
        written(fit.kind, *parts, version=fit.version),
    ]
    for spelling in spellings:
        if _found(snapshot, spelling) == [fit]:
            return spelling
    return spellings[0]


def _not_found(snapshot: Snapshot, node: str, parsed: Parsed) -> NotFoundError:
    if not snapshot.query("SELECT 1 FROM entities LIMIT 1"):
        return NotFoundError(
            f"nothing is known of {node!r}, nor of anything else: no event has come into the store"
            " yet; the status tells whether some wait"
        )
    if parsed.kind == "run":
        near = near_runs(snapshot, parsed.text)
    else:
        near = _near_fields(snapshot, parsed) or _near_names(snapshot, parsed)
    listing = "see `headwater runs`" if parsed.kind == "run" else _SEARCH
    hint = f"did you mean {' or '.join(near)}?" if near else listing
    return NotFoundError(f"nothing is known of {node!r}; {hint}")


def _near_fields(snapshot: Snapshot, parsed: Parsed) -> list[str]:
    """Similar fields of the dataset that was meant, if it exists. If none is similar, some of its
    fields."""
    if parsed.kind != "datasetField":
        return []
    ways = (*_splits(parsed), *_normalised_splits(snapshot, parsed))
    splits = _by_node("dataset", ways)
    keys = entity_keys(snapshot, splits)
    names = members(snapshot, keys.values())
    near = (
        written("datasetField", namespace, name, field)
        for node, key in sorted(keys.items())
        for namespace, name, wanted in splits[node]
        for field in _alike_or_first(wanted, known_fields(snapshot, key, names[key]))
    )
    return list(dict.fromkeys(near))


def _alike_or_first(text: str, names: Collection[str]) -> list[str]:
    return _alike(text, names) or sorted(names)[:_NEAR]


def _alike(text: str, names: Iterable[str]) -> list[str]:
    """The names that look most like the wanted one, in any letter case."""
    wanted = text.lower()
    bounds = difflib.SequenceMatcher(None, b=wanted, autojunk=False)
    ratios = {}
    for name in names:
        bounds.set_seq1(name.lower())
        # Both are upper bounds of the ratio and much cheaper to compute.
        if bounds.real_quick_ratio() >= _LIKENESS and bounds.quick_ratio() >= _LIKENESS:
            matcher = difflib.SequenceMatcher(None, wanted, name.lower(), autojunk=False)
            ratios[name] = matcher.ratio()
    likely = [name for name in ratios if ratios[name] >= _LIKENESS]
    return sorted(likely, key=lambda name: (-ratios[name], name))[:_NEAR]


def _near_names(snapshot: Snapshot, parsed: Parsed) -> list[str]:
    """Names that contain the wanted one, or that begin like it and look similar."""
    kind: EntityKind = "job" if parsed.kind == "job" else "dataset"
    text = _normaliser(snapshot, parsed.kind)(parsed.text)[0]
    pieces = text.split(":")
    name = pieces[-2] if parsed.kind == "datasetField" and len(pieces) > 2 else pieces[-1]
    return near_names(snapshot, kind, text, name)


def near_names(snapshot: Snapshot, kind: EntityKind, text: str, name: str) -> list[str]:
    """The ids of similar entities: their names contain `name` or begin like it.

    Of these, the ids that look most like `text` are returned.
    """
    name = name[:_LONG_NAME]
    rows = snapshot.query(
        "SELECT namespace, name FROM entities WHERE kind = ?"
        " AND (lower(name) LIKE ? ESCAPE '!' OR lower(name) LIKE ? ESCAPE '!')"
        " ORDER BY name, namespace LIMIT 500",
        (kind, f"%{_literal(name)}%", f"{_literal(name[:3])}%"),
    )
    return _alike(f"{kind}:{text}", (written(kind, *row) for row in rows))


def _literal(text: str) -> str:
    """The text in lower case, as part of a LIKE pattern with `!` as its escape character.

    >>> _literal("A_b%")
    'a!_b!%'
    """
    return re.sub(r"([!%_])", r"!\1", text.lower())
