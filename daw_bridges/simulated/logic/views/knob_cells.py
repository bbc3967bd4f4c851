"""Plug-in parameters under V-Pots: short names, lamps, and what turning, pushing and sliding do."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from daw_bridges.mackie.buttons import Button
from daw_bridges.mackie.fader_law import TOP
from daw_bridges.mackie.messages import RingMode
from daw_bridges.simulated.logic.desk import Desk
from daw_bridges.simulated.logic.inserts import set_knob
from daw_bridges.simulated.logic.knobs import Choice, Knob, Number
from daw_bridges.simulated.logic.lcd import CELL
from daw_bridges.simulated.logic.short_names import WIDTH, by_letters
from daw_bridges.simulated.logic.strips import PlugIn, Strip
from daw_bridges.simulated.logic.views.base import NO_RING, Shown

__all__ = ["by_words", "push_knob", "ring_of", "short_names", "slid_knob", "slide_knob", "turn_knob"]


def short_names(desk: Desk, knobs: Sequence[Knob]) -> list[str]:
    """The names of a plug-in's parameters in cells: as seen on Logic, else shortened, and no two alike.

    Names that the usual way makes alike share the six characters between their words; one with nothing at its
    right runs on there.
    """
    shorten = desk.project.shorten
    usual = [knob.shown if knob.shown and shorten is by_letters else shorten(knob.name) for knob in knobs]
    texts = [
        by_words(knob.name) if short.strip("-") and usual.count(short) > 1 else short
        for knob, short in zip(knobs, usual, strict=True)
    ]
    for place, (knob, behind) in enumerate(pairwise(knobs)):
        if not behind.name:
            texts[place : place + 2] = knob.name[:CELL], knob.name[CELL:]
    return texts


def by_words(name: str) -> str:
    """Six characters shared evenly between the words of a name, numbers kept.

    >>> by_words("Band 4 Compr Threshold"), by_words("Low Shelf Gain")
    ('Ba4CoT', 'LoShGa')
    """
    words = name.split()
    letters = [word for word in words if not word.isdigit()]
    room = WIDTH - sum(len(word) for word in words if word.isdigit())
    size, more = divmod(max(room, len(letters)), len(letters) or 1)
    shares = iter([size + 1] * more + [size] * (len(letters) - more))
    return "".join(word if word.isdigit() else word[: next(shares)] for word in words)[:WIDTH]


def ring_of(knob: Knob | None) -> Shown:
    """Lamps from the left up to the value; around the middle where a number goes to both sides."""
    if knob is None:
        return NO_RING
    value = 1 + round(10 * min(1.0, max(0.0, knob.fraction)))
    if isinstance(knob, Number) and knob.low == -knob.high:
        return Shown(RingMode.BOOST_CUT, value, centre=knob.value == 0)
    if isinstance(knob, Choice) and not knob.switches:
        return Shown(RingMode.DOT, value)
    return Shown(RingMode.WRAP, value)


def turn_knob(desk: Desk, strip: Strip, plug_in: PlugIn, knob: Knob, ticks: int) -> None:
    """Turns it; CMD/ALT is fine, OPTION goes to the next stop."""
    if Button.OPTION in desk.held:
        value = knob.to_stop(ticks)
    else:
        value = knob.turned(ticks, fine=Button.ALT in desk.held)
    set_knob(desk, strip, plug_in, knob, value)


def push_knob(desk: Desk, strip: Strip, plug_in: PlugIn, knob: Knob) -> None:
    """Pushes it: the default, or the other of two values."""
    set_knob(desk, strip, plug_in, knob, knob.pushed())


def slide_knob(desk: Desk, strip: Strip, plug_in: PlugIn, knob: Knob, position: int) -> None:
    """Moves the fader that stands for it (FLIP)."""
    set_knob(desk, strip, plug_in, knob, knob.slid(position / TOP))


def slid_knob(knob: Knob | None) -> int:
    """Where the fader that stands for it is."""
    return 0 if knob is None else round(knob.fraction * TOP)
