"""A Channel view with a heading: NAME/VALUE switches between a heading over names, and names over values."""

from __future__ import annotations

from daw_bridges.logic.displays import read
from daw_bridges.logic.hands import Hands, held
from daw_bridges.logic.headings import Heading, heading, same_strip
from daw_bridges.logic.pulse import pressed
from daw_bridges.logic.views import LOWER, UPPER, MovedError, row_cells
from daw_bridges.mackie.buttons import Button

__all__ = ["TitledView"]

_QUIET = 0.005


class TitledView:
    """What all such views have in common."""

    def __init__(self, hands: Hands) -> None:
        self.hands, self.pulse = hands, hands.desk.pulse
        self.title: Heading | None = None
        """What the heading read when it was looked at."""

    # -- names or values ------------------------------------------------------------------------------------

    def _strips(self) -> list[str]:
        strips = self.hands.desk.strips
        return [name for strip in strips for name in (strip.name, strip.short)] + [self.hands.seen.name]

    def _heading(self) -> Heading | None:
        surface = self.hands.surface
        if any(read(text).value is not None for text in row_cells(surface, LOWER)):
            return None
        return heading(surface.row(UPPER), self._strips())

    async def names(self) -> Heading:
        """Make sure that the rows read a heading over names; the heading."""
        for _ in range(3):
            if (found := self._heading()) is not None:
                return found
            self.hands.check()
            await self.pulse.click(Button.NAME_VALUE)
        raise MovedError("Logic's display does not say which plug-in it shows. Try again.")

    async def values(self) -> None:
        """Make sure that the rows read names over values."""
        for _ in range(3):
            if self._heading() is None:
                return
            await self.pulse.click(Button.NAME_VALUE)
        raise MovedError("Logic's display does not change from names to values. Try again.")

    async def look(self) -> Heading:
        """The heading, for which NAME/VALUE is pressed and pressed again.

        Raises MovedError where it names another strip, insert or plug-in than before.
        """
        self.hands.check()
        found = await self.names()
        await self.values()
        self.compare(found)
        self.title = found
        self.hands.calm()
        return found

    def compare(self, found: Heading) -> None:
        """Raise MovedError where a heading is not the one that is expected here."""
        known, seen = self.title, self.hands.seen
        if not any(same_strip(name, found.strip) for name in (seen.name, seen.strip.short)):
            raise MovedError(f"The display shows “{found.strip}” instead of “{seen.name}”. Try again.")
        slot = self.hands.place[1]
        if slot is not None and found.slot is not None and found.slot != slot:
            raise MovedError(f"The display shows insert {found.slot} instead of {slot}. Try again.")
        if known is not None and known.plug_in != found.plug_in:
            raise MovedError(f"The display shows {found.plug_in} instead of {known.plug_in}. Try again.")

    # -- pages ----------------------------------------------------------------------------------------------

    async def cursor(self, button: Button, times: int = 1, *, single: bool = False) -> None:
        """Press a cursor key, for a page each; ``single`` (CMD/ALT held) for a parameter each."""
        self.hands.check()
        messages = [message for _ in range(times) for message in pressed(button)]
        await self.pulse.send(*(held(Button.ALT, messages) if single else messages))
        await self.pulse.link.quiet(_QUIET)
