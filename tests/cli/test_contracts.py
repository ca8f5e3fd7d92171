"""`headwater contracts …`: on the store of this machine, and on a server."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import Result

from headwater.log import head, read
from tests.api.conftest import Scene
from tests.contracts.rfc import BLOCK, BOUND_Y, TEXTS, W1, X, Y, Z
from tests.query.contracts.pipelines import pipelines
from tests.query.rows import Rows

Invoke = Callable[..., Result]
VARIANT_B = TEXTS | {Y: BOUND_Y}
LOGGED = "logged; `headwater build` applies it, or the pipeline, if one runs\n"


@pytest.fixture
def example(written: Callable[[Rows], None]) -> None:
    """The RFC's example in variant B, registered."""
    rows = Rows()
    pipelines(rows)
    for at, text in enumerate(VARIANT_B.values()):
        rows.contract(text, at, f"{at}.yaml")
    rows.contract(
        "id: a\nversion: 1.0.0\nname: A\nschema: [{name: t, properties: [{name: x}]}]\n", 9
    )
    rows.contract("id: a\nversion: 2.0.0\nname: A\nschema: [{name: t, properties: []}]\n", 10)
    written(rows)


def logged(data: Path) -> list[dict[str, object]]:
    log = data / "log"
    records = [r for segment, end in head(log).items() for r in read(log, segment, 0, end)]
    return [json.loads(record.body) for record in records]


def test_contracts_are_logged_as_they_were_written(invoke: Invoke, tmp_path: Path) -> None:
    """Also where there is no store yet."""
    file = tmp_path / "all.yaml"
    file.write_text(f"{TEXTS[X]}---\n{TEXTS[Y]}")
    result = invoke("contracts", "add", file)
    assert (result.exit_code, result.stdout) == (
        0,
        f"{LOGGED}{X} 1.8.0 registered\n{Y} 2.0.0 registered\n",
    )
    first, second = logged(tmp_path / "data")
    assert (
        first.items()
        >= {
            "edit": "contract",
            "kind": "contract",
            "name": X,
            "version": "1.8.0",
            "text": TEXTS[X],
            "file": str(file),
            "line": 1,
        }.items()
    )
    assert (second["text"], second["line"]) == (f"---\n{TEXTS[Y]}", 6)


@pytest.mark.usefixtures("example")
def test_what_is_there_is_not_logged_again_and_other_content_is_refused(
    invoke: Invoke, tmp_path: Path
) -> None:
    (tmp_path / "z.yaml").write_text(TEXTS[Z])
    same = invoke("contracts", "add", tmp_path / "z.yaml")
    assert (same.exit_code, same.stdout) == (0, f"{Z} 1.1.0 unchanged\n")
    (tmp_path / "z.yaml").write_text(f"{TEXTS[Z]}status: active\n")
    other = invoke("contracts", "add", tmp_path / "z.yaml")
    assert other.exit_code == 2
    assert "is registered with other content" in other.stderr
    assert not (tmp_path / "data" / "log").exists()


def test_what_cannot_be_read_is_told_and_nothing_is_logged(invoke: Invoke, tmp_path: Path) -> None:
    (tmp_path / "x.yaml").write_text(TEXTS[X])
    (tmp_path / "block.yaml").write_text(BLOCK)
    result = invoke("contracts", "add", tmp_path / "x.yaml", tmp_path / "block.yaml")
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"{tmp_path}/block.yaml:13: the key 'quantumName'" in result.stderr
    assert invoke("contracts", "add", tmp_path / "none.yaml").exit_code == 2
    (tmp_path / "empty").mkdir()
    assert invoke("contracts", "add", tmp_path / "empty").exit_code == 2
    assert not (tmp_path / "data" / "log").exists()


@pytest.mark.usefixtures("example")
def test_lists_and_single_contracts(invoke: Invoke) -> None:
    listed = invoke("contracts", "list").stdout
    lines = [line.split() for line in listed.splitlines()]
    assert [Z, "DSZ2-name", "1.1.0", "Data", "Product", "Z", "1", "0"] in lines
    assert invoke("contracts", "list", "nothing").stdout.startswith("no contracts")
    assert json.loads(invoke("contracts", "list", "--json").stdout)["totalCount"] == 6
    assert "2 of 6" in invoke("contracts", "list", "--limit", 2).stdout
    shown = invoke("contracts", "show", Z).stdout
    assert "outputs     dataset:DSZ2-namespace:DSZ2-name" in shown
    assert invoke("contracts", "show", Z, "--text").stdout == TEXTS[Z]
    versions = invoke("contracts", "show", "A").stdout
    assert "2.0.0            1970-01-01T00:00:00.000010Z  major" in versions
    missing = invoke("contracts", "show", "AA")
    assert (missing.exit_code, "did you mean A" in missing.stderr) == (1, True)


@pytest.mark.usefixtures("example")
def test_design_lineage_as_a_tree_a_list_and_other_forms(invoke: Invoke) -> None:
    tree = invoke("contracts", "lineage", Z).stdout.splitlines()
    assert any(line.startswith(f"contract:{Z}") for line in tree)
    assert any(f"contract:{Y}" in line for line in tree)
    assert invoke("contracts", "lineage", "--level", "product").stdout.splitlines()[:3] == [
        "Data Product W → Data Product Y",
        "Data Product X → Data Product Y",
        "Data Product Y → Data Product Z",
    ]
    assert f"Data Product W, contract {W1[:8]}" in invoke("contracts", "lineage").stdout
    assert "flowchart LR" in invoke("contracts", "lineage", Z, "--format", "mermaid").stdout
    assert len(json.loads(invoke("contracts", "lineage", "--json").stdout)["edges"]) == 3


@pytest.mark.usefixtures("example")
def test_what_runs_behind_a_contract(invoke: Invoke) -> None:
    tree = invoke("contracts", "lineage", Z, "--operational").stdout
    assert "dataset:DSY1-namespace:DSY1-name" in tree
    assert "job:ns:D" in tree
    assert invoke("contracts", "lineage", "--operational").exit_code == 2
    assert invoke("contracts", "lineage", X, "--operational").exit_code == 1


@pytest.mark.usefixtures("example")
def test_impact_tells_nobody_from_unknown(invoke: Invoke) -> None:
    known = invoke("contracts", "impact", Y).stdout
    assert known.startswith("1 contract\n")
    assert "1 product: Data Product Z" in known
    assert "2 jobs, 2 datasets" in known
    unknown = invoke("contracts", "impact", X).stdout
    assert "2 contracts" in unknown
    assert "jobs and datasets: unknown, as no dataset is bound to it" in unknown
    nobody = invoke("contracts", "impact", Z).stdout
    assert nobody == "0 contracts\n0 products\n0 jobs, 0 datasets\n"


@pytest.mark.usefixtures("example")
def test_drift_of_one_and_of_all(invoke: Invoke) -> None:
    one = invoke("contracts", "drift", Z).stdout
    assert one.startswith(f"{Z} 1.1.0: clean\n")
    assert f"{Y}  confirmed  dataset:DSY1-namespace:DSY1-name → job:ns:E" in one
    everything = invoke("contracts", "drift").stdout
    assert everything.endswith("contracts: 1 clean, 1 drift, 4 unverifiable\n")
    assert "uncontracted-input" in invoke("contracts", "drift", "--level", "info").stdout
    stale = invoke("contracts", "drift", Z, "--stale-after", 1, "--code", "output-stale").stdout
    assert "was last written at 1970-01-01T00:00:00.000012Z" in stale


@pytest.mark.usefixtures("example")
def test_a_diff_says_what_breaks(invoke: Invoke) -> None:
    found = invoke("contracts", "diff", "a").stdout
    assert found.startswith("1.0.0 → 2.0.0: major change\n")
    assert "breaking  field-removed  schema.t.x: a field is gone (x → nothing)" in found
    assert found.endswith("version should be at least 2.0.0\n")
    assert invoke("contracts", "diff", Z).exit_code == 1


@pytest.mark.usefixtures("example")
def test_a_delete_is_logged(invoke: Invoke, tmp_path: Path) -> None:
    assert invoke("contracts", "delete", Z).stdout == LOGGED
    [edit] = logged(tmp_path / "data")
    del edit["at"]
    assert edit == {"edit": "delete", "kind": "contract", "name": Z}
    assert invoke("contracts", "delete", "nothing").exit_code == 1


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    """What runs in the example, and nothing registered."""
    scene = Scene(tmp_path / "server")
    rows = Rows()
    pipelines(rows)
    rows.write(scene.store)
    with scene.listening() as address:
        yield address
    scene.pipeline.stop()
    scene.store.close()


def test_a_server_is_told_and_asked_alike(invoke: Invoke, tmp_path: Path, server: str) -> None:
    folder = tmp_path / "contracts"
    folder.mkdir()
    for name, text in VARIANT_B.items():
        (folder / f"{name}.yaml").write_text(text)
    added = invoke("contracts", "add", folder, "--url", server)
    assert (added.exit_code, added.stdout.count(" registered\n")) == (0, 5)
    assert f"{Z} 1.1.0: clean" in invoke("contracts", "drift", Z, "--url", server).stdout
    assert "2 jobs, 2 datasets" in invoke("contracts", "impact", Y, "--url", server).stdout
    assert invoke("contracts", "show", Z, "--text", "--url", server).stdout == TEXTS[Z]
    assert "job:ns:D" in invoke("contracts", "lineage", Z, "--operational", "--url", server).stdout
    assert "Data Product Z" in invoke("contracts", "list", "--url", server).stdout
    conflict = folder / f"{X}.yaml"
    conflict.write_text(f"{TEXTS[X]}status: active\n")
    refused = invoke("contracts", "add", conflict, "--url", server)
    assert (refused.exit_code, "other content" in refused.stderr) == (2, True)
    assert invoke("contracts", "delete", W1, "--url", server).stdout == f"{W1} deleted\n"
    assert invoke("contracts", "show", W1, "--url", server).exit_code == 1


def test_a_check_against_a_server_knows_consumers_and_what_runs(
    invoke: Invoke, tmp_path: Path, server: str
) -> None:
    folder = tmp_path / "contracts"
    folder.mkdir()
    for name, text in VARIANT_B.items():
        (folder / f"{name}.yaml").write_text(text)
    assert invoke("contracts", "add", folder, "--url", server).exit_code == 0
    same = invoke("contracts", "check", folder, "--against", server)
    assert same.exit_code == 0, same.output
    proposed = folder / f"{Y}.yaml"
    for other in folder.glob("*.yaml"):
        if other != proposed:
            other.unlink()
    proposed.write_text(BOUND_Y.replace("2.0.0", "2.1.0").replace("DSY1-name", "DSY9"))
    result = invoke("contracts", "check", folder, "--against", server)
    assert result.exit_code == 1
    assert f"{proposed}:2: error: breaking-without-major" in result.stdout
    assert f"{proposed}:10: warning: output-never-written" in result.stdout
    assert "1 consumer affected (1 directly)\n" in result.stdout
    rules = folder / "headwater-contracts.toml"
    rules.write_text('[findings]\nbreaking-without-major = "info"\n')
    assert invoke("contracts", "check", folder, "--against", server).exit_code == 0
    (folder / "block.yaml").write_text(BLOCK)
    assert invoke("contracts", "check", folder, "--against", server).exit_code == 2
    gone = invoke("contracts", "check", folder, "--against", "http://127.0.0.1:9")
    assert (gone.exit_code, "does not answer" in gone.stderr) == (2, True)


@pytest.mark.usefixtures("example")
def test_products_are_asked_for_by_the_names_that_answers_give(invoke: Invoke) -> None:
    tree = invoke("contracts", "lineage", "Data Product Y", "--level", "product").stdout
    assert "product:Data Product Z" in tree
    assert "product:Data Product X" in tree
    impact = invoke("contracts", "impact", "product:Data Product Y").stdout
    assert "1 product: Data Product Z" in impact
    assert "DSZ2-name" in impact
    behind = invoke("contracts", "lineage", "Data Product Z", "--operational").stdout
    assert behind == invoke("contracts", "lineage", Z, "--operational").stdout
