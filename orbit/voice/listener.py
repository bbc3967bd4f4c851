"""A listener: sound in, requests carried out, and nothing done that is not sure or not agreed to.

A face feeds it from wherever its sound comes and shows what it tells; everything is called on the loop of
its engine::

    async with Listener(engine, open_transcriber(settings), tell) as listener:
        listener.press()
        listener.feed(piece)  # 16 kHz, mono, 16 bits, of any length
        listener.release()
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from daw_bridges.errors import OrbitError
from orbit.voice.dialogue import Dialogue
from orbit.voice.endpoint import LONGEST, Endpoint, Speech
from orbit.voice.events import Done, Level, Listening, Tell
from orbit.voice.utterance import samples_of, seconds_of
from orbit.voice.vocabulary import Vocabulary

if TYPE_CHECKING:
    from daw_bridges.session import Session
    from orbit.server import Engine
    from orbit.voice.transcribers import Transcriber
    from orbit.voice.wake import Wake
    from orbit.workflows import Plan, Workflow

__all__ = ["Listener"]

_WAITS = 8.0
"""Seconds in which one may begin to speak where no button is held."""
_ALONE = 0.5
"""Seconds of sound behind the wake phrase that are no request yet."""
_FRESH = 60.0
"""Seconds for which the library, which takes longer to read than the session, is taken as it was."""
_QUIET_DB, _FLOOR_DB = -60.0, -96.0
"""A peak below this is no voice; what digital silence reads."""

DEAF = "Orbit does not listen while the DAW records."
NOTHING = "Nothing was heard. Hold the button for as long as you speak."
SILENT = "There was only silence. Is the right microphone chosen and on, and may this program use it?"
TOO_LONG = f"That went on for more than {LONGEST:.0f} seconds. Say it in parts; nothing was done."


class Listener:
    """Hears one person: by a button, by the wake phrase, or all that is said (``open_mic``).

    ``agreed`` is consent given beforehand to plans, as ``--yes`` gives it; ``clock`` gives seconds.
    """

    def __init__(
        self,
        engine: Engine,
        transcriber: Transcriber,
        tell: Tell,
        *,
        wake: Wake | None = None,
        open_mic: bool = False,
        dry_run: bool = False,
        agreed: Callable[[Plan], bool] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._engine, self._transcriber, self._tell = engine, transcriber, tell
        self._dialogue = Dialogue(engine, tell, dry_run=dry_run, agreed=agreed, clock=clock)
        self._wake, self._open, self._clock = wake, open_mic or wake is not None, clock
        self.pressed, self.held = False, True
        """From ``press`` to ``release``; and whether a button is down, or else a pause ends what is said."""
        self._endpoint = Endpoint()
        self._pieces: list[bytes] = []
        self._listened, self._peak = 0.0, _FLOOR_DB
        self._began = 0.0
        """When the button went down, or somebody began to speak."""
        self._turns = asyncio.Lock()
        self._hearing: set[asyncio.Task[None]] = set()
        self._following: asyncio.Task[None] | None = None
        self._known = Vocabulary()
        self._workflows: Sequence[Workflow] = ()
        self._renewed = -math.inf
        """When the library is read again."""
        self._deaf = False

    async def __aenter__(self) -> Self:
        self._start(self._look)  # the first word shall not wait for the recogniser to load
        return self

    async def __aexit__(self, *_: object) -> None:
        """Leave a plan that waits for consent; end what runs, which takes back what it changed."""
        for task in self._hearing:
            task.cancel()
        following = () if self._following is None else (self._following,)
        await asyncio.gather(*self._hearing, *following, return_exceptions=True)
        await self._dialogue.close()

    @property
    def listening(self) -> bool:
        """True while what comes in belongs to an utterance."""
        return self.pressed or (self._open and self._endpoint.speaking)

    async def settled(self) -> None:
        """Wait until all that was said is heard, and what it asks for is done or waits for an answer."""
        while self._hearing or not self._dialogue.at_rest.is_set():
            await asyncio.gather(*self._hearing)
            await self._dialogue.at_rest.wait()

    def press(self, *, held: bool = True) -> None:
        """Begin an utterance: the button went down. Where it is not ``held``, a pause ends it."""
        if self.pressed:
            return
        self.pressed, self.held = True, held
        self._endpoint, self._pieces = Endpoint(), []
        self._listened, self._peak, self._began = 0.0, _FLOOR_DB, self._clock()
        self._start(self._look)
        self._tell(Listening(on=True))

    def release(self) -> None:
        """End the utterance: the button came up."""
        if not self.pressed:
            return
        self.pressed = False
        if (last := self._endpoint.end()) is not None:
            self._pieces.append(last.pcm)
        why = "" if self._pieces else NOTHING if self._peak > _QUIET_DB else SILENT
        self._tell(Listening(on=False, why=why))
        if self._pieces:
            self._start(partial(self._hear, Speech(b"".join(self._pieces)), self._began, addressed=True))

    def cancel(self) -> None:
        """Forget what is being said; else leave what was asked; else stop the request."""
        if self.pressed:
            self.pressed = False
            self._tell(Listening(on=False))
        else:
            self._dialogue.cancel()

    def answer(self, agreed: bool, choice: int | None = None) -> None:
        """Answer what was asked by a key or a click: yes or no, or one of its options, counted from 0."""
        self._dialogue.answer(agreed, choice)

    def feed(self, pcm: bytes) -> None:
        """Take a piece of sound."""
        if not self.pressed and not self._open:
            return
        before = self.listening
        self._listened += seconds_of(pcm)
        level = float(np.abs(samples_of(pcm)).max(initial=0.0))
        db = max(20 * math.log10(level), _FLOOR_DB) if level > 0 else _FLOOR_DB
        self._peak = max(self._peak, db)
        spoken = self._endpoint.feed(pcm)
        if self.listening != before and not self._deaf:
            self._tell(Listening(on=self.listening))
        if self.listening:
            self._tell(Level(db))
            self._follow()
        if self.pressed:
            self._feed_pressed(spoken)
            return
        if self.listening and not before:
            self._began = self._clock()
            self._start(self._look)
        for speech in spoken:
            self._start(partial(self._hear, speech, self._began, addressed=self._wake is None))

    def finish(self) -> None:
        """End the stream: what is still being said counts as said."""
        self.release()
        if self._open and (last := self._endpoint.end()) is not None:
            self._start(partial(self._hear, last, self._began, addressed=self._wake is None))

    def _feed_pressed(self, spoken: list[Speech]) -> None:
        self._pieces += [speech.pcm for speech in spoken]
        if any(speech.cut for speech in spoken) or sum(map(seconds_of, self._pieces)) > LONGEST:
            self.pressed = False
            self._tell(Listening(on=False, why=TOO_LONG))
        elif not self.held and (self._pieces or (self._listened > _WAITS and not self._endpoint.speaking)):
            self.release()

    def _follow(self) -> None:
        """Let what was said so far be taken in while the rest is said, one piece after the other."""
        in_work = self._following is not None and not self._following.done()
        phrase_first = self._wake is not None and not self.pressed
        if in_work or phrase_first or self._deaf or not (said := self._endpoint.so_far):
            return
        sound = b"".join((*self._pieces, said))
        self._following = asyncio.create_task(asyncio.to_thread(self._transcriber.follow, sound))
        # What fails here fails again with the whole, and is told of then.
        self._following.add_done_callback(lambda task: task.cancelled() or task.exception())

    def _start(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Do something beside the sound; one after the other, in order."""

        async def turn() -> None:
            async with self._turns:
                try:
                    await work()
                except Exception as error:  # noqa: BLE001 - shown by the face; the next words can be heard
                    self._tell(Done(str(error), error=error))

        task = asyncio.create_task(turn())
        self._hearing.add(task)
        task.add_done_callback(self._hearing.discard)

    async def _look(self) -> None:
        """Take in what can be said now."""
        session = await self._read()
        if session is not None:
            if self._clock() >= self._renewed:
                self._workflows = await self._engine.workflows()
                self._renewed = self._clock() + _FRESH
            self._known = Vocabulary.of(session, self._workflows)
        if not self._recorded(session):
            await asyncio.to_thread(self._transcriber.prepare, self._dialogue.vocabulary(self._known))

    async def _read(self) -> Session | None:
        """Read the session; not while a request runs, for a word to stop it cannot wait.

        A DAW that cannot be reached is told of by the request itself.
        """
        with suppress(OrbitError):
            return await self._engine.session() if self._dialogue.at_rest.is_set() else None
        return None

    def _recorded(self, session: Session | None) -> bool:
        """Stop listening while the DAW records, and say so once."""
        told, self._deaf = self._deaf, session is not None and session.recording
        if self._deaf:
            self.pressed = False
            self._tell(Listening(on=False, why="" if told else DEAF))
        return self._deaf

    async def _hear(self, speech: Speech, began: float, *, addressed: bool) -> None:
        if self._deaf:
            return
        pcm = speech.pcm
        answers = self._dialogue.answerable(began) or not self._dialogue.at_rest.is_set()
        if self._wake is not None and not addressed and not answers:
            rest = await asyncio.to_thread(self._wake.after, pcm)
            if rest is None:
                return
            if seconds_of(rest) < _ALONE:
                self.press(held=False)
                return
            pcm = rest
        if speech.cut:
            self._tell(Listening(on=False, why=TOO_LONG))
            return
        reading = asyncio.create_task(self._read())
        words = self._dialogue.vocabulary(self._known)
        utterance = await asyncio.to_thread(self._transcriber.transcribe, pcm, words)
        if not self._recorded(await reading):
            await self._dialogue.take(utterance, began)
