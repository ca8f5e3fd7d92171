import pytest

from headwater.demo import events
from tests.stories.demo import Event


@pytest.fixture(scope="session")
def told() -> list[Event]:
    """The story as it is told by default."""
    return list(events())
