"""Devices and the chains of racks, from the elements that hold them."""

from __future__ import annotations

from collections.abc import Container, Mapping
from functools import partial

from daw_bridges.ableton.saved.cursor import Cursor, Handler
from daw_bridges.ableton.saved.device_parts import DeviceParts
from daw_bridges.ableton.saved.device_text import values_in
from daw_bridges.ableton.saved.device_values import DeviceValues
from daw_bridges.ableton.saved.devices import stored_device, stored_value
from daw_bridges.ableton.saved.numbers import is_on
from daw_bridges.ableton.saved.parts import Automatable, FoundChain, FoundDevice
from daw_bridges.ableton.saved.settings import SettingReader
from daw_bridges.ableton.saved.titles import title_of
from daw_bridges.quantities import Unit
from daw_bridges.session import Device

__all__ = ["DeviceReader"]

# Racks stand in racks, but not this deep.
_MOST_RACKS = 32

# Characters; few plug-ins store more, and those are read part by part.
_LONGEST_DEVICE = 1 << 19

_RACK = "GroupDevice"

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
        inside = self._values(tag, chains)
        title = title_of(inside.labels)
        device, keys = stored_device(tag, inside.values, title)
        found = FoundDevice(tag, device, title or device.name, inside.source, chains)
        for target, path in inside.paths.items():
            if target in self._wanted and path in keys and _is_number(device, keys[path]):
                found.by_target[target] = _automatable(tag, path, keys, inside.values)
        for path, points in inside.automated.items():
            if points and path in keys and _is_number(device, keys[path]):
                found.automated.append((_automatable(tag, path, keys, inside.values), points))
        return found

    def _values(self, tag: str, chains: list[FoundChain]) -> DeviceValues:
        """What is stored in a device; what is in its chains goes there."""
        text = None if tag.endswith(_RACK) else self._cursor.ahead(tag, _LONGEST_DEVICE)
        inside = None if text is None else values_in(tag, text)
        if inside is None:
            return DeviceParts(self._cursor, lambda kind, _: chains.append(self._chain(kind))).read(tag)
        self._cursor.skip(tag)
        return inside

    def _chain(self, tag: str) -> FoundChain:
        chain = FoundChain()
        names: dict[str, str] = {}
        devices = {"Devices": self.into(chain.devices)}
        keep = chain.mixer.__setitem__
        mixer = self._settings.single(_STRIP, keep)
        leaves = self._cursor.read(
            tag,
            {
                "Name": self._cursor.gathering("Name", names),
                # What signals go in and come out is in the name of the element around the devices.
                "DeviceChain": self._cursor.reading(
                    "DeviceChain", other=lambda kind, _: self._cursor.read(kind, devices)
                ),
                "MixerDevice": self._cursor.reading(
                    "MixerDevice", mixer, setting=self._settings.in_rows(keep)
                ),
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
