"""A feed of the session as the DAW shows it, followed as it changes, for every window alike."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from nicegui import Event

from daw_bridges.actions import Undo
from daw_bridges.algebra import apply
from daw_bridges.errors import OrbitError
from daw_bridges.session import Session

if TYPE_CHECKING:
    from daw_bridges.observation.seen import Seen
    from orbit.server import Engine

__all__ = ["SessionFeed"]

_AGAIN_SECONDS = 1.0
"""How long to wait before a DAW that is not there is looked for again."""
_GATHER_SECONDS = 0.04
"""For so long changes are gathered: a fader that is drawn is no hundred pictures a second."""
_REMEMBERED = 200
"""How many sessions back an undo can be followed; further back the session is read anew."""


class SessionFeed:
    """Follows one DAW."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._past: list[Session] = []
        self._telling = self._leaving = False
        self._told_at = 0.0
        self._rereading: asyncio.Task[None] | None = None
        self.session: Session | None = None
        """The session as it is, or as it was when the DAW was lost; None before it was first read."""
        self.lost: OrbitError | None = None
        """Why the DAW cannot be reached; None while it can."""
        self.changed: Event[[]] = Event()
        """Something is not what it was."""

    async def follow(self) -> None:
        """Follow the DAW until this is cancelled, after ``leave``."""
        while not self._leaving:
            try:
                await self._engine.observe(self._see)
            except OrbitError as error:
                self.away(error)
            if not self._leaving:
                await asyncio.sleep(_AGAIN_SECONDS)

    def leave(self) -> None:
        """Follow no more: an observation that ends as it is cancelled is not begun again."""
        self._leaving = True

    def away(self, error: OrbitError | None) -> None:
        """Note that the DAW is not there, and why; None: it is."""
        if str(error or "") != str(self.lost or ""):
            self.lost = error
            self._tell()

    def _see(self, seen: Seen) -> None:
        if isinstance(seen, Session):
            self._begin(seen)
        elif isinstance(seen.action, Undo) and len(self._past) > 1:
            self._past.pop()
        elif self._past:
            try:
                self._past.append(apply(self._past[-1], seen.action))
            except OrbitError:
                self._reread()
            del self._past[:-_REMEMBERED]
        self.lost = None
        self._tell()

    def _begin(self, session: Session) -> None:
        self._past = [session]

    def _reread(self) -> None:
        """Read the session itself where what was seen does not lead on from what was known."""
        if self._rereading is None or self._rereading.done():
            self._rereading = asyncio.ensure_future(self._read())

    async def _read(self) -> None:
        with suppress(OrbitError):
            self._begin(await self._engine.session())
            self._tell()

    def _tell(self) -> None:
        if not self._telling:
            self._telling, loop = True, asyncio.get_running_loop()
            loop.call_at(max(loop.time(), self._told_at + _GATHER_SECONDS), self._told)

    def _told(self) -> None:
        self._telling, self._told_at = False, asyncio.get_running_loop().time()
        if self._past:
            self.session = self._past[-1]
        self.changed.emit()
