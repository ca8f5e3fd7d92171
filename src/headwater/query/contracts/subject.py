"""What a question is about: a contract or a product, by an id or name that answers give."""

import difflib
from collections.abc import Mapping
from typing import NamedTuple

from headwater.answers.contracts import SpecKind
from headwater.contracts.contract import canonical_id
from headwater.errors import NotFoundError
from headwater.query.registry.registered import RegisteredContracts


class ContractSubject(NamedTuple):
    """A contract or product, and the contracts that it stands for."""

    kind: SpecKind
    id: str
    contracts: tuple[str, ...]


def require_subject(
    known: RegisteredContracts, wanted: str, kinds: tuple[SpecKind, ...] = ("contract", "product")
) -> ContractSubject:
    """The contract or product with an id or name (docs/contracts.md 3.4).

    Of a name that both have, the first of `kinds` counts. NotFoundError has near matches.
    """
    titles = {kind: _titles(known, kind) for kind in kinds}
    kind, key = _required(wanted, titles)
    members = known.products.members.get(f"product:{key}", ()) if kind == "product" else (key,)
    return ContractSubject(kind, key, members)


def require_contract(known: RegisteredContracts, wanted: str) -> str:
    """The id of a contract, for questions that no product can answer as a whole."""
    found = require_subject(known, wanted)
    if found.kind == "contract":
        return found.id
    members = ", ".join(found.contracts) or "it has none"
    raise NotFoundError(f"{wanted!r} is a product; ask for one of its contracts: {members}")


def _titles(known: RegisteredContracts, kind: SpecKind) -> dict[str, str]:
    registry = known.registry
    if kind == "contract":
        return {key: contract.title for key, contract in registry.in_force.items()}
    rolled_up = (key.partition(":") for key in known.products.members)
    keys = {name for kind, _, name in rolled_up if kind == "product"}
    return {key: registry.product_title(key) for key in sorted(keys | registry.products.keys())}


def _required(wanted: str, titles: Mapping[SpecKind, Mapping[str, str]]) -> tuple[SpecKind, str]:
    for kind, those in titles.items():
        if canonical_id(wanted) in those:
            return kind, canonical_id(wanted)
    for kind, those in titles.items():
        if wanted.startswith(f"{kind}:"):
            return _required(wanted.removeprefix(f"{kind}:"), {kind: those})
    for kind, those in titles.items():
        named = [key for key, title in those.items() if title == wanted]
        if len(named) == 1:
            return kind, named[0]
        if named:
            ids = " and ".join(named)
            raise NotFoundError(f"{wanted!r} is the name of {ids}; ask for one by its id")
    words = {word for those in titles.values() for pair in those.items() for word in pair}
    near = difflib.get_close_matches(wanted, sorted(words), n=3)
    hint = f"did you mean {' or '.join(near)}?" if near else "see `headwater contracts list`"
    raise NotFoundError(f"no {' or '.join(titles)} {wanted!r} is registered; {hint}")
