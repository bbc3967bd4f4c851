"""Racks: a device whose chains hold devices, and the pads of a drum rack."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, cast

from daw_bridges.simulated.live.device_parameter import DeviceParameter
from daw_bridges.simulated.live.devices.spec import AUDIO_EFFECT
from daw_bridges.simulated.live.drum_pad import NOTES, DrumPad
from daw_bridges.simulated.live.lom import LomObject, Property, Since, strict
from daw_bridges.simulated.live.rack_macros import RackMacros
from daw_bridges.simulated.live.rack_view import PADS_IN_A_ROW, RackView
from daw_bridges.simulated.live.undo import Undo

if TYPE_CHECKING:
    from daw_bridges.simulated.live.chain import Chain, DrumChain

__all__ = ["RackDevice"]

_PADS_IN_SIGHT = 16


class RackDevice(RackMacros):
    """An instrument, drum, audio effect or MIDI effect rack."""

    View = RackView

    is_showing_chains = Property(
        bool, default=False, check=lambda rack, on: rack.checked_showing_(on), undo=Undo.NONE
    )
    _observable = ("chains", "return_chains", "drum_pads", "visible_drum_pads", "has_drum_pads")

    @property
    def view(self) -> RackView:
        return cast("RackView", self.view_)

    def new_view_(self) -> RackView:
        return RackView(self.doc_, self)

    @property
    def chains(self) -> tuple[Chain, ...]:
        return self.all_("chains")

    @property
    def return_chains(self) -> tuple[Chain, ...]:
        """The return chains of a drum rack."""
        return self.all_("return_chains")

    @property
    def chain_selector(self) -> DeviceParameter:
        return self.parameters[-1]

    @property
    def takes_midi_(self) -> bool:
        return self.type != AUDIO_EFFECT

    @property
    def can_show_chains(self) -> bool:
        """Whether its chains can be shown as tracks: those of an instrument or drum rack."""
        return self.is_instrument_()

    def checked_showing_(self, on: bool) -> bool:
        if on and not self.can_show_chains:
            raise RuntimeError("The chains of this rack cannot be shown")
        return on

    @cached_property
    def _pads(self) -> tuple[DrumPad, ...]:
        with self.doc_.journal.paused():
            return tuple(DrumPad(self, note) for note in range(NOTES))

    @property
    def drum_pads(self) -> tuple[DrumPad, ...]:
        """All 128 pads, none of a drum rack in another; RuntimeError for other racks."""
        return self._pads if self.has_drum_pads else ()

    @property
    def visible_drum_pads(self) -> tuple[DrumPad, ...]:
        """The sixteen pads in sight, at first from C1 up; RuntimeError unless a drum rack."""
        first = self._pads_row() * PADS_IN_A_ROW
        return self.drum_pads[first : first + _PADS_IN_SIGHT]

    @property
    def has_drum_pads(self) -> bool:
        """Whether it is a drum rack with pads, which one inside another is not."""
        if not self.can_have_drum_pads:
            raise RuntimeError("Only drum racks have pads")
        return not any(isinstance(one, RackDevice) and one.can_have_drum_pads for one in self.around_())

    def _pads_row(self) -> int:
        return self.view.drum_pads_scroll_position

    def drum_chains_(self) -> tuple[DrumChain, ...]:
        """The chains of a drum rack."""
        return tuple(cast("DrumChain", chain) for chain in self.chains) if self.can_have_drum_pads else ()

    @Since["Chain"](12, 3)
    def insert_chain(self, index: int = -1) -> Chain:
        """Add an empty chain at ``index``, or at the end; of a drum rack it plays C1."""
        count = len(self.chains)
        at = count if strict(int, index, "insert_chain") == -1 else index
        if not 0 <= at <= count:
            raise RuntimeError("Invalid chain index")
        return self.add_chain_(at)

    def copy_pad(self, source_index: int, destination_index: int) -> None:
        """Copy what is on one pad to another, over what is there; pads are counted by note, 0 … 127."""
        source, target = (self._pad(each) for each in (source_index, destination_index))
        if not source.chains:
            raise RuntimeError("The source pad is empty")
        with self.doc_.change():
            target.delete_all_chains()
            for chain in source.chains:
                copy = self.add_chain_(len(self.chains))
                copy.take_from_(chain)
                cast("DrumChain", copy).in_note = target.note

    def _pad(self, index: int) -> DrumPad:
        if not 0 <= strict(int, index, "copy_pad") < len(self.drum_pads):
            raise RuntimeError("Invalid pad index: 0 to 127 expected")
        return self.drum_pads[index]

    def add_chain_(self, at: int) -> Chain:
        from daw_bridges.simulated.live.chain import Chain, DrumChain

        with self.doc_.change():
            chain = (DrumChain if self.can_have_drum_pads else Chain)(self)
            for target in self.return_chains:
                chain.mixer_device.add_send_(target)
            self.assign_("chains", (*self.chains[:at], chain, *self.chains[at:]))
            return chain

    def add_return_chain_(self, name: str) -> Chain:
        """Add a return chain, as a user does in a drum rack, with a send from every chain."""
        from daw_bridges.simulated.live.chain import Chain

        with self.doc_.change():
            target = Chain(self)
            target.name = name
            self.assign_("return_chains", (*self.return_chains, target))
            for chain in self.chains:
                chain.mixer_device.add_send_(target)
            return target

    def inner_parameters_(self) -> Iterable[DeviceParameter]:
        """Every parameter inside the rack: of each chain's mixer, its devices, and racks in it."""
        for chain in (*self.chains, *self.return_chains):
            yield from chain.parameters_()

    def parameter_changed_(self) -> None:
        super().parameter_changed_()
        for chain in self.chains:
            for device in chain.devices:
                device.parameter_changed_()

    def changed_(self, name: str) -> None:
        super().changed_(name)
        if name == "chains" and self.can_have_drum_pads:
            self.pads_changed_()

    def pads_changed_(self) -> None:
        """Tell that the pads may show other chains."""
        for pad in self._pads if self.doc_.listeners else ():
            self.doc_.changed(pad, "chains")
            self.doc_.changed(pad, "name")

    def children_(self) -> Iterable[LomObject]:
        return (*super().children_(), *self.chains, *self.return_chains)

    def take_from_(self, other: LomObject) -> None:
        super().take_from_(other)
        if isinstance(other, RackDevice):
            for source in other.return_chains:
                self.add_return_chain_(source.name).take_from_(source)
            for source in other.chains:
                self.add_chain_(len(self.chains)).take_from_(source)
            inner = zip(other.inner_parameters_(), self.inner_parameters_(), strict=True)
            self.take_macros_(other, dict(inner))
