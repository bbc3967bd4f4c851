"""The transport through the surface: playing, recording, the click, the cycle, markers, the playhead.

What a lamp says is asked before a button is pressed, for each of them toggles.
"""

from __future__ import annotations

from typing import Any

from daw_bridges.actions import AddLocator, Play, Record, SetLoop, SetMetronome
from daw_bridges.errors import TimedOutError
from daw_bridges.logic.mixer import NotAppliedError
from daw_bridges.logic.pulse import pressed
from daw_bridges.logic.strips import Desk
from daw_bridges.logic.timeline import Place, Signature, parse_cell, parse_time, place_of
from daw_bridges.mackie.buttons import Button, StripButton
from daw_bridges.mackie.messages import Jog, Message, Press, Turn
from daw_bridges.session import Loop

__all__ = ["Transport"]

_ATTEMPTS = 4
_MOVES = 40
_FARTHEST = 63
_LEFT, _RIGHT = 4, 6
"""The V-Pots of the Cycle view that move a locator by bars; the next one to each moves it by beats."""
_CREATE = 5
"""The V-Pot of the Marker view that makes a marker at the playhead."""
_LOWER = 1

Observed = dict[str, Any]


def _with_shift(button: Button) -> tuple[Message, ...]:
    return Press(Button.SHIFT, down=True), *pressed(button), Press(Button.SHIFT, down=False)


class Transport:
    """Everything of the surface that is about time."""

    def __init__(self, desk: Desk) -> None:
        self._desk, self._pulse = desk, desk.pulse

    # -- lamps ----------------------------------------------------------------------------------------------

    @property
    def playing(self) -> bool:
        """Whether Logic plays."""
        return self._lit(Button.PLAY)

    @property
    def recording(self) -> bool:
        """Whether Logic records."""
        return self._lit(Button.RECORD)

    @property
    def metronome(self) -> bool:
        """Whether the click is on."""
        return self._lit(Button.CLICK)

    def _lit(self, button: Button) -> bool:
        return self._desk.surface.lit(button)

    async def _switch(self, button: Button, *, on: bool, push: Button | None = None) -> Observed:
        """Push a button (or another one) until its lamp says what is wanted."""
        for _ in range(_ATTEMPTS):
            if self._lit(button) is on:
                return {"on": on}
            await self._pulse.click(push or button)
        if self._lit(button) is on:
            return {"on": on}
        raise NotAppliedError(
            f"The lamp {button.name} in Logic stays {'off' if on else 'on'}.", {"on": not on}
        )

    # -- actions --------------------------------------------------------------------------------------------

    async def play(self, action: Play, signature: Signature) -> Observed:
        """Play, from a bar or from where the playhead is."""
        if action.from_bar is not None:
            place = place_of(action.from_bar, signature)
            await self.stop()
            await self.go(place, signature)
        await self._switch(Button.PLAY, on=True)
        return {"playing": True, "from_bar": action.from_bar}

    async def stop(self) -> Observed:
        """Stop; where nothing moves STOP is not pressed, for it would send the playhead to the start."""
        if not self._lit(Button.STOP) or self.playing or self.recording:
            await self._pulse.click(Button.STOP)
        await self._switch(Button.PLAY, on=False, push=Button.STOP)
        return {"playing": False, "recording": self.recording}

    async def record(self, action: Record) -> Observed:
        """Start recording, or punch out."""
        return await self._switch(Button.RECORD, on=action.on)

    async def click(self, action: SetMetronome) -> Observed:
        """Turn the metronome on or off."""
        return await self._switch(Button.CLICK, on=action.on)

    # -- the cycle ------------------------------------------------------------------------------------------

    async def cycle(self, signature: Signature) -> Loop:
        """The cycle as Logic has it now."""
        on = self._lit(Button.CYCLE)
        await self._cycle_view()
        on = self._on_here(on)
        left, right = self._locator(_LEFT), self._locator(_RIGHT)
        await self._desk.base()
        return Loop(on=on, start_bar=left.bars(signature), end_bar=right.bars(signature))

    def _on_here(self, fallback: bool) -> bool:
        text = self._desk.surface.cell(_LOWER, 0).casefold()
        return text == "on" if text in ("on", "off") else fallback

    async def set_cycle(self, action: SetLoop, signature: Signature) -> Observed:
        """Turn the cycle on or off, and place its locators."""
        ends = {
            slot: place_of(bar, signature)
            for slot, bar in ((_LEFT, action.start_bar), (_RIGHT, action.end_bar))
            if bar is not None
        }
        await self._cycle_view()
        for slot, place in ends.items():
            await self._move_locator(slot, place, signature)
        if self._on_here(not action.on) is not action.on:
            await self._pulse.click(StripButton.VPOT)
        loop = await self.cycle(signature)
        if loop.on is not action.on:
            raise NotAppliedError(
                f"The cycle in Logic stays {'off' if action.on else 'on'}.", loop.model_dump()
            )
        return loop.model_dump()

    async def _cycle_view(self) -> None:
        for _ in range(_ATTEMPTS):
            if self._desk.surface.mode.upper().startswith("CY"):
                return
            await self._pulse.send(*_with_shift(Button.CYCLE))
        raise TimedOutError("Logic does not show its Cycle view on the control surface. Try again.")

    def _locator(self, slot: int) -> Place:
        text = self._desk.surface.cell(_LOWER, slot)
        place = parse_cell(text)
        if place is None:
            raise TimedOutError(f"Logic's display reads “{text}” where a locator should be. Try again.")
        return place

    async def _move_locator(self, slot: int, wanted: Place, signature: Signature) -> None:
        for _ in range(_MOVES):
            now = self._locator(slot)
            bars, beats = wanted.bar - now.bar, wanted.beat - now.beat
            if not bars and not beats:
                break
            bars, beats = (max(-_FARTHEST, min(step, _FARTHEST)) for step in (bars, beats))
            turns = [Turn(slot, bars)] if bars else [Turn(slot + 1, beats)]
            await self._pulse.send(*turns)
        now = self._locator(slot)
        if now != wanted:
            read = now.bars(signature)
            raise NotAppliedError(
                f"The locator does not go to bar {wanted.bars(signature):g}; Logic reads bar {read:g}. Set "
                "it in Logic, at a whole beat.",
                {"bar": read},
            )

    # -- the playhead ---------------------------------------------------------------------------------------

    async def position(self) -> Place | None:
        """Where the playhead is, by the time display; None where it reads none."""
        if not self._pulse.in_beats:
            await self._pulse.send()
        return parse_time(self._desk.surface.time_characters)

    async def go(self, wanted: Place, signature: Signature) -> None:
        """Put the playhead on a beat, while nothing plays, with the wheel."""
        if (now := await self.position()) is None or not now.exact:
            now = await self._to_start()
        for _ in range(_MOVES):
            missing = wanted.beats(signature) - now.beats(signature)
            if not missing:
                return
            await self._pulse.send(*self._jogs(missing))
            now = await self.position() or now
        raise NotAppliedError(
            f"The playhead does not go to bar {wanted.bars(signature):g}; it is at {now.bars(signature):g}.",
            {"bar": now.bars(signature)},
        )

    @staticmethod
    def _jogs(beats: int) -> list[Message]:
        jogs: list[Message] = []
        while beats and len(jogs) < _FARTHEST:
            ticks = max(-_FARTHEST, min(beats, _FARTHEST))
            jogs.append(Jog(ticks))
            beats -= ticks
        return jogs

    async def _to_start(self) -> Place:
        """STOP, pressed while nothing moves, goes to the cycle's start and then to the project's."""
        for _ in range(_ATTEMPTS):
            await self._pulse.click(Button.STOP)
            if await self.position() == Place(1):
                return Place(1)
        raise NotAppliedError("The playhead does not go to the start of the project.", {})

    # -- markers --------------------------------------------------------------------------------------------

    async def mark(self, action: AddLocator, signature: Signature) -> None:
        """Make a marker at a bar, which Logic names itself."""
        await self.stop()
        await self.go(place_of(action.bar, signature), signature)
        for _ in range(_ATTEMPTS):
            if self._desk.surface.mode.upper().startswith("MA"):
                break
            await self._pulse.send(*_with_shift(Button.MARKER))
        else:
            raise TimedOutError("Logic does not show its markers on the control surface. Try again.")
        await self._pulse.click(StripButton.VPOT + _CREATE)
        await self._leave_markers()

    async def _leave_markers(self) -> None:
        if self._lit(Button.MARKER):
            await self._pulse.click(Button.MARKER)
        await self._desk.base()
