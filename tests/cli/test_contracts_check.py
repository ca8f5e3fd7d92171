"""`headwater contracts check`: directories, revisions in Git, rules files, exit codes."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from tests.contracts.rfc import BLOCK, TEXTS, X, Y, Z

Invoke = Callable[..., Result]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Contracts X, Y and Z beside files that are none."""
    found = tmp_path / "contracts"
    (found / "sub").mkdir(parents=True)
    (found / "z.yaml").write_text(TEXTS[Z])
    (found / "sub" / "y.yml").write_text(
        TEXTS[Y].replace("    - UUID: 512e9887-9fec-43f2-afe6-d8d7d891a2ff\n", "")
    )
    (found / "sub" / "x.json").write_text(json.dumps({"id": X, "version": "1.8.0"}))
    (found / "compose.yaml").write_text("services: {web: {image: a}}\n")
    (found / "chart.yaml").write_text("a: {{ .Values.a }}\n")
    (found / "notes.md").write_text("quantumName: no\n")
    (found / ".hidden").mkdir()
    (found / ".hidden" / "b.yaml").write_text(BLOCK)
    return found


def git(folder: Path, *arguments: str) -> None:
    identity = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def repository(folder: Path) -> Path:
    git(folder, "init", "-q", "-b", "main")
    git(folder, "add", ".")
    git(folder, "commit", "-q", "-m", "contracts")
    return folder


def test_a_folder_is_checked_without_what_is_no_contract(invoke: Invoke, folder: Path) -> None:
    result = invoke("contracts", "check", folder)
    assert (result.exit_code, result.stdout) == (
        0,
        "3 contracts, 0 products: 0 error, 0 warning, 0 info\n",
    )


def test_findings_make_the_exit_code_1_from_a_level_on(invoke: Invoke, folder: Path) -> None:
    (folder / "sub" / "x.json").unlink()
    result = invoke("contracts", "check", folder)
    assert result.exit_code == 0
    assert f"{folder}/sub/y.yml:7: warning: unresolved-input: no contract {X}" in result.stdout
    assert invoke("contracts", "check", folder, "--fail-on", "warning").exit_code == 1
    assert invoke("contracts", "check", folder, "--fail-on", "never").exit_code == 0


def test_what_cannot_be_read_makes_it_2(invoke: Invoke, folder: Path) -> None:
    (folder / "block.yaml").write_text(BLOCK)
    result = invoke("contracts", "check", folder, "--fail-on", "never")
    assert result.exit_code == 2
    assert f"{folder}/block.yaml:13: unreadable: the key 'quantumName'" in result.stdout


def test_a_rules_file_beside_the_contracts_counts(invoke: Invoke, folder: Path) -> None:
    (folder / "sub" / "x.json").unlink()
    rules = folder / "headwater-contracts.toml"
    rules.write_text('[findings]\nunresolved-input = "error"\n')
    assert invoke("contracts", "check", folder).exit_code == 1
    other = folder / "other.toml"
    other.write_text('[[ignore]]\ncode = "*"\n')
    assert invoke("contracts", "check", folder, "--rules", other).exit_code == 0
    rules.write_text("[nothing]\n")
    result = invoke("contracts", "check", folder)
    assert result.exit_code == 2
    assert "has a part 'nothing'" in result.stderr


def test_a_revision_in_git_is_compared_with(invoke: Invoke, repository: Path) -> None:
    same = invoke("contracts", "check", repository, "--against", "main")
    assert (same.exit_code, len(same.stdout.splitlines())) == (0, 1)
    contract = repository / "sub" / "y.yml"
    contract.write_text(contract.read_text() + "status: deprecated\n")
    changed = invoke("contracts", "check", repository, "--against", "main")
    assert changed.exit_code == 1
    assert f"{contract}:2: error: same-version-changed" in changed.stdout
    contract.write_text(contract.read_text().replace("2.0.0", "2.1.0"))
    raised = invoke("contracts", "check", repository, "--against", "HEAD")
    assert raised.exit_code == 0
    assert f"{Y} 2.0.0 → 2.1.0" in raised.stdout
    assert "1 consumer affected (1 directly) among these files" in raised.stdout


def test_a_change_that_breaks_readers_is_caught_in_git(invoke: Invoke, repository: Path) -> None:
    table = "schema: [{{name: t, properties: [{{name: a, required: {}}}]}}]\n"
    contract = repository / "a.yaml"
    contract.write_text("id: a\nversion: 1.0.0\n" + table.format("true"))
    git(repository, "add", ".")
    git(repository, "commit", "-q", "-m", "a")
    contract.write_text("id: a\nversion: 1.1.0\n" + table.format("false"))
    result = invoke("contracts", "check", repository, "--against", "main", "--format", "json")
    assert result.exit_code == 1
    report = json.loads(result.stdout)
    assert [found["code"] for found in report["findings"]] == ["breaking-without-major"]
    assert report["changed"][0]["comparison"]["suggestedVersion"] == "2.0.0"
    contract.write_text("id: a\nversion: 2.0.0\n" + table.format("false"))
    assert invoke("contracts", "check", repository, "--against", "main").exit_code == 0
    (repository / "z.yaml").unlink()
    gone = invoke("contracts", "check", repository, "--against", "main~1", "--format", "github")
    assert "title=contract-removed::" in gone.stdout


def test_a_folder_inside_a_repository_is_compared_with_itself(
    invoke: Invoke, repository: Path
) -> None:
    result = invoke("contracts", "check", repository / "sub", "--against", "main")
    assert "2 contracts, 0 products: 0 error, 0 warning, 0 info" in result.stdout


@pytest.mark.parametrize("revision", ["nowhere", "--output=x", "main:z.yaml"])
def test_a_revision_that_is_none_is_a_usage_error(
    invoke: Invoke, repository: Path, revision: str
) -> None:
    result = invoke("contracts", "check", repository, f"--against={revision}")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "git:" in result.stderr


def test_a_folder_that_is_no_repository_is_a_usage_error(invoke: Invoke, folder: Path) -> None:
    result = invoke("contracts", "check", folder, "--against", "main")
    assert result.exit_code == 2
    assert "git:" in result.stderr


def test_a_file_may_be_named_itself_and_must_then_be_a_contract(
    invoke: Invoke, folder: Path
) -> None:
    assert invoke("contracts", "check", folder / "sub" / "x.json").exit_code == 0
    result = invoke("contracts", "check", folder / "compose.yaml")
    assert result.exit_code == 2
    assert "this is no data contract" in result.stdout
    assert invoke("contracts", "check", folder / "nothing").exit_code == 2
