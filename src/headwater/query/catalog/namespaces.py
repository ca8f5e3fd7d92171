"""Namespaces: those that contain jobs or datasets, and those that users have described."""

from collections import defaultdict
from collections.abc import Collection

from headwater.answers.catalog import Namespace, NamespaceList
from headwater.errors import NotFoundError
from headwater.query.catalog.descriptions import NOTHING, descriptions
from headwater.query.moments import earliest, in_force, latest
from headwater.query.names.deletions import Deletions
from headwater.query.names.entities import graph_entities
from headwater.query.names.occurrences import Occurrences, occurrences
from headwater.questions.pages import FIRST_PAGE, Page
from headwater.store import Snapshot


def namespaces(snapshot: Snapshot, page: Page = FIRST_PAGE) -> NamespaceList:
    """All namespaces that are not hidden, by name."""
    known = _Namespaces(snapshot)
    shown = sorted(name for name in known.names() if not known.is_hidden(name))
    rows, following = page.of([(name,) for name in shown], tuple[str])
    found = known.details([name for (name,) in rows])
    return NamespaceList(found, len(shown), following)


def namespace(snapshot: Snapshot, name: str) -> Namespace:
    """One namespace, which may be hidden."""
    known = _Namespaces(snapshot, name)
    if name not in known.names():
        raise _not_found(name)
    [found] = known.details([name])
    return found


def require_namespace(snapshot: Snapshot, name: str) -> None:
    """Raises NotFoundError unless something is or was in the namespace, or it was described."""
    if not snapshot.query(
        "SELECT 1 FROM nodes WHERE kind IN ('job', 'dataset') AND namespace = ?"
        " UNION ALL SELECT 1 FROM edits WHERE kind = 'namespace' AND namespace = ? LIMIT 1",
        (name, name),
    ):
        raise _not_found(name)


def _not_found(name: str) -> NotFoundError:
    return NotFoundError(
        f"no job or dataset is in the namespace {name!r}; find names with `headwater search TEXT`"
    )


class _Namespaces:
    """The contents of all namespaces, or of one, and their descriptions by users."""

    def __init__(self, snapshot: Snapshot, only: str | None = None) -> None:
        self._deletions = Deletions(snapshot, in_force(None))
        self._seen = (
            occurrences(snapshot)
            if only is None
            else Occurrences(snapshot, graph_entities(snapshot, namespace=only))
        )
        found = self._seen.entities
        hidden = self._deletions.hidden(found.values())
        self._members: defaultdict[str, set[int]] = defaultdict(set)
        self._visible = {entity.namespace for key, entity in found.items() if key not in hidden}
        for key, entity in found.items():
            self._members[entity.namespace].add(key)
        self._described = descriptions(snapshot, "namespace")

    def names(self) -> set[str]:
        return self._members.keys() | self._described.keys()

    def is_hidden(self, name: str) -> bool:
        """Whether it was deleted, contains nothing visible, and was not described since."""
        deleted_at = self._deletions.namespace_deleted_at(name)
        described_at = self._described.get(name, NOTHING).last_at
        return (
            deleted_at is not None
            and name not in self._visible
            and (described_at is None or described_at <= deleted_at)
        )

    def details(self, names: Collection[str]) -> tuple[Namespace, ...]:
        return tuple(self._details(name) for name in names)

    def _details(self, name: str) -> Namespace:
        described = self._described.get(name, NOTHING)
        seen = self._seen.span(self._members[name])
        return Namespace(
            name=name,
            created_at=earliest(seen.first, described.first_at),
            updated_at=latest(seen.last, described.last_at),
            owner=described.text("owner"),
            description=described.text("description"),
            is_hidden=self.is_hidden(name),
        )
