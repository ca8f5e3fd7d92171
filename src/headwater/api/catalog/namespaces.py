"""Operations on namespaces and their descriptions."""

from headwater.api.http.operations import LogWrite, RequestContext, get, put
from headwater.api.marquez.namespaces import (
    MarquezNamespace,
    MarquezNamespaceList,
    NamespaceBody,
    marquez_namespace,
    marquez_namespaces,
)
from headwater.query.catalog.namespaces import namespace as ask_namespace
from headwater.query.catalog.namespaces import namespaces as ask_namespaces
from headwater.questions.catalog import NamespaceQuestion, NamespacesQuestion

_TAG = "Namespaces"


@get(NamespacesQuestion.path, tag=_TAG, summary="List all namespaces")
def all_namespaces(context: RequestContext, question: NamespacesQuestion) -> MarquezNamespaceList:
    """The namespaces are ordered by name. Hidden ones are left out."""
    return marquez_namespaces(ask_namespaces(context.snapshot, question.page))


@get(NamespaceQuestion.path, tag=_TAG, summary="Get a namespace")
def one_namespace(context: RequestContext, question: NamespaceQuestion) -> MarquezNamespace:
    """A hidden namespace is returned as well; `isHidden` is then true."""
    return marquez_namespace(ask_namespace(context.snapshot, question.namespace))


@put("/namespaces/{namespace}", tag=_TAG, summary="Describe a namespace", body=NamespaceBody)
def describe_namespace(
    context: RequestContext,  # noqa: ARG001  # a namespace may be described before anything is in it
    question: NamespaceQuestion,
    body: NamespaceBody,
) -> LogWrite[MarquezNamespace]:
    """Sets the owner and the description of a namespace. The namespace need not have anything in it
    yet."""
    edit = {"edit": "describe", "kind": "namespace", "namespace": question.namespace}
    edit["owner"] = body.owner_name
    if body.description is not None:
        edit["description"] = body.description
    return LogWrite(
        edits=(edit,),
        answer=lambda later: marquez_namespace(ask_namespace(later.snapshot, question.namespace)),
    )
