"""Actions done at Logic's screen, and how it is told that they took: by what they read, or by the strips."""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable

from daw_bridges.actions import Action, CreateTrack, DeleteTrack, DuplicateTrack, RenameTrack
from daw_bridges.algebra import apply
from daw_bridges.bridge import Result
from daw_bridges.errors import OrbitError, UnsupportedError
from daw_bridges.logic.grading import manual, unverified, verified
from daw_bridges.logic.macos import Manual, Procedure, Proof
from daw_bridges.logic.macos.gestures import ReadValue
from daw_bridges.logic.macos.screen import Screen
from daw_bridges.logic.mixer import NotAppliedError
from daw_bridges.logic.strips import Desk
from daw_bridges.references import track_index
from daw_bridges.session import Session

__all__ = ["CHANGES_STRIPS", "AtScreen"]

CHANGES_STRIPS = (CreateTrack, DeleteTrack, DuplicateTrack, RenameTrack)
"""Actions after which the strips are others."""

_UNSEEN = "It was done at Logic's screen; a control surface does not show whether it worked."


class AtScreen:
    """The screen as the bridge uses it; ``read`` reads the mixer anew."""

    def __init__(
        self,
        desk: Desk,
        screen: Screen,
        read: Callable[[], Awaitable[Session]],
        feed: Callable[[str], Awaitable[bool]],
    ) -> None:
        """``feed`` gives the aux of a name a bus that nobody uses; whether there was anything to do."""
        self._desk, self._screen, self._read, self._feed = desk, screen, read, feed
        self.tempo: float | None = None
        """The tempo in beats a minute, None where no screen tells it."""
        self.signature: tuple[int, int] | None = None

    async def look(self) -> None:
        """Read tempo and time signature off the control bar, where there is a screen that shows them."""
        tempo, signature = await self._reads("tempo"), await self._reads("time_signature")
        with contextlib.suppress(ValueError):
            self.tempo = float((tempo or "").replace(",", "."))
        with contextlib.suppress(ValueError):
            upper, lower = map(int, (signature or "").split("/"))
            self.signature = upper, lower

    async def _reads(self, element: str) -> str | None:
        reading = Procedure(
            name=f"read {element}",
            gestures=(ReadValue(element),),
            proof=Proof.READING,
            by_hand="Look at Logic's control bar.",
        )
        try:
            return await self._screen.perform(reading)
        except OrbitError:
            return None  # no screen, or something in the way: then nothing is claimed

    async def perform(self, action: Action, session: Session) -> Result:
        """Do it, or say what the user is to do. Raises what the screen raises where it is in the way."""
        step = self._screen.step(action, session)
        if isinstance(step, Manual):
            return manual(action, step.words)
        if step.selects is not None:
            await self._select(session, step.selects)
        try:
            reading = await self._screen.perform(step)
        except UnsupportedError:
            if action.action == "add_locator":
                raise
            return manual(action, step.by_hand)
        return await self._proven(action, session, step, reading)

    async def _select(self, session: Session, name: str) -> None:
        index = next((i for i, track in enumerate(session.tracks) if track.name == name), None)
        if index is None:
            index = track_index(session, name)
        async with self._desk.on(index):
            pass

    async def _proven(self, action: Action, session: Session, step: Procedure, reading: str | None) -> Result:
        match step.proof:
            case Proof.READING:
                if not step.confirmed_by(reading):
                    raise NotAppliedError(f"Logic reads {reading} now.", {"reading": reading})
                return verified(action, {"reading": reading})
            case Proof.SURFACE:
                return await self._seen(action, session)
            case _:
                return unverified(action, _UNSEEN)

    async def _seen(self, action: Action, session: Session) -> Result:
        """The strips are read anew: are they what the action makes of them?"""
        expected = [track.name for track in apply(session, action).tracks]
        session = await self._read()
        if isinstance(action, CreateTrack) and action.kind == "return" and await self._feed(action.name):
            session = await self._read()
        now = [track.name for track in session.tracks]
        if sorted(now) != sorted(expected):
            names = ", ".join(now)
            raise NotAppliedError(f"The tracks in Logic are now: {names}.", {"tracks": now})
        return verified(action, {"tracks": now})
