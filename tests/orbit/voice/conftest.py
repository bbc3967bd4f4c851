"""Somebody who speaks to Orbit about the practice session, and what they are told."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import pytest

from orbit.server import Engine, LocalEngine
from orbit.settings import Settings
from orbit.voice.events import Asked, Done, Heard, Listening
from orbit.voice.listener import Listener
from orbit.voice.transcribers import Transcriber
from tests.orbit.voice.speech import Scripted, pieces, say

Kind = TypeVar("Kind")


class Speaker:
    """Holds the button, speaks, and sees what is shown; the clock is theirs."""

    def __init__(self, engine: Engine, transcriber: Transcriber | None = None, **options: Any) -> None:
        self.engine = engine
        self.told: list[Any] = []
        self.now = 100.0
        self.scripted = Scripted()
        self.listener = Listener(
            engine, transcriber or self.scripted, self.told.append, clock=lambda: self.now, **options
        )

    async def says(self, heard: Any, sound: bytes | None = None) -> None:
        """Say something that is heard so, and wait until it is done, or waits for an answer."""
        self.scripted.hears(heard)
        await self.holds(say("mute the kick") if sound is None else sound)

    async def holds(self, sound: bytes) -> None:
        """Hold the button for a sound."""
        self.listener.press()
        for piece in pieces(sound):
            self.listener.feed(piece)
        self.listener.release()
        await self.listener.settled()

    def of(self, kind: type[Kind]) -> list[Kind]:
        return [event for event in self.told if isinstance(event, kind)]

    @property
    def done(self) -> list[Done]:
        return self.of(Done)

    @property
    def asked(self) -> list[Asked]:
        return self.of(Asked)

    @property
    def heard(self) -> list[str]:
        return [event.utterance.text for event in self.of(Heard)]

    @property
    def reasons(self) -> list[str]:
        """Why nothing came of what was said."""
        return [event.why for event in self.of(Listening) if event.why]

    async def tracks(self) -> dict[str, Any]:
        return {track.name: track for track in (await self.engine.session()).tracks}


Speaking = Callable[..., AbstractAsyncContextManager[Speaker]]


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(data_dir=tmp_path / "data", embedder="words")


@pytest.fixture
def speaking(settings: Settings) -> Speaking:
    """Make somebody who speaks; the options are the listener's."""

    @asynccontextmanager
    async def made(transcriber: Transcriber | None = None, **options: Any) -> AsyncGenerator[Speaker]:
        async with LocalEngine(settings) as engine:
            speaker = Speaker(engine, transcriber, **options)
            async with speaker.listener:
                await speaker.listener.settled()
                yield speaker

    return made
