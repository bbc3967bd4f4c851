"""One action on its way: reads and writes that check whom they touch, and what takes them back."""

from __future__ import annotations

import asyncio
import contextlib
import math
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from daw_bridges.ableton.abletonosc.exchange import Answers, Exchange, HostError
from daw_bridges.ableton.abletonosc.messages import Say, tell
from daw_bridges.ableton.abletonosc.places import Place, Property
from daw_bridges.ableton.step import Fields, Step
from daw_bridges.errors import OrbitError

__all__ = ["FailedError", "Hand", "same"]

_LOOKS, _LOOK_SECONDS = 4, 1.0
_SENDINGS = 4
_CHANGED = "The set has changed in the meantime; read it again."

Same = Callable[[Any, Any], bool]
"""Whether what was read is what was written."""


class FailedError(OrbitError):
    """Why an action ended, under a name for programs, and what was read."""

    def __init__(self, reply_code: str, message: str, observed: Fields | None = None) -> None:
        super().__init__(message)
        self.reply_code, self.observed = reply_code, observed


def same(one: Any, other: Any) -> bool:
    """Equal, as far as single precision goes."""
    if isinstance(one, float) or isinstance(other, float):
        return math.isclose(one, other, rel_tol=1e-6, abs_tol=1e-6)
    return bool(one == other)


@dataclass
class _Written:
    """One thing that was set: how it was before, how it should be, and how to see that it is."""

    place: Place
    target: Property
    before: Any
    value: Any
    same: Same


class Hand:
    """Reads and writes for one action, through a shared exchange."""

    def __init__(self, exchange: Exchange, step: Step) -> None:
        self.exchange, self.step = exchange, step
        self._written: list[_Written] = []

    async def read(self, place: Place, *says: Say) -> Answers:
        """Ask about what is at a place. Raises FailedError where something else stands there."""
        values = await self._checked(place, *says)
        if stranger := place.stranger(values):
            raise _gone(*stranger)
        return values[len(place.checks) :]

    async def _checked(self, place: Place, *says: Say) -> Answers:
        try:
            return await self.exchange.ask(*place.checks, *says)
        except HostError as error:
            raise _refused(error, place) from None

    async def write(
        self, place: Place, target: Property, value: Any, *, accepted: Same = same, what: str = ""
    ) -> Any:
        """Set a property, see that it took, and give what it reads. Raises FailedError where it did not."""
        [(*_, before)] = await self.read(place, target.get())
        # Sent twice, a new name is there already.
        place = place.or_called(value) if target.name == "name" else place
        # Written in steps, it goes back to what it was before the first.
        earlier = [one for one in self._written if one.target == target]
        self._written = [one for one in self._written if one.target != target]
        before = earlier[0].before if earlier else before
        self._written.append(_Written(place, target, before, value, accepted))
        read = await self._set(place, target, value)
        return await self._confirmed(self._written[-1], read, what or place.label)

    async def _set(self, place: Place, target: Property, value: Any) -> Any:
        values = await self._checked(place, target.get(), target.set(value), target.get())
        (*_, found), _, (*_, read) = values[len(place.checks) :]
        if stranger := place.stranger(values):
            # Moved between the look and the write, so a neighbour was set: it gets its own value back.
            self._written.pop()
            await self.exchange.ask(target.set(found))
            raise _gone(*stranger)
        return read

    async def probe(self, place: Place, target: Property, value: Any, *says: Say) -> Answers:
        """Set a property without judging what it reads, and ask more; ``restore`` takes it back."""
        if not any(one.target == target for one in self._written):
            [(*_, before)] = await self.read(place, target.get())
            self._written.append(_Written(place, target, before, value, same))
        values = await self._checked(place, target.set(value), *says)
        if stranger := place.stranger(values):
            raise _gone(*stranger)
        for one in self._written:
            if one.target == target:
                one.value = value
        return values[len(place.checks) + 1 :]

    async def _confirmed(self, written: _Written, read: Any, what: str) -> Any:
        """Live takes some things over a moment later, so it is asked more than once."""

        async def taken() -> bool:
            nonlocal read
            if not written.same(read, written.value):
                [(*_, read)] = await self.read(written.place, written.target.get())
            return written.same(read, written.value)

        if await self.until(taken):
            return read
        raise FailedError(
            "not_applied", f"Live did not change {written.target.name} of {what}: it still reads {read}."
        )

    @property
    def wary(self) -> bool:
        """Whether there was trouble on the wire, so that more may be under way."""
        return self.exchange.pace.troubled

    async def settle(self) -> None:
        """Wait, after trouble on the wire, and see that nothing late has undone what was written."""
        await asyncio.sleep(self.exchange.pace.settle_seconds)
        for written in self._written:
            for _ in range(_SENDINGS):
                [(*_, read)] = await self.read(written.place, written.target.get())
                if written.same(read, written.value):
                    break
                await self._set(written.place, written.target, written.value)
            else:
                raise FailedError("not_applied", f"Something else keeps changing {written.place.label}.")

    def keep(self) -> None:
        """Let go of what was written so far: it is not to be looked after any more."""
        self._written.clear()

    async def take_back(self) -> None:
        """Set everything to how it was before, the last first. Raises FailedError where it is gone."""
        while self._written:
            written = self._written.pop()
            target, before = written.target, written.before
            _, (*_, read) = await self.read(written.place, target.set(before), target.get())
            if not same(read, before):
                what = f"{target.name} of {written.place.label}"
                raise FailedError("not_applied", f"{what} still reads {read}, it was {before}")

    async def once(
        self, place: Place, say: Say, *, done: Callable[[], Awaitable[bool]], edit: bool = True
    ) -> None:
        """Do what must not be done twice; ``done`` reads whether it was.

        It is sent again only when it has been seen not to have arrived. An ``edit`` that hit something else
        is undone. Raises FailedError as ``read`` does.
        """
        for _ in range(_SENDINGS):
            if await self._once(place, say, done, edit):
                return
            # What is late may still arrive: only what is not done by then is lost.
            await asyncio.sleep(self.exchange.pace.settle_seconds)
            if await done():
                return
        raise _unheeded(place)

    async def _once(self, place: Place, say: Say, done: Callable[[], Awaitable[bool]], edit: bool) -> bool:
        await self.read(place)
        try:
            values = await self.exchange.command(*place.checks, say)
        except HostError as error:
            await asyncio.sleep(self.exchange.pace.settle_seconds)
            with contextlib.suppress(FailedError):
                if await done():
                    return True
            raise _refused(error, place) from None
        if values is None:
            return await done()
        if stranger := place.stranger(values):
            if edit and await self.exchange.command(tell("song/undo")) is None:
                raise _hit(*stranger)
            raise _gone(*stranger)
        if not await self.until(done):
            raise _unheeded(place)  # it arrived: sending it again would do it twice, if at all
        return True

    async def until(self, done: Callable[[], Awaitable[bool]]) -> bool:
        """Whether something comes true within a few looks, for what Live's audio thread takes over later."""
        clock = asyncio.get_running_loop().time
        start, looks = clock(), 0
        while looks < _LOOKS or clock() - start < _LOOK_SECONDS:
            if await done():
                return True
            looks += 1
        return False


def _unheeded(place: Place) -> FailedError:
    return FailedError("not_applied", f"Live did not act on {place.label}.")


def _gone(wanted: str, found: str) -> FailedError:
    return FailedError("not_found", f"“{wanted}” is not where it was: “{found}” is there now. {_CHANGED}")


def _hit(wanted: str, found: str) -> FailedError:
    return FailedError(
        "changed",
        f"“{wanted}” is not where it was, and it may have hit “{found}” instead: if so, undo once in Live.",
    )


def _refused(error: HostError, place: Place) -> FailedError:
    if error.place is not None and error.place < len(place.checks):
        return FailedError("not_found", f"“{place.label}” is no longer where it was. {_CHANGED}")
    return FailedError("refused", f"Live refused it: {error}.")
