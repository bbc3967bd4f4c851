"""A VST or Audio Unit: only the parameters that were configured in Live are there, all of them by name."""

from __future__ import annotations

from daw_bridges.simulated.live.device import Device
from daw_bridges.simulated.live.lom import Property, strict
from daw_bridges.simulated.live.undo import Undo

__all__ = ["PluginDevice"]

_PRESETS = ("Default",)


class PluginDevice(Device):
    """A third party's device."""

    is_editor_open = Property(bool, default=False, undo=Undo.NONE)
    selected_preset_index = Property(int, 0, check=lambda _, index: _known_preset(index))
    _observable = ("presets",)

    @property
    def presets(self) -> tuple[str, ...]:
        return _PRESETS

    @property
    def can_compare_ab(self) -> bool:
        return False

    def get_parameter_names(self, begin: int = 0, end: int = -1) -> tuple[str, ...]:
        """The names of the plug-in's own parameters from ``begin`` to before ``end``; −1 for the last."""
        names = tuple(parameter.name for parameter in self.parameters[1:])
        last = strict(int, end, "get_parameter_names")
        return names[strict(int, begin, "get_parameter_names") : len(names) if last == -1 else last]


def _known_preset(index: int) -> int:
    if not 0 <= index < len(_PRESETS):
        raise RuntimeError("Invalid preset index")
    return index
