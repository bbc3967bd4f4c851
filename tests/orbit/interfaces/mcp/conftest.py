"""A server on a practice session, spoken to by the official client in both forms of the protocol."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from orbit.interfaces.mcp import Allow
from orbit.interfaces.mcp.mount import opened
from orbit.interfaces.mcp.tools import Tools
from orbit.settings import Settings


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(data_dir=tmp_path / "data", embedder="words")


@pytest.fixture(scope="module")
async def service(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Tools]:
    """One for the tests of a file; each leaves the tracks that it found."""
    data_dir = tmp_path_factory.mktemp("mcp") / "data"
    async with opened(Settings(data_dir=data_dir, embedder="words"), Allow.EDITS) as one:
        yield one


@pytest.fixture(params=["legacy", "2026-07-28"])
def mode(request: pytest.FixtureRequest) -> str:
    """The protocol up to 2025-11-25, where the user is asked within a call; and the one after it."""
    return request.param
