"""The pads of a drum rack: one for each note, each showing the chains that the note plays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daw_bridges.simulated.live.lom import LomObject

if TYPE_CHECKING:
    from daw_bridges.simulated.live.chain import DrumChain
    from daw_bridges.simulated.live.rack_device import RackDevice

__all__ = ["NOTES", "DrumPad"]

NOTES = 128
_NAMES = ("C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B")
_SEVERAL = "Multi"


class DrumPad(LomObject):
    """A pad; an empty one is named after its note, a filled one after its chain."""

    _observable = ("chains", "name", "mute", "solo")

    def __init__(self, rack: RackDevice, note: int) -> None:
        super().__init__(rack.doc_, rack)
        self.rack_ = rack
        self._note = note

    @property
    def note(self) -> int:
        return self._note

    @property
    def name(self) -> str:
        chains = self.chains
        if len(chains) > 1:
            return _SEVERAL
        return chains[0].name if chains else f"{_NAMES[self._note % 12]}{self._note // 12 - 2}"

    @property
    def mute(self) -> bool:
        """Whether every chain on the pad is muted; writing it mutes or unmutes them all."""
        return bool(self.chains) and all(chain.mute for chain in self.chains)

    @mute.setter
    def mute(self, on: bool) -> None:
        with self.doc_.change():
            for chain in self.chains:
                chain.mute = on

    @property
    def solo(self) -> bool:
        return bool(self.chains) and all(chain.solo for chain in self.chains)

    @solo.setter
    def solo(self, on: bool) -> None:
        with self.doc_.change():
            for chain in self.chains:
                chain.solo = on

    @property
    def chains(self) -> tuple[DrumChain, ...]:
        return tuple(chain for chain in self.rack_.drum_chains_() if chain.in_note == self._note)

    def delete_all_chains(self) -> None:
        """Empty the pad."""
        gone = self.chains
        with self.doc_.change():
            self.rack_.assign_("chains", tuple(c for c in self.rack_.chains if c not in gone))
            for chain in gone:
                if chain not in self.rack_.chains:
                    chain.delete_()
