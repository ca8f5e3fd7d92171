"""Namespaces as Marquez's clients expect and describe them: every namespace has an owner."""

from typing import Annotated

import msgspec

from headwater.answers.catalog import Namespace, NamespaceList
from headwater.api.marquez.extended import extended

_ANONYMOUS = "anonymous"
"""Marquez's word for the owner of a namespace for which none is stated."""


class NamespaceBody(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """This is the description of a namespace by a user."""

    owner_name: Annotated[str, msgspec.Meta(min_length=1)]
    description: Annotated[
        str | None,
        msgspec.Meta(
            description="This is a description of the namespace. If it is left out, the present"
            " one stays."
        ),
    ] = None


class MarquezNamespace(Namespace, frozen=True, kw_only=True, rename="camel"):
    """This is a namespace of jobs or datasets, with its owner."""

    owner_name: str
    """The owner, as a text in any case: it is `anonymous` if `owner` is null."""


class MarquezNamespaceList(NamespaceList, frozen=True, rename="camel"):
    """This is a page of namespaces."""

    namespaces: tuple[MarquezNamespace, ...]


def marquez_namespaces(found: NamespaceList) -> MarquezNamespaceList:
    shown = tuple(map(marquez_namespace, found.namespaces))
    return extended(MarquezNamespaceList, found, namespaces=shown)


def marquez_namespace(found: Namespace) -> MarquezNamespace:
    return extended(MarquezNamespace, found, owner_name=found.owner or _ANONYMOUS)
