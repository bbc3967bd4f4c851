"""Edits of the set's tracks: create, duplicate, delete, rename, colour."""

from __future__ import annotations

from typing import Any, Dict, Iterator, List

from .confirm import confirm, write
from .errors import NOT_APPLIED, NOT_POSSIBLE, OUT_OF_RANGE, EditError
from .live import LiveSet, identity, place_of, required


def color_text(color: int) -> str:
    """A colour as Live keeps it, as ``#rrggbb``."""
    return "#%06x" % (color & 0xFFFFFF)


def _created(live: LiveSet, edit: Dict[str, Any], before: List[int]) -> Any:
    """The track that was not there before; later edits of the batch know it by this edit's place."""
    fresh = [track for track in live.tracks() if identity(track) not in before]
    if not fresh:
        raise EditError(NOT_APPLIED, "Live made no track.")
    live.made[edit["place"]] = identity(fresh[0])
    return fresh[0]


def _named(live: LiveSet, track: Any, name: Any) -> Iterator[Any]:
    if name is not None:
        yield from write(track, "name", name, "the track's name")
    return {"name": track.name, "place": place_of(track, live.tracks()) + 1}


def _create_track(live: LiveSet, edit: Dict[str, Any]) -> Iterator[Any]:
    kind, at = required(edit, "kind"), edit.get("at")
    index = -1 if at is None else int(at) - 1
    if index > len(live.song.tracks):
        raise EditError(
            OUT_OF_RANGE, "There are %d tracks: there is no place %d." % (len(live.song.tracks), at)
        )
    before = [identity(track) for track in live.tracks()]
    if kind == "return":
        live.song.create_return_track()
    else:
        {"midi": live.song.create_midi_track, "audio": live.song.create_audio_track}[kind](index)
    return (yield from _named(live, _created(live, edit, before), required(edit, "name")))


def _duplicate_track(live: LiveSet, edit: Dict[str, Any]) -> Iterator[Any]:
    track = live.track(required(edit, "track"))
    place = place_of(track, live.song.tracks)
    if place < 0:
        raise EditError(NOT_POSSIBLE, "%s cannot be duplicated: it is not an ordinary track." % track.name)
    before = [identity(other) for other in live.tracks()]
    live.song.duplicate_track(place)
    return (yield from _named(live, _created(live, edit, before), edit.get("name")))


def _delete_track(live: LiveSet, edit: Dict[str, Any]) -> Iterator[Any]:
    track, song = live.track(required(edit, "track")), live.song
    name, pointer = track.name, identity(track)
    if live.is_master(track):
        raise EditError(NOT_POSSIBLE, "The master track cannot be deleted.")
    if live.is_return(track):
        song.delete_return_track(place_of(track, song.return_tracks))
    elif len(song.tracks) == 1:
        raise EditError(NOT_POSSIBLE, "Live keeps at least one track: “%s” is the last." % name)
    else:
        song.delete_track(place_of(track, song.tracks))
    yield from confirm(
        lambda: pointer in [identity(other) for other in live.tracks()],
        lambda there: not there,
        lambda _: "Live did not delete the track %s." % name,
    )
    return {"name": name, "exists": False}


def _rename_track(live: LiveSet, edit: Dict[str, Any]) -> Iterator[Any]:
    track = live.track(required(edit, "track"))
    if live.is_master(track):
        raise EditError(NOT_POSSIBLE, "Live does not rename the master track.")
    return (yield from _named(live, track, required(edit, "name")))


def _set_color(live: LiveSet, edit: Dict[str, Any]) -> Iterator[Any]:
    track, wanted = live.track(required(edit, "track")), int(required(edit, "color").lstrip("#"), 16)
    observed = yield from write(track, "color", wanted, "the colour of %s" % track.name)
    return {"color": color_text(observed)}


EDITS = {
    "create_track": _create_track,
    "duplicate_track": _duplicate_track,
    "delete_track": _delete_track,
    "rename_track": _rename_track,
    "set_color": _set_color,
}
