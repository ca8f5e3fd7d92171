import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.errors import SettingError
from headwater.model.names import canonical_run_id, normaliser

DEFAULT = ("key_value", "date", "quotes")


@pytest.mark.parametrize(
    ("raw", "name", "partition"),
    [
        ("orders", "orders", None),
        ("lake/orders/dt=2024-01-31", "lake/orders", "dt=2024-01-31"),
        ("lake/orders/dt=2024-01-31/hour=07", "lake/orders", "dt=2024-01-31/hour=07"),
        ("lake/orders/2024/01/31/country=DE", "lake/orders", "2024/01/31/country=DE"),
        ("lake/orders/2024-01-31", "lake/orders", "2024-01-31"),
        ("lake/orders/20240131", "lake/orders", "20240131"),
        ("lake/orders/2024/01", "lake/orders", "2024/01"),
        ("lake/orders/2024/02/30", "lake/orders/2024/02/30", None),
        ("lake/orders/2024-13-01", "lake/orders/2024-13-01", None),
        ("lake/orders/1969-12-31", "lake/orders/1969-12-31", None),
        ("lake/orders/2024", "lake/orders/2024", None),
        ("lake/orders/1729097570970", "lake/orders/1729097570970", None),
        ("dt=2024-01-31", "dt=2024-01-31", None),
        ("/dt=2024-01-31", "/dt=2024-01-31", None),
        ("lake/k=", "lake", "k="),
        ("lake/1k=v", "lake/1k=v", None),
        ('"garden"."plants"', "garden.plants", None),
        ("`garden`.`plants`", "garden.plants", None),
        ('"a""b"."c"', 'a"b.c', None),
        ('garden."plants"', 'garden."plants"', None),
        ('"lake/orders"/dt=1', "lake/orders", "dt=1"),
    ],
)
def test_names_lose_partitions_and_quotes(raw: str, name: str, partition: str | None) -> None:
    assert normaliser(DEFAULT)(raw) == (name, partition)


@given(st.text(st.sampled_from('ab/=.-0129"`'), min_size=1))
def test_normalising_again_changes_nothing_and_leaves_something(raw: str) -> None:
    name, _ = normaliser(DEFAULT)(raw)
    assert name
    assert normaliser(DEFAULT)(name) == (name, None)


def test_an_unknown_rule_is_refused_with_those_that_exist() -> None:
    with pytest.raises(SettingError, match="unknown name rule 'dates'; the rules are date, key_v"):
        normaliser(["dates"])


@pytest.mark.parametrize(
    "written",
    [
        "0196f4b1-7c2e-7000-8000-00000000000a",
        "0196F4B1-7C2E-7000-8000-00000000000A",
        "0196f4b17c2e7000800000000000000a",
        "{0196f4b1-7c2e-7000-8000-00000000000a}",
        "{0196f4b17c2e7000800000000000000a}",
        "urn:uuid:0196f4b1-7c2e-7000-8000-00000000000a",
        "URN:UUID:0196F4B1-7C2E-7000-8000-00000000000A",
        " 0196f4b1-7c2e-7000-8000-00000000000a ",
    ],
)
def test_a_run_id_is_one_uuid_in_every_spelling(written: str) -> None:
    assert canonical_run_id(written) == ("0196f4b1-7c2e-7000-8000-00000000000a", True)


def test_any_other_run_id_gets_a_uuid_of_its_own() -> None:
    first, is_uuid = canonical_run_id("run_id")
    assert not is_uuid
    assert canonical_run_id("run_id2")[0] != first


@pytest.mark.parametrize(
    "written",
    [
        "0196f4b17-c2e-7000-8000-00000000000a",
        "0196f4b1-7c2e-7000-800000000000000a",
        "0196f4b1_7c2e_7000_8000_00000000000a",
        "0196f4b1-7c2e-7000-8000-0000000000_a",
        "{0196f4b1-7c2e-7000-8000-00000000000a",
        "0196f4b1-7c2e-7000-8000-00000000000a}",
        "urn:0196f4b1-7c2e-7000-8000-00000000000a",
    ],
)
def test_what_only_resembles_a_uuid_is_another_run_id(written: str) -> None:
    run_id, is_uuid = canonical_run_id(written)
    assert not is_uuid
    assert run_id != "0196f4b1-7c2e-7000-8000-00000000000a"
