"""What each version of the standards asks for. Deviations are findings, and never stop reading."""

import re

from headwater.contracts.contract import Contract, Spec
from headwater.contracts.documents.nodes import Mapping
from headwater.contracts.documents.shapes import Shapes

VERSIONS = {
    "ODCS": ("2.2.0", "2.2.1", "2.2.2", "3.0.0", "3.0.1", "3.0.2", "3.1.0", "3.2.0"),
    "ODPS": ("0.9.0", "1.0.0", "1.1.0"),
}
_REQUIRED = {
    "ODCS 2": "version kind uuid type status dataset datasetName quantumName",
    "ODCS 3": "version apiVersion kind id status",
    "ODCS 3.2": "version apiVersion kind id",
    "ODPS": "apiVersion kind id status",
}
_ODCS_3 = (
    "version kind apiVersion id name tenant tags status servers dataProduct description domain"
    " schema support price team roles slaDefaultElement slaProperties authoritativeDefinitions"
    " customProperties contractCreatedTs"
)
_KNOWN = {
    "ODCS 3": _ODCS_3,
    "ODCS 3.2": f"{_ODCS_3} context",
    "ODPS": "apiVersion kind id name version status domain tenant authoritativeDefinitions"
    " description customProperties tags inputPorts outputPorts managementPorts support team"
    " productCreatedTs",
}
_LOGICAL_TYPES = {
    "ODCS 3": "string date number integer object array boolean",
    "ODCS 3.1": "string date timestamp time number integer object array boolean",
    "ODCS 3.2": "string date timestamp time number integer object array boolean map vector",
}
_HINTS = {
    "lineage": "; in this version it goes into customProperties, as the value of"
    " `property: lineage`",
    "uuid": "; in this version it is `id`",
    "quantumName": "; in this version it is `dataProduct`",
    "dataset": "; in this version it is `schema`",
}
_NUMBER = re.compile(r"v?(\d+\.\d+\.\d+)")


def standard_version(family: str, declared: str | None) -> str:
    """The name of a standard, with its version if the declared one has the form of a version.

    >>> standard_version("ODCS", "v3.1.0"), standard_version("ODPS", None)
    ('ODCS 3.1.0', 'ODPS')
    """
    match = _NUMBER.fullmatch(declared or "")
    return f"{family} {match[1]}" if match else family


def check(root: Mapping, spec: Spec, declared: str | None, shapes: Shapes) -> None:
    """Notes keys that the contract's standard version requires or does not have."""
    family, _, number = spec.standard.partition(" ")
    if declared is not None and number not in VERSIONS[family]:
        shapes.note(
            "unknown-version",
            root.lines.get("apiVersion", root.lines.get("standardVersion", root.line)),
            f"{declared!r} is no version of {family}; there are {', '.join(VERSIONS[family])}",
        )
    for key in _of(_REQUIRED, spec.standard):
        if root.get(key) is None:
            shapes.note("missing-key", root.line, f"{spec.standard} requires `{key}`")
    known = _of(_KNOWN, spec.standard)
    for key in root.values if known else ():
        if key not in known:
            hint = _HINTS.get(key, "")
            shapes.note("unknown-key", root.lines[key], f"{spec.standard} has no key `{key}`{hint}")
    if isinstance(spec, Contract):
        _check_types(spec, shapes)


def _check_types(spec: Contract, shapes: Shapes) -> None:
    types = _of(_LOGICAL_TYPES, spec.standard)
    for field in (field for item in spec.objects for field in item.fields):
        if types and field.logical_type is not None and field.logical_type not in types:
            shapes.note(
                "unknown-type",
                field.line,
                f"{field.path}: {spec.standard} has no logical type {field.logical_type!r}",
            )


def _of(table: dict[str, str], standard: str) -> list[str]:
    """The words that a table has for a standard: those of the longest name that it begins with."""
    fits = [name for name in table if standard.startswith(name)]
    return table[max(fits, key=len)].split() if fits else []
