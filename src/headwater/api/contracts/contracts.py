"""`/contracts`: the registered contracts, their versions, and how two versions differ."""

from headwater.answers.contracts import ContractDetails, ContractList, ContractVersions
from headwater.api.http.operations import RequestContext, Text, get
from headwater.contracts.checking.changes import Comparison
from headwater.query.contracts.contracts import (
    contract_details,
    contract_diff,
    contract_text,
    contract_versions,
    list_contracts,
)
from headwater.questions.contracts import (
    ContractDiffQuestion,
    ContractQuestion,
    ContractsQuestion,
    ContractVersionQuestion,
    ContractVersionsQuestion,
)
from headwater.wire.media import YAML

TAG = "Contracts"


@get(ContractsQuestion.path, tag=TAG, summary="List contracts and products")
def contracts(context: RequestContext, question: ContractsQuestion) -> ContractList:
    """The contracts and products are ordered by name."""
    return list_contracts(context.snapshot, question)


@get(ContractQuestion.path, tag=TAG, summary="Get a contract or product", media=(YAML,))
def contract(context: RequestContext, question: ContractQuestion) -> ContractDetails | Text:
    """Returns the current version. With `Accept: application/yaml`, the answer is the text as it
    was registered."""
    if YAML in context.accept:
        return Text(YAML, contract_text(context.snapshot, question.contract, at=question.at))
    return contract_details(context.snapshot, question.contract, at=question.at)


@get(ContractVersionsQuestion.path, tag=TAG, summary="List the versions of a contract")
def versions_of_contract(
    context: RequestContext, question: ContractVersionsQuestion
) -> ContractVersions:
    """The highest version comes first. Each version has what changed since the next lower one."""
    return contract_versions(context.snapshot, question.contract, at=question.at)


@get(
    ContractVersionQuestion.path,
    tag=TAG,
    summary="Get a version of a contract",
    media=(YAML,),
)
def contract_version(
    context: RequestContext, question: ContractVersionQuestion
) -> ContractDetails | Text:
    """With `Accept: application/yaml`, the answer is the text as it was registered."""
    if YAML in context.accept:
        return Text(YAML, contract_text(context.snapshot, question.contract, question.version))
    return contract_details(context.snapshot, question.contract, question.version)


@get(ContractDiffQuestion.path, tag=TAG, summary="Compare two versions of a contract")
def diff_of_contract(context: RequestContext, question: ContractDiffQuestion) -> Comparison:
    """Returns each change with what it means for readers, and the version number that the changes
    require."""
    return contract_diff(context.snapshot, question.contract, question.before, question.after)
