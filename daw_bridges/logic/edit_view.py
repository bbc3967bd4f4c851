"""Plug-in Edit view (and Instrument Edit view, which is alike): its heading, its pages, its parameters.

Eight parameters make a page, and the last page is as full as the others: of 19 parameters it shows 12 to 19.
How many it has in common with the page before is told by what both read, and where that is not certain it
is counted, by going from one to the other parameter by parameter (CMD/ALT with the cursor).

The names are read in Name state, with the page's number beside them; the values in Value state, where the
page's number covers the last two names for a second or so, but no value.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from daw_bridges.logic.hands import Hands
from daw_bridges.logic.headings import names_of, overlaps, page_banner
from daw_bridges.logic.parameters import ShownParameter
from daw_bridges.logic.titled import TitledView
from daw_bridges.logic.views import LOWER, UPPER, MovedError, row_cells
from daw_bridges.mackie.buttons import STRIPS, Button

__all__ = ["EditView"]

_MOST_PAGES = 160
_COVERED = 2
"""The last two names are covered by the page's number."""


@dataclass(frozen=True, slots=True)
class _Page:
    """What one page reads."""

    names: tuple[str, ...]
    texts: tuple[str, ...]

    @property
    def rows(self) -> list[tuple[str, str]]:
        return list(zip(self.names, self.texts, strict=True))


class EditView(TitledView):
    """The parameters of one plug-in, while its Edit view is shown."""

    def __init__(self, hands: Hands) -> None:
        super().__init__(hands)
        self.layout: tuple[tuple[str, ...], ...] = ()
        """The names on each page, once all were walked through."""
        self.count = 0

    async def parameters(self) -> tuple[ShownParameter, ...]:
        """Every parameter in order, with what the display reads of it. Ends on the first page."""
        names = await self._walk()
        self.compare(await self.names())
        await self.values()
        self.layout = tuple(names)
        texts = [self._texts()]
        for number in range(len(names) - 1, 0, -1):
            await self.cursor(Button.LEFT)
            self._check_page(number - 1)
            texts.insert(0, self._texts())
        pages = [_Page(*page) for page in zip(names, texts, strict=True)]
        common = await self._common(pages) if len(pages) > 1 else 0
        self.count = STRIPS * len(pages) - common
        return tuple(
            ShownParameter(self._index(number, cell), name, text, number + 1, cell)
            for number, page in enumerate(pages)
            for cell, (name, text) in enumerate(page.rows)
            if not (number and number == len(pages) - 1 and cell < common)
        )

    async def _walk(self) -> list[tuple[str, ...]]:
        """The names on every page. Ends on the last page, in Name state."""
        title = await self.names()
        self.compare(title)
        if title.page > 1:
            await self.cursor(Button.LEFT, title.page + 1)
        names: list[tuple[str, ...]] = []
        for number in range(1, min(title.pages, _MOST_PAGES) + 1):
            if number > 1:
                await self.cursor(Button.RIGHT)
            now = await self.names()
            if (now.page, now.pages) != (number, title.pages):
                raise MovedError("The pages in Logic's display changed while they were read. Try again.")
            names.append(names_of(self.hands.surface.row(LOWER)))
        return names

    def _texts(self) -> tuple[str, ...]:
        self.hands.check()
        return row_cells(self.hands.surface, LOWER)

    def _shows(self, names: Sequence[str]) -> bool:
        """Whether the upper row reads these names, as far as it is not covered."""
        row = self.hands.surface.row(UPPER)
        upto = STRIPS - _COVERED if page_banner(row) is not None else STRIPS
        return names_of(row)[:upto] == tuple(names[:upto])

    def _check_page(self, number: int) -> None:
        self.hands.check()
        if not self._shows(self.layout[number]):
            raise MovedError("The parameters in Logic's display are not those that were read. Try again.")

    def _index(self, page: int, cell: int) -> int:
        return self.count - STRIPS + cell if page and page == len(self.layout) - 1 else page * STRIPS + cell

    async def _common(self, pages: Sequence[_Page]) -> int:
        """How many parameters of the last page were on the one before it already."""
        possible = overlaps(pages[-2].rows, pages[-1].rows)
        if len(possible) == 1:
            return 0
        if len(possible) == 2 and _distinct(pages, possible[1]):
            return possible[1]
        await self.cursor(Button.RIGHT, len(pages) - 2)
        steps = 0
        while steps < STRIPS and (self._texts() != pages[-1].texts or not self._shows(pages[-1].names)):
            await self.cursor(Button.RIGHT, single=True)
            steps += 1
        await self.cursor(Button.LEFT, len(pages))
        return STRIPS - steps

    def fits(self, layout: Sequence[Sequence[str]]) -> bool:
        """Whether the page that is shown is one of a plug-in with these pages."""
        return any(map(self._shows, layout))

    async def show(self, wanted: ShownParameter) -> int:
        """Bring a parameter of ``parameters`` on the display; its cell. MovedError where it is not there."""
        number = wanted.page - 1
        if not self._shows(self.layout[number]):
            at = [page for page, names in enumerate(self.layout) if self._shows(names)]
            if len(at) != 1:
                await self.cursor(Button.LEFT, len(self.layout))
                at = [0]
            away = number - at[0]
            if away:
                await self.cursor(Button.RIGHT if away > 0 else Button.LEFT, abs(away))
        self._check_page(number)
        return wanted.cell


def _distinct(pages: Sequence[_Page], common: int) -> bool:
    """Whether one of the parameters that both pages show has a name that no other has."""
    every = [name for page in pages[:-1] for name in page.names] + list(pages[-1].names[common:])
    return any(every.count(name) == 1 and name.strip("- ") for name in pages[-1].names[:common])
