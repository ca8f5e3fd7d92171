"""Operations on namespaces and their descriptions."""

from typing import Annotated

import msgspec

from headwater.answers.catalog import Namespace, NamespaceList
from headwater.api.http.operations import LogWrite, RequestContext, get, put
from headwater.query.catalog.namespaces import namespace as ask_namespace
from headwater.query.catalog.namespaces import namespaces as ask_namespaces
from headwater.questions.catalog import NamespaceQuestion, NamespacesQuestion

_TAG = "Namespaces"


class NamespaceBody(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The description of a namespace by a user."""

    owner_name: Annotated[str, msgspec.Meta(min_length=1)]
    description: Annotated[
        str | None,
        msgspec.Meta(
            description="A description of the namespace. If it is left out, the present one stays."
        ),
    ] = None


@get(NamespacesQuestion.path, tag=_TAG, summary="List all namespaces")
def all_namespaces(context: RequestContext, question: NamespacesQuestion) -> NamespaceList:
    """The namespaces are ordered by name. Hidden ones are left out."""
    return ask_namespaces(context.snapshot, question.page)


@get(NamespaceQuestion.path, tag=_TAG, summary="Get a namespace")
def one_namespace(context: RequestContext, question: NamespaceQuestion) -> Namespace:
    """A hidden namespace is returned as well; `isHidden` is then true."""
    return ask_namespace(context.snapshot, question.namespace)


@put("/namespaces/{namespace}", tag=_TAG, summary="Describe a namespace", body=NamespaceBody)
def describe_namespace(
    context: RequestContext,  # noqa: ARG001  # a namespace may be described before anything is in it
    question: NamespaceQuestion,
    body: NamespaceBody,
) -> LogWrite[Namespace]:
    """Sets the owner and the description of a namespace. The namespace need not have anything in it
    yet."""
    edit = {"edit": "describe", "kind": "namespace", "namespace": question.namespace}
    edit["owner"] = body.owner_name
    if body.description is not None:
        edit["description"] = body.description
    return LogWrite(
        edits=(edit,), answer=lambda later: ask_namespace(later.snapshot, question.namespace)
    )
