"""The data contracts of Brightwater Coffee, registered in the course of the story.

Their texts lie in `contract_files/`. The first line of each says what can be seen in it: most are
in order, and every way in which a contract can drift from what runs happens to one of them.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from importlib.resources import files
from typing import Any

from headwater.contracts.documents.read import read, registration_edit
from headwater.demo.days import LAST_DAY, Day

REGISTERED = {
    "shop-orders.odcs.yaml": 1,
    "raw-orders.odcs.yaml": 1,
    "order-facts-1.0.0.odcs.yaml": 2,
    "customers.odcs.yaml": 2,
    "analytics.odps.yaml": 2,
    "page-views.odcs.yaml": 3,
    "sessions-1.0.0.odcs.yaml": 3,
    "sessions-1.0.0-again.odcs.yaml": 4,
    "product-margins.odcs.yaml": 5,
    "daily-revenue-1.0.0.yaml": 6,
    "marketing.odcs.yaml": 8,
    "dashboards.odcs.yaml": 9,
    "order-facts-2.0.0.odcs.yaml": 12,
    "daily-revenue-1.1.0.yaml": 15,
}
"""The files, and the day of the story on which each is registered, in the afternoon."""


def registrations(end: datetime) -> Iterator[dict[str, Any]]:
    """The edits that register the contracts, for a story that ends at `end`."""
    midnight = end.replace(hour=0, minute=0, second=0, microsecond=0)
    for count, (file, number) in enumerate(REGISTERED.items()):
        day = Day(number, midnight - timedelta(days=LAST_DAY - number))
        at = day.midnight + timedelta(hours=14, minutes=count)
        for one in read(_text(file), f"contracts/{file}").read:
            yield {"at": f"{at:%Y-%m-%dT%H:%M:%SZ}", **registration_edit(one)}


def _text(file: str) -> bytes:
    return (files("headwater.demo") / "contract_files" / file).read_bytes()
