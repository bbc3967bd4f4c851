"""A chain of a rack, with a small mixer of its own."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from daw_bridges.simulated.live.colored import Colored
from daw_bridges.simulated.live.device_chain import DeviceChain
from daw_bridges.simulated.live.device_parameter import DeviceParameter
from daw_bridges.simulated.live.devices.fader import VOLUME_TOP_DB
from daw_bridges.simulated.live.devices.make import choice, fader, pan
from daw_bridges.simulated.live.lom import LomObject, Property

if TYPE_CHECKING:
    from daw_bridges.simulated.live.rack_device import RackDevice

__all__ = ["Chain", "ChainMixerDevice", "DrumChain"]


class ChainMixerDevice(LomObject):
    """Volume, panning and on switch of a chain."""

    def __init__(self, chain: Chain) -> None:
        super().__init__(chain._doc, chain)
        self.volume = DeviceParameter(self._doc, self, fader("Chain Volume", VOLUME_TOP_DB))
        self.panning = DeviceParameter(self._doc, self, pan("Chain Panning"))
        self.chain_activator = DeviceParameter(self._doc, self, choice("Chain Activator", ("Off", "On"), "On"))
        self.sends: tuple[DeviceParameter, ...] = ()

    def _children(self) -> Iterable[LomObject]:
        return (self.volume, self.panning, self.chain_activator)

    def _take_from(self, other: LomObject) -> None:
        super()._take_from(other)
        for mine, theirs in zip(self._children(), other._children(), strict=True):
            mine._take_from(theirs)


class Chain(Colored, DeviceChain):
    """One chain of a rack."""

    name = Property(str, "Chain")
    mute = Property(bool, default=False)
    solo = Property(bool, default=False)

    def __init__(self, rack: RackDevice) -> None:
        super().__init__(rack._doc, rack)
        self.mixer_device = ChainMixerDevice(self)

    def _children(self) -> Iterable[LomObject]:
        return (self.mixer_device, *self.devices)

    def _take_from(self, other: LomObject) -> None:
        super()._take_from(other)
        if isinstance(other, Chain):
            self.mixer_device._take_from(other.mixer_device)
            self._copy_devices(other)


class DrumChain(Chain):
    """A chain of a drum rack, played by the notes it receives."""

    in_note = Property(int, 36)
    out_note = Property(int, 60)
    choke_group = Property(int, 0)
