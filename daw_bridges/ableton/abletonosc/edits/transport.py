"""The song itself: tempo, signature, metronome, loop, playing, recording, locators, undo."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from daw_bridges.ableton.abletonosc.hand import FailedError, Hand
from daw_bridges.ableton.abletonosc.messages import ask, tell
from daw_bridges.ableton.abletonosc.places import SONG, Property
from daw_bridges.ableton.step import Fields

__all__ = ["EDITS"]

_SAME_PLACE = 1e-3  # beats


def _near(read: Any, value: Any) -> bool:
    return abs(read - value) <= _SAME_PLACE


async def _set_tempo(hand: Hand) -> Fields:
    wanted = float(hand.step.action.bpm)
    return {"bpm": await hand.write(SONG, Property("song", "tempo"), wanted, accepted=_near, what="the song")}


async def _set_time_signature(hand: Hand) -> Fields:
    return {
        field: await hand.write(
            SONG, Property("song", f"signature_{field}"), getattr(hand.step.action, field)
        )
        for field in ("numerator", "denominator")
    }


def _switch(name: str) -> Callable[[Hand], Awaitable[Fields]]:
    async def set_switch(hand: Hand) -> Fields:
        return {"on": bool(await hand.write(SONG, Property("song", name), bool(hand.step.action.on)))}

    return set_switch


async def _set_loop(hand: Hand) -> Fields:
    step, start_of, length_of = hand.step, Property("song", "loop_start"), Property("song", "loop_length")
    start, end = step.beats(step.after.loop.start_bar), step.beats(step.after.loop.end_bar)
    (before,), *_ = await hand.read(SONG, start_of.get())
    # Live refuses a start behind the loop's end: the length goes first when the loop moves to the right.
    order = [(start_of, start), (length_of, end - start)]
    for target, value in order if start < before else reversed(order):
        await _move_brace(hand, target, value)
    on = await hand.write(SONG, Property("song", "loop"), bool(step.action.on))
    (start,), (length,) = await hand.read(SONG, start_of.get(), length_of.get())
    return {"on": bool(on), "start": start, "end": start + length}


async def _move_brace(hand: Hand, target: Property, value: float) -> None:
    """Write one of the brace's two values, in as many steps as the end of the song asks for."""
    other = Property("song", {"loop_start": "loop_length", "loop_length": "loop_start"}[target.name])
    end_of = Property("song", "song_length")
    while True:
        (now,), (beside,), (end,) = await hand.read(SONG, target.get(), other.get(), end_of.get())
        step = min(value, end - beside) if now < min(value, end - beside) else value
        await hand.write(SONG, target, step, accepted=_near)
        if step == value:
            return


async def _is_playing(hand: Hand) -> bool:
    [(playing,)] = await hand.read(SONG, Property("song", "is_playing").get())
    return bool(playing)


async def _halt(hand: Hand) -> None:
    # A second stop would send the playhead to the beginning.
    async def halted() -> bool:
        return not await _is_playing(hand)

    if not await halted():
        await hand.once(SONG, tell("song/stop_playing"), done=halted, edit=False)


async def _seek(hand: Hand, beats: float) -> None:
    length_of = Property("song", "loop_length")
    (end,), (start,), (length,) = await hand.read(
        SONG, Property("song", "song_length").get(), Property("song", "loop_start").get(), length_of.get()
    )
    if beats > end:
        # The song ends a little behind the last thing in it; the brace makes it reach further.
        await _move_brace(hand, length_of, beats - start)
    await hand.write(SONG, Property("song", "current_song_time"), beats, accepted=_near, what="the playhead")
    if beats > end:
        await hand.write(SONG, length_of, length, accepted=_near)


async def _play(hand: Hand) -> Fields:
    bar = hand.step.action.from_bar
    if bar is not None:
        await _halt(hand)
        await _seek(hand, hand.step.beats(bar))
        hand.keep()  # the playhead moves on by itself

    async def playing() -> bool:
        return await _is_playing(hand)

    await hand.once(SONG, tell("song/start_playing"), done=playing, edit=False)
    return {"playing": True}


async def _stop(hand: Hand) -> Fields:
    await _halt(hand)
    await hand.write(SONG, Property("song", "record_mode"), False)
    return {"playing": False}


async def _cue_at(hand: Hand, beat: float) -> tuple[int, str] | None:
    """The number and name of the locator at a beat."""
    [flat] = await hand.read(SONG, ask("song/get/cue_points"))
    cues = list(zip(flat[::2], flat[1::2], strict=True))
    found = ((n, str(name)) for n, (name, at) in enumerate(cues) if abs(at - beat) <= _SAME_PLACE)
    return next(found, None)


async def _toggle_cue(hand: Hand, beat: float, *, there: bool) -> None:
    """Make or take away the locator at a beat: Live does it at the playhead alone, which then goes back."""
    if await _is_playing(hand):
        raise FailedError("not_possible", "Live sets locators at the playhead: stop playing first.")

    async def done() -> bool:
        return (await _cue_at(hand, beat) is not None) == there

    [(before,)] = await hand.read(SONG, Property("song", "current_song_time").get())
    await _seek(hand, beat)
    await hand.once(SONG, tell("song/set_or_delete_cue"), done=done)
    await _seek(hand, before)


async def _add_locator(hand: Hand) -> Fields:
    beat, name = hand.step.beats(hand.step.action.bar), hand.step.action.name
    if (there := await _cue_at(hand, beat)) is not None:
        raise FailedError("not_possible", f"There is already a locator at that place: “{there[1]}”.")
    await _toggle_cue(hand, beat, there=True)

    async def named() -> bool:
        cue = await _cue_at(hand, beat)
        if cue is not None and cue[1] != name:
            await hand.read(SONG, tell("song/cue_point/set/name", cue[0], name))
        return cue is not None and cue[1] == name

    if not await hand.until(named):
        raise FailedError("not_applied", "Live did not take the locator's name.")
    return {"beat": beat, "name": name}


async def _remove_locator(hand: Hand) -> Fields:
    beat = hand.step.beats(hand.step.action.bar)
    if await _cue_at(hand, beat) is None:
        raise FailedError("not_found", f"There is no locator at bar {hand.step.action.bar:g}.")
    await _toggle_cue(hand, beat, there=False)
    return {"beat": beat, "exists": False}


async def _undo(hand: Hand) -> Fields:
    [(possible,)] = await hand.read(SONG, Property("song", "can_undo").get())
    if not possible:
        raise FailedError("not_possible", "There is nothing to undo in Live.")
    if await hand.exchange.command(tell("song/undo")) is None:
        raise FailedError("not_applied", "It is not known whether Live did the undo: check, and try again.")
    return {"undone": True}


EDITS = {
    "set_tempo": _set_tempo,
    "set_time_signature": _set_time_signature,
    "set_metronome": _switch("metronome"),
    "record": _switch("record_mode"),
    "set_loop": _set_loop,
    "play": _play,
    "stop": _stop,
    "add_locator": _add_locator,
    "remove_locator": _remove_locator,
    "undo": _undo,
}
