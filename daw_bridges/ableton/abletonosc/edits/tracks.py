"""The set's ordinary tracks: create, duplicate, delete, rename; each confirmed by the list of names."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from daw_bridges.ableton.abletonosc.asking import ask_range
from daw_bridges.ableton.abletonosc.exchange import HostError
from daw_bridges.ableton.abletonosc.hand import FailedError, Hand
from daw_bridges.ableton.abletonosc.messages import ask, tell
from daw_bridges.ableton.abletonosc.places import SONG, Property, track_at, track_place
from daw_bridges.ableton.step import Fields

__all__ = ["EDITS", "list_names", "one_less", "one_more"]


async def list_names(hand: Hand, counted: str, address: str) -> list[str]:
    """The names of all tracks or scenes now."""
    [(count,)] = await hand.read(SONG, ask(f"song/get/{counted}"))
    try:
        return [str(name) for (name,) in await ask_range(hand.exchange, f"song/get/{address}", count)]
    except HostError:
        return []  # something was deleted between the two questions: the names are not those expected


def one_more(
    read: Callable[[], Awaitable[list[str]]], before: Sequence[str], place: int, what: str
) -> Callable[[], Awaitable[bool]]:
    """Sees whether one more has come to stand at a place; raises FailedError when it is more than one."""

    async def done() -> bool:
        now = await read()
        if len(now) > len(before) + 1:
            raise FailedError(
                "not_applied",
                f"There are {len(now)} {what} now instead of {len(before) + 1}: another was made as well. "
                "Delete the one you do not want.",
            )
        return len(now) == len(before) + 1 and [*now[:place], *now[place + 1 :]] == [*before]

    return done


_Read = Callable[[], Awaitable[Sequence[object]]]


def one_less(
    read: _Read, before: Sequence[object], left: Sequence[object], what: str
) -> Callable[[], Awaitable[bool]]:
    """Sees whether just the one is gone; raises FailedError when others are: what is next moved up then."""

    async def done() -> bool:
        now = await read()
        if now and now not in (before, left):
            raise FailedError("changed", f"Other {what} came or went in the meantime; read the set again.")
        return now == left

    return done


async def _tracks(hand: Hand) -> list[str]:
    return await list_names(hand, "num_tracks", "track_names")


async def _expected(hand: Hand) -> list[str]:
    """The names of the ordinary tracks, which must be as they were."""
    names = [track.name for track in hand.step.before.ordinary_tracks]
    if await _tracks(hand) != names:
        raise FailedError("changed", "Tracks were added, moved, renamed or removed in the meantime.")
    return names


async def _made(hand: Hand, place: int, before: Sequence[str]) -> Fields:
    """Give a new track the name that the prediction has for it."""
    name = (await _tracks(hand))[place]
    wanted = hand.step.after.tracks[place].name
    if name != wanted:
        await hand.write(track_at(place, name, len(before) + 1), Property("track", "name", (place,)), wanted)
    return {"name": wanted, "place": place + 1}


async def _create_track(hand: Hand) -> Fields:
    action, before = hand.step.action, await _expected(hand)
    place = len(before) if action.at is None else action.at - 1
    say = tell(f"song/create_{action.kind}_track", -1 if place == len(before) else place)

    await hand.once(SONG, say, done=one_more(partial(_tracks, hand), before, place, "tracks"))
    return await _made(hand, place, before)


async def _duplicate_track(hand: Hand) -> Fields:
    before, place = await _expected(hand), hand.step.track_place

    done = one_more(partial(_tracks, hand), before, place + 1, "tracks")
    await hand.once(track_place(hand.step), tell("song/duplicate_track", place), done=done)
    return await _made(hand, place + 1, before)


async def _delete_track(hand: Hand) -> Fields:
    before = await _expected(hand)
    left = [track.name for track in hand.step.after.ordinary_tracks]

    gone = one_less(partial(_tracks, hand), before, left, "tracks")
    await hand.once(track_place(hand.step), tell("song/delete_track", hand.step.track_place), done=gone)
    return {"exists": False}


async def _rename_track(hand: Hand) -> Fields:
    target = Property("track", "name", (hand.step.track_place,))
    return {"name": await hand.write(track_place(hand.step), target, hand.step.action.name)}


EDITS = {
    "create_track": _create_track,
    "duplicate_track": _duplicate_track,
    "delete_track": _delete_track,
    "rename_track": _rename_track,
}
