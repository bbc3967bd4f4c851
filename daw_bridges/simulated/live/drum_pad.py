"""The pads of a drum rack: one for each note, each showing the chains that the note plays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daw_bridges.simulated.live.lom import LomObject, Property

if TYPE_CHECKING:
    from daw_bridges.simulated.live.chain import DrumChain
    from daw_bridges.simulated.live.rack_device import RackDevice

__all__ = ["DrumPad"]

_NAMES = ("C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B")


class DrumPad(LomObject):
    """A pad; an empty one is named after its note, a filled one after its chain."""

    mute = Property(bool, default=False)
    solo = Property(bool, default=False)
    _observable = ("chains", "name")

    def __init__(self, rack: RackDevice, note: int) -> None:
        super().__init__(rack.doc_, rack)
        self._rack = rack
        self._note = note

    @property
    def note(self) -> int:
        return self._note

    @property
    def name(self) -> str:
        chains = self.chains
        return chains[0].name if chains else f"{_NAMES[self._note % 12]}{self._note // 12 - 2}"

    @property
    def chains(self) -> tuple[DrumChain, ...]:
        return tuple(chain for chain in self._rack.drum_chains_() if chain.in_note == self._note)

    def delete_all_chains(self) -> None:
        """Empty the pad."""
        gone = self.chains
        with self.doc_.change():
            self._rack.assign_("chains", tuple(c for c in self._rack.chains if c not in gone))
            for chain in gone:
                if chain not in self._rack.chains:
                    chain.delete_()
