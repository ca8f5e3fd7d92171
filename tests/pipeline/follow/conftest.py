"""Fixtures for the loop that follows the log, with an engine that fails on command."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.pipeline.follow.scene import Scene


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    made = Scene(tmp_path)
    yield made
    made.store.close()
