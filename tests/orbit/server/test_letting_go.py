"""What is closed is let go of at once: an engine holds an embedder, and a process may open hundreds."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from weakref import ref

import pytest

from orbit.agent import Desk, ask
from orbit.hosts import fresh_practice
from orbit.server import LocalEngine, open_library
from orbit.settings import Settings

pytestmark = pytest.mark.anyio


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(data_dir=tmp_path, embedder="words")


@pytest.fixture(autouse=True)
def _nothing_is_collected() -> Iterator[None]:
    """Rings of references stay where they are."""
    gc.disable()
    yield
    gc.enable()


async def _in_an_engine(settings: Settings) -> list[ref[Any]]:
    async with LocalEngine(settings) as engine:
        await engine.do("make the bass duck under the kick")
        await engine.do("undo")
        return [ref(engine), ref(engine.library), ref(engine.library.store), ref(await engine.desk())]


async def _at_a_desk(settings: Settings) -> list[ref[Any]]:
    async with fresh_practice() as bridge:
        library = open_library(settings)
        desk = Desk(bridge, library, settings)
        await ask("make the bass duck under the kick", desk)
        await ask("undo", desk)
        library.close()
        return [ref(desk), ref(library), ref(library.store)]


async def test_a_closed_engine_is_gone(settings: Settings) -> None:
    assert [each() for each in await _in_an_engine(settings)] == [None] * 4


async def test_so_is_a_desk_on_a_daw_and_its_library(settings: Settings) -> None:
    assert [each() for each in await _at_a_desk(settings)] == [None] * 3
