"""What a surface's message does: the strips' controls, the panel's buttons, a dialog's answer."""

from __future__ import annotations

from daw_bridges.mackie.buttons import STRIPS, Button, StripButton
from daw_bridges.mackie.messages import Fader, Jog, Message, Press, Touch, Turn
from daw_bridges.simulated.logic.desk import Desk
from daw_bridges.simulated.logic.dialogs import Dialogs
from daw_bridges.simulated.logic.panel import Panel
from daw_bridges.simulated.logic.strip_section import press, slide, touch
from daw_bridges.simulated.logic.transport import Transport

__all__ = ["Hands"]

_STRIP_NOTES = StripButton.VPOT + STRIPS
_BUTTONS = frozenset(int(button) for button in Button)


class Hands:
    """The hands on one surface."""

    def __init__(self, desk: Desk, transport: Transport, dialogs: Dialogs) -> None:
        self.panel = Panel(desk, transport, dialogs)
        self._desk = desk
        self._transport = transport
        self._dialogs = dialogs

    def perform(self, message: Message) -> None:
        """Does what a message asks for."""
        if self._dialogs.text is None:
            self._perform(message)
        else:
            self._under_dialog(message)

    def _perform(self, message: Message) -> None:
        match message:
            case Press(button, down=False):
                self._desk.down.discard(button)
                if button in _BUTTONS:
                    self.panel.release(Button(button))
            case Press(button):
                self._desk.down.add(button)
                self._press(button)
            case Touch(strip, on):
                touch(self._desk, strip, on)
            case Fader(strip, position):
                slide(self._desk, strip, position)
            case Turn(strip, ticks):
                self._desk.view.turn(strip, ticks)
            case Jog(ticks):
                self._transport.jog(ticks, cycle_held=self.panel.cycle_held)
            case _:
                pass

    def _press(self, note: int) -> None:
        if note < _STRIP_NOTES:
            pushed = note >= StripButton.VPOT and self.panel.push(note - StripButton.VPOT)
            if not pushed:
                press(self._desk, note)
        elif note in _BUTTONS:
            self.panel.press(Button(note))

    def _under_dialog(self, message: Message) -> None:
        """Only what answers the dialog is heard, and what is let go of."""
        match message:
            case Press(button, down=False):
                self._desk.down.discard(button)
            case Touch(strip, on=False):
                self._desk.touched.discard(strip)
            case Press(Button.ENTER):
                self._dialogs.enter()
            case Press(Button.CANCEL):
                self._dialogs.cancel()
            case Press(button) if StripButton.VPOT <= button < _STRIP_NOTES:
                self._dialogs.push(button - StripButton.VPOT)
            case _:
                pass
