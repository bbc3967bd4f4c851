"""The buttons that a surface has once: what each does, and the lamps of those that have one."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from daw_bridges.mackie.buttons import Button
from daw_bridges.mackie.messages import LampState
from daw_bridges.simulated.logic.desk import Desk
from daw_bridges.simulated.logic.dialogs import Dialogs
from daw_bridges.simulated.logic.strip_section import blinks
from daw_bridges.simulated.logic.strips import Automation, Strip, StripKind
from daw_bridges.simulated.logic.transport import Transport
from daw_bridges.simulated.logic.views.cycle import CycleView
from daw_bridges.simulated.logic.views.marker import MarkerView
from daw_bridges.simulated.logic.views.table import VIEWS

__all__ = ["Panel"]

_GLOBAL = {
    Button.MIDI_TRACKS: frozenset({StripKind.MIDI}),
    Button.INPUTS: frozenset({StripKind.INPUT}),
    Button.AUDIO_TRACKS: frozenset({StripKind.AUDIO}),
    Button.INSTRUMENTS: frozenset({StripKind.INSTRUMENT}),
    Button.AUX: frozenset({StripKind.AUX}),
    Button.BUSSES: frozenset({StripKind.BUS}),
    Button.OUTPUTS: frozenset({StripKind.OUTPUT, StripKind.MASTER}),
    Button.GLOBAL_VIEW: frozenset[StripKind](),
}
_AUTOMATION = {
    Button.READ: Automation.READ,
    Button.WRITE: Automation.WRITE,
    Button.TRIM: Automation.TRIM,
    Button.TOUCH: Automation.TOUCH,
    Button.LATCH: Automation.LATCH,
}
_MODES = (Button.MARKER, Button.NUDGE, Button.DROP, Button.REPLACE, Button.SOLO)
_MARKERS = tuple(Button(Button.F1 + number) for number in range(8))
_CURSOR = (Button.UP, Button.DOWN, Button.LEFT, Button.RIGHT)


class Panel:
    """Everything of the surface but its strips."""

    def __init__(self, desk: Desk, transport: Transport, dialogs: Dialogs) -> None:
        self.desk = desk
        self.transport = transport
        self.dialogs = dialogs
        self._used_marker = False
        self._does: dict[Button, Callable[[], None]] = {
            Button.FLIP: lambda: self._turn_over("flip"),
            Button.ZOOM: lambda: self._turn_over("zoom"),
            Button.NAME_VALUE: lambda: self._turn_over("names"),
            Button.SMPTE_BEATS: lambda: self._turn_over("smpte"),
            Button.SCRUB: lambda: self._turn_over("scrub"),
            Button.PLAY: lambda: self.transport.play(pause=Button.SHIFT in desk.held),
            Button.STOP: transport.stop,
            Button.RECORD: transport.record,
            Button.REWIND: lambda: transport.wind(-1, cycle_held=self.cycle_held),
            Button.FAST_FORWARD: lambda: transport.wind(1, cycle_held=self.cycle_held),
            Button.CYCLE: self._cycle,
            Button.CLICK: self._click,
            Button.SAVE: self._save,
            Button.UNDO: self._undo,
            Button.CANCEL: self._cancel,
            **{button: partial(self._marker, number) for number, button in enumerate(_MARKERS)},
            Button.USER_SWITCH_A: lambda: transport.halt() if transport.moving else transport.play(),
            Button.USER_SWITCH_B: transport.record,
        }

    @property
    def cycle_held(self) -> bool:
        """Whether CYCLE is held, for REWIND, FAST FWD and the wheel."""
        return Button.CYCLE in self.desk.down

    # -- pressing --------------------------------------------------------------------------------------------

    def press(self, button: Button) -> None:
        """The button goes down."""
        if button in VIEWS:
            self._assign(button)
        elif button in _GLOBAL:
            self.desk.banks.choose(_GLOBAL[button])
            self.desk.moved()
        elif button in _AUTOMATION:
            self._automate(_AUTOMATION[button])
        elif button in _MODES:
            self._mode(button)
        elif button in _CURSOR:
            self._cursor(button)
        elif button in _STEPS:
            self._step(button)
        elif button in self._does:
            self._does[button]()

    def release(self, button: Button) -> None:
        """The button comes up; MARKER ends the mode that it was held for."""
        if button is Button.MARKER and self._used_marker:
            self._used_marker = False
            self.desk.project.modes.discard(Button.MARKER)
        if button is self.desk.view.button:
            self.desk.view.released()

    def push(self, slot: int) -> bool:
        """A V-Pot pushed while MARKER is held is a marker's; whether it was."""
        if Button.MARKER not in self.desk.down:
            return False
        self._used_marker = True
        MarkerView(self.desk).push(slot)
        return True

    def _assign(self, button: Button) -> None:
        if self.desk.view.button is button:
            self.desk.view.again()
        else:
            self.desk.show(VIEWS[button](self.desk))

    def _turn_over(self, what: str) -> None:
        setattr(self.desk, what, not getattr(self.desk, what))
        self.desk.passing.clear()

    def _cursor(self, button: Button) -> None:
        if not self.desk.zoom:
            self.desk.view.cursor(button)

    def _step(self, button: Button) -> None:
        way, far = _STEPS[button]
        banks = self.desk.banks
        if Button.OPTION in self.desk.held:
            moved = banks.end(way)
        else:
            moved = banks.bank(way) if far else banks.channel(way)
        if moved:
            self.desk.moved()

    # -- single buttons --------------------------------------------------------------------------------------

    def _cycle(self) -> None:
        if Button.SHIFT in self.desk.held:
            self.desk.show(CycleView(self.desk))
        else:
            project = self.desk.project
            project.set(project, "cycle", not project.cycle)

    def _click(self) -> None:
        project = self.desk.project
        project.set(project, "click", not project.click)

    def _mode(self, button: Button) -> None:
        modes = self.desk.project.modes
        if button is Button.MARKER and Button.SHIFT in self.desk.held:
            modes.discard(Button.NUDGE)
            modes.add(button)
            self.desk.show(MarkerView(self.desk))
            return
        modes.symmetric_difference_update({button})
        if button in modes and button in (Button.MARKER, Button.NUDGE):
            modes.discard(Button.NUDGE if button is Button.MARKER else Button.MARKER)

    def _marker(self, number: int) -> None:
        """F1 to F8, while markers are on."""
        project = self.desk.project
        if Button.MARKER in project.modes and number < len(project.markers):
            self.transport.go(project.markers[number].at)

    def _automate(self, mode: Automation) -> None:
        project = self.desk.project
        everywhere = Button.OPTION in self.desk.held
        strips: list[Strip | None] = [*project.strips] if everywhere else [self.desk.selected]
        for strip in filter(None, strips):
            off = mode is Automation.READ and strip.automation is Automation.READ and not everywhere
            project.set(strip, "automation", Automation.OFF if off else mode)

    def _cancel(self) -> None:
        self.desk.view.cancel()

    def _save(self) -> None:
        project = self.desk.project
        if project.path is None or Button.OPTION in self.desk.held:
            self.dialogs.open()
        else:
            project.unsaved = False

    def _undo(self) -> None:
        project = self.desk.project
        if Button.SHIFT in self.desk.held:
            project.redo()
        else:
            project.undo()

    # -- lamps -----------------------------------------------------------------------------------------------

    def lamps(self) -> dict[int, LampState]:
        """The lamps of all these buttons, off ones as well."""
        project, desk = self.desk.project, self.desk
        on: dict[Button, bool] = {
            **{button: button is desk.view.button for button in VIEWS},
            **dict.fromkeys(_GLOBAL, False),
            **{button: self._automated(mode) for button, mode in _AUTOMATION.items()},
            **{button: button in project.modes for button in _MODES},
            Button.GLOBAL_VIEW: bool(desk.banks.kinds),
            Button.FLIP: desk.flip,
            Button.ZOOM: desk.zoom,
            Button.SCRUB: desk.scrub,
            Button.CYCLE: project.cycle,
            Button.CLICK: project.click,
            Button.SAVE: project.unsaved,
            Button.UNDO: bool(project.undone),
            Button.PLAY: project.playing,
            Button.STOP: not self.transport.moving,
            Button.RECORD: project.recording,
            Button.REWIND: self.transport.shuttle < 0,
            Button.FAST_FORWARD: self.transport.shuttle > 0,
            Button.SMPTE_LAMP: desk.smpte,
            Button.BEATS_LAMP: not desk.smpte,
        }
        shown = {int(button): LampState.ON if lit else LampState.OFF for button, lit in on.items()}
        shown[Button.RUDE_SOLO_LAMP] = LampState.FLASH if blinks(desk) else LampState.OFF
        return shown

    def _automated(self, mode: Automation) -> bool:
        strip = self.desk.selected
        return strip is not None and strip.automation is mode


_STEPS = {
    Button.BANK_LEFT: (-1, True),
    Button.BANK_RIGHT: (1, True),
    Button.CHANNEL_LEFT: (-1, False),
    Button.CHANNEL_RIGHT: (1, False),
}
