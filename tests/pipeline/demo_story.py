"""The demo as a story, told once for all tests that ask for it."""

import pytest

from tests.demo.telling import records

DEMO = pytest.mark.story(records(), name="demo")
