"""A chain of devices, as tracks and rack chains have it: order, insertion, deletion, duplication."""

from __future__ import annotations

from collections.abc import Iterator

from daw_bridges.simulated.live.compressor_device import CompressorDevice
from daw_bridges.simulated.live.device import Device
from daw_bridges.simulated.live.device_parameter import DeviceParameter
from daw_bridges.simulated.live.devices.spec import AUDIO_EFFECT, INSTRUMENT, MIDI_EFFECT, DeviceSpec
from daw_bridges.simulated.live.lom import LomObject, Since, strict
from daw_bridges.simulated.live.plugin_device import PluginDevice
from daw_bridges.simulated.live.rack_device import RackDevice
from daw_bridges.simulated.live.simpler_device import SimplerDevice
from daw_bridges.simulated.live.vector import index_of

__all__ = ["DeviceChain", "new_device"]

_ONE_INSTRUMENT = "Device chains cannot have more than one instrument each."
_STAGES = {MIDI_EFFECT: 0, INSTRUMENT: 1, AUDIO_EFFECT: 2}


class DeviceChain(LomObject):
    """MIDI effects, then at most one instrument, then audio effects."""

    _observable = ("devices",)

    @property
    def devices(self) -> tuple[Device, ...]:
        return self.all_("devices")

    @Since[Device](12, 3)
    def insert_device(self, device_name: str, target_index: int = -1) -> Device:
        """Insert a stock device by its browser name, at the end or at ``target_index``.

        Raises ValueError for a name that is none of Live's devices, RuntimeError for a place it cannot have.
        """
        name = strict(str, device_name, "insert_device")
        from daw_bridges.simulated.live.devices.stock import stock_devices

        spec = next((spec for spec in stock_devices() if spec.name == name), None)
        if spec is None:
            raise ValueError(f"Device {name} not found.")
        devices = self.devices
        index = strict(int, target_index, "insert_device")
        index = len(devices) if index == -1 else index
        if not 0 <= index <= len(devices):
            raise RuntimeError("Target index out of range")
        self.check_place_(spec, index, devices)
        return self.load_(spec, index)

    def delete_device(self, index: int) -> None:
        """Delete the device at ``index``."""
        device = self._device_at(index)
        with self.doc_.change():
            self.assign_("devices", tuple(other for other in self.devices if other != device))
            if device not in self.devices:
                device.delete_()

    @Since[None](12, 2)
    def duplicate_device(self, index: int) -> None:
        """Put a copy right behind the device at ``index``."""
        source = self._device_at(index)
        with self.doc_.change():
            copy = self.insert_(source.spec_, index_of(self.devices, source) + 1)
            copy.take_from_(source)

    def _device_at(self, index: int) -> Device:
        if not 0 <= strict(int, index, "device index") < len(self.devices):
            raise IndexError("Device index out of range")
        return self.devices[index]

    def takes_(self, spec: DeviceSpec) -> bool:
        """Whether a device of that type may stand here at all."""
        return True

    def is_inside_(self, device: Device) -> bool:
        """Whether this is a chain of that device, or of a rack in it."""
        owner = self.parent_
        while owner is not None and owner != device:
            owner = owner.parent_
        return owner is not None

    def check_place_(self, spec: DeviceSpec, index: int, devices: tuple[Device, ...]) -> None:
        """Refuse a place that breaks the order of MIDI effects, instrument and audio effects."""
        if not self.takes_(spec):
            raise RuntimeError(f"Can not insert device '{spec.name}': it cannot be used here.")
        if spec.type == INSTRUMENT and any(device.is_instrument_() for device in devices):
            raise RuntimeError(f"Can not insert device '{spec.name}': {_ONE_INSTRUMENT}")
        stage = _STAGES[spec.type]
        before, behind = devices[:index], devices[index:]
        if any(_STAGES[d.type] > stage for d in before) or any(_STAGES[d.type] < stage for d in behind):
            raise RuntimeError(f"Invalid insert index for device '{spec.name}': {index}")

    def _natural_place(self, spec: DeviceSpec, devices: tuple[Device, ...]) -> int:
        """The last place the order allows: where the browser puts a device."""
        stage = _STAGES[spec.type]
        return sum(_STAGES[device.type] <= stage for device in devices)

    def load_(self, spec: DeviceSpec, index: int) -> Device:
        with self.doc_.change():
            device = self.insert_(spec, index)
            self.loaded_(device)
            return device

    def loaded_(self, device: Device) -> None:
        """Do what follows on a device being put here from the browser or by name."""

    def nearest_place_(self, spec: DeviceSpec, index: int, devices: tuple[Device, ...]) -> int:
        """The place nearest to ``index`` that the order allows; RuntimeError if there is none."""
        self.check_place_(spec, self._natural_place(spec, devices), devices)
        stage = _STAGES[spec.type]
        first = sum(_STAGES[device.type] < stage for device in devices)
        return min(max(index, first), self._natural_place(spec, devices))

    def insert_(self, spec: DeviceSpec, index: int) -> Device:
        with self.doc_.change():
            device = new_device(self, spec)
            devices = self.devices
            self.assign_("devices", (*devices[:index], device, *devices[index:]))
            return device

    def device_parameters_(self) -> Iterator[DeviceParameter]:
        """Every parameter of the devices here, those inside racks included."""
        for device in self.devices:
            yield from device.parameters
            if isinstance(device, RackDevice):
                yield from device.inner_parameters_()

    def copy_devices_(self, other: DeviceChain) -> None:
        for source in other.devices:
            self.insert_(source.spec_, len(self.devices)).take_from_(source)


def new_device(parent: DeviceChain, spec: DeviceSpec) -> Device:
    """A device of the class Live has for it, not in any chain yet."""
    if spec.has_sidechain_routing:
        return CompressorDevice(parent.doc_, parent, spec)
    if spec.can_have_chains:
        return RackDevice(parent.doc_, parent, spec)
    return _CLASSES.get(spec.class_name, Device)(parent.doc_, parent, spec)


_CLASSES: dict[str, type[Device]] = {
    "AuPluginDevice": PluginDevice,
    "OriginalSimpler": SimplerDevice,
    "PluginDevice": PluginDevice,
}
