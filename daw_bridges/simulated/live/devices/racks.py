"""Racks: Drum Rack, and the racks of instruments, audio effects and MIDI effects."""

from __future__ import annotations

from daw_bridges.simulated.live.devices.make import device_on, whole
from daw_bridges.simulated.live.devices.spec import AUDIO_EFFECT, INSTRUMENT, MIDI_EFFECT, DeviceSpec

__all__ = ["DEVICES"]

_KNOBS = (
    device_on(),
    *(whole(f"Macro {n}", 0, 127, 0) for n in range(1, 17)),
    whole("Chain Selector", 0, 127, 0),
)

DEVICES = (
    DeviceSpec(
        "Drum Rack", "DrumGroupDevice", INSTRUMENT, _KNOBS, can_have_chains=True, can_have_drum_pads=True
    ),
    DeviceSpec("Instrument Rack", "InstrumentGroupDevice", INSTRUMENT, _KNOBS, can_have_chains=True),
    DeviceSpec("Audio Effect Rack", "AudioEffectGroupDevice", AUDIO_EFFECT, _KNOBS, can_have_chains=True),
    DeviceSpec("MIDI Effect Rack", "MidiEffectGroupDevice", MIDI_EFFECT, _KNOBS, can_have_chains=True),
)
