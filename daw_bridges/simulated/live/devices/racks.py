"""The four racks, empty: sixteen macros and the chain selector."""

from __future__ import annotations

from daw_bridges.simulated.live.devices.make import device_on, whole
from daw_bridges.simulated.live.devices.spec import AUDIO_EFFECT, INSTRUMENT, MIDI_EFFECT, DeviceSpec

__all__ = ["DEVICES", "MACROS"]

MACROS = 16

_PARAMETERS = (
    device_on(),
    *(whole(f"Macro {number}", 0, 127, 0) for number in range(1, MACROS + 1)),
    whole("Chain Selector", 0, 127, 0),
)


def _rack(name: str, class_name: str, kind: int, *, pads: bool = False) -> DeviceSpec:
    return DeviceSpec(name, class_name, kind, _PARAMETERS, can_have_chains=True, can_have_drum_pads=pads)


DEVICES = (
    _rack("Audio Effect Rack", "AudioEffectGroupDevice", AUDIO_EFFECT),
    _rack("Drum Rack", "DrumGroupDevice", INSTRUMENT, pads=True),
    _rack("Instrument Rack", "InstrumentGroupDevice", INSTRUMENT),
    _rack("MIDI Effect Rack", "MidiEffectGroupDevice", MIDI_EFFECT),
)
