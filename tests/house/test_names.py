"""One word has one meaning: no two public classes of the package share a name."""

import ast
from collections import defaultdict
from pathlib import Path

from tests.house.sources import ROOT, python_files


def test_no_two_public_classes_share_a_name() -> None:
    homes: defaultdict[str, list[Path]] = defaultdict(list)
    for file in python_files():
        if file.is_relative_to("src"):
            for node in ast.parse((ROOT / file).read_text()).body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    homes[node.name].append(file)
    assert homes["Snapshot"], "the classes of the package are found"
    shared = {name: files for name, files in homes.items() if len(files) > 1}
    assert not shared, "one of these classes needs a name that says what it is"
