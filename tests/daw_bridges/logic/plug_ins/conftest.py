"""A simulated Logic that all tests of a file use, with a fresh project for each."""

from __future__ import annotations

from collections.abc import AsyncGenerator

import pytest

from daw_bridges.simulated.logic.latency import Latency
from tests.daw_bridges.logic.plug_ins.rig import Rig, open_rig


@pytest.fixture(scope="module")
async def logic() -> AsyncGenerator[Rig]:
    """Greeting a surface takes longer than most tests."""
    async with open_rig(latency=Latency(brief=0.01, flash=0.02)) as it:
        yield it


@pytest.fixture
async def rig(logic: Rig) -> Rig:
    """The practice project, fresh."""
    await logic.reset()
    return logic
