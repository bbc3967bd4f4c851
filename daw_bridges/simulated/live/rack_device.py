"""Racks: a device whose chains hold devices, and the pads of a drum rack."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from daw_bridges.simulated.live.device import Device
from daw_bridges.simulated.live.lom import LomObject, Since

if TYPE_CHECKING:
    from daw_bridges.simulated.live.chain import Chain

__all__ = ["RackDevice"]


class RackDevice(Device):
    """An instrument, effect or drum rack."""

    _observable = ("chains", "return_chains", "drum_pads", "visible_drum_pads", "has_drum_pads")

    @property
    def chains(self) -> tuple[Chain, ...]:
        return self.get_("chains") or ()

    @property
    def return_chains(self) -> tuple[Chain, ...]:
        return ()

    @property
    def macros(self) -> tuple[object, ...]:
        """The macro knobs, which are the parameters behind ``Device On``."""
        return self.parameters[1:]

    @property
    def has_drum_pads(self) -> bool:
        return self.can_have_drum_pads

    @Since["Chain"](12, 3)
    def insert_chain(self, index: int = -1) -> Chain:
        """Add an empty chain at ``index``, or at the end."""
        from daw_bridges.simulated.live.chain import Chain, DrumChain

        with self.doc_.change():
            chain = (DrumChain if self.can_have_drum_pads else Chain)(self)
            at = len(self.chains) if index == -1 else index
            self.assign_("chains", (*self.chains[:at], chain, *self.chains[at:]))
            return chain

    def children_(self) -> Iterable[LomObject]:
        return (*super().children_(), *self.chains)

    def take_from_(self, other: LomObject) -> None:
        super().take_from_(other)
        if isinstance(other, RackDevice):
            for source in other.chains:
                RackDevice.insert_chain(self, -1).take_from_(source)
