"""Rules files: what counts how, and what is left out."""

import pytest

from headwater.contracts.checking.rules import RULES, Policy, read_policy
from headwater.contracts.findings import CODES, ContractFinding, finding
from headwater.errors import SettingError

TEXT = """
[changes]
type-widened = "breaking"
field-added = "off"

[findings]
unresolved-input = "error"
unknown-key = "off"

[[ignore]]
code = "uncontracted-*"
contract = "orders-*"
reason = "the API has no contract"
"""


def levels(policy: Policy, *findings: ContractFinding) -> list[tuple[str, str]]:
    return [(found.code, found.level) for found in policy.applied(findings)]


def test_levels_are_overridden_and_codes_left_out() -> None:
    policy = read_policy(TEXT, "rules.toml")
    assert levels(
        policy,
        finding("unresolved-input", "", contract="a"),
        finding("unknown-key", "", contract="a"),
        finding("uncontracted-input", "", contract="orders-eu"),
        finding("uncontracted-input", "", contract="payments"),
        finding("cycle", "", contract="orders-eu"),
    ) == [("unresolved-input", "error"), ("uncontracted-input", "info"), ("cycle", "error")]


def test_changes_are_ignored_by_contract_too() -> None:
    policy = read_policy('[[ignore]]\ncode = "field-*"\ncontract = "a"\n', "rules.toml")
    assert policy.rule("field-removed", "a") is None
    assert policy.rule("field-removed", "b") == RULES["field-removed"]
    assert policy.rule("object-removed", "a") == RULES["object-removed"]


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("[changes", "not valid TOML"),
        ('[changes]\nfield-gone = "off"\n', "unknown 'field-gone'; there are object-removed"),
        ('[changes]\nfield-removed = "error"\n', "'error', expected breaking or warning or info"),
        ('[findings]\ncycle = "breaking"\n', "'breaking', expected error or warning"),
        ("[level]\n", "has a part 'level'; expected [changes]"),
        ('[[ignore]]\ncodes = "x"\n', "[[ignore]]"),
        ("changes = 1\n", "expected a table"),
    ],
)
def test_what_no_rule_knows_is_an_error_that_says_so(text: str, part: str) -> None:
    with pytest.raises(SettingError) as error:
        read_policy(text, "rules.toml")
    assert part in str(error.value)
    assert "rules.toml" in str(error.value)


def test_codes_and_kinds_of_change_are_told_apart_by_their_names() -> None:
    assert not CODES.keys() & RULES.keys()
