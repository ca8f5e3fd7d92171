"""Subscriptions by command."""

import json
from pathlib import Path

from click.testing import CliRunner

from headwater.cli import main

HOOK = "https://hooks.example/services/T0/B0/secret"


def test_commands_keep_subscriptions_beside_the_log(tmp_path: Path) -> None:
    def run(*words: str) -> str:
        result = CliRunner().invoke(main, ["alerts", *words, "--data", str(tmp_path)])
        return result.output if result.exit_code == 0 else f"{result.exit_code} {result.output}"

    assert "no subscriptions" in run("list")
    added = run("add", "me", "--to", HOOK, "--on", "failed", "--on", "late", "--about", "tag:gold")
    assert added.startswith("whsec_")
    assert "me is subscribed" in run("add", "me", "--to", HOOK)
    assert "sends it now" in run("test", "me")
    row = run("list").splitlines()[1].split()
    assert row == ["me", "everything", "failed", "https://hooks.example/…"]
    [state] = json.loads(run("list", "--json"))["subscriptions"]
    assert state["waitMinutes"] == 5.0
    assert run("add", "me", "--to", "nowhere").startswith("2 Error: to: expected log")
    assert "is removed" in run("remove", "me")
    assert run("remove", "me").startswith("1 Error: there is no subscription 'me'")
