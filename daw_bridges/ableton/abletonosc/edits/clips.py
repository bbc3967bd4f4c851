"""Clips of the session view: create, delete, rename, notes, copies to a slot, launching."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from daw_bridges.ableton.abletonosc.hand import FailedError, Hand, same
from daw_bridges.ableton.abletonosc.messages import ask, marked, tell
from daw_bridges.ableton.abletonosc.notes import read_notes
from daw_bridges.ableton.abletonosc.places import Property, clip_place, track_place
from daw_bridges.ableton.step import Fields
from daw_bridges.references import clip_index
from daw_bridges.session import Clip

__all__ = ["EDITS"]

_NOTES_AT_ONCE = 100
_FINE = 3  # decimals of a beat, coarser than single precision and finer than anybody plays


def _clip(hand: Hand) -> Clip:
    track = hand.step.before.tracks[hand.step.track_place]
    return track.clips[clip_index(track, hand.step.action.clip)]


async def _length(hand: Hand, slot: int) -> float | None:
    """The length of the clip in a slot (from 1), in beats; None where there is none."""
    [lengths] = await hand.read(track_place(hand.step), ask("track/get/clips/length", hand.step.track_place))
    if not 1 <= slot <= len(lengths):
        raise FailedError("not_found", f"There is no slot {slot}: the set has {len(lengths)} scenes.")
    return None if lengths[slot - 1] is None else float(lengths[slot - 1])


async def _must_be_empty(hand: Hand, slot: int) -> None:
    if await _length(hand, slot) is not None:
        raise FailedError("not_possible", f"Slot {slot} of {track_place(hand.step).label} now holds a clip.")


async def _create_clip(hand: Hand) -> Fields:
    step, action = hand.step, hand.step.action
    await _must_be_empty(hand, action.slot)

    async def made() -> bool:
        length = await _length(hand, action.slot)
        return length is not None and same(length, float(action.length_beats))

    create = tell("clip_slot/create_clip", step.track_place, action.slot - 1, float(action.length_beats))
    await hand.once(track_place(step), create, done=made)
    if action.name is not None:
        target = Property("clip", "name", (step.track_place, action.slot - 1))
        await hand.write(track_place(step), target, action.name, what="the clip")
    return {"slot": action.slot, "length_beats": await _length(hand, action.slot)}


async def _delete_clip(hand: Hand) -> Fields:
    slot = _clip(hand).slot

    async def gone() -> bool:
        return await _length(hand, slot) is None

    delete = tell("track/delete_clip", hand.step.track_place, slot - 1)
    await hand.once(clip_place(hand.step, slot), delete, done=gone)
    return {"exists": False}


async def _rename_clip(hand: Hand) -> Fields:
    slot = _clip(hand).slot
    target = Property("clip", "name", (hand.step.track_place, slot - 1))
    return {"name": await hand.write(clip_place(hand.step, slot), target, hand.step.action.name)}


async def _duplicate_clip(hand: Hand) -> Fields:
    step, clip, slot = hand.step, _clip(hand), hand.step.action.to_slot
    await _must_be_empty(hand, slot)

    async def made() -> bool:
        length = await _length(hand, slot)
        return length is not None and same(length, clip.length_beats)

    track = step.track_place
    copy = tell("clip_slot/duplicate_clip_to", track, clip.slot - 1, track, slot - 1)
    await hand.once(clip_place(step, clip.slot), copy, done=made)
    return {"slot": slot}


async def _add_notes(hand: Hand) -> Fields:
    notes, clip = [[float(part) for part in note] for note in hand.step.action.notes], _clip(hand)
    for start in range(0, len(notes), _NOTES_AT_ONCE):
        await _add_some(hand, clip, notes[start : start + _NOTES_AT_ONCE])
    return {"added": len(notes)}


async def _add_some(hand: Hand, clip: Clip, notes: list[list[float]]) -> None:
    address = (hand.step.track_place, clip.slot - 1)

    async def there() -> bool:
        return not _folded(notes) - _folded(await read_notes(hand.exchange, *address, clip.length_beats))

    flat = [part for pitch, *rest in notes for part in (int(pitch), *rest, False)]
    await hand.once(clip_place(hand.step, clip.slot), tell("clip/add/notes", *address, *flat), done=there)


def _folded(notes: Iterable[list[float]]) -> Counter[tuple[int, float, float, int]]:
    """Notes as they compare after a way over the wire in single precision."""
    return Counter(
        (int(pitch), round(start, _FINE), round(length, _FINE), round(velocity))
        for pitch, start, length, velocity in notes
    )


async def _fire_clip(hand: Hand) -> Fields:
    clip = _clip(hand)
    address = (hand.step.track_place, clip.slot - 1)
    states = [marked(f"clip/get/{state}", *address) for state in ("is_playing", "is_triggered")]

    async def launched() -> bool:
        (playing,), (triggered,) = await hand.read(clip_place(hand.step, clip.slot), *states)
        return bool(playing or triggered)

    place = clip_place(hand.step, clip.slot)
    await hand.once(place, tell("clip/fire", *address), done=launched, edit=False)
    return {"launched": True}


EDITS = {
    "create_clip": _create_clip,
    "delete_clip": _delete_clip,
    "rename_clip": _rename_clip,
    "duplicate_clip": _duplicate_clip,
    "add_notes": _add_notes,
    "fire_clip": _fire_clip,
}
