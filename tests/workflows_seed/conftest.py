"""The hosts that seeds are proved on, and a seed planned on a session of a test's own."""

from __future__ import annotations

from collections.abc import AsyncGenerator

import pytest

from tests.workflows_seed.stages import Stages


@pytest.fixture(scope="module")
async def stages() -> AsyncGenerator[Stages]:
    """One host of each kind for all seeds that a module proves."""
    running = Stages()
    yield running
    await running.close()
