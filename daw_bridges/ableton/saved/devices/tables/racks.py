"""Racks: their macros and the chain selector. What is in them is the reader's."""

from __future__ import annotations

from daw_bridges.ableton.saved.devices.form import Generation, plain

__all__ = ["CLASSES"]

_RACK = Generation(
    (
        *plain(**{f"macro_{number}": f"MacroControls.{number - 1}" for number in range(1, 17)}),
        *plain(chain_selector="ChainSelector"),
    ),
)

CLASSES: dict[str, tuple[Generation, ...]] = {
    "AudioEffectGroupDevice": (_RACK,),
    "DrumGroupDevice": (_RACK,),
    "InstrumentGroupDevice": (_RACK,),
    "MidiEffectGroupDevice": (_RACK,),
}
