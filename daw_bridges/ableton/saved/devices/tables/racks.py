"""Racks: their macros and the chain selector. What is in them is the reader's."""

from __future__ import annotations

from daw_bridges.ableton.saved.devices import laws
from daw_bridges.ableton.saved.devices.form import Generation, Place, plain

__all__ = ["CLASSES"]

_RACK = Generation(
    (
        *(
            Place(f"macro_{place + 1}", f"MacroControls.{place}", laws.plain, f"MacroDisplayNames.{place}")
            for place in range(16)
        ),
        *plain(chain_selector="ChainSelector"),
    ),
)

CLASSES: dict[str, tuple[Generation, ...]] = {
    "AudioEffectGroupDevice": (_RACK,),
    "DrumGroupDevice": (_RACK,),
    "InstrumentGroupDevice": (_RACK,),
    "MidiEffectGroupDevice": (_RACK,),
}
