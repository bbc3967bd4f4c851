"""Live's stock devices: parameters, raw ranges, curves and display text as in the Live Object Model."""

from __future__ import annotations

from daw_bridges.simulated.live.devices.fader import (
    SEND_TOP_DB,
    VOLUME_TOP_DB,
    fader_db,
    fader_law,
    fader_raw,
)
from daw_bridges.simulated.live.devices.spec import (
    AUDIO_EFFECT,
    INSTRUMENT,
    MIDI_EFFECT,
    DeviceSpec,
    ParameterSpec,
)
from daw_bridges.simulated.live.devices.stock import stock_device, stock_devices

__all__ = [
    "AUDIO_EFFECT",
    "INSTRUMENT",
    "MIDI_EFFECT",
    "SEND_TOP_DB",
    "VOLUME_TOP_DB",
    "DeviceSpec",
    "ParameterSpec",
    "fader_db",
    "fader_law",
    "fader_raw",
    "stock_device",
    "stock_devices",
]
