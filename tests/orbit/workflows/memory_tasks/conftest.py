"""Every store that a test of memory tasks opened is let go of."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.orbit.workflows.memory_tasks.recipes import OPENED


@pytest.fixture(autouse=True)
def nothing_stays_open() -> Iterator[None]:
    yield
    while OPENED:
        OPENED.pop().close()
