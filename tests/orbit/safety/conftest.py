"""A desk on the practice session in a simulated Live, and a provider of models on this machine."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from daw_bridges.bridge import Bridge
from orbit.agent import Desk
from orbit.hosts import fresh_practice
from orbit.memory import Library
from orbit.settings import Settings
from tests.orbit.stand_in import StandIn, served
from workflows_seed import FOLDER


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(data_dir=tmp_path / "data", embedder="words")


@pytest.fixture
def library(settings: Settings) -> Iterator[Library]:
    library = Library.open(settings.data_dir, seeds=FOLDER, embedder="words")
    yield library
    library.close()


@pytest.fixture
async def bridge(settings: Settings) -> AsyncIterator[Bridge]:
    async with fresh_practice() as opened:
        yield opened


@pytest.fixture
def desk(bridge: Bridge, library: Library, settings: Settings) -> Desk:
    return Desk(bridge, library, settings)


@pytest.fixture
def stand_in() -> Iterator[StandIn]:
    with served() as provider:
        yield provider
