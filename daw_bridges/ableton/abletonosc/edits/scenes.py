"""Scenes: create behind the last, delete, rename, launch."""

from __future__ import annotations

from functools import partial

from daw_bridges.ableton.abletonosc.asking import ask_all
from daw_bridges.ableton.abletonosc.edits.tracks import list_names, one_less, one_more
from daw_bridges.ableton.abletonosc.hand import FailedError, Hand
from daw_bridges.ableton.abletonosc.messages import marked, tell
from daw_bridges.ableton.abletonosc.places import SONG, Property, scene_at, scene_place
from daw_bridges.ableton.step import Fields

__all__ = ["EDITS"]


async def _scenes(hand: Hand) -> list[str]:
    return await list_names(hand, "num_scenes", "scenes/name")


async def _expected(hand: Hand) -> list[str]:
    before = list(hand.step.before.scenes)
    if await _scenes(hand) != before:
        raise FailedError("changed", "Scenes were added, moved, renamed or removed in the meantime.")
    return before


async def _create_scene(hand: Hand) -> Fields:
    before, wanted = await _expected(hand), hand.step.action.name

    made = one_more(partial(_scenes, hand), before, len(before), "scenes")
    await hand.once(SONG, tell("song/create_scene", -1), done=made)
    name = (await _scenes(hand))[-1]
    place = scene_at(len(before), name, len(before) + 1)
    return {"name": await hand.write(place, Property("scene", "name", (len(before),)), wanted)}


async def _delete_scene(hand: Hand) -> Fields:
    before = await _expected(hand)
    left = list(hand.step.after.scenes)

    gone = one_less(partial(_scenes, hand), before, left, "scenes")
    await hand.once(scene_place(hand.step), tell("song/delete_scene", hand.step.scene_place), done=gone)
    return {"exists": False}


async def _rename_scene(hand: Hand) -> Fields:
    target = Property("scene", "name", (hand.step.scene_place,))
    return {"name": await hand.write(scene_place(hand.step), target, hand.step.action.name)}


async def _fire_scene(hand: Hand) -> Fields:
    place, tracks = hand.step.scene_place, hand.step.before.ordinary_tracks
    row = [n for n, track in enumerate(tracks) if any(clip.slot == place + 1 for clip in track.clips)]
    says = [
        marked(f"clip/get/{state}", track, place) for track in row for state in ("is_playing", "is_triggered")
    ]

    async def launched() -> bool:
        answers = await ask_all(hand.exchange, says)
        states = [bool(values and values[0]) for values in answers]
        return all(map(max, zip(states[::2], states[1::2], strict=True)))

    await hand.once(scene_place(hand.step), tell("scene/fire", place), done=launched, edit=False)
    return {"launched": len(row)}


EDITS = {
    "create_scene": _create_scene,
    "delete_scene": _delete_scene,
    "rename_scene": _rename_scene,
    "fire_scene": _fire_scene,
}
