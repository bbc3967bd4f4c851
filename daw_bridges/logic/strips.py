"""The desk: Logic's mixer strips by their place, each brought under the surface and checked to be the one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace

from daw_bridges.errors import NotFoundError, RefusedError
from daw_bridges.logic.banking import Bank
from daw_bridges.logic.columns import Column, columns, pan_of
from daw_bridges.logic.guard import Guard, OutOfSightError, Watch
from daw_bridges.logic.pulse import Pulse
from daw_bridges.logic.steady import soloing
from daw_bridges.logic.strip import Strip
from daw_bridges.mackie.buttons import Button, StripButton
from daw_bridges.mackie.link import Link
from daw_bridges.mackie.messages import Message
from daw_bridges.mackie.surface import Surface

__all__ = ["Desk", "Seen"]

_ATTEMPTS = 8


@dataclass
class Seen:
    """A strip that is under the surface, in slot 0 … 7."""

    desk: Desk
    strip: Strip
    slot: int

    @property
    def name(self) -> str:
        """The strip's whole name."""
        return self.strip.name

    @property
    def surface(self) -> Surface:
        """What the surface shows now."""
        return self.desk.surface

    def in_sight(self, _surface: Surface) -> bool:
        """Whether the names on the display still say that it is this strip (in a view that shows names)."""
        return self.desk.bank.slot(self.strip.place) == self.slot

    def selected(self, surface: Surface) -> bool:
        """Whether the lamp says that this strip is the selected one (in every view)."""
        return surface.lit(StripButton.SELECT + self.slot)

    async def write(self, *messages: Message) -> Watch:
        """Send what changes this strip, in a view that shows names (see ``Guard.write``)."""
        return await self.desk.guard.write(*messages, sight=self.in_sight)


class Desk:
    """The mixer through one surface. ``strips`` and ``tracks`` are what the last scan found."""

    def __init__(self, link: Link, timeout: float = 2.0, settle: float = 0.1) -> None:
        self.link = link
        self.pulse = Pulse(link, timeout, settle)
        self.bank = Bank(self.pulse)
        self.guard = Guard(self.pulse, self.bank)
        self.turn = asyncio.Lock()
        """Held by whoever uses the surface: snapshots, actions and the observer take turns."""
        self.strips: tuple[Strip, ...] = ()
        self.tracks: tuple[int, ...] = ()
        """The strip's place of each of the session's tracks."""

    @property
    def surface(self) -> Surface:
        """What the surface shows now."""
        return self.link.surface

    def strip(self, track_index: int) -> Strip:
        """The strip of the session's track at that index (from 0)."""
        return self.strips[self.tracks[track_index]]

    def learn(self, place: int, shown: Column) -> None:
        """Keep what a strip reads now."""
        strips = list(self.strips)
        strips[place] = replace(strips[place], shown=shown)
        self.strips = tuple(strips)

    def learn_all(self, shown: Sequence[Column]) -> None:
        """Keep what all strips read now."""
        pairs = zip(self.strips, shown, strict=True)
        self.strips = tuple(replace(strip, shown=column) for strip, column in pairs)

    def learn_visible(self) -> None:
        """Keep what the surface shows of the eight strips under it: faders and lamps are always told."""
        origin = self.bank.where()
        if origin is None:
            return
        for strip, now in zip(self.strips[origin:], columns(self.surface), strict=False):
            mute = strip.shown.mute if soloing(self.surface) else now.mute
            level = strip.shown.level if now.fader == strip.shown.fader else None
            self.learn(strip.place, replace(now, pan=strip.shown.pan, mute=mute, level=level))

    async def park(self) -> None:
        """Leave the surface over the selected strip, where the user works: moves there are told at once."""
        chosen = [strip.place for strip in self.strips if strip.shown.selected]
        if len(chosen) == 1:
            await self.base()
            await self.bank.show(chosen[0])

    async def base(self) -> None:
        """Show the base view: names above, panning below. Raises RefusedError where Logic will not."""
        for _ in range(_ATTEMPTS):
            wrong = self._not_base()
            if wrong is None:
                return
            await self.pulse.click(wrong)
        raise RefusedError(
            "Logic does not show its Pan view on the control surface. Look whether Logic waits for something "
            "on its screen, then try again."
        )

    def _not_base(self) -> Button | None:
        """The button that leads nearer to the base view; None in it."""
        surface = self.surface
        if surface.view is not Button.PAN or "." in surface.mode:
            return Button.PAN
        switched = next((b for b in (Button.FLIP, Button.GLOBAL_VIEW) if surface.lit(b)), None)
        return switched or (Button.NAME_VALUE if self.values_shown else None)

    @property
    def values_shown(self) -> bool:
        """Whether the base view shows what panning is instead of names."""
        texts = [text for text in self.surface.cells(1) if text]
        return bool(texts) and all(pan_of(text) is not None for text in texts)

    @asynccontextmanager
    async def sight(self, place: int) -> AsyncGenerator[Seen]:
        """The strip at a place, under the surface in the base view; it need not be the selected one."""
        await self.base()
        if not 0 <= place < len(self.strips):
            raise NotFoundError("channel strip", f"#{place + 1}", [strip.name for strip in self.strips])
        origin = self.bank.where()
        if origin is not None and not self.bank.unique(origin):
            # A bank that reads the same may have taken its place unseen: it is counted anew.
            self.bank.doubt()
        yield Seen(self, self.strips[place], await self.bank.show(place))

    @asynccontextmanager
    async def on(self, track_index: int) -> AsyncGenerator[Seen]:
        """The strip of a session's track, under the surface and selected, so that Channel views are about it.

        It begins in the base view; the one who uses it changes views as needed and need not change back.
        """
        async with self.sight(self.tracks[track_index]) as seen:
            await self._select(seen)
            yield seen

    async def _select(self, seen: Seen) -> None:
        for _ in range(_ATTEMPTS):
            if seen.in_sight(self.surface) and seen.selected(self.surface):
                return
            seen.slot = await self.bank.show(seen.strip.place)
            if not seen.selected(self.surface):
                await self.pulse.click(StripButton.SELECT + seen.slot)
        raise OutOfSightError(
            f"“{seen.name}” does not stay selected. Try again while nobody selects tracks in Logic."
        )
