"""Every stock device of the simulated Live: those of the catalogue, each read once it is wanted."""

from __future__ import annotations

from functools import cache, partial

from daw_bridges.catalog import catalog
from daw_bridges.errors import NotFoundError
from daw_bridges.simulated.live.devices.make import device_on
from daw_bridges.simulated.live.devices.rows import parameter_spec
from daw_bridges.simulated.live.devices.spec import (
    AUDIO_EFFECT,
    INSTRUMENT,
    MIDI_EFFECT,
    DeviceSpec,
    ParameterSpec,
)

__all__ = ["stock_device", "stock_devices"]

_DAW = "ableton"

_TYPES = {"instrument": INSTRUMENT, "audio_effect": AUDIO_EFFECT, "midi_effect": MIDI_EFFECT}

_RACK, _DRUM_RACK = "GroupDevice", "DrumGroupDevice"


@cache
def stock_devices() -> tuple[DeviceSpec, ...]:
    """All stock devices."""
    return tuple(_device(name) for name in catalog().devices(_DAW))


def stock_device(name: str) -> DeviceSpec:
    """The stock device Live's browser shows as ``name``, in any case. Raises NotFoundError."""
    found = next((device for device in stock_devices() if device.name.casefold() == name.casefold()), None)
    if found is None:
        raise NotFoundError("stock device", name, (device.name for device in stock_devices()))
    return found


def _device(name: str) -> DeviceSpec:
    head = catalog().head(_DAW, name)
    return DeviceSpec(
        name,
        head.class_name,
        _TYPES[head.type],
        partial(_parameters, name),
        has_sidechain_routing=head.sidechain,
        can_have_chains=head.class_name.endswith(_RACK),
        can_have_drum_pads=head.class_name == _DRUM_RACK,
    )


def _parameters(name: str) -> tuple[ParameterSpec, ...]:
    return (device_on(), *map(parameter_spec, catalog().table(_DAW, name).parameters))
