import pytest

from headwater.demo import events
from tests.stories.demo import Event


@pytest.fixture(scope="session")
def story_events() -> list[Event]:
    """The events of the demo story, with its default end."""
    return list(events())
