"""Fixtures of the tests of keyed memory: every store that a test opened is let go of."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from orbit.memory.keyed import KeyedMemory
from tests.orbit.memory.keyed.holding import OPENED, Ask, asking, remembering


@pytest.fixture(autouse=True)
def nothing_stays_open() -> Iterator[None]:
    yield
    while OPENED:
        OPENED.pop().close()


@pytest.fixture
def memory(tmp_path: Path) -> KeyedMemory:
    return remembering(tmp_path)


@pytest.fixture
def ask(memory: KeyedMemory) -> Ask:
    return asking(memory)
