"""What each strip is, told by the global views: the surface shows the strips of one kind alone.

Source: Apple's Control Surfaces Support Guide, Global View buttons.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from daw_bridges.logic.columns import names
from daw_bridges.logic.strip import StripKind
from daw_bridges.logic.strips import Desk
from daw_bridges.mackie.buttons import STRIPS, Button

__all__ = ["read_kinds"]

_VIEWS = (
    (Button.AUDIO_TRACKS, StripKind.AUDIO),
    (Button.INSTRUMENTS, StripKind.INSTRUMENT),
    (Button.MIDI_TRACKS, StripKind.INSTRUMENT),
    (Button.AUX, StripKind.AUX),
    (Button.OUTPUTS, StripKind.OUTPUT),
)
"""In the order in which they stand in the mixer."""


async def read_kinds(desk: Desk) -> tuple[StripKind, ...]:
    """The kind of each strip, in order; what is in none of these views (inputs, busses) is ``OTHER``."""
    await desk.base()
    counts: dict[StripKind, Counter[str]] = {}
    try:
        for button, kind in _VIEWS:
            counts[kind] = counts.get(kind, Counter()) + await _shown(desk, button)
    finally:
        await desk.pulse.click(Button.GLOBAL_VIEW)
    return _told(desk.bank.shorts, counts)


async def _shown(desk: Desk, button: Button) -> Counter[str]:
    """The names in a global view, each as often as it is there."""
    lefts = [Button.BANK_LEFT] * (len(desk.strips or desk.bank.shorts) // STRIPS + 1)
    await desk.pulse.click(button, *lefts)
    found = list(names(desk.surface))
    while found[-1]:
        before = names(desk.surface)
        await desk.pulse.click(Button.BANK_RIGHT)
        now = names(desk.surface)
        new = _behind(before, now)
        if not new:
            break
        found += new
    return Counter(name for name in found if name)


def _behind(before: Sequence[str], now: Sequence[str]) -> list[str]:
    """What came into sight on the right."""
    for steps in range(STRIPS + 1):
        if list(before[steps:]) == list(now[: STRIPS - steps]):
            return list(now[STRIPS - steps :])
    return list(now)


def _told(shorts: Sequence[str], counts: dict[StripKind, Counter[str]]) -> tuple[StripKind, ...]:
    """One kind a strip. Where several kinds read alike, tracks stand before auxes before outputs."""
    kinds: list[StripKind] = []
    for short in shorts:
        kind = next((kind for kind, names in counts.items() if names[short] > 0), StripKind.OTHER)
        if kind is not StripKind.OTHER:
            counts[kind][short] -= 1
        kinds.append(kind)
    return tuple(kinds)
