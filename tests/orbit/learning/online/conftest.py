"""A library in a file, with the shipped workflows and without."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from orbit.memory import Library
from orbit.memory.store import Store


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    library = Library(Store(tmp_path / "memory.db"))
    yield library
    library.close()
