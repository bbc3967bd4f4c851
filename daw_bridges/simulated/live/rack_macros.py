"""The macros of a rack: how many are shown, what they move, and their stored variations.

What a macro moves can only be chosen by hand or come with a preset; a parameter that is moved by one refuses
every other write. Recalling and randomizing touch only macros that move something.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from daw_bridges.simulated.live.device import Device
from daw_bridges.simulated.live.device_parameter import DISABLED, DeviceParameter
from daw_bridges.simulated.live.lom import Property, strict
from daw_bridges.simulated.live.undo import Undo

__all__ = ["MacroMapping", "RackMacros"]

MACROS = 16
_VISIBLE = 8
_TOP = 127.0

Variation = tuple[float, ...]


@dataclass(frozen=True)
class MacroMapping:
    """Macro ``macro`` (from 0) moves a parameter between two raw values."""

    macro: int
    parameter: DeviceParameter
    low: float
    high: float


class RackMacros(Device):
    """The macro section."""

    visible_macro_count = Property(int, _VISIBLE, read_only=True)
    _observable = ("macros_mapped", "has_macro_mappings", "variation_count")

    @property
    def macro_knobs_(self) -> tuple[DeviceParameter, ...]:
        return self.parameters[1 : MACROS + 1]

    @property
    def macros_mapped(self) -> tuple[bool, ...]:
        """For each macro whether it moves something."""
        moving = {mapping.macro for mapping in self.mappings_()}
        return tuple(number in moving for number in range(MACROS))

    @property
    def has_macro_mappings(self) -> bool:
        return bool(self.mappings_())

    def add_macro(self) -> None:
        """Show one more macro; RuntimeError beyond sixteen."""
        self._show(self.visible_macro_count + 1)

    def remove_macro(self) -> None:
        """Show one macro less; RuntimeError below one."""
        self._show(self.visible_macro_count - 1)

    def randomize_macros(self) -> None:
        """Turn every macro that moves something to a random place."""
        with self.doc_.change():
            for knob in self._moving():
                knob.value = float(random.randint(0, int(_TOP)))  # noqa: S311 - a dice button, no secret

    @property
    def variation_count(self) -> int:
        return len(self._variations())

    @property
    def selected_variation_index(self) -> int:
        """The chosen variation, from 0; −1 for none."""
        return self.get_("selected_variation") if self.get_("selected_variation") is not None else -1

    @selected_variation_index.setter
    def selected_variation_index(self, index: int) -> None:
        if not -1 <= strict(int, index, "selected_variation_index") < self.variation_count:
            raise RuntimeError("The variation index is out of range")
        self.assign_("selected_variation", index)

    def store_variation(self) -> None:
        """Keep the macros' values as one more variation, without choosing it."""
        self._keep((*self._variations(), tuple(knob.value for knob in self.macro_knobs_)))

    def recall_selected_variation(self) -> None:
        """Turn the macros to the chosen variation; nothing happens while none is chosen."""
        if self.selected_variation_index >= 0:
            self.assign_("last_variation", self.selected_variation_index, Undo.NONE)
            self._recall(self.selected_variation_index)

    def recall_last_used_variation(self) -> None:
        """Turn the macros to the variation that was recalled last, if there was one."""
        last = self.get_("last_variation")
        if last is not None and last < self.variation_count:
            self._recall(last)

    def delete_selected_variation(self) -> None:
        """Forget the chosen variation; nothing happens while none is chosen."""
        place = self.selected_variation_index
        if place >= 0:
            with self.doc_.change():
                self._keep((*self._variations()[:place], *self._variations()[place + 1 :]))
                self.assign_("selected_variation", -1)

    def map_macro_(self, macro: int, parameter: DeviceParameter, low: float, high: float) -> None:
        """Let a macro move a parameter; a user does it in Map mode, no script can."""
        with self.doc_.change():
            self.assign_("mappings", (*self.mappings_(), MacroMapping(macro, parameter, low, high)))
            parameter.assign_("state", DISABLED)
            self.macro_knobs_[macro].assign_("name", parameter.name)
            self._move_mapped()

    def mappings_(self) -> tuple[MacroMapping, ...]:
        found: tuple[MacroMapping, ...] = self.get_("mappings") or ()
        return tuple(m for m in found if m.parameter != None)  # noqa: E711 - what is deleted equals None

    def parameter_changed_(self) -> None:
        super().parameter_changed_()
        self._move_mapped()

    def changed_(self, name: str) -> None:
        super().changed_(name)
        if name == "mappings":
            self.doc_.changed(self, "macros_mapped")
            self.doc_.changed(self, "has_macro_mappings")
        if name == "variations":
            self.doc_.changed(self, "variation_count")

    def _move_mapped(self) -> None:
        for mapping in self.mappings_():
            share = self.macro_knobs_[mapping.macro].value / _TOP
            raw = mapping.low + (mapping.high - mapping.low) * share
            mapping.parameter.assign_("value", mapping.parameter.stepped_(raw), Undo.NONE)

    def _moving(self) -> list[DeviceParameter]:
        return [knob for knob, moves in zip(self.macro_knobs_, self.macros_mapped, strict=True) if moves]

    def _show(self, count: int) -> None:
        if not 1 <= count <= MACROS:
            raise RuntimeError("A rack shows from one to sixteen macros")
        self.assign_("visible_macro_count", count)

    def _recall(self, index: int) -> None:
        values = self._variations()[index]
        with self.doc_.change():
            for knob, value, moves in zip(self.macro_knobs_, values, self.macros_mapped, strict=True):
                if moves:
                    knob.value = value

    def _variations(self) -> tuple[Variation, ...]:
        return self.get_("variations") or ()

    def _keep(self, variations: tuple[Variation, ...]) -> None:
        self.assign_("variations", variations)

    def take_macros_(self, other: RackMacros, parameters: dict[DeviceParameter, DeviceParameter]) -> None:
        """Take over mappings and variations of another rack whose parameters these stand for."""
        self.__dict__["=variations"] = other.get_("variations")
        for mapping in other.mappings_():
            if mapping.parameter in parameters:
                self.map_macro_(mapping.macro, parameters[mapping.parameter], mapping.low, mapping.high)
