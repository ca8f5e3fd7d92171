import pytest

from headwater.cli.options.times import read_time
from headwater.model.order import format_time, parse_time

NOW = parse_time("2025-03-10T12:00:00Z")[0]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("now", "2025-03-10T12:00:00Z"),
        ("Yesterday", "2025-03-09T12:00:00Z"),
        ("2h ago", "2025-03-10T10:00:00Z"),
        ("2 hours ago", "2025-03-10T10:00:00Z"),
        ("1 day ago", "2025-03-09T12:00:00Z"),
        ("90 minutes ago", "2025-03-10T10:30:00Z"),
        ("15min ago", "2025-03-10T11:45:00Z"),
        ("30s ago", "2025-03-10T11:59:30Z"),
        ("2w ago", "2025-02-24T12:00:00Z"),
        ("2025-03-01", "2025-03-01T00:00:00Z"),
        ("2025-03-01T08:00", "2025-03-01T08:00:00Z"),
        ("2025-03-01T08:00:00+02:00", "2025-03-01T06:00:00Z"),
    ],
)
def test_times_are_read_as_people_write_them(text: str, expected: str) -> None:
    assert format_time(read_time(text, NOW)) == expected


@pytest.mark.parametrize("text", ["", "soon", "2 fortnights ago", "ago", "2025-13-01"])
def test_what_is_no_time_is_refused(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  # the command line has its own words for it
        read_time(text, NOW)
