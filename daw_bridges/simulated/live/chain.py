"""A chain of a rack, with a small mixer of its own."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, cast

from daw_bridges.simulated.live.chain_mixer_device import ChainMixerDevice
from daw_bridges.simulated.live.colored import Colored
from daw_bridges.simulated.live.device import Device
from daw_bridges.simulated.live.device_chain import DeviceChain
from daw_bridges.simulated.live.device_parameter import DeviceParameter
from daw_bridges.simulated.live.devices.spec import DeviceSpec
from daw_bridges.simulated.live.drum_pad import NOTES
from daw_bridges.simulated.live.lom import LomObject, Property, strict

if TYPE_CHECKING:
    from daw_bridges.simulated.live.rack_device import RackDevice

__all__ = ["Chain", "DrumChain"]

_EMPTY = "Chain"
_BETWEEN = " | "
_LAST_CHOKE_GROUP = 16


class Chain(Colored, DeviceChain):
    """One chain of a rack; without a name of its own it is called after what is in it."""

    is_auto_colored = Property(bool, default=True)
    mute = Property(bool, default=False)
    solo = Property(bool, default=False)
    _observable = ("name", "muted_via_solo")

    def __init__(self, rack: RackDevice) -> None:
        super().__init__(rack.doc_, rack)
        self.mixer_device = ChainMixerDevice(self)

    @property
    def rack_(self) -> RackDevice:
        return cast("RackDevice", self.parent_)

    @property
    def name(self) -> str:
        """Its own name, or its devices' names with bars between, or ``Chain``."""
        return self.get_("name") or _BETWEEN.join(each.name for each in self.devices) or _EMPTY

    @name.setter
    def name(self, name: str) -> None:
        self.assign_("name", strict(str, name, "Chain.name"))

    @property
    def muted_via_solo(self) -> bool:
        """Whether it is silent because another chain of the rack is soloed."""
        return not self.solo and any(chain.solo for chain in self.rack_.chains)

    @property
    def has_midi_input(self) -> bool:
        return self.rack_.takes_midi_

    @property
    def has_audio_input(self) -> bool:
        return not self.rack_.takes_midi_

    @property
    def has_audio_output(self) -> bool:
        return self.has_audio_input or any(device.is_instrument_() for device in self.devices)

    @property
    def has_midi_output(self) -> bool:
        return not self.has_audio_output

    def takes_(self, spec: DeviceSpec) -> bool:
        return self.rack_.is_instrument_() or spec.type == self.rack_.type

    def loaded_(self, device: Device) -> None:
        """Select what was put here."""
        self.doc_.song.view.select_device(device)

    def parameters_(self) -> Iterable[DeviceParameter]:
        yield from self.mixer_device.parameters_()
        yield from self.device_parameters_()

    def content_renamed_(self) -> None:
        if not self.get_("name"):
            self.doc_.changed(self, "name")
            self._tell_pads()

    def changed_(self, name: str) -> None:
        super().changed_(name)
        if name == "devices":
            self.content_renamed_()
        elif name == "mute":
            self.mixer_device.chain_activator.changed_("value")
        elif name == "solo":
            for chain in self.rack_.chains:
                self.doc_.changed(chain, "muted_via_solo")
        elif name == "name":
            self._tell_pads()

    def _tell_pads(self) -> None:
        if self.rack_.can_have_drum_pads:
            self.rack_.pads_changed_()

    def activate_(self, value: float) -> None:
        self.mute = not value

    def children_(self) -> Iterable[LomObject]:
        return (self.mixer_device, *self.devices)

    def take_from_(self, other: LomObject) -> None:
        super().take_from_(other)
        if isinstance(other, Chain):
            self.__dict__["=name"] = other.get_("name")
            self.mixer_device.take_from_(other.mixer_device)
            self.copy_devices_(other)


class DrumChain(Chain):
    """A chain of a drum rack, played by the notes it receives."""

    in_note = Property(int, 36, check=lambda _, note: _note(note, "Invalid note number."))
    out_note = Property(int, 60, check=lambda _, note: _note(note, "Invalid note."))
    choke_group = Property(int, 0, check=lambda _, group: _choke_group(group))

    def changed_(self, name: str) -> None:
        super().changed_(name)
        if name == "in_note":
            self._tell_pads()


def _note(note: int, error: str) -> int:
    if not 0 <= note < NOTES:
        raise RuntimeError(error)
    return note


def _choke_group(group: int) -> int:
    if not 0 <= group <= _LAST_CHOKE_GROUP:
        raise RuntimeError("Invalid choke group.")
    return group
