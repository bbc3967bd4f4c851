"""Speech of whoever holds a talk button: sound in, the words of a request or of an answer out.

One transcriber for all windows, opened when somebody first speaks; one utterance at a time.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING

from daw_bridges.errors import OrbitError

if TYPE_CHECKING:
    from orbit.interfaces.panel.session_feed import SessionFeed
    from orbit.server import Engine
    from orbit.voice import Transcriber, Utterance, Vocabulary

__all__ = ["Heard", "Speech", "can_hear"]

_MOST_OPTIONS = 3


def can_hear() -> bool:
    """Whether the extra for voice is installed."""
    return find_spec("orbit.voice") is not None and find_spec("pocketsphinx") is not None


@dataclass(frozen=True)
class Heard:
    """What was made of one utterance."""

    text: str = ""
    answer: bool | None = None
    """Yes or no to the plan that waits."""
    options: tuple[str, ...] = ()
    """What it may have been, where that is not sure."""
    trouble: str = ""


class Speech:
    """Makes words of what is said to this panel."""

    def __init__(self, engine: Engine, feed: SessionFeed) -> None:
        self._engine, self._feed = engine, feed
        self._transcriber: Transcriber | None = None
        self._turn = asyncio.Lock()

    async def prepare(self) -> None:
        """Load what is needed and take in what can be said now, while somebody begins to speak."""
        async with self._turn:
            words = await self._vocabulary()
            await asyncio.to_thread(self._opened().prepare, words)

    async def hear(self, pcm: bytes, *, asked: bool) -> Heard:
        """Make words of an utterance; ``asked``: a plan waits, and a yes or a no is listened for first."""
        from orbit.voice.listener import DEAF, NOTHING

        if self._feed.session is not None and self._feed.session.recording:
            return Heard(trouble=DEAF)
        try:
            spoken = await asyncio.to_thread(_spoken, pcm)
            if not spoken:
                return Heard(trouble=NOTHING)
            async with self._turn:
                return await self._heard(spoken, asked=asked)
        except OrbitError as error:
            return Heard(trouble=str(error))

    async def _heard(self, pcm: bytes, *, asked: bool) -> Heard:
        from orbit.voice.dialogue import UNKNOWN
        from orbit.voice.vocabulary import consent

        words = await self._vocabulary()
        if asked:
            answer = await self._transcribed(pcm, words.for_consent())
            if not answer.rejected and (said := consent(answer.text)) is not None:
                return Heard(answer.text, answer=said)
        utterance = await self._transcribed(pcm, words)
        if not utterance.rejected:
            return Heard(utterance.text)
        likely = (utterance.text, *(each.text for each in utterance.alternatives))
        options = tuple(dict.fromkeys(filter(None, likely)))[:_MOST_OPTIONS]
        return Heard(options=options, trouble="" if options else UNKNOWN)

    async def _transcribed(self, pcm: bytes, words: Vocabulary) -> Utterance:
        return await asyncio.to_thread(self._opened().transcribe, pcm, words)

    async def _vocabulary(self) -> Vocabulary:
        from orbit.voice import Vocabulary

        return Vocabulary.of(self._feed.session, await self._engine.workflows())

    def _opened(self) -> Transcriber:
        from orbit.voice import open_transcriber

        if self._transcriber is None:
            self._transcriber = open_transcriber(self._engine.settings)
        return self._transcriber


def _spoken(pcm: bytes) -> bytes:
    """Give the parts of a stretch of sound in which somebody speaks."""
    from orbit.voice.endpoint import Endpoint

    endpoint = Endpoint()
    spoken = [speech.pcm for speech in endpoint.feed(pcm)]
    last = endpoint.end()
    return b"".join([*spoken, *([last.pcm] if last is not None else [])])
