"""The mixer of a rack's chain: volume, panning, on switch, and the sends of a drum rack."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from daw_bridges.simulated.live.device_parameter import DeviceParameter, LinkedParameter
from daw_bridges.simulated.live.devices.fader import VOLUME_TOP_DB
from daw_bridges.simulated.live.devices.make import choice, fader, pan
from daw_bridges.simulated.live.lom import LomObject
from daw_bridges.simulated.live.mixer_device import SendParameter

if TYPE_CHECKING:
    from daw_bridges.simulated.live.chain import Chain

__all__ = ["ChainMixerDevice"]

_VOLUME = fader("Chain Volume", VOLUME_TOP_DB)
_PANNING = pan("Chain Panning")
_ACTIVATOR = choice("Chain Activator", ("Off", "On"), "On")


class ChainMixerDevice(LomObject):
    """What a chain is mixed with; the activator and the chain's ``mute`` are one thing."""

    _observable = ("sends",)

    def __init__(self, chain: Chain) -> None:
        super().__init__(chain.doc_, chain)
        self.volume = DeviceParameter(self.doc_, self, _VOLUME)
        self.panning = DeviceParameter(self.doc_, self, _PANNING)
        self.chain_activator = LinkedParameter(
            self, _ACTIVATOR, lambda: float(not chain.get_("mute")), chain.activate_
        )

    @property
    def sends(self) -> tuple[SendParameter, ...]:
        """One level for each return chain of the rack."""
        return self.all_("sends")

    def add_send_(self, target: Chain) -> None:
        self.assign_("sends", (*self.sends, SendParameter(self, target)))

    def parameters_(self) -> tuple[DeviceParameter, ...]:
        return (self.volume, self.panning, *self.sends)

    def children_(self) -> Iterable[LomObject]:
        return (self.volume, self.panning, self.chain_activator, *self.sends)

    def take_from_(self, other: LomObject) -> None:
        super().take_from_(other)
        if isinstance(other, ChainMixerDevice):
            for mine, theirs in zip(self.children_(), other.children_(), strict=False):
                mine.take_from_(theirs)
