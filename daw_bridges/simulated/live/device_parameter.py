"""A parameter of a device or of the mixer: raw value, range, and the text Live displays for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from daw_bridges.simulated.live.devices.spec import ParameterSpec
from daw_bridges.simulated.live.document import Document
from daw_bridges.simulated.live.lom import LomObject, strict
from daw_bridges.simulated.live.undo import Undo

__all__ = ["DISABLED", "DeviceParameter", "LinkedParameter"]

_NO_AUTOMATION, _AUTOMATED, _OVERRIDDEN = 0, 1, 2
_ENABLED, _IRRELEVANT, DISABLED = 0, 1, 2


class DeviceParameter(LomObject):
    """An automatable value between ``min`` and ``max``, both raw."""

    _observable = ("value", "display_value", "name", "state", "automation_state")

    def __init__(self, doc: Document, parent: LomObject, spec: ParameterSpec) -> None:
        super().__init__(doc, parent)
        self.spec_ = spec

    def __str__(self) -> str:
        return self.spec_.text(self.read_())

    @property
    def name(self) -> str:
        """What the device calls it; a macro is called after what it moves."""
        return self.get_("name") or self.spec_.name

    @property
    def original_name(self) -> str:
        return self.spec_.original_name

    @property
    def min(self) -> float:
        return self.spec_.min

    @property
    def max(self) -> float:
        return self.spec_.max

    @property
    def is_quantized(self) -> bool:
        return self.spec_.is_quantized

    @property
    def default_value(self) -> float:
        """The raw value of a new device; RuntimeError for quantized parameters."""
        if self.is_quantized:
            raise RuntimeError("A default value is only available for non-quantized parameters")
        return self.spec_.default

    @property
    def value_items(self) -> tuple[str, ...]:
        """The names of the steps; RuntimeError unless quantized."""
        if not self.is_quantized:
            raise RuntimeError("Value items are only available for quantized parameters")
        return self.spec_.value_items

    @property
    def short_value_items(self) -> tuple[str, ...]:
        return self.value_items

    @property
    def value(self) -> float:
        """The raw value; writing one outside the range raises RuntimeError."""
        return self.read_()

    @value.setter
    def value(self, value: float) -> None:
        value = strict(float, value, "DeviceParameter.value")
        if not self.min <= value <= self.max:
            raise RuntimeError("Invalid value. Check the parameters range with min/max")
        if not self.is_enabled:
            raise RuntimeError("The parameter is disabled and cannot be changed")
        self.write_(self.stepped_(value))
        if self.automation_state == _AUTOMATED:
            self.assign_("automation_state", _OVERRIDDEN, Undo.NONE)

    @property
    def display_value(self) -> float:
        """The value in the unit of the display; writing clamps silently, and −inf sets the maximum."""
        if self.doc_.version < (12, 0, 0):
            raise AttributeError("'DeviceParameter' object has no attribute 'display_value'")
        return self.spec_.display_value(self.read_())

    @display_value.setter
    def display_value(self, value: float) -> None:
        self.value = self.spec_.from_display_value(strict(float, value, "DeviceParameter.display_value"))

    @property
    def is_enabled(self) -> bool:
        return self.state != DISABLED

    @property
    def state(self) -> int:
        """0 enabled, 1 without effect at the moment, 2 disabled."""
        return self.get_("state") or _ENABLED

    @property
    def automation_state(self) -> int:
        """0 none, 1 playing, 2 overridden."""
        return self.get_("automation_state") or _NO_AUTOMATION

    def str_for_value(self, value: float) -> str:
        """What the display would read at the raw ``value``."""
        return self.spec_.text(strict(float, value, "DeviceParameter.str_for_value"))

    def re_enable_automation(self) -> None:
        """Let the automation take an overridden parameter back."""
        if self.automation_state == _OVERRIDDEN:
            self.assign_("automation_state", _AUTOMATED, Undo.NONE)

    def begin_gesture(self) -> None:
        """Open a run of writes that belong together; each parameter has its own undo entry anyway."""

    def end_gesture(self) -> None:
        """Close a run of writes."""

    def stepped_(self, value: float) -> float:
        """``value`` as the parameter would hold it."""
        return float(round(value)) if self.is_quantized else value

    def read_(self) -> float:
        return self.__dict__.get("=value", self.spec_.default)

    def write_(self, value: float) -> None:
        self.assign_("value", value, Undo.OWN)

    def get_(self, name: str) -> Any:
        return self.read_() if name == "value" else super().get_(name)

    def changed_(self, name: str) -> None:
        super().changed_(name)
        if name == "value":
            self.doc_.changed(self, "display_value")
            assert self.parent_ is not None
            self.parent_.parameter_changed_()

    def take_from_(self, other: LomObject) -> None:
        super().take_from_(other)
        if isinstance(other, DeviceParameter) and "=value" in other.__dict__:
            self.__dict__["=value"] = other.read_()


class LinkedParameter(DeviceParameter):
    """A parameter that shows a property of another object: the track's on switch, the song's tempo."""

    def __init__(
        self,
        parent: LomObject,
        spec: ParameterSpec,
        read: Callable[[], float],
        write: Callable[[float], None],
    ) -> None:
        super().__init__(parent.doc_, parent, spec)
        self._read_link = read
        self._write_link = write

    def read_(self) -> float:
        return self._read_link()

    def write_(self, value: float) -> None:
        self._write_link(value)
