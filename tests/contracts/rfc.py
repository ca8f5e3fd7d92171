"""The example of the RFC on lineage in data contracts: five contracts, four products."""

from headwater.contracts.checking.check import registered
from headwater.contracts.documents.read import ReadDocument, read
from headwater.contracts.registry import Registry

Z = "3c17473d-94c3-4456-98ad-81eb316df788"
Y = "789ecec3-69c7-4d0e-9038-6cb97965e679"
X = "251f4798-63e9-457d-aa57-d14e61f1ab40"
W1 = "eb640198-cb5e-4620-aca7-fd2f303fbb77"
W2 = "512e9887-9fec-43f2-afe6-d8d7d891a2ff"

TEXTS = {
    Z: f"""# Data Contract Z
quantumName: Data Product Z
version: 1.1.0
uuid: {Z}
lineage:
  inputDataContracts:
    - UUID: {Y}
  outputDatasets:
    - name: DSZ2-name # output dataset name
      namespace: DSZ2-namespace # output dataset namespace

""",
    Y: f"""# Data Contract Y
quantumName: Data Product Y
version: 2.0.0
uuid: {Y}
lineage:
  inputDataContracts:
    - UUID: {X}
    - UUID: {W2}

""",
    X: f"""# Data Contract X
quantumName: Data Product X
version: 1.8.0
uuid: {X}

""",
    W1: f"""# Data Contract W1
quantumName: Data Product W
version: 3.0.7
uuid: {W1}

""",
    W2: f"""# Data Contract W2
quantumName: Data Product W
version: 3.0.4
uuid: {W2}
""",
}
BLOCK = "".join(TEXTS.values())
"""As it is printed: one file, nothing between the contracts."""

BOUND_Y = f"""{TEXTS[Y].rstrip()}
  outputDatasets:
    - name: DSY1-name
      namespace: DSY1-namespace
"""
"""Variant B: Y, with its output dataset."""


def as_read(text: str, file: str = "") -> ReadDocument:
    found = read(text.encode(), file)
    assert found.refused == ()
    [one] = found.read
    return one


def registry(*texts: str) -> Registry:
    """Contracts registered one after the other."""
    return Registry(
        version
        for at, text in enumerate(texts)
        for version in registered([as_read(text, f"{at}.yaml")], at)
    )
