"""Send Channel view: a strip's eight sends, two to a page: destination, level, position, mute.

A destination is turned to and flashes until it is pushed; levels change at once. What a return is called is
no destination's name: sends go to busses, and a return is the aux that listens to the bus.

Sources: Apple's Control Surfaces Support Guide, Send Channel view; the labels as logician-mcp read them on
Logic 12.3 (``Sen1In``, ``Send 1``, ``Sen1Po``, ``Sen1Mu``).
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from daw_bridges.errors import NotPossibleError, TimedOutError
from daw_bridges.logic.displays import Reading, read, same_text, shortens
from daw_bridges.logic.hands import Hands, Held
from daw_bridges.logic.knobs import CellKnob
from daw_bridges.logic.strips import Desk
from daw_bridges.logic.titled import TitledView
from daw_bridges.logic.turning import Found, seek_number, seek_text
from daw_bridges.logic.views import LOWER, UPPER, MovedError, View, Views, row_cells
from daw_bridges.mackie.buttons import Button
from daw_bridges.quantities import Unit

__all__ = ["SEND_SLOTS", "SendSlot", "SendView", "level_of", "same_bus"]

SEND_SLOTS = 8
_EMPTY = "--"
_FIELDS = 4
_LABEL = re.compile(r"^S(?:en(?:d)?)?\s*(\d)", re.IGNORECASE)
_FLASH_SECONDS = 2.0
_RUNS_ON = re.compile(r"\s{3,}")
_PRE = re.compile(r"^pre", re.IGNORECASE)
_OFF = frozenset({"", "off", "on", "active", "no", "unmuted"})


@dataclass(frozen=True, slots=True)
class SendSlot:
    """A send (from 1) as the display reads it; ``level`` in dB, −∞ for one that is empty."""

    number: int
    destination: str
    level: float = -math.inf
    position: str = ""
    muted: bool = False

    @property
    def free(self) -> bool:
        """Whether it goes nowhere."""
        return self.destination in ("", _EMPTY)

    @property
    def pre(self) -> bool:
        """Whether it is taken before the fader."""
        return bool(_PRE.match(self.position))


def level_of(text: str) -> float:
    """A displayed level in dB."""
    reading = read(text, Unit.DB)
    return -math.inf if reading.value is None else reading.value


def same_bus(shown: str, bus: str) -> bool:
    """Whether a text of the display is the bus (or input, or output) of that name."""
    return same_text(shown, bus) or shortens(shown, bus)


class SendView(TitledView):
    """The sends of the selected strip."""

    def __init__(self, desk: Desk, seen: Held) -> None:
        super().__init__(Hands(desk, seen, (View.SEND, None)))
        self.views = Views(desk.pulse)

    async def enter(self) -> None:
        """Show the sends, labels over values."""
        await self.views.enter(View.SEND)
        await self.values()
        for _ in range(3):
            if self._labels(UPPER):
                return
            await self.pulse.click(Button.NAME_VALUE)
        raise MovedError("Logic's display does not show the sends. Try again.")

    def _labels(self, row: int) -> tuple[int, ...]:
        """The numbers of the sends whose labels a row reads, in order."""
        found = [_LABEL.match(text) for text in row_cells(self.hands.surface, row)]
        return tuple(dict.fromkeys(int(each[1]) for each in found if each))

    async def sends(self) -> tuple[SendSlot, ...]:
        """All sends up to the page where there is none."""
        await self.enter()
        await self._home()
        found: dict[int, SendSlot] = {}
        while len(found) < SEND_SLOTS:
            page = self._page()
            if not page or page.keys() <= found.keys():
                break
            found |= page
            # Logic fills them from above.
            if all(send.free for send in page.values()):
                break
            await self.cursor(Button.RIGHT)
        return tuple(found[number] for number in sorted(found))

    async def _home(self) -> None:
        for _ in range(SEND_SLOTS):
            if 1 in self._labels(UPPER):
                return
            await self.cursor(Button.LEFT)

    def _page(self) -> dict[int, SendSlot]:
        self.hands.check()
        texts = row_cells(self.hands.surface, LOWER)
        page: dict[int, SendSlot] = {}
        for half, number in enumerate(self._labels(UPPER)):
            destination, level, position, mute = texts[half * _FIELDS : (half + 1) * _FIELDS]
            muted = mute.casefold() not in _OFF
            page[number] = SendSlot(number, destination, level_of(level), position, muted)
        return page

    async def cell(self, number: int) -> int:
        """Bring a send on the display; the cell of its destination."""
        await self.enter()
        for _ in range(SEND_SLOTS):
            labels = self._labels(UPPER)
            if number in labels:
                return labels.index(number) * _FIELDS
            await self.cursor(Button.LEFT if labels and number < labels[0] else Button.RIGHT)
        raise NotPossibleError(f"“{self.hands.seen.name}” has no send {number}.")

    def _knob(self, cell: int, unit: Unit | None = None) -> CellKnob:
        return CellKnob(self, cell, row_cells(self.hands.surface, UPPER)[cell], unit)

    async def labelled(self, label: str) -> CellKnob | None:
        """The V-Pot of what has that label; None where it has none."""
        number = _LABEL.match(label)
        if number is None:
            return None
        first = await self.cell(int(number[1]))
        labels = row_cells(self.hands.surface, UPPER)[first : first + _FIELDS]
        return self._knob(first + labels.index(label)) if label in labels else None

    async def set_level(self, number: int, db: float) -> Found:
        """Turn a send's level until it reads that many dB (−∞ … +6)."""
        cell = await self.cell(number) + 1
        found = await seek_number(self._knob(cell, Unit.DB), db, Unit.DB)
        if self.hands.stirred:
            await self.look()
        return found

    async def set_muted(self, number: int, *, muted: bool) -> bool:
        """Mute a send, or let it sound; whether the display shows it so."""
        cell = await self.cell(number) + _FIELDS - 1
        knob = self._knob(cell)
        now = await knob.read()
        if (now.text.casefold() not in _OFF) is not muted:
            now = await knob.push()
        return (now.text.casefold() not in _OFF) is muted

    async def set_pre(self, number: int, *, pre: bool) -> bool:
        """Take a send before or behind the fader; whether the display shows it so."""
        cell = await self.cell(number) + 2
        found, _ = await seek_text(self._knob(cell), lambda text: bool(_PRE.match(text)) is pre)
        return found.exact

    async def assign(self, number: int, bus: str) -> bool:
        """Turn a send's destination to a bus (``--`` takes it out) and confirm; whether it reads so then."""
        cell = await self.cell(number)
        knob = _Destination(self.hands, cell)
        found, _ = await seek_text(knob, lambda text: same_bus(text, bus))
        if not found.exact:
            return False
        if self.hands.stirred:
            await self.look()
        await self.hands.push(cell)
        await self.look()
        page = self._page()
        return number in page and same_bus(page[number].destination or _EMPTY, bus)


class _Destination:
    """The V-Pot of a destination: what it is turned to flashes, and nothing happens until it is pushed."""

    def __init__(self, hands: Hands, cell: int) -> None:
        self._hands, self._cell = hands, cell

    async def read(self) -> Reading:
        surface, link = self._hands.surface, self._hands.desk.link
        try:
            await link.until(lambda face: bool(face.cell(LOWER, self._cell)), "a destination", _FLASH_SECONDS)
        except TimedOutError:
            return Reading("")
        self._hands.check()
        if _LABEL.match(surface.cell(UPPER, self._cell)) and "  " not in surface.cell(LOWER, self._cell):
            label = surface.cell(UPPER, self._cell)
            if not re.fullmatch(r"Send\s*\d.*Dest.*", label):
                return Reading(surface.cell(LOWER, self._cell))
        return Reading(_RUNS_ON.split(surface.row(LOWER)[self._cell * 7 :].strip())[0].strip())

    async def turn(self, ticks: int, *, fine: bool = False) -> Reading:
        await self._hands.turn(self._cell, ticks, fine=fine)
        return await self.read()
