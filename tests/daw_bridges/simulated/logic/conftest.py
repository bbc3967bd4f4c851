"""The practice project with a surface on it."""

from __future__ import annotations

from collections.abc import Generator

import pytest

from daw_bridges.simulated.logic.practice import practice_project
from tests.daw_bridges.simulated.logic.rig import Rig, rig


@pytest.fixture
def desk() -> Generator[Rig]:
    with rig(practice_project()) as it:
        yield it
