"""Health of Orbit and of its connection, with what to do about it, as `orbit doctor` finds it."""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress
from typing import TYPE_CHECKING

from nicegui import Event

from daw_bridges.errors import OrbitError, UnreachableError
from orbit.doctor import CHECKS, Case, Check, Examined, Finding, Status, examine
from orbit.hosts import PRACTICE
from orbit.interfaces.panel.parts.workflow import DAWS

if TYPE_CHECKING:
    from collections.abc import Callable

    from orbit.interfaces.panel.session_feed import SessionFeed
    from orbit.settings import Settings

__all__ = ["Health"]

_LOOK_SECONDS = 2.0
"""How often the DAW is looked for."""
_MISSED = 2
"""How often in a row it has to be missing: a machine that is busy for a moment has not lost its DAW."""
_LEFT_OUT = frozenset({"practice", "index", "packages", "python"})
"""What would start a host of its own, or has been found out by being here."""
_PULSE = {"ableton": "ableton.port"}
"""The check that says at once whether a DAW is there, by DAW; of any other the observation tells."""


class Health:
    """Findings of Orbit itself and of the DAW."""

    def __init__(self, settings: Settings, feed: SessionFeed) -> None:
        self._settings, self._feed = settings, feed
        self.findings: list[tuple[Check, Finding]] = []
        self.looking = False
        self._missed = 0
        self.changed: Event[[]] = Event()

    @property
    def daw(self) -> str:
        """The DAW's name for people."""
        names = {PRACTICE: "Practice", **DAWS}
        return names.get(self._settings.daw, self._settings.daw)

    @property
    def worst(self) -> Status:
        """How Orbit itself stands."""
        found = {finding.status for check, finding in self.findings if check.daw is None}
        return next((status for status in (Status.PROBLEM, Status.WARNING) if status in found), Status.OK)

    def wrong(self) -> list[tuple[Check, Finding]]:
        """What is not in order, with what to do."""
        return [(check, finding) for check, finding in self.findings if finding.status is not Status.OK]

    async def look(self) -> None:
        """Look at everything that can be looked at beside the work."""
        self.looking = True
        self.changed.emit()
        wanted = [check for check in CHECKS if check.id not in _LEFT_OUT]
        self.findings = await self._examined(wanted)
        self.looking = False
        self.changed.emit()

    async def watch(self) -> None:
        """Look for the DAW again and again until cancelled, and at everything when it comes or goes."""
        await self.look()
        there = self._feed.lost is None
        while True:
            await asyncio.sleep(_LOOK_SECONDS)
            if self._settings.daw in _PULSE:
                await self._feel()
            if there != (self._feed.lost is None):
                there = not there
                await self.look()

    async def _feel(self) -> None:
        gone = await self._checked(_PULSE[self._settings.daw])
        self._missed = self._missed + 1 if gone is not None else 0
        if gone is not None and self._missed >= _MISSED:
            self._feed.away(gone)
        elif gone is None and self._feed.session is not None:
            self._feed.away(None)

    async def _checked(self, pulse: str) -> OrbitError | None:
        """Look whether the DAW is there; give why not."""
        found = await self._examined([check for check in CHECKS if check.id == pulse])
        gone = next((finding for _, finding in found if finding.status is Status.PROBLEM), None)
        return None if gone is None else UnreachableError(f"{gone.detail} {gone.fix}".strip())

    async def _examined(self, checks: list[Check]) -> list[tuple[Check, Finding]]:
        daw = self._settings.daw
        case = Case(self._settings, only=None if daw == PRACTICE else daw)
        wanted = [check for check in checks if check.daw in (None, daw)]
        return list((await _beside(lambda: examine(case, wanted))).findings)


async def _beside(work: Callable[[], Examined]) -> Examined:
    """Do some work in a thread that the panel does not wait for when it ends: a check may take its time."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[Examined] = loop.create_future()

    def tell(found: Examined | Exception) -> None:
        if done.done():
            return
        if isinstance(found, Exception):
            done.set_exception(found)
        else:
            done.set_result(found)

    def run() -> None:
        try:
            found: Examined | Exception = work()
        except Exception as error:  # noqa: BLE001 - raised again where it is waited for
            found = error
        with suppress(RuntimeError):  # the panel has ended meanwhile
            loop.call_soon_threadsafe(tell, found)

    threading.Thread(target=run, name="orbit-panel-lights", daemon=True).start()
    return await done
