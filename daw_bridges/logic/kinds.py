"""What each strip is: global views show those of one kind alone, the Instrument view who has instruments.

Source: Apple's Control Surfaces Support Guide, Global View buttons and Instrument Mixer view.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from daw_bridges.logic.columns import names
from daw_bridges.logic.pages import Pages
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
    instruments = await _instruments(desk)
    await desk.base()
    counts: dict[StripKind, Counter[str]] = {}
    try:
        for button, kind in _VIEWS:
            counts[kind] = counts.get(kind, Counter()) + await _shown(desk, button)
    finally:
        await desk.pulse.click(Button.GLOBAL_VIEW)
    return _told(desk.bank.shorts, instruments, counts)


async def _instruments(desk: Desk) -> set[int]:
    """The places of the strips that have a place for an instrument; none where the view does not tell."""
    pages, found = Pages(desk, Button.INSTRUMENT), set[int]()
    async for origin in pages.banks():
        found |= {origin + slot for slot, text in enumerate(await pages.values()) if text}
    return found if len(found) < len(desk.bank.shorts) else set()


async def _shown(desk: Desk, button: Button) -> Counter[str]:
    """The names in a global view, each as often as it is there."""
    lefts = [Button.BANK_LEFT] * (len(desk.bank.shorts) // STRIPS + 1)
    await desk.pulse.click(button, *lefts)
    found = list(names(desk.surface))
    while found[-1]:
        before = names(desk.surface)
        await desk.pulse.click(Button.BANK_RIGHT)
        new = _behind(before, names(desk.surface))
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


def _told(
    shorts: Sequence[str], instruments: Collection[int], counts: Mapping[StripKind, Counter[str]]
) -> tuple[StripKind, ...]:
    """One kind a strip. Where several kinds read alike, tracks stand before auxes before outputs."""
    kinds: list[StripKind] = []
    seen: Counter[tuple[StripKind, str]] = Counter()
    for place, short in enumerate(shorts):
        fitting = [kind for kind, there in counts.items() if short in there]
        if place in instruments and StripKind.INSTRUMENT in fitting:
            fitting = [StripKind.INSTRUMENT]
        elif instruments and len(fitting) > 1:
            fitting = [kind for kind in fitting if kind is not StripKind.INSTRUMENT]
        left = [kind for kind in fitting if seen[kind, short] < counts[kind][short]]
        kind = next(iter(left or fitting), StripKind.OTHER)
        seen[kind, short] += 1
        kinds.append(kind)
    return tuple(kinds)
