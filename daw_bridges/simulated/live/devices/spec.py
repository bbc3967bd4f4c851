"""What a stock device is: its names in the Live Object Model and its parameters, raw and as displayed."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache, cached_property

from daw_bridges.catalog.displays import WHOLE, Display
from daw_bridges.quantities import Unit
from daw_bridges.simulated.live.devices.curves import Curve, Whole

__all__ = ["AUDIO_EFFECT", "INSTRUMENT", "MIDI_EFFECT", "DeviceSpec", "ParameterSpec", "parameters_in"]

# Live.Device.DeviceType
INSTRUMENT = 1
AUDIO_EFFECT = 2
MIDI_EFFECT = 4

# Far below any display's resolution, far above the noise of a curve's arithmetic.
_SIGNIFICANT_DIGITS = 9
_ZERO = 1e-9


@dataclass(frozen=True)
class ParameterSpec:
    """One parameter; ``min``, ``max`` and ``default`` are raw, as the Live Object Model gives them."""

    name: str
    min: float
    max: float
    default: float
    curve: Curve = field(default_factory=lambda: Whole(0, 1))
    display: Display = WHOLE
    value_items: tuple[str, ...] = ()
    original_name: str = ""
    since: tuple[tuple[str, str], ...] = ()
    """Versions of Live (``12.4``) with the names they brought, oldest first."""

    def __post_init__(self) -> None:
        for raw in ("min", "max", "default"):
            object.__setattr__(self, raw, float(getattr(self, raw)))
        if not self.original_name:
            object.__setattr__(self, "original_name", self.name)

    @property
    def is_quantized(self) -> bool:
        """Whether the parameter has named steps (a switch or a chooser)."""
        return bool(self.value_items)

    @property
    def unit(self) -> Unit:
        """The unit of ``display_value``; named steps are a choice."""
        return Unit.CHOICE if self.value_items else self.display.unit

    def text(self, raw: float) -> str:
        """What the display reads at ``raw``: ``-24.0 dB``, ``4.00 : 1``, ``On``."""
        raw = self.clamp(raw)
        if self.value_items:
            return self.value_items[round(raw - self.min)]
        return self.display.text(self.display_value(raw))

    def display_value(self, raw: float) -> float:
        """The value in the display's base unit (dB, Hz, ms, %, ratio); for named steps the raw value."""
        raw = self.clamp(raw)
        return float(round(raw)) if self.value_items else _tidy(self.curve.to_real(raw))

    def from_display_value(self, value: float) -> float:
        """The raw value Live solves for ``value``; clamps without a word, and −inf lands on the maximum."""
        if math.isnan(value) or math.isinf(value):
            return self.max
        return self.raw_for(value)

    def raw_for(self, value: float) -> float:
        """The raw value that reads ``value``, −inf included; values beyond the range give its ends."""
        if self.value_items:
            return self.clamp(float(round(self.clamp(value))))
        return self.clamp(self.curve.to_raw(value))

    def clamp(self, raw: float) -> float:
        """``raw`` moved into the parameter's range."""
        return min(max(raw, self.min), self.max)

    def in_version(self, version: tuple[int, ...]) -> ParameterSpec:
        """The parameter under the name it has in a version of Live."""
        names = [name for since, name in self.since if version >= tuple(map(int, since.split(".")))]
        return replace(self, name=names[-1], original_name=names[-1]) if names else self


@dataclass(frozen=True)
class DeviceSpec:
    """A device as freshly inserted; ``type`` is Live's 1 instrument, 2 audio effect, 4 MIDI effect."""

    name: str
    class_name: str
    type: int
    told: tuple[ParameterSpec, ...] | Callable[[], tuple[ParameterSpec, ...]]
    """Its parameters, or where they are to be had once somebody asks."""
    has_sidechain_routing: bool = False
    can_have_chains: bool = False
    can_have_drum_pads: bool = False

    @cached_property
    def parameters(self) -> tuple[ParameterSpec, ...]:
        """Its parameters, the switch of the device first."""
        return self.told() if callable(self.told) else self.told

    @property
    def class_display_name(self) -> str:
        """The name Live's browser shows, which is also the one ``insert_device`` takes."""
        return self.name

    @cached_property
    def _by_name(self) -> dict[str, ParameterSpec]:
        return {parameter.name: parameter for parameter in self.parameters}

    def parameter(self, name: str) -> ParameterSpec:
        """The parameter of exactly that name; KeyError if there is none."""
        return self._by_name[name]


@cache
def parameters_in(version: tuple[int, int, int], spec: DeviceSpec) -> tuple[ParameterSpec, ...]:
    """The parameters of a device under the names they have in a version of Live."""
    return tuple(parameter.in_version(version) for parameter in spec.parameters)


def _tidy(value: float) -> float:
    if math.isinf(value):
        return value
    return 0.0 if abs(value) < _ZERO else float(f"{value:.{_SIGNIFICANT_DIGITS}g}")
