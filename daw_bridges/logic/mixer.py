"""Setting a control of a mixer strip until the surface reads it, and putting back what a write hit instead.

Every write can land on the wrong strip (see ``guard``). Where the view moved while one was on its way, all
strips are read again: if the one that was meant does not read what it should, one of those that lay in its
place was hit, and gets back what it read before, by the same procedure and within a bounded number of writes.
"""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, TypeVar

from daw_bridges.errors import OrbitError, RefusedError
from daw_bridges.logic.aims import Aim, PanAim
from daw_bridges.logic.banking import ChangedError, MovingError
from daw_bridges.logic.columns import Column, columns, names_of
from daw_bridges.logic.guard import OutOfSightError, Watch
from daw_bridges.logic.scanning import scan
from daw_bridges.logic.steady import steady_mutes
from daw_bridges.logic.strip import Strip
from daw_bridges.logic.strips import Desk, Seen
from daw_bridges.mackie.buttons import Button
from daw_bridges.readback import read_back

__all__ = ["Mixer", "NotAppliedError"]

_WRITES = 64
"""How many writes one action may take, those that put something back among them."""
_PATIENCE = 8
"""How often what a write may have hit is looked for, while the mixer moves."""

_T = TypeVar("_T")


class NotAppliedError(RefusedError):
    """Logic was told and reads something else; ``observed`` says what."""

    def __init__(self, message: str, observed: dict[str, Any]) -> None:
        super().__init__(message)
        self.observed = observed


class Mixer:
    """The controls of all strips."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._left = _WRITES

    async def set(self, place: int, aim: Aim) -> dict[str, Any]:
        """Set a control of the strip at a place; what it reads then, in the terms of the action.

        Raises NotAppliedError when it cannot be set to that, RefusedError when the mixer does not keep still,
        ChangedError when the strips are others than those that were read; and as ``Pulse.send`` does.
        """
        self._left = _WRITES
        return aim.observed(await self._reach(place, aim))

    async def _reach(self, place: int, aim: Aim) -> Column:
        heard: Column | None = None
        asked = False
        while True:
            async with self._desk.sight(place) as seen:
                shown = await self._shown(seen, aim, heard)
                if aim.reached(shown) and asked:
                    self._desk.learn(place, shown)
                    return shown
                if aim.reached(shown):
                    # What the surface shows may be older than what the user did a moment ago.
                    await self._desk.pulse.send()
                    asked = True
                    continue
                closer = aim if heard is None else aim.closer(shown)
                if closer is None or self._left <= 0:
                    raise self._gives_up(seen, aim, shown)
                aim, self._left = closer.prepared(shown), self._left - 1
                heard = await self._write(seen, aim, shown)
                asked = True

    async def _shown(self, seen: Seen, aim: Aim, heard: Column | None) -> Column:
        """The strip as it reads now; ``heard`` is what the display said in passing when it was last set."""
        shown = columns(self._desk.surface)[seen.slot]
        if aim.blinks and shown.mute:
            shown = replace(shown, mute=(await steady_mutes(self._desk.pulse))[seen.slot])
        known = self._desk.strips[seen.strip.place].shown if heard is None else heard
        shown = replace(shown, level=heard.level if heard else None, pan=known.pan)
        if isinstance(aim, PanAim) and (shown.pan is None or (heard is None and aim.reached(shown))):
            shown = replace(shown, pan=await self._pan(seen))
        return shown

    async def _pan(self, seen: Seen) -> int | None:
        """What a strip's panning reads: the small lamp says centre, else the values are called up."""
        ring = self._desk.surface.ring(seen.slot)
        if ring is not None and ring.centre:
            return 0
        await self._desk.pulse.click(Button.NAME_VALUE)
        pan = columns(self._desk.surface)[seen.slot].pan
        await self._desk.pulse.click(Button.NAME_VALUE)
        # Where the bank moved meanwhile, it was another strip's.
        return pan if seen.in_sight(self._desk.surface) else None

    async def _write(self, seen: Seen, aim: Aim, shown: Column) -> Column | None:
        """Send; the strip with what was heard of it. None where it has to be looked at anew."""
        self._desk.learn_visible()
        before = [strip.shown for strip in self._desk.strips]
        try:
            watch = await seen.write(*aim.messages(seen.slot))
        except OutOfSightError:
            return None
        if not watch.moved and self._desk.bank.unique(self._desk.bank.where() or 0):
            return aim.heard(watch, seen.slot, shown)
        await self._recover(seen, aim, before, watch)
        return None

    async def _recover(self, seen: Seen, aim: Aim, before: list[Column], watch: Watch) -> None:
        """Find what was hit, if it was not the strip that was meant, and put it back."""
        self._desk.bank.doubt()
        after = list(await self._patiently(lambda: scan(self._desk)))
        if names_of(after) != names_of(before):
            await self._recover_by_name(seen, aim, before, after)
            raise ChangedError("Tracks came, went or were renamed in Logic while a strip was being set.")
        self._desk.learn_all(after)
        if aim.reached(after[seen.strip.place]):
            return
        for place in self._suspects(seen, watch):
            if place != seen.strip.place and aim.did(before[place], after[place]):
                await self._put_back(place, aim.back(before[place], after[place]), before[place])

    async def _put_back(self, place: int, back: Aim, was: Column) -> None:
        """Have a strip that was hit read what it read before. Raises MovingError saying what is left."""
        try:
            await self._patiently(lambda: self._reach(place, back))
        except MovingError:
            reads = read_back(back.observed(was))
            raise MovingError(
                f"A move meant for another strip reached “{self._desk.strips[place].name}”, and the mixer "
                f"moved too often for it to be put back: it read {reads} before. Set it so in Logic."
            ) from None

    async def _patiently(self, work: Callable[[], Awaitable[_T]]) -> _T:
        """Do what has to be done before anything else is said, even if the mixer moves for a while."""
        for _ in range(_PATIENCE):
            with contextlib.suppress(MovingError):
                return await work()
        return await work()

    async def _recover_by_name(self, seen: Seen, aim: Aim, before: list[Column], after: list[Column]) -> None:
        """The same where the strips are others now: what is there under the same name is compared."""
        hits = _hits_by_name(seen.strip.short, aim, before, after)
        strips = self._desk.strips
        self._desk.strips = tuple(Strip(place, column.short, column) for place, column in enumerate(after))
        try:
            for place, was in hits:
                await self._put_back(place, aim.back(was, after[place]), was)
        finally:
            self._desk.strips = strips

    def _suspects(self, seen: Seen, watch: Watch) -> list[int]:
        """The strips that can have lain in the slot when the write arrived."""
        count = len(self._desk.strips)
        origins = dict.fromkeys(origin for found in watch.elsewhere for origin in found)
        here = self._desk.bank.alike(seen.strip.place - seen.slot)
        return [place for origin in (*origins, *here) if (place := origin + seen.slot) < count]

    def _gives_up(self, seen: Seen, aim: Aim, shown: Column) -> OrbitError:
        reads = read_back(aim.observed(shown))
        if self._left > 0:
            return NotAppliedError(f"Logic reads {reads} on “{seen.name}” now.", aim.observed(shown))
        return MovingError(f"Logic's mixer keeps moving under the surface; “{seen.name}” reads {reads}.")


def _hits_by_name(
    target: str, aim: Aim, before: list[Column], after: list[Column]
) -> list[tuple[int, Column]]:
    """Where a write can have gone that was meant for a strip called ``target``, and what was read there.

    Names that there are several of say nothing.
    """
    old, now = Counter(names_of(before)), Counter(names_of(after))
    known = {column.short: column for column in before if old[column.short] == now[column.short] == 1}
    if any(column.short == target and aim.reached(column) for column in after if target in known):
        return []
    return [
        (place, known[column.short])
        for place, column in enumerate(after)
        if column.short in known and column.short != target and aim.did(known[column.short], column)
    ]
