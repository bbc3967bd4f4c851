"""Devices and the chains of racks, from the elements that hold them."""

from __future__ import annotations

from collections.abc import Container, Mapping
from functools import partial

from daw_bridges.ableton.saved.cursor import SETTINGS, Cursor, Handler
from daw_bridges.ableton.saved.device_values import DeviceValues
from daw_bridges.ableton.saved.devices import stored_device, stored_value
from daw_bridges.ableton.saved.numbers import is_on
from daw_bridges.ableton.saved.parts import Automatable, FoundChain, FoundDevice
from daw_bridges.ableton.saved.settings import SettingReader, settings_in
from daw_bridges.quantities import Unit
from daw_bridges.session import Device

__all__ = ["DeviceReader"]

# Racks stand in racks, but not this deep.
_MOST_RACKS = 32

_STRIP = ("Volume", "Panorama", "Speaker")


class DeviceReader:
    """Reads rows of devices; ``wanted`` are the numbers that automation points at."""

    def __init__(self, cursor: Cursor, wanted: Container[str]) -> None:
        self._cursor = cursor
        self._wanted = wanted
        self._settings = SettingReader(cursor)
        self._depth = 0

    def into(self, found: list[FoundDevice]) -> Handler:
        """A handler for ``Devices`` elements that adds the devices to a list."""

        def read(_: str) -> None:
            self._depth += 1
            if self._depth > _MOST_RACKS:
                self._cursor.skip("Devices")
            else:
                self._cursor.read("Devices", other=lambda tag, _: found.append(self._device(tag)))
            self._depth -= 1

        return read

    def _device(self, tag: str) -> FoundDevice:
        chains: list[FoundChain] = []
        inside = DeviceValues(self._cursor, other_in_chains=lambda kind, _: chains.append(self._chain(kind)))
        inside.read(tag)
        device, keys = stored_device(tag, inside.values, inside.title)
        found = FoundDevice(tag, device, inside.source, chains)
        for target, path in inside.paths.items():
            if target in self._wanted and path in keys and _is_number(device, keys[path]):
                found.by_target[target] = _automatable(tag, path, keys, inside.values)
        for path, points in inside.automated.items():
            if path in keys and _is_number(device, keys[path]):
                found.automated.append((_automatable(tag, path, keys, inside.values), points))
        return found

    def _chain(self, tag: str) -> FoundChain:
        chain = FoundChain()
        names: dict[str, str] = {}
        devices = {"Devices": self.into(chain.devices)}
        mixer: dict[str, Handler] = {
            SETTINGS: lambda row: chain.mixer.update(settings_in(row)),
            **{name: self._settings.into(name, chain.mixer.__setitem__) for name in _STRIP},
        }
        leaves = self._cursor.read(
            tag,
            {
                "Name": self._cursor.gathering("Name", names),
                # What signals go in and come out is in the name of the element around the devices.
                "DeviceChain": self._cursor.reading(
                    "DeviceChain", other=lambda kind, _: self._cursor.read(kind, devices)
                ),
                "MixerDevice": self._cursor.reading("MixerDevice", mixer),
            },
        )
        chain.name = names.get("EffectiveName") or names.get("UserName", "")
        chain.solo = is_on(leaves.get("IsSoloed"), default=False)
        return chain


def _is_number(device: Device, key: str) -> bool:
    """Whether a session can say how it is automated: its points are numbers, and a choice is none."""
    return device.parameters[key].unit is not Unit.CHOICE


def _automatable(tag: str, path: str, keys: Mapping[str, str], values: Mapping[str, str]) -> Automatable:
    return Automatable(keys[path], partial(_value, tag, path, values))


def _value(tag: str, path: str, values: Mapping[str, str], raw: float) -> float:
    return stored_value(tag, path, raw, values)
