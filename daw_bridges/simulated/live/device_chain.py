"""A chain of devices, as tracks and rack chains have it: order, insertion, deletion, duplication."""

from __future__ import annotations

from daw_bridges.simulated.live.compressor_device import CompressorDevice
from daw_bridges.simulated.live.device import Device, PluginDevice
from daw_bridges.simulated.live.devices.spec import AUDIO_EFFECT, INSTRUMENT, MIDI_EFFECT, DeviceSpec
from daw_bridges.simulated.live.lom import LomObject, Since, strict
from daw_bridges.simulated.live.rack_device import RackDevice

__all__ = ["DeviceChain", "new_device"]

_STAGES = {MIDI_EFFECT: 0, INSTRUMENT: 1, AUDIO_EFFECT: 2}


class DeviceChain(LomObject):
    """MIDI effects, then at most one instrument, then audio effects."""

    _observable = ("devices",)

    @property
    def devices(self) -> tuple[Device, ...]:
        return self._get("devices") or ()

    @Since[Device](12, 3)
    def insert_device(self, device_name: str, target_index: int = -1) -> Device:
        """Insert a stock device by its browser name, at the end or at ``target_index``; RuntimeError if it can't be."""
        name = strict(str, device_name, "insert_device")
        from daw_bridges.simulated.live.devices.stock import stock_devices

        spec = next((spec for spec in stock_devices() if spec.name == name), None)
        if spec is None:
            raise RuntimeError(f"Could not find a native device named '{name}'")
        devices = self.devices
        index = strict(int, target_index, "insert_device")
        index = len(devices) if index == -1 else index
        if not 0 <= index <= len(devices):
            raise RuntimeError("Target index out of range")
        self._check_place(spec, index, devices)
        return self._load(spec, index)

    def delete_device(self, index: int) -> None:
        """Delete the device at ``index``."""
        device = self._device_at(index)
        with self._doc.change():
            self._assign("devices", tuple(other for other in self.devices if other is not device))
            if device not in self.devices:
                device._delete()

    @Since[Device](12, 2)
    def duplicate_device(self, index: int) -> Device:
        """Put a copy right behind the device at ``index``."""
        source = self._device_at(index)
        with self._doc.change():
            copy = self._insert(source._spec, self.devices.index(source) + 1)
            copy._take_from(source)
            return copy

    def _device_at(self, index: int) -> Device:
        if not 0 <= strict(int, index, "device index") < len(self.devices):
            raise IndexError("Device index out of range")
        return self.devices[index]

    def _takes(self, spec: DeviceSpec) -> bool:
        """Whether a device of that type may stand here at all."""
        return True

    def _check_place(self, spec: DeviceSpec, index: int, devices: tuple[Device, ...]) -> None:
        """Refuse a place that breaks the order of MIDI effects, instrument and audio effects."""
        if not self._takes(spec):
            raise RuntimeError(f"'{spec.name}' cannot be inserted on this track")
        if spec.type == INSTRUMENT and any(device._is_instrument() for device in devices):
            raise RuntimeError("The chain has an instrument already")
        stage = _STAGES[spec.type]
        before, behind = devices[:index], devices[index:]
        if any(_STAGES[d.type] > stage for d in before) or any(_STAGES[d.type] < stage for d in behind):
            raise RuntimeError(f"'{spec.name}' cannot be inserted at index {index}")

    def _natural_place(self, spec: DeviceSpec, devices: tuple[Device, ...]) -> int:
        """The last place the order allows: where the browser puts a device."""
        stage = _STAGES[spec.type]
        return sum(_STAGES[device.type] <= stage for device in devices)

    def _load(self, spec: DeviceSpec, index: int) -> Device:
        with self._doc.change():
            device = self._insert(spec, index)
            self._loaded(device)
            return device

    def _loaded(self, device: Device) -> None:
        """Do what follows on a device being put here from the browser or by name."""

    def _nearest_place(self, spec: DeviceSpec, index: int, devices: tuple[Device, ...]) -> int:
        """The place nearest to ``index`` that the order allows; RuntimeError if the chain cannot take the device."""
        self._check_place(spec, self._natural_place(spec, devices), devices)
        stage = _STAGES[spec.type]
        first = sum(_STAGES[device.type] < stage for device in devices)
        return min(max(index, first), self._natural_place(spec, devices))

    def _insert(self, spec: DeviceSpec, index: int) -> Device:
        with self._doc.change():
            device = new_device(self, spec)
            devices = self.devices
            self._assign("devices", (*devices[:index], device, *devices[index:]))
            return device

    def _copy_devices(self, other: DeviceChain) -> None:
        for source in other.devices:
            self._insert(source._spec, len(self.devices))._take_from(source)


def new_device(parent: DeviceChain, spec: DeviceSpec) -> Device:
    """A device of the class Live has for it, not in any chain yet."""
    if spec.has_sidechain_routing:
        return CompressorDevice(parent._doc, parent, spec)
    if spec.can_have_chains:
        return RackDevice(parent._doc, parent, spec)
    if spec.class_name in ("PluginDevice", "AuPluginDevice"):
        return PluginDevice(parent._doc, parent, spec)
    return Device(parent._doc, parent, spec)
