"""docs/contracts.md has every code, every kind of change and every server that there is."""

from pathlib import Path

from headwater.contracts.checking.rules import RULES
from headwater.contracts.documents.naming import RULES as NAMING
from headwater.contracts.findings import CODES

PAGE = (Path(__file__).parents[2] / "docs" / "contracts.md").read_text(encoding="utf-8")


def rows(heading: str) -> list[str]:
    part = PAGE.split(f"\n## {heading}", 1)[1].split("\n## ", 1)[0]
    return [line for line in part.splitlines() if line.startswith("| `")]


def test_every_code_is_documented() -> None:
    expected = [f"| `{code}` | {known.level} | {known.help} |" for code, known in CODES.items()]
    assert rows("5. Drift") == expected, "docs/contracts.md should list:\n" + "\n".join(expected)


def test_every_kind_of_change_is_documented() -> None:
    expected = [
        f"| `{kind}` | {rule.impact} | {rule.bump} |"
        f" {rule.help}{' Writers break.' if rule.breaks_writers else ''} |"
        for kind, rule in RULES.items()
    ]
    found = rows("6. Versions compared")
    assert found == expected, "docs/contracts.md should list:\n" + "\n".join(expected)


def test_every_server_that_gives_a_place_is_documented() -> None:
    table = PAGE.split("| server | namespace | name |", 1)[1].split("\n\n", 1)[0]
    named = {word for line in table.splitlines()[2:] for word in line.split("|")[1].split(",")}
    assert {word.strip() for word in named} == set(NAMING)
