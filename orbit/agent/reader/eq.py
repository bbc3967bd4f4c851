"""An equaliser by ear: a free band of the track's own, or of a new one, bent at a frequency."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from daw_bridges.actions import Action, InsertDevice, SetParameter
from daw_bridges.catalog import catalog
from daw_bridges.quantities import Quantity, Unit
from daw_bridges.references import device_reference
from daw_bridges.session import Device, Track
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.steps import PLAIN, Step, moved
from orbit.agent.offline.understanding.tokens import Token
from orbit.agent.offline.understanding.tracks import Tracks
from orbit.agent.offline.understanding.values import read_value

__all__ = ["Region", "bell", "cut", "read_frequency", "read_region", "read_width", "region", "shelf"]

_LOWEST, _HIGHEST = 20.0, 20_000.0
_SAME = 0.02
_STEMS = (*(f"band_{number}" for number in range(1, 9)), "low_shelf", "high_shelf")
_ENDS = {"low": ("band_1", "High Pass"), "high": ("band_8", "Low Pass")}
_STEEP = {"low": "High Pass 48dB", "high": "Low Pass 12dB"}


class Region(NamedTuple):
    """A part of a sound by its name: the shape of the band that reaches it, where, and how narrow."""

    shape: str
    frequency: float
    q: float | None = None


@cache
def _data() -> Mapping[str, Any]:
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return yaml.load((Path(__file__).parent / "eq.yaml").read_text("utf-8"), loader)  # noqa: S506


@cache
def _regions() -> Mapping[str, Region]:
    listed = _data()["regions"].items()
    return {word.strip(): Region(*told) for words, told in listed for word in words.split(",")}


def read_region(_: Ground, tokens: Sequence[Token]) -> Region | None:
    """A region: "the mids", "air"."""
    return _regions().get(" ".join(token.text for token in tokens))


def read_frequency(ground: Ground, tokens: Sequence[Token]) -> float | None:
    """A frequency in Hz: "5k", "300", "120 Hz"."""
    value = read_value(ground, tokens)
    if isinstance(value, str) and value.endswith(" Hz"):
        value = float(value.removesuffix(" Hz"))
    return value if isinstance(value, float) and _LOWEST <= value <= _HIGHEST else None


def read_width(_: Ground, tokens: Sequence[Token]) -> float | None:
    """How narrow a band is: "a Q of 4", "narrow"."""
    words = [token.text for token in tokens]
    if len(words) == 1:
        return _data()["widths"].get(words[0])
    return tokens[-1].number if words[0] == "q" and {*words[1:-1]} <= {"of", "at", "to"} else None


# -- bands ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Band:
    """A band of an equaliser, by what its parameters' keys begin with."""

    device: Device
    stem: str

    def _reads(self, what: str) -> Any:
        held = self.device.parameters.get(f"{self.stem}_{what}")
        return None if held is None else held.value

    @property
    def shape(self) -> str:
        """Its type; where that is fixed, by what the band is."""
        fixed = "Bell" if self.stem.startswith("band") else self.stem.replace("_", " ").title()
        return str(self._reads("type") or fixed)

    @property
    def on(self) -> bool:
        return self._reads("on") in (None, "on")

    @property
    def bends(self) -> bool:
        """Whether it has a gain at all: a cut has none."""
        return self._reads("gain") is not None and "Pass" not in self.shape and self.shape != "Notch"

    @property
    def free(self) -> bool:
        """Whether it changes nothing, on or off."""
        return self.bends and self._reads("gain") == 0

    @property
    def frequency(self) -> float:
        return float(self._reads("frequency") or 0.0)

    def rests(self, comes: Device) -> bool:
        """Whether it is off, and as it comes."""
        mine = {key: held.value for key, held in self.device.parameters.items() if key.startswith(self.stem)}
        asleep = not self.on and self._reads("gain") is not None
        return asleep and all(comes.parameters[key].value == value for key, value in mine.items())

    def can_be(self, shape: str) -> bool:
        return self.shape == shape or f"{self.stem}_type" in self.device.parameters


@dataclass(frozen=True)
class _Eq:
    """The equaliser of a track, with what brings it there."""

    daw: str
    track: str
    reference: str
    device: Device
    first: tuple[Action, ...]

    @property
    def bands(self) -> list[_Band]:
        """Its bands that have a frequency."""
        return [_Band(self.device, stem) for stem in _STEMS if f"{stem}_frequency" in self.device.parameters]

    def free(self, shape: str) -> _Band | Problem:
        """The band that is next to be used for a shape."""
        comes = _new(self.daw, self.device.name)
        fresh = {band.stem: band.frequency for band in replace(self, device=comes).bands}
        free = [each for each in self.bands if (each.free or each.rests(comes)) and each.can_be(shape)]
        order = sorted(
            free, key=lambda each: (each.shape != shape, not each.on, each.frequency != fresh.get(each.stem))
        )
        none = f"All bands of {self.device.name} on {self.track} are in use. Which one should change?"
        return order[0] if order else Problem(none)

    def sets(self, band: _Band, shape: str, **values: Any) -> Iterator[Action]:
        """Yield the settings that a band lacks."""
        kept = {} if band.shape == shape else {"type": shape}
        switched = {} if band.on else {"on": "on"}
        for what, value in (switched | kept | values).items():
            if value is not None:
                key = f"{band.stem}_{what}"
                yield SetParameter(track=self.track, device=self.reference, parameter=key, value=value)


@cache
def _new(daw: str, device: str) -> Device:
    """A device as it comes."""
    return catalog().new_device(daw, device)


def _on(ground: Ground, name: str) -> _Eq:
    """The equaliser with bands that is there; a new one where there is none."""
    track: Track = ground.track(name)
    for at, device in enumerate(track.devices):
        if device.kind == "eq" and "band_2_frequency" in device.parameters:
            return _Eq(ground.daw, name, device_reference(track, at), device, ())
    return _Eq(ground.daw, name, "eq", _new(ground.daw, "eq"), (InsertDevice(track=name, device="eq"),))


# -- builders ---------------------------------------------------------------------------------------------


def bell(
    ground: Ground,
    frequency: float,
    way: int = 0,
    tracks: Tracks = (),
    step: Step = PLAIN,
    gain: float | None = None,
    width: float | None = None,
) -> list[Action] | Problem | None:
    """Boost or cut around a frequency; a bell that is there already goes further."""
    if gain is not None:
        way, step = (1 if gain > 0 else -1), Step(amount=Quantity(abs(gain), Unit.DB))
    return _bent(ground, "Bell", frequency, way, tracks, step, width)


def shelf(
    ground: Ground, end: str, frequency: float, way: int, tracks: Tracks = (), step: Step = PLAIN
) -> list[Action] | Problem | None:
    """Boost or cut everything below or above a frequency."""
    return _bent(ground, f"{end.title()} Shelf", frequency, way, tracks, step, None)


def region(
    ground: Ground, region: Region, way: int, tracks: Tracks = (), step: Step = PLAIN
) -> list[Action] | Problem | None:
    """Boost or cut a region: "scoop the mids", "more air"."""
    return _bent(ground, region.shape.title(), region.frequency, way, tracks, step, region.q)


def _bent(
    ground: Ground, shape: str, frequency: float, way: int, tracks: Tracks, step: Step, q: float | None
) -> list[Action] | Problem | None:
    actions: list[Action] = []
    for name in tracks or ground.tracks:
        eq = _on(ground, name)
        same = [b for b in eq.bands if b.shape == shape and b.on and not b.free and _is_at(b, frequency)]
        band = same[0] if same else eq.free(shape)
        if isinstance(band, Problem):
            return band
        gain = moved(eq.device.parameters[f"{band.stem}_gain"], eq.device.name, way, step)
        if isinstance(gain, Problem):
            return gain
        fixed = {"gain": gain} if same else {"frequency": f"{frequency:g} Hz", "gain": gain, "q": q}
        actions += [*eq.first, *eq.sets(band, shape, **fixed)]
    return actions or None


def _is_at(band: _Band, frequency: float) -> bool:
    return abs(band.frequency - frequency) <= _SAME * frequency


def cut(
    ground: Ground, end: str, tracks: Tracks = (), frequency: float | None = None
) -> list[Action] | Problem | None:
    """Take away everything below (low) or above (high) a frequency: the cut that is there, or a free band."""
    actions: list[Action] = []
    stem, shape = _ENDS[end]
    for name in tracks or ground.tracks:
        eq = _on(ground, name)
        there = [band for band in eq.bands if shape in band.shape]
        own = [band for band in eq.bands if band.stem == stem]
        ready = [band for band in there if band.on] or [b for b in own if b in there or not b.bends]
        if not ready:
            ready = [band for band in own if band.free and band.can_be(_STEEP[end])]
        band = ready[0] if ready else eq.free(_STEEP[end])
        if isinstance(band, Problem):
            return band
        steep = band.shape if shape in band.shape or not band.bends else _STEEP[end]
        at = f"{frequency or _data()['cuts'][end]:g} Hz"
        actions += [*eq.first, *eq.sets(band, steep, frequency=at)]
    return actions or None
