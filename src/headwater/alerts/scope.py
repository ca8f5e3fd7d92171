"""Which happenings a subscription is about."""

from collections.abc import Iterable

from headwater.alerts.happening import Happening
from headwater.errors import AmbiguousNodeError, NodeIdError, NotFoundError
from headwater.query.contracts.subject import require_contract
from headwater.query.facets.annotations import annotations
from headwater.query.facets.owners import owners
from headwater.query.names.entities import entities
from headwater.query.node_ids import resolve
from headwater.query.registry.bindings import bindings
from headwater.query.registry.registered import contracts
from headwater.questions.alerts import EVERYTHING
from headwater.store import Snapshot


def concerning(snapshot: Snapshot, about: str, found: Iterable[Happening]) -> list[Happening]:
    """The happenings that a subscription is about.

    It goes by what is tagged, owned or bound now. What does not exist has no happenings, and may
    come into being later.
    """
    kind, _, name = about.partition(":")
    if about == EVERYTHING:
        return list(found)
    if kind == "contract":
        return _of_contract(snapshot, name, found)
    happened = list(found)
    keys = {key for one in happened for key in one.entities}
    wanted = _wanted(snapshot, kind, name, about, keys)
    return [one for one in happened if not wanted.isdisjoint(one.entities)]


def _wanted(snapshot: Snapshot, kind: str, name: str, about: str, keys: set[int]) -> set[int]:
    """Those of the jobs and datasets that the subscription is about."""
    match kind:
        case "namespace":
            return {key for key, one in entities(snapshot, keys).items() if one.namespace == name}
        case "tag":
            tagged = annotations(snapshot, keys)
            return {key for key, one in tagged.items() if name in {tag.key for tag in one.tags}}
        case "owner":
            owned = owners(snapshot, keys)
            return {key for key, listed in owned.items() if name in {one.name for one in listed}}
        case _:
            try:
                return {resolve(snapshot, about, kinds=("job", "dataset")).entity.key}
            except (NotFoundError, AmbiguousNodeError, NodeIdError):
                return set()


def _of_contract(snapshot: Snapshot, name: str, found: Iterable[Happening]) -> list[Happening]:
    known = contracts(snapshot)
    try:
        contract = require_contract(known, name)
    except NotFoundError:
        return []
    datasets = bindings(snapshot, known).datasets_of([contract])
    return [
        one
        for one in found
        if one.contract == contract
        or (one.contract is None and not datasets.isdisjoint(one.entities))
    ]
