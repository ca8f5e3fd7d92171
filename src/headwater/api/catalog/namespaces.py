"""Namespaces: what there is, and what users say of them."""

from typing import Annotated

import msgspec

from headwater.answers.catalog import Namespace, NamespaceList
from headwater.api.http.operations import LogWrite, RequestContext, get, put
from headwater.api.http.paging import PageAsked
from headwater.api.http.parameters import LARGEST_PAGE, Limit
from headwater.query.catalog.namespaces import namespace as ask_namespace
from headwater.query.catalog.namespaces import namespaces as ask_namespaces

_TAG = "Namespaces"


class NamespacesAsked(PageAsked, frozen=True, kw_only=True, rename="camel"):
    limit: Limit = LARGEST_PAGE


class NamespaceAsked(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    namespace: str


class NamespaceBody(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    owner_name: Annotated[str, msgspec.Meta(min_length=1)]
    description: Annotated[
        str | None, msgspec.Meta(description="Left as it is if it is left out.")
    ] = None


@get("/namespaces", tag=_TAG, summary="All namespaces")
def all_namespaces(context: RequestContext, asked: NamespacesAsked) -> NamespaceList:
    """By name; hidden ones are left out."""
    return ask_namespaces(context.snapshot, asked.page)


@get("/namespaces/{namespace}", tag=_TAG, summary="A namespace")
def one_namespace(context: RequestContext, asked: NamespaceAsked) -> Namespace:
    """Also one that is hidden, and says so."""
    return ask_namespace(context.snapshot, asked.namespace)


@put("/namespaces/{namespace}", tag=_TAG, summary="Describe a namespace", body=NamespaceBody)
def describe_namespace(
    context: RequestContext,  # noqa: ARG001  # a namespace may be described before anything is in it
    asked: NamespaceAsked,
    body: NamespaceBody,
) -> LogWrite[Namespace]:
    """Its owner and its description; it need not have anything in it yet."""
    edit = {"edit": "describe", "kind": "namespace", "namespace": asked.namespace}
    edit["owner"] = body.owner_name
    if body.description is not None:
        edit["description"] = body.description
    return LogWrite(
        edits=(edit,), answer=lambda later: ask_namespace(later.snapshot, asked.namespace)
    )
