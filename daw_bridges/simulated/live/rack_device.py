"""Racks: a device whose chains hold devices, and the pads of a drum rack."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, cast

from daw_bridges.simulated.live.device import Device
from daw_bridges.simulated.live.drum_pad import DrumPad
from daw_bridges.simulated.live.lom import LomObject, Since

if TYPE_CHECKING:
    from daw_bridges.simulated.live.chain import Chain, DrumChain

__all__ = ["RackDevice"]


class RackDevice(Device):
    """An instrument, effect or drum rack."""

    _observable = ("chains", "return_chains", "drum_pads", "visible_drum_pads", "is_showing_chains")

    @property
    def chains(self) -> tuple[Chain, ...]:
        return self.all_("chains")

    @property
    def return_chains(self) -> tuple[Chain, ...]:
        return ()

    @property
    def macros(self) -> tuple[object, ...]:
        """The macro knobs, which are the parameters behind ``Device On``."""
        return self.parameters[1:]

    @property
    def can_show_chains(self) -> bool:
        return True

    @cached_property
    def _pads(self) -> tuple[DrumPad, ...]:
        with self.doc_.journal.paused():
            return tuple(DrumPad(self, note) for note in range(128))

    @property
    def drum_pads(self) -> tuple[DrumPad, ...]:
        """All 128 pads of a drum rack; none of another rack."""
        return self._pads if self.can_have_drum_pads else ()

    @property
    def visible_drum_pads(self) -> tuple[DrumPad, ...]:
        """The sixteen pads in sight, from the kick (C1) up."""
        return self.drum_pads[36:52]

    def drum_chains_(self) -> tuple[DrumChain, ...]:
        """The chains of a drum rack."""
        return tuple(cast("DrumChain", chain) for chain in self.chains) if self.can_have_drum_pads else ()

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
