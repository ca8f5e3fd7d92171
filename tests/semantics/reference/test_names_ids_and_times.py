"""The reference reads names, ids and times by code of its own: both must read the same."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from headwater.contracts.contract import canonical_id
from headwater.model.names import canonical_run_id, normaliser
from headwater.model.order import parse_time
from tests.reference.events import contract_id, instant
from tests.reference.names import normalised, run_id_of

UUID = "0196F4B1-7C2E-7000-8000-00000000000A"
NORMALISE = normaliser(("key_value", "date", "quotes"))

digits = st.integers(0, 99).map("{:02}".format)
zones = st.one_of(
    st.sampled_from(["", "Z", "z", "x"]),
    st.builds("{}{}{}{}".format, st.sampled_from("+-"), digits, st.sampled_from(["", ":"]), digits),
)
times = st.builds(
    "{}{}{}{}{}{}{}{}".format,
    st.sampled_from(
        ["2024-01-31", "20240131", "2024-02-30", "0001-01-01", "9999-12-31", "2024-W05"]
    ),
    st.sampled_from(["T", "t", " ", "x", ""]),
    digits,
    st.sampled_from([":", ""]),
    digits,
    st.sampled_from([":59", "59", ":60", "60", ":61", ""]),
    st.sampled_from(["", ".5", ",1234567", "."]),
    zones,
)


def read_time(text: str) -> int | None:
    try:
        return parse_time(text)[0]
    except ValueError:
        return None


@given(times | st.text(st.sampled_from("0123456789-:T. Z"), max_size=20))
@example("1706121212345")
@example(" 2024-01-31T10 ")
def test_times(text: str) -> None:
    assert instant(text) == read_time(text)


@given(st.text(st.sampled_from('ab/=.-0129"`'), min_size=1))
@example('"a""b"."c"')
@example('"a"."b')
@example('""')
@example('"a".')
def test_names(raw: str) -> None:
    assert normalised(raw) == NORMALISE(raw)


@given(
    st.builds(
        lambda before, start, more, after: before + UUID[:start] + more + UUID[start:] + after,
        st.sampled_from(["", "{", "urn:uuid:", "URN:UUID:", " ", "urn:", "urn:uuid:{"]),
        st.integers(0, 36),
        st.sampled_from(["", "", "-", "_", "a"]),
        st.sampled_from(["", "}", " ", "-"]),
    )
)
@example(UUID.replace("-", ""))
@example(UUID.replace("-", "_"))
@example(UUID.replace("-", "", 1))
@example("")
def test_run_ids(raw: str) -> None:
    assert run_id_of(raw) == canonical_run_id(raw)[0]


@pytest.mark.parametrize(
    "text", [UUID, f" {UUID} ", UUID.replace("-", ""), "Orders", f"{UUID}x", f"-{UUID[1:]}"]
)
def test_ids_of_contracts(text: str) -> None:
    assert contract_id(text) == canonical_id(text)
