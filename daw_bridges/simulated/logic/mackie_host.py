"""The host's end of a Mackie Control: takes a surface's messages, tells it the differences (one thread)."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

from daw_bridges.mackie.buttons import STRIPS
from daw_bridges.mackie.messages import (
    Colours,
    ConnectionQuery,
    Fader,
    GoOffline,
    Lcd,
    Message,
    Model,
)
from daw_bridges.mackie.ports import Port
from daw_bridges.simulated.logic.connection import Connection
from daw_bridges.simulated.logic.desk import Desk
from daw_bridges.simulated.logic.dialogs import Dialogs
from daw_bridges.simulated.logic.faults import Faults
from daw_bridges.simulated.logic.frame import (
    BLANK,
    Frame,
    Phases,
    differences,
    everything_but_text,
    frame,
    second_frame,
    settings,
)
from daw_bridges.simulated.logic.hands import Hands
from daw_bridges.simulated.logic.latency import Latency
from daw_bridges.simulated.logic.meters import meters
from daw_bridges.simulated.logic.project import Project
from daw_bridges.simulated.logic.sending import Sending
from daw_bridges.simulated.logic.strip_section import blinks
from daw_bridges.simulated.logic.strips import Strip
from daw_bridges.simulated.logic.transport import Transport
from daw_bridges.simulated.logic.views.base import flashes
from daw_bridges.simulated.logic.views.pan import PanView

__all__ = ["MackieHost"]

_COLOURS = 8


class MackieHost:
    """One surface on one port, and the project behind it."""

    def __init__(
        self, project: Project, port: Port, latency: Latency, faults: Faults, clock: Callable[[], float]
    ) -> None:
        self.journal = project.journal
        self.dialogs = Dialogs()
        self.heard = 0
        """How many messages came in, greetings as well."""
        self.taken = 0
        """How many messages of connected surfaces were taken."""
        self._latency = latency
        self._faults = faults
        self._clock = clock
        self._sending = Sending(port, latency, faults)
        self.connection = Connection(self._send, latency.patience)
        self._sent = self._sent_second = BLANK
        self.alone = True
        """Whether the other side of the port is gone."""
        self._lost_at = -math.inf
        self._metered = -math.inf
        self._coloured: tuple[tuple[Strip | None, ...], bytes] = (), b""
        self._moved: int | None = None
        """The fader that the surface's message moves, while that is worked on."""
        self.open(project)

    def open(self, project: Project) -> None:
        """Another project: banked to its start, PAN shown, nothing held."""
        project.journal = self.journal
        self.project = project
        self.desk = Desk(project, PanView, brief=self._latency.brief)
        self.transport = Transport(project)
        self.transport.update(self._clock())
        self.hands = Hands(self.desk, self.transport, self.dialogs)
        self._widen()

    def _widen(self) -> None:
        """With a second unit, banks are twice as wide."""
        self.desk.banks.width = STRIPS * (2 if self._faults.second_unit else 1)

    # -- the port --------------------------------------------------------------------------------------------

    def plugged(self) -> None:
        """A port is there: unless it was gone for too short a time to be noticed, it is asked who it is."""
        self.alone = False
        if self._clock() - self._lost_at < self._latency.unnoticed:
            return
        self.connection.forget()
        if self.dialogs.text is None:
            self.ask()

    def ask(self) -> None:
        """Asks who is there; whoever answers is told everything."""
        self.connection.ask(self._clock())

    def lost(self) -> None:
        """The port is gone."""
        self.alone = True
        self._lost_at = self._clock()
        self._sending.forget()
        self.desk.down.clear()
        self.desk.touched.clear()

    def quit(self) -> None:
        """Logic quits: the surface goes offline."""
        if self.connection.model is not None:
            self._send(GoOffline(self.connection.model))
            self._sending.flush(math.inf)
        self.connection.forget()

    def answer_dialog(self) -> None:
        """The user answers the dialog; a port that came meanwhile is asked now."""
        self.dialogs.answer()
        if not self.connection.up:
            self.ask()

    # -- what comes in ---------------------------------------------------------------------------------------

    def take(self, message: Message) -> None:
        """A message of the surface: an answer before it is connected, a hand's doing afterwards."""
        self.heard += 1
        if self.connection.model is None:
            if self.connection.take(message, self._clock()):
                self._dump()
            return
        if isinstance(message, ConnectionQuery) and message.model == self.connection.model:
            self._dump()
            return
        if self._faults.before_message is not None:
            self._faults.before_message(self.taken, message)
            self.refresh()
        if not self.connection.up:
            return
        self.taken += 1
        self._tick()
        with self.project.by("surface"):
            self.hands.perform(message)
        self._moved = message.strip if isinstance(message, Fader) else None
        self.refresh()
        self._moved = None

    @property
    def said(self) -> int:
        """How many messages went out."""
        return self._sending.sent

    @property
    def shown(self) -> Frame:
        """What the surface shows if it missed nothing."""
        return self._sent

    # -- what goes out ---------------------------------------------------------------------------------------

    @property
    def next_due(self) -> float:
        """When time brings something: a waiting message, a text that goes, what blinks or moves."""
        if self.connection.model is None:
            return self._sending.next
        now, latency = self.desk.now, self._latency
        due = [self._sending.next, self.desk.passing.next, self.dialogs.next(now)]
        if blinks(self.desk):
            due.append(_next_edge(now, latency.blink))
        if flashes(self.desk.view):
            due.append(_next_edge(now, latency.flash))
        if self.transport.moving:
            due.append(now + latency.clock)
        return min(due)

    def refresh(self) -> None:
        """Tells the surface what has changed by now."""
        self._tick()
        self._sending.flush(self.desk.now)
        if self.desk.banks.follow():
            self.desk.moved()
        if self.connection.model is None:
            return
        shown = self._frame()
        if self._faults.stale_names and self.project.renamed_back:
            self._sent = replace(self._sent, text=shown.text)
        self.project.renamed_back = False
        self._say(self._sent, shown)
        self._sent = shown
        self._colours()
        self._meters()
        if self._faults.second_unit:
            second = second_frame(self.desk, shown)
            self._say(self._sent_second, second)
            self._sent_second = second

    def _meters(self) -> None:
        """Levels, as often as the clock while the project plays."""
        if self.project.playing and self.desk.now >= self._metered + self._latency.clock:
            self._metered = self.desk.now
            for message in meters(self.desk):
                self._send(message)

    def _say(self, before: Frame, after: Frame) -> None:
        for message in differences(self._model, before, after):
            self._send(message)

    def _dump(self) -> None:
        """All there is to show, for a surface that was just connected; the display twice, as was seen."""
        self._widen()
        for message in settings(self._model):
            self._send(message)
        shown = self._frame()
        texts = [shown.text, shown.text]
        if self._faults.second_unit:
            self._sent_second = second_frame(self.desk, shown)
            texts.insert(1, self._sent_second.text)
        for text in texts:
            self._send(Lcd(self._model, 0, text))
        self._sent = shown
        for message in everything_but_text(shown):
            self._send(message)
        self.desk.colours_due = True
        self._colours()

    def _frame(self) -> Frame:
        """What is to be shown, but for faders under a hand: those stay unless that hand moves them."""
        now, latency = self.desk.now, self._latency
        phases = Phases(_dark(now, latency.blink), _dark(now, latency.flash))
        shown = frame(self.desk, self.hands.panel, self.dialogs, phases)
        withheld = self.desk.touched - {self._moved}
        faders = (self._sent.faders[at] if at in withheld else to for at, to in enumerate(shown.faders))
        return replace(shown, faders=tuple(faders))

    def _colours(self) -> None:
        """Colours of the strips: when the bank moves, or one gets another; a strip deleted brings none."""
        slots = self.desk.slots
        colours = bytes(strip.colour % _COLOURS if strip else 0 for strip in slots)
        if self.desk.colours_due or (slots == self._coloured[0] and colours != self._coloured[1]):
            self._send(Colours(self._model, colours))
        self.desk.colours_due = False
        self._coloured = slots, colours

    @property
    def _model(self) -> int:
        return self.connection.model or Model.MACKIE_CONTROL

    def _tick(self) -> None:
        self.desk.now = self._clock()
        self.transport.update(self.desk.now)
        self.desk.passing.drop(self.desk.now)

    def _send(self, message: Message) -> None:
        self._sending.send(message, self._clock())


def _dark(now: float, half: float) -> bool:
    """Whether what comes and goes is away now."""
    return int(now / half) % 2 == 1


def _next_edge(now: float, half: float) -> float:
    return (int(now / half) + 1) * half
