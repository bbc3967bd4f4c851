"""A session with more in it than the practice session."""

from __future__ import annotations

import pytest

from daw_bridges.session import Session
from tests.orbit.agent.offline.song import song


@pytest.fixture(scope="session")
def studio() -> Session:
    """A song in the making, for what reads sentences and touches no host."""
    return song()
