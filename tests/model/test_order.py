import pytest

from headwater.model.order import format_time, parse_time

TEN = 1_706_691_600_000_000
"""2024-01-31T09:00:00Z."""


@pytest.mark.parametrize(
    ("written", "micros", "zoned"),
    [
        ("2024-01-31T09:00:00Z", TEN, True),
        ("2024-01-31t09:00:00z", TEN, True),
        ("2024-01-31 09:00:00+00:00", TEN, True),
        ("2024-01-31T10:00:00.1234567+01:00", TEN + 123_456, True),
        ("2024-01-31T10:00:00,5+0100", TEN + 500_000, True),
        ("20240131T090000", TEN, False),
        ("20240131T0900Z", TEN, True),
        ("2024-01-31T09Z", TEN, True),
        (" 2024-01-31T09:00 ", TEN, False),
        ("2024-01-31", TEN - 9 * 3_600_000_000, False),
        ("2024-01-31T08:59:60Z", TEN, True),
        ("20240131T085960Z", TEN, True),
        ("2024-01-31T08:59:60.25Z", TEN + 250_000, True),
    ],
)
def test_a_time_is_read_in_every_spelling(written: str, micros: int, zoned: bool) -> None:
    assert parse_time(written) == (micros, zoned)


@pytest.mark.parametrize(
    "written",
    [
        "",
        "soon",
        "1706121212345",
        "1706121212",
        "2024-W05-3",
        "2024W053",
        "2024-031",
        "2024-01-31x10:00",
        "20240131x1000",
        "2024-01-31T10:0000Z",
        "2024-01-31T1000:00Z",
        "2024-01-31T24:00:00Z",
        "2024-01-31T10:00:61Z",
        "2024-01-31T10:60:00Z",
        "2024-01-31T10:00:00+24:00",
        "2024-01-31T10:00:00+01:75",
        "2024-01-31T10:00:00+01:00:30",
        "2024-02-30T10:00:00Z",
        "2024-01-31Z",
        "0000-01-01",
        "٢٠٢٤-01-31",
        "9999-12-31T23:59:60Z",
        "0001-01-01T00:00:00+10:00",
    ],
)
def test_what_only_resembles_a_time_is_none(written: str) -> None:
    with pytest.raises(ValueError, match=r"is no time|out of range|must be in|is beyond"):
        parse_time(written)


@pytest.mark.parametrize("written", ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999999Z"])
def test_what_is_written_can_be_read(written: str) -> None:
    assert format_time(parse_time(written)[0]) == written
