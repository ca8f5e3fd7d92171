"""The demo as a story, told once for all tests that ask for it."""

import pytest

from headwater.demo import events

DEMO = pytest.mark.story([("openlineage", event) for event in events()], name="demo")
