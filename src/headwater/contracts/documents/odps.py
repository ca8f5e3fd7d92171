"""Reading products of the Open Data Product Standard, with the contracts at their ports."""

from collections.abc import Iterator

from headwater.contracts.contract import Input, InputPort, OutputPort, Product
from headwater.contracts.contract import canonical_id as canonical
from headwater.contracts.documents.nodes import Mapping
from headwater.contracts.documents.odcs import description, extra, owners
from headwater.contracts.documents.shapes import Shapes, words

_READ = words(
    "apiVersion description domain id inputPorts kind name outputPorts status tags team version"
)


def product(root: Mapping, standard: str, shapes: Shapes) -> Product:
    """The product. Its id has been checked to be there."""
    return Product(
        id=canonical(shapes.text(root, "id") or ""),
        version=shapes.text(root, "version") or "",
        name=shapes.text(root, "name"),
        status=shapes.text(root, "status"),
        standard=standard,
        domain=shapes.text(root, "domain"),
        owners=owners(root, shapes),
        description=description(root),
        tags=shapes.texts(root, "tags"),
        input_ports=tuple(_input_ports(root, shapes)),
        output_ports=tuple(_output_ports(root, shapes)),
        extra=extra(root, _READ),
        line=root.line,
    )


def _input_ports(root: Mapping, shapes: Shapes) -> Iterator[InputPort]:
    for item in shapes.mappings(root, "inputPorts"):
        contract = shapes.settled(
            shapes.text(item, "contractId"), item.line, "the contract of an input port"
        )
        if contract:
            yield InputPort(
                name=shapes.text(item, "name") or "",
                version=shapes.text(item, "version"),
                contract=canonical(contract),
                line=item.line,
            )


def _output_ports(root: Mapping, shapes: Shapes) -> Iterator[OutputPort]:
    for item in shapes.mappings(root, "outputPorts"):
        contract = shapes.settled(
            shapes.text(item, "contractId"), item.line, "the contract of an output port"
        )
        yield OutputPort(
            name=shapes.text(item, "name") or "",
            version=shapes.text(item, "version"),
            contract=canonical(contract) if contract else None,
            inputs=tuple(_inputs(item, shapes)),
            line=item.line,
        )


def _inputs(port: Mapping, shapes: Shapes) -> Iterator[Input]:
    for item in shapes.mappings(port, "inputContracts"):
        found = shapes.settled(
            shapes.text(item, "id", "contractId"), item.line, "the id of an input contract"
        )
        if found:
            version = shapes.text(item, "version")
            yield Input(id=canonical(found), version=version, origin="odps", line=item.line)
