"""A check of contracts: what is wrong, what changed, whom it hits."""

from headwater.contracts.check import check, registered
from headwater.contracts.check_report import CheckReport
from headwater.contracts.rules import Policy
from tests.contracts.rfc import BOUND_Y, TEXTS, W1, X, Y, Z, as_read

TABLE = "schema: [{name: t, properties: [{name: a, required: true}]}]\nstatus: active\n"
OLD = f"id: a\nversion: 1.0.0\n{TABLE}"


def changed_to(*texts: str, before: tuple[str, ...] = (OLD,)) -> CheckReport:
    base = registered(as_read(text, f"{at}.yaml") for at, text in enumerate(before))
    new = [as_read(text, f"{at}.yaml") for at, text in enumerate(texts)]
    return check(new, before=base, against="main")


def codes(report: CheckReport) -> list[str]:
    return [found.code for found in report.findings]


def test_the_same_files_are_no_change() -> None:
    report = changed_to(OLD)
    assert (report.findings, report.changed) == ((), ())


def test_a_breaking_change_needs_a_new_major_version() -> None:
    broken = OLD.replace(", required: true", "")
    assert codes(changed_to(broken)) == ["same-version-changed"]
    assert codes(changed_to(broken.replace("1.0.0", "1.1.0"))) == ["breaking-without-major"]
    report = changed_to(broken.replace("1.0.0", "2.0.0"))
    assert report.findings == ()
    [change] = report.changed
    assert change.comparison is not None
    assert (change.comparison.breaking, change.comparison.suggested_version) == (True, "2.0.0")


def test_a_comment_is_no_other_content_but_registering_it_will_be_refused() -> None:
    report = changed_to(f"# new\n{OLD}")
    assert codes(report) == ["version-not-raised"]
    assert (report.exit_code("error"), report.changed) == (0, ())


def test_a_version_below_the_one_it_replaces() -> None:
    report = changed_to(OLD.replace("1.0.0", "0.9.0"))
    assert codes(report) == ["version-not-raised"]
    assert codes(changed_to(OLD, OLD.replace("1.0.0", "0.9.0"))) == []


def test_a_contract_that_is_gone_leaves_its_consumers_unresolved() -> None:
    report = changed_to(TEXTS[Z], before=(TEXTS[Z], TEXTS[Y]))
    assert sorted(codes(report)) == ["contract-removed", "unresolved-input"]
    [gone] = [found for found in report.findings if found.code == "contract-removed"]
    assert (gone.contract, gone.file) == (Y, "1.yaml")


def test_another_id_is_a_removal_and_an_addition() -> None:
    report = changed_to(OLD.replace("id: a", "id: b"))
    assert codes(report) == ["contract-removed"]
    assert [(change.contract, change.comparison) for change in report.changed] == [("b", None)]


def test_a_side_by_side_version_is_compared_with_the_next_lower() -> None:
    texts = (OLD, OLD.replace("1.0.0", "2.0.0"))
    wider = OLD.replace("1.0.0", "1.1.0").replace("{name: a,", "{name: b}, {name: a,")
    report = changed_to(*texts, wider, before=texts)
    [change] = report.changed
    assert change.comparison is not None
    assert (change.comparison.before, change.comparison.bump) == ("1.0.0", "minor")


def test_impact_goes_by_contract_and_not_by_product() -> None:
    base = tuple(TEXTS.values())
    for contract, hit in ((X, [Y, Z]), (Y, [Z]), (Z, []), (W1, [])):
        new = [text.replace("version: ", "version: 1") if f"uuid: {contract}" in text else text
               for text in base]  # fmt: skip
        [change] = changed_to(*new, before=base).changed
        assert change.contract == contract
        assert [one.id for one in change.impact.contracts] == hit


def test_two_contracts_for_one_dataset() -> None:
    twin = BOUND_Y.replace(f"uuid: {Y}", "uuid: twin")
    report = check([as_read(text) for text in (*TEXTS.values(), twin)])
    assert codes(report) == []
    report = check([as_read(text) for text in (*(TEXTS | {Y: BOUND_Y}).values(), twin)])
    assert codes(report) == ["dataset-claimed-twice"] * 2
    assert {found.contract for found in report.findings} == {Y, "twin"}


def test_what_is_registered_elsewhere_counts_as_history_and_as_consumer() -> None:
    elsewhere = registered(as_read(text) for text in TEXTS.values())
    proposed = TEXTS[Y].replace("2.0.0", "3.0.0")
    report = check([as_read(proposed)], elsewhere=elsewhere, against="https://example.org")
    assert report.findings == ()
    [change] = report.changed
    assert [one.id for one in change.impact.contracts] == [Z]
    assert report.consumers == "server"
    assert codes(check([as_read(proposed)])) == ["unresolved-input"] * 2


def test_findings_of_reading_are_told_with_the_rest_and_by_the_rules() -> None:
    text = "apiVersion: v3.1.0\nkind: DataContract\nid: a\nversion: 1.0.0\nlineage: {}\n"
    assert codes(check([as_read(text)])) == ["missing-key", "unknown-key"]
    policy = Policy(findings={"missing-key": "error", "unknown-key": "off"})
    report = check([as_read(text)], policy=policy)
    assert [(found.code, found.level) for found in report.findings] == [("missing-key", "error")]


def test_the_ports_of_a_product_are_checked_though_their_contracts_are_elsewhere() -> None:
    product = (
        "apiVersion: v1.0.0\nkind: DataProduct\nid: p\nstatus: active\noutputPorts:\n"
        "  - {name: o, version: 1, contractId: out, inputContracts: [{id: gone}]}\n"
    )
    report = check([as_read(product, "p.yaml")])
    assert (report.contracts, report.products) == (0, 1)
    assert [(f.code, f.contract, f.file, f.line) for f in report.findings] == [
        ("unresolved-input", "out", "p.yaml", 6)
    ]
