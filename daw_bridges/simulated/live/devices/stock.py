"""Every stock device of the simulated Live, by name."""

from __future__ import annotations

from functools import cache

from daw_bridges.errors import NotFoundError
from daw_bridges.simulated.live.devices import (
    analog,
    delays,
    drift,
    drives,
    dynamics,
    equalizers,
    filters,
    midi_effects,
    modulation,
    multiband,
    operator,
    percussion,
    racks,
    reverbs,
    samplers,
    utilities,
    wavetable,
)
from daw_bridges.simulated.live.devices.spec import DeviceSpec

__all__ = ["stock_device", "stock_devices"]

_FAMILIES = (
    dynamics, multiband, equalizers, filters, reverbs, delays, drives, modulation, utilities,
    drift, wavetable, operator, analog, samplers, percussion, racks, midi_effects,
)  # fmt: skip


def stock_devices() -> tuple[DeviceSpec, ...]:
    """All stock devices, family by family."""
    return tuple(device for family in _FAMILIES for device in family.DEVICES)


def stock_device(name: str) -> DeviceSpec:
    """The stock device Live's browser shows as ``name``, in any case. Raises NotFoundError."""
    try:
        return _by_name()[name.casefold()]
    except KeyError:
        raise NotFoundError("stock device", name, (device.name for device in stock_devices())) from None


@cache
def _by_name() -> dict[str, DeviceSpec]:
    return {device.name.casefold(): device for device in stock_devices()}
