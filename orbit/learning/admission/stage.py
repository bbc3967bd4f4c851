"""The stage: a simulated Live with an empty set, on which one workflow after the other is tried."""

from __future__ import annotations

import secrets
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from daw_bridges.actions import Action
from daw_bridges.algebra import diff, differences, nearest
from daw_bridges.bridge import Bridge, Status
from daw_bridges.errors import ActionError, OrbitError
from daw_bridges.session import Session
from orbit.learning.admission.by_model import planned
from orbit.learning.admission.trials import Trial, UntriableError
from orbit.workflows.execution import replay
from orbit.workflows.undoing import undo_run

if TYPE_CHECKING:
    from daw_bridges.simulated.live import Song
    from daw_bridges.simulated.live.devices.spec import DeviceSpec

__all__ = ["Stage"]

_SCENES = 8
_TICK_SECONDS = 0.01


class Stage:
    """A simulated Live with an empty set, and the bridge to it; a new one where it was left dirty."""

    def __init__(self, plug_ins: Sequence[DeviceSpec]) -> None:
        self._plug_ins = plug_ins
        self._running: AsyncGenerator[Bridge] | None = None
        self._bridge: Bridge | None = None

    @classmethod
    @asynccontextmanager
    async def opened(cls, plug_ins: Sequence[DeviceSpec]) -> AsyncGenerator[Stage]:
        """Give a stage in whose Live these plug-ins are installed, and close it afterwards."""
        stage = cls(plug_ins)
        try:
            yield stage
        finally:
            await stage._close()

    async def tried(self, trial: Trial) -> str | None:
        """Carry a workflow out and take it back; say why it is refused, None when all went well.

        Raises UntriableError where this host is no judge of it, BridgeError where it cannot be reached.
        """
        bridge = await self._ready()
        clean = False
        try:
            empty = await bridge.snapshot()
            before = await _built(bridge, empty, trial.scratch)
            refused = await _carried_out(bridge, before, trial)
            clean = refused is None and await _emptied(bridge, empty)
        except ActionError as error:
            refused = str(error)
        finally:
            if not clean:
                await self._close()
        return refused

    async def _ready(self) -> Bridge:
        if self._bridge is None:
            self._running = _running(self._plug_ins)
            self._bridge = await anext(self._running)
        return self._bridge

    async def _close(self) -> None:
        if self._running is not None:
            await self._running.aclose()
        self._running = self._bridge = None


async def _running(plug_ins: Sequence[DeviceSpec]) -> AsyncGenerator[Bridge]:
    from daw_bridges.ableton import REMOTE_SCRIPT
    from daw_bridges.ableton.bridge import open_bridge
    from daw_bridges.simulated.live import LiveHost

    token = secrets.token_urlsafe(16)
    options = {"ORBIT_ABLETON_PORT": "0", "ORBIT_ABLETON_TOKEN": token, "ORBIT_ABLETON_LOG": ""}
    with LiveHost(
        _empty_set(), REMOTE_SCRIPT, script_options=options, plugins=plug_ins, tick_seconds=_TICK_SECONDS
    ) as host:
        port: int = host.call(lambda: host.script.port)
        async with await open_bridge(port=port, token=token) as bridge:
            yield bridge


def _empty_set() -> Song:
    from daw_bridges.simulated.live import Song

    song = Song("Scratch", scenes=_SCENES)
    with song.unrecorded():
        song.add_track_("audio", "Bystander", 0)
        song.view.selected_track = song.tracks[0]
    return song


async def _built(bridge: Bridge, empty: Session, wanted: Session) -> Session:
    """Make the scratch session by actions. Raises UntriableError where no action makes part of it."""
    way = nearest(empty, wanted)
    if way.unsaid:
        raise UntriableError(f"Orbit cannot build the session it starts from ({'; '.join(way.unsaid[:3])}).")
    await _done(bridge, way.actions)
    return await bridge.snapshot()


async def _done(bridge: Bridge, actions: Sequence[Action]) -> None:
    for result in await bridge.perform(actions) if actions else ():
        if result.status not in (Status.VERIFIED, Status.UNVERIFIED):
            raise UntriableError(f"The session to try it on could not be built: {result.reason}")


async def _carried_out(bridge: Bridge, before: Session, trial: Trial) -> str | None:
    try:
        plan = planned(trial.learned.workflow, trial.learned.routine, trial.filling, before)
    except OrbitError as error:
        return str(error)
    run = await replay(plan, bridge, approve=lambda _: True)
    if not run.ok:
        return run.reason or "It was not carried out."
    if run.inverse is None or run.left is None:
        return None  # it destroys something, which its plan says; there is nothing to take back
    back = await undo_run(run.inverse, run.left, bridge) if run.inverse else run
    left = differences(await bridge.snapshot(), before)
    if not back.ok or left:
        return f"It cannot be taken back as it was: {'; '.join(left[:3]) or back.reason}"
    return None


async def _emptied(bridge: Bridge, empty: Session) -> bool:
    """Take the scratch session down again; False where something is left of it."""
    now = await bridge.snapshot()
    try:
        await _done(bridge, diff(now, empty))
    except (ActionError, UntriableError):
        return False
    return not differences(await bridge.snapshot(), empty)
