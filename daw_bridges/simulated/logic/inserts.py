"""What a surface does to a strip's insert slots and to its instrument: choose, insert, remove, bypass."""

from __future__ import annotations

from daw_bridges.simulated.logic.desk import Desk
from daw_bridges.simulated.logic.knobs import Knob
from daw_bridges.simulated.logic.plugins import library_of
from daw_bridges.simulated.logic.preselecting import NONE, Preselection
from daw_bridges.simulated.logic.short_names import WIDTH, by_letters
from daw_bridges.simulated.logic.strips import PlugIn, Strip, StripKind

__all__ = ["bypass", "choose", "choose_instrument", "insert", "insert_instrument", "set_knob", "shown_name"]


_SEEN = {
    "Compressor": "Comprs",
    "Channel EQ": "Cha EQ",
    "Tape Delay": "TapDel",
    "Space Designer": "SpaceD",
    "DeEsser 2": "DeEss2",
    "Clip Distortion": "ClpDis",
    "Expander": "Expndr",
    "Limiter": "Limitr",
    "Overdrive": "Ovrdrv",
    "Bitcrusher": "Bitcrs",
    "AutoFilter": "AutFil",
}
"""Plug-ins in cells as Logic 12.3 showed them (logician-mcp); of the last three five letters were seen."""


def shown_name(desk: Desk, plug_in: PlugIn | None) -> str:
    """A plug-in's name in a cell: shortened, with an asterisk before it when it is bypassed, six in all."""
    if plug_in is None:
        return NONE
    short = desk.short(plug_in.name)
    if desk.project.shorten is by_letters:
        short = _SEEN.get(plug_in.name, short)
    return f"*{short}"[:WIDTH] if plug_in.bypassed else short


def choose(desk: Desk, waiting: Preselection, strip: Strip, slot: int, ticks: int) -> None:
    """Goes through the insert menu for a slot (from 0)."""
    if strip.kind is StripKind.MASTER:
        return
    there = strip.inserts[slot]
    library = library_of(desk.project)
    options = (NONE, *library.menu(library.effects))
    waiting.turn((strip, slot), options, there.name + library.format if there else NONE, ticks)


def insert(desk: Desk, waiting: Preselection, strip: Strip, slot: int) -> PlugIn | None:
    """Pushed: what was chosen goes into the slot; the plug-in that is there then."""
    there, changed, made = _taken(desk, waiting.take((strip, slot)), strip.inserts[slot])
    if changed:
        desk.project.fill(strip, slot, made)
        _close(desk, there)
    return made


def _taken(desk: Desk, entry: str | None, there: PlugIn | None) -> tuple[PlugIn | None, bool, PlugIn | None]:
    """What is there, whether a menu's entry changes it, and what is there then."""
    library = library_of(desk.project)
    if entry is None or (there is not None and there.name + library.format == entry):
        return there, False, there
    return there, True, None if entry == NONE else library.make(entry)


def _close(desk: Desk, plug_in: PlugIn | None) -> None:
    library = library_of(desk.project)
    if library.window is plug_in:
        library.window = None


def bypass(desk: Desk, strip: Strip, slot: int) -> None:
    """Pushed with SHIFT held: bypassed, or no longer."""
    if plug_in := strip.inserts[slot]:
        desk.project.set(
            plug_in, "bypassed", not plug_in.bypassed, strip=strip, what=f"insert {slot + 1} bypassed"
        )


def choose_instrument(desk: Desk, waiting: Preselection, strip: Strip, ticks: int) -> None:
    """Goes through the instrument menu."""
    if strip.kind is StripKind.INSTRUMENT:
        library = library_of(desk.project)
        now = strip.instrument.name + library.format if strip.instrument else NONE
        waiting.turn((strip, "instrument"), (NONE, *library.menu(library.instruments)), now, ticks)


def insert_instrument(desk: Desk, waiting: Preselection, strip: Strip) -> PlugIn | None:
    """Pushed: the chosen instrument; the one that is there then."""
    there, changed, made = _taken(desk, waiting.take((strip, "instrument")), strip.instrument)
    if changed:
        strip.instrument = made
        desk.project.note(strip, "instrument", there.name if there else None, made.name if made else None)
        _close(desk, there)
    return made


def set_knob(desk: Desk, strip: Strip, plug_in: PlugIn, knob: Knob, value: float) -> None:
    """Sets a parameter and writes it down under the plug-in's and its own name."""
    desk.project.set(knob, "value", value, strip=strip, what=f"{plug_in.name}: {knob.name}")
