"""How a rack is shown: which chain is highlighted, which pads are in sight."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from daw_bridges.simulated.live.device import DeviceView
from daw_bridges.simulated.live.drum_pad import DrumPad
from daw_bridges.simulated.live.lom import Property, strict
from daw_bridges.simulated.live.undo import Undo

if TYPE_CHECKING:
    from daw_bridges.simulated.live.chain import Chain
    from daw_bridges.simulated.live.rack_device import RackDevice

__all__ = ["RackView"]

PADS_IN_A_ROW = 4
_LAST_ROW = 28
_FIRST_ROW_IN_SIGHT = 9


class RackView(DeviceView):
    """RackDevice.View; what belongs to pads raises RuntimeError where there are none."""

    is_showing_chain_devices = Property(bool, default=True, undo=Undo.NONE)
    drum_pads_scroll_position = Property(
        int,
        _FIRST_ROW_IN_SIGHT,
        applies=lambda view: view.rack_.can_have_drum_pads,
        check=lambda _, row: _known_row(row),
        undo=Undo.NONE,
    )
    _observable = ("selected_chain", "selected_drum_pad")

    @property
    def rack_(self) -> RackDevice:
        return cast("RackDevice", self.parent_)

    @property
    def selected_chain(self) -> Chain | None:
        """The highlighted chain: the first one until another is chosen, None in an empty rack."""
        chosen = self.one_("selected_chain")
        chains = self.rack_.chains
        return chosen if chosen in chains else next(iter(chains), None)

    @selected_chain.setter
    def selected_chain(self, chain: Chain) -> None:
        if chain not in self.rack_.chains:
            raise RuntimeError("The chain belongs to another rack")
        self.assign_("selected_chain", chain, Undo.NONE)

    @property
    def selected_drum_pad(self) -> DrumPad | None:
        return self.one_("selected_drum_pad") or next(iter(self.rack_.visible_drum_pads), None)

    @selected_drum_pad.setter
    def selected_drum_pad(self, pad: DrumPad) -> None:
        strict(DrumPad, pad, "RackDevice.View.selected_drum_pad")
        if pad not in self.rack_.drum_pads:
            raise RuntimeError("The pad belongs to another rack")
        with self.doc_.change():
            self.assign_("selected_drum_pad", pad, Undo.NONE)
            for chain in pad.chains[:1]:
                self.selected_chain = chain


def _known_row(row: int) -> int:
    if not 0 <= row <= _LAST_ROW:
        raise RuntimeError("Invalid scroll position: 0 to 28 expected")
    return row
