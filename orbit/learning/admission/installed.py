"""The plug-ins that demonstrations name, as generic ones to be installed in the simulated Live.

Nobody knows a third party's plug-in here; it is given just the parameters that were set, each in the unit it
was set in, over a range that holds every value seen, and beginning at another one.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence

from daw_bridges.algebra.chain import entry_of
from daw_bridges.catalog.displays import (
    DECIBELS,
    DEGREES,
    FREQUENCY,
    NUMBER,
    PERCENT,
    RATIO,
    SEMITONES,
    TIME,
    Display,
)
from daw_bridges.quantities import Unit
from daw_bridges.references import all_devices
from daw_bridges.session import Device, Parameter, Session
from daw_bridges.simulated.live.devices.make import choice, device_on, direct
from daw_bridges.simulated.live.devices.spec import AUDIO_EFFECT, MIDI_EFFECT, DeviceSpec, ParameterSpec

__all__ = ["installed"]

_CLASS = "PluginDevice"
_OTHER = "Other"
_SWITCH = {"off", "on"}
_DISPLAYS: Mapping[Unit, Display] = {
    Unit.DB: DECIBELS,
    Unit.HZ: FREQUENCY,
    Unit.MS: TIME,
    Unit.PERCENT: PERCENT,
    Unit.RATIO: RATIO,
    Unit.SEMITONES: SEMITONES,
    Unit.DEGREES: DEGREES,
}


def installed(sessions: Iterable[Session]) -> tuple[DeviceSpec, ...]:
    """Make every plug-in of some predicted sessions, with the parameters that any of them sets on it."""
    seen: dict[str, dict[str, list[Parameter]]] = {}
    ahead: set[str] = set()
    for session in sessions:
        for row in _rows(session):
            ahead |= _before_midi(session.daw, row)
            for device in (each for each in row if each.kind is None and not each.chains):
                mine = seen.setdefault(device.name, {})
                for key, parameter in device.parameters.items():
                    mine.setdefault(key, []).append(parameter)
    return tuple(
        DeviceSpec(
            name,
            _CLASS,
            MIDI_EFFECT if name in ahead else AUDIO_EFFECT,
            (device_on(), *map(_parameter, parameters.values())),
        )
        for name, parameters in sorted(seen.items())
    )


def _rows(session: Session) -> Iterator[Sequence[Device]]:
    """The devices of every track, and of every chain of a rack."""
    for track in session.tracks:
        yield track.devices
        yield from (chain.devices for _, device in all_devices(track) for chain in device.chains)


def _before_midi(daw: str, row: Sequence[Device]) -> set[str]:
    """The plug-ins that stand before an instrument or a MIDI effect: nothing but a MIDI effect can."""
    entries = [entry_of(daw, device) for device in row]
    midi = [
        place for place, entry in enumerate(entries) if entry is not None and entry.type != "audio_effect"
    ]
    return {device.name for device in row[: max(midi, default=0)] if device.kind is None}


def _parameter(seen: list[Parameter]) -> ParameterSpec:
    name = seen[0].name
    texts = sorted({each.value for each in seen if isinstance(each.value, str)})
    if texts:
        return _choice(name, texts)
    values = [each.value for each in seen if isinstance(each.value, float) and math.isfinite(each.value)]
    low, high = min(values, default=0.0), max(values, default=1.0)
    span = max(high - low, abs(high), abs(low), 1.0)
    display = _DISPLAYS.get(seen[0].unit, NUMBER)
    return direct(name, low - span, high + span, low - span / 2.0, display)


def _choice(name: str, texts: list[str]) -> ParameterSpec:
    if {text.casefold() for text in texts} <= _SWITCH:
        return choice(name, ("Off", "On"), "On" if "off" in map(str.casefold, texts) else "Off")
    return choice(name, (_OTHER, *texts), _OTHER)
