"""PLUG-IN, Edit view: the parameters of the plug-in in one insert slot of the selected strip."""

from __future__ import annotations

from daw_bridges.mackie.buttons import Button
from daw_bridges.simulated.logic.desk import Desk
from daw_bridges.simulated.logic.preselecting import NONE
from daw_bridges.simulated.logic.strips import INSERT_SLOTS, PlugIn, Strip
from daw_bridges.simulated.logic.views.edit import ParameterView

__all__ = ["PlugInEditView", "slot_mode"]


def slot_mode(slot: int) -> str:
    """A slot (from 0) as the mode display has it.

    >>> slot_mode(0), slot_mode(9)
    ('P1', '10')
    """
    return f"P{slot + 1}" if slot < 9 else str(slot + 1)


class PlugInEditView(ParameterView):
    """It goes with the selection: another strip's plug-in in the same slot, if there is one."""

    button = Button.PLUG_IN

    def __init__(self, desk: Desk, slot: int) -> None:
        self.slot = slot
        super().__init__(desk)

    def mode(self) -> str:
        """P1. and so on."""
        return f"{slot_mode(self.slot)}."

    def subject(self) -> tuple[Strip, PlugIn] | None:
        """The selected strip's plug-in."""
        strip = self.desk.selected
        plug_in = strip.inserts[self.slot] if strip else None
        return (strip, plug_in) if strip and plug_in else None

    def title(self) -> str:
        """Strip, insert, plug-in."""
        strip, plug_in = self.desk.selected, self.plug_in
        return f"{strip.name if strip else ''}  Insert {self.slot + 1}  {plug_in.name if plug_in else NONE}"

    def cursor(self, key: Button) -> None:
        """UP and DOWN go to another insert slot."""
        by = {Button.UP: -1, Button.DOWN: 1}.get(key)
        if by is None:
            super().cursor(key)
            return
        self.leave()
        self.slot, self.first = max(0, min(self.slot + by, INSERT_SLOTS - 1)), 0
        self._open()

    def again(self) -> None:
        """Back to Mixer view."""
        from daw_bridges.simulated.logic.views.plug_in import PlugInMixerView

        self.desk.show(PlugInMixerView(self.desk, self.slot))
