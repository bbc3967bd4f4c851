"""Which procedure does which action: one table, from an action's class to what is done for it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from daw_bridges.actions import (
    ACTIONS,
    Action,
    AddLocator,
    Play,
    Record,
    SetArm,
    SetLoop,
    SetMetronome,
    SetMute,
    SetPan,
    SetParameter,
    SetSolo,
    SetVolume,
    Stop,
    Undo,
)
from daw_bridges.bridge import Result
from daw_bridges.errors import UnsupportedError
from daw_bridges.logic import plug_ins
from daw_bridges.logic.aims import Aim, LampAim, LevelAim, PanAim, to_units
from daw_bridges.logic.at_screen import AtScreen
from daw_bridges.logic.grading import manual, unverified, verified
from daw_bridges.logic.in_a_row import set_parameters
from daw_bridges.logic.macos import screen
from daw_bridges.logic.mixer import Mixer
from daw_bridges.logic.plug_ins import PlugIns
from daw_bridges.logic.strips import Desk
from daw_bridges.logic.transport import Transport
from daw_bridges.mackie.buttons import Button, StripButton
from daw_bridges.references import track_index
from daw_bridges.session import Session

__all__ = ["Procedures"]

_Do = Callable[["Procedures", Any, Session], Awaitable[Result]]


class Procedures:
    """Everything that can be done through one desk and one screen."""

    def __init__(self, desk: Desk, plug_ins: PlugIns, at_screen: AtScreen) -> None:
        self.desk, self.plug_ins, self.at_screen = desk, plug_ins, at_screen
        self.mixer, self.transport = Mixer(desk), Transport(desk)

    async def perform(self, action: Action, session: Session) -> Result:
        """Do an action to the session as it stands. Raises an OrbitError that says why it cannot be done."""
        return await TABLE[type(action)](self, action, session)

    async def set_parameters(
        self, actions: Sequence[SetParameter], session: Session, tell: Callable[[int, Result], None]
    ) -> None:
        """Set parameters of one plug-in, one after the other (see ``in_a_row``)."""
        await set_parameters(self.plug_ins, actions, session, tell)

    async def set(self, action: Any, session: Session, aim: Aim) -> Result:
        """Set a control of the strip that an action's ``track`` means."""
        place = self.desk.tracks[track_index(session, action.track)]
        return verified(action, await self.mixer.set(place, aim))

    async def add_locator(self, action: AddLocator, session: Session) -> Result:
        """At the screen with its name; where there is none, through the surface, and the name by hand."""
        try:
            return await self.at_screen.perform(action, session)
        except UnsupportedError:
            await self.transport.mark(action, session.time_signature)
        return manual(
            action,
            f"The marker is at bar {action.bar:g}. Double-click it in Logic's marker track and call it "
            f"“{action.name}”.",
        )

    async def undo(self, action: Undo) -> Result:
        """Logic's own undo."""
        await self.desk.pulse.click(Button.UNDO)
        return unverified(action, "Only the session shows what Logic took back.")


def _lamp(button: StripButton) -> _Do:
    async def do(by: Procedures, action: Any, session: Session) -> Result:
        return await by.set(action, session, LampAim(button, action.on))

    return do


async def _volume(by: Procedures, action: SetVolume, session: Session) -> Result:
    return await by.set(action, session, LevelAim(action.db))


async def _pan(by: Procedures, action: SetPan, session: Session) -> Result:
    return await by.set(action, session, PanAim(to_units(action.pan)))


async def _play(by: Procedures, action: Play, session: Session) -> Result:
    return verified(action, await by.transport.play(action, session.time_signature))


async def _stop(by: Procedures, action: Stop, _session: Session) -> Result:
    return verified(action, await by.transport.stop())


async def _record(by: Procedures, action: Record, _session: Session) -> Result:
    return verified(action, await by.transport.record(action))


async def _click(by: Procedures, action: SetMetronome, _session: Session) -> Result:
    return verified(action, await by.transport.click(action))


async def _cycle(by: Procedures, action: SetLoop, session: Session) -> Result:
    return verified(action, await by.transport.set_cycle(action, session.time_signature))


async def _channel_view(by: Procedures, action: Action, session: Session) -> Result:
    return await by.plug_ins.perform(action, session)


async def _screen(by: Procedures, action: Action, session: Session) -> Result:
    return await by.at_screen.perform(action, session)


async def _undo(by: Procedures, action: Undo, _session: Session) -> Result:
    return await by.undo(action)


async def _locator(by: Procedures, action: AddLocator, session: Session) -> Result:
    return await by.add_locator(action, session)


TABLE: Mapping[type, _Do] = {
    **{ACTIONS[name]: _screen for name in screen.DONE | screen.LEFT},
    **{ACTIONS[name]: _channel_view for name in plug_ins.ACTIONS},
    SetVolume: _volume,
    SetPan: _pan,
    SetMute: _lamp(StripButton.MUTE),
    SetSolo: _lamp(StripButton.SOLO),
    SetArm: _lamp(StripButton.REC),
    Play: _play,
    Stop: _stop,
    Record: _record,
    SetMetronome: _click,
    SetLoop: _cycle,
    AddLocator: _locator,
    Undo: _undo,
}
"""What is done for each class of action; those of ``CAPABILITIES``."""
