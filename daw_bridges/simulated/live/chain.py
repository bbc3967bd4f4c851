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
        super().__init__(chain.doc_, chain)
        self.volume = DeviceParameter(self.doc_, self, fader("Chain Volume", VOLUME_TOP_DB))
        self.panning = DeviceParameter(self.doc_, self, pan("Chain Panning"))
        self.chain_activator = DeviceParameter(
            self.doc_, self, choice("Chain Activator", ("Off", "On"), "On")
        )
        self.sends: tuple[DeviceParameter, ...] = ()

    def children_(self) -> Iterable[LomObject]:
        return (self.volume, self.panning, self.chain_activator)

    def take_from_(self, other: LomObject) -> None:
        super().take_from_(other)
        for mine, theirs in zip(self.children_(), other.children_(), strict=True):
            mine.take_from_(theirs)


class Chain(Colored, DeviceChain):
    """One chain of a rack."""

    name = Property(str, "Chain")
    is_auto_colored = Property(bool, default=True)
    mute = Property(bool, default=False)
    solo = Property(bool, default=False)

    def __init__(self, rack: RackDevice) -> None:
        super().__init__(rack.doc_, rack)
        self.mixer_device = ChainMixerDevice(self)

    def children_(self) -> Iterable[LomObject]:
        return (self.mixer_device, *self.devices)

    def take_from_(self, other: LomObject) -> None:
        super().take_from_(other)
        if isinstance(other, Chain):
            self.mixer_device.take_from_(other.mixer_device)
            self.copy_devices_(other)


class DrumChain(Chain):
    """A chain of a drum rack, played by the notes it receives."""

    in_note = Property(int, 36)
    out_note = Property(int, 60)
    choke_group = Property(int, 0)
