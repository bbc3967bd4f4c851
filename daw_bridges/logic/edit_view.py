"""Plug-in Edit view (and Instrument Edit view, which is alike): its pages, its parameters, its knobs.

Eight parameters make a page, and the last page is as full as the others: of 19 parameters it shows 12 to 19.
How many it has in common with the page before is told by what both read, and where that is not certain it
is counted, by going from one to the other parameter by parameter (CMD/ALT with the cursor).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from daw_bridges.logic.displays import read
from daw_bridges.logic.hands import Hands, held
from daw_bridges.logic.headings import Heading, heading, names_of, overlaps, page_banner, same_strip
from daw_bridges.logic.parameters import ShownParameter
from daw_bridges.logic.pulse import pressed
from daw_bridges.logic.views import LOWER, UPPER, MovedError, row_cells
from daw_bridges.mackie.buttons import STRIPS, Button

__all__ = ["EditView", "Window"]

_MOST_PAGES = 160
_BANNER_SECONDS = 4.0
_SETTLE_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class Window:
    """What one page reads."""

    names: tuple[str, ...]
    texts: tuple[str, ...]

    @property
    def rows(self) -> list[tuple[str, str]]:
        """Name and value of each of the eight."""
        return list(zip(self.names, self.texts, strict=True))


class EditView:
    """The parameters of one plug-in, while its Edit view is shown."""

    def __init__(self, hands: Hands) -> None:
        self.hands, self.pulse = hands, hands.desk.pulse
        self.title: Heading | None = None
        """What the heading read when it was looked at."""
        self.layout: tuple[tuple[str, ...], ...] = ()
        """The names on each page, once all were walked through."""
        self.count = 0

    def _strips(self) -> list[str]:
        strips = self.hands.desk.strips
        return [name for strip in strips for name in (strip.name, strip.short)] + [self.hands.seen.name]

    def _heading(self) -> Heading | None:
        surface = self.hands.surface
        if any(read(text).value is not None for text in row_cells(surface, LOWER)):
            return None
        return heading(surface.row(UPPER), self._strips())

    async def look(self) -> Heading:
        """The heading, for which NAME/VALUE is pressed and pressed again.

        Raises MovedError where it names another strip, insert or plug-in than before.
        """
        self.hands.check()
        found = self._heading()
        if found is None:
            await self.pulse.click(Button.NAME_VALUE)
            found = self._heading()
        await self.values()
        if found is None:
            raise MovedError("Logic's display does not say which plug-in it shows. Ask again.")
        self._compare(found)
        self.title, self.hands.stirred = found, False
        return found

    def _compare(self, found: Heading) -> None:
        known, seen = self.title, self.hands.seen
        if not any(same_strip(name, found.strip) for name in (seen.name, seen.strip.short)):
            raise MovedError(f"The display shows “{found.strip}” instead of “{seen.name}”: ask again.")
        slot = self.hands.place[1]
        if slot is not None and found.slot is not None and found.slot != slot:
            raise MovedError(f"The display shows insert {found.slot} instead of {slot}: ask again.")
        if known is not None and known.plug_in != found.plug_in:
            raise MovedError(f"The display shows {found.plug_in} instead of {known.plug_in}: ask again.")

    async def values(self) -> None:
        """Make sure that the rows read names over values."""
        for _ in range(3):
            if self._heading() is None:
                return
            await self.pulse.click(Button.NAME_VALUE)
        raise MovedError("Logic's display does not change from names to values. Ask again.")

    async def window(self) -> Window:
        """The page that is shown, once nothing covers it."""
        self.hands.check()
        surface = self.hands.surface
        if page_banner(surface.row(UPPER)) is not None:
            await self.pulse.link.until(
                lambda face: page_banner(face.row(UPPER)) is None, "the parameters' names", _BANNER_SECONDS
            )
        await self.pulse.link.quiet(timeout=_SETTLE_SECONDS)
        return Window(names_of(surface.row(UPPER)), row_cells(surface, LOWER))

    async def _cursor(self, button: Button, *, single: bool = False) -> None:
        self.hands.check()
        messages = held(Button.ALT, pressed(button)) if single else pressed(button)
        await self.pulse.send(*messages)

    async def home(self) -> None:
        """Go to the first page: it is shown when one more step back changes nothing."""
        for _ in range(_MOST_PAGES):
            before = await self.window()
            await self._cursor(Button.LEFT)
            banner = page_banner(self.hands.surface.row(UPPER))
            if (banner and banner[0] == 1) or await self.window() == before:
                return
        raise MovedError("Logic's display does not come to the first page of parameters. Ask again.")

    async def parameters(self) -> tuple[ShownParameter, ...]:
        """Every parameter in order, with what the display reads of it. Ends on the last page."""
        await self.values()
        await self.home()
        pages = [await self.window()]
        for _ in range(_MOST_PAGES):
            await self._cursor(Button.RIGHT)
            page = await self.window()
            if page == pages[-1]:
                break
            pages.append(page)
        common = await self._common(pages) if len(pages) > 1 else 0
        self.layout = tuple(page.names for page in pages)
        self.count = STRIPS * len(pages) - common
        return tuple(
            ShownParameter(self._index(number, cell), name, text, number + 1, cell)
            for number, page in enumerate(pages)
            for cell, (name, text) in enumerate(page.rows)
            if not (number == len(pages) - 1 and cell < common)
        )

    async def fits(self, layout: Sequence[tuple[str, ...]]) -> bool:
        """Whether the page that is shown is one of a plug-in with these pages."""
        return (await self.window()).names in layout

    def _index(self, page: int, cell: int) -> int:
        return self.count - STRIPS + cell if page and page == len(self.layout) - 1 else page * STRIPS + cell

    async def _common(self, pages: Sequence[Window]) -> int:
        """How many parameters of the last page were on the one before it already; the last is shown."""
        possible = overlaps(pages[-2].rows, pages[-1].rows)
        if len(possible) == 1:
            return 0
        if len(possible) == 2 and _distinct(pages, possible[1]):
            return possible[1]
        await self._cursor(Button.LEFT)
        steps = 0
        while steps < STRIPS and await self.window() != pages[-1]:
            await self._cursor(Button.RIGHT, single=True)
            steps += 1
        return STRIPS - steps

    async def show(self, wanted: ShownParameter) -> int:
        """Bring a parameter of ``parameters`` on the display; its cell. MovedError where it is not there."""
        for _ in range(len(self.layout) + 2):
            now = (await self.window()).names
            if now == self.layout[wanted.page - 1]:
                return wanted.cell
            if self.layout.count(now) != 1:
                await self.home()
                at = 1
            else:
                at = self.layout.index(now) + 1
            button = Button.RIGHT if wanted.page > at else Button.LEFT
            for _ in range(abs(wanted.page - at)):
                await self._cursor(button)
        raise MovedError("The parameters in Logic's display are not those that were read before. Ask again.")


def _distinct(pages: Sequence[Window], common: int) -> bool:
    """Whether one of the parameters that both pages show has a name that no other has."""
    every = [name for page in pages[:-1] for name in page.names] + list(pages[-1].names[common:])
    return any(every.count(name) == 1 and name.strip("- ") for name in pages[-1].names[:common])
