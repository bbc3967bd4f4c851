"""Tracks: create, duplicate, delete, rename, colour."""

from __future__ import annotations

import re
from functools import partial

from daw_bridges.actions import CreateTrack, DeleteTrack, DuplicateTrack, RenameTrack, SetColor
from daw_bridges.references import track_index
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.problems import GAP, Problem
from orbit.agent.offline.understanding.rule import Built, Rule
from orbit.agent.offline.understanding.tracks import Tracks

__all__ = ["RULES"]

_TITLES = {"midi": "MIDI", "audio": "Audio", "return": "Return"}
_LISTED = re.compile(r"\s*,\s*(?:and\s+)?|\s+and\s+|\s*&\s*")
_MOST = 32
"""More tracks than this at once is a slip of the tongue."""


def _create(
    ground: Ground, type: str, name: str = "", count: int = 1, beside: int = 0, tracks: Tracks = ()
) -> Built:
    if not 1 <= count <= _MOST:
        return Problem(f"{count} tracks at once is more than Orbit adds: say a number from 1 to {_MOST}.")
    places = [track_index(ground.session, track) for track in tracks]
    at = (max(places) + 2 if beside else min(places) + 1) if places and type != "return" else None
    listed = [each for each in _LISTED.split(name) if each]
    if len(listed) > 1 and count > 1 and len(listed) != count:
        return Problem(f"{count} tracks and {len(listed)} names: say as many names as tracks.")
    several = count > 1 and len(listed) == count
    titles = listed if several else _new_names(ground, name or _TITLES[type], count, given=bool(name))
    fields = [
        {"kind": type, "name": title, "at": None if at is None else at + nth}
        for nth, title in enumerate(titles)
    ]
    return [CreateTrack.model_validate(made) for made in fields]


def _new_names(ground: Ground, name: str, count: int, *, given: bool) -> list[str]:
    """Names that no track has yet, unless one name was asked for as it is."""
    if given and count == 1:
        return [name]
    taken = {other.casefold() for other in ground.session.track_names}
    numbered = (f"{name} {number}" for number in range(1 if count > 1 else 2, len(taken) + count + 2))
    candidates = [name, *numbered] if count == 1 else [*numbered]
    return [title for title in candidates if title.casefold() not in taken][:count]


def _how_many(_: Ground, type: str) -> Built:
    asks = f"create {GAP} {type} tracks"
    return Problem(
        f"How many {type} tracks should there be?", f"{type} tracks", ("1", "2", "4", "8"), asks=asks
    )


def _which_type(_: Ground, name: str = "") -> Built:
    called = f" called “{name}”" if name else ""
    return Problem(f"Should the new track{called} be MIDI or audio?", "track", ("midi track", "audio track"))


def _duplicate(_: Ground, track: Tracks, name: str | None = None) -> Built:
    return [DuplicateTrack(track=track[0], name=name)]


def _delete(ground: Ground, tracks: Tracks) -> Built:
    if fixed := [name for name in tracks if name == "Master"]:
        return Problem(f"{fixed[0]} cannot be deleted: every set has it.")
    # From the last to the first, so that "#3" still means the same track when its turn comes.
    ordered = sorted(tracks, key=lambda name: -track_index(ground.session, name))
    return [DeleteTrack(track=name) for name in ordered]


_NO_NAME = re.compile(
    r"(?:(?:to|as|into) )?(?:(?:something|anything) (?:else|different|better|new|other|nicer|shorter)|"
    r"(?:another|an? (?:different|better|new|other|nicer|proper|real)) (?:name|title|label))"
)
"""What stands for a name that is not said yet."""


def _rename(_: Ground, track: Tracks, name: str) -> Built:
    if _NO_NAME.fullmatch(name):
        return Problem(f"What should {track[0]} be called?", asks=f'rename "{track[0]}" to {GAP}')
    return [RenameTrack(track=track[0], name=name)]


def _color(_: Ground, tracks: Tracks, color: str) -> Built:
    return [SetColor(track=track, color=color) for track in tracks]


def _no_such_color(_: Ground, name: str, **_tracks: Tracks) -> Built:
    return Problem(f"“{name}” is not a colour Orbit knows. Say one such as red, teal or purple, or #ff8800.")


_NEW = (
    "(create|add|make|insert|give me|give us|i need|i want|new|set up|start|open|put in|put|throw in|get|"
    "get me|have|want|need|build|bring in|fire up|spin up|drop in) "
    "[me] [another|new|empty|blank|fresh|one more]"
)
_CALLED = (
    "(called|named|titled|with name|and call it|and name it|labelled|labeled|call it|name it|by name of|"
    "and title it|and label it)"
)
_STRIP = "(track|channel|bus|strip)"
_DELETE = "(delete|remove|erase|trash|bin|get rid of|throw away|throw out|scrap|ditch|lose|wipe|nuke)"
_LEAVE = "(axe|kill|drop|dump|chuck|take|throw|kick|toss|pull|cut|lose)"
_ALL_OF_IT = "(project|session|set|song|arrangement|live set|file|tracklist|track list)"
_WHOLLY = "[completely|entirely|altogether|for good|permanently]"
_BE_GONE = "be (deleted|removed|erased|gone|trashed|scrapped)"
_COPY = "(duplicate|clone|copy|double|make copy of|make duplicate of|make clone of|create copy of)"

RULES = (
    Rule(
        _create,
        (
            f"{_NEW} {{type}} {_STRIP} [{_CALLED} {{name}}]",
            f"{_NEW} {{type}} {_STRIP} {{name:title}}",
            f"{_NEW} {{type}} {_STRIP} {_CALLED} {{name}} [right] {{beside}} {{tracks}}",
            f"{_NEW} {{type}} {_STRIP} [right] {{beside}} {{tracks}} [{_CALLED} {{name}}]",
            f"{_NEW} {{count}} [more|new|empty|extra] {{type}} (tracks|channels)",
            f"{_NEW} {{count}} [more|new|empty|extra] {{type}} (tracks|channels) {_CALLED} {{name}}",
            f"{_NEW} {_STRIP} {_CALLED} {{name}} {{type}}",
            f"{_NEW} {{type}} {_STRIP} for {{name}}",
            f"{_NEW} {{name:title}} {{type}} {_STRIP}",
            f"[another|one more|new] {{type}} {_STRIP}",
            "{count} [more|new|empty] {type} (tracks|channels)",
            f"{{type}} {_STRIP} {_CALLED} {{name}}",
        ),
    ),
    Rule(
        partial(_create, type="return"), (f"{_NEW} (return|aux|fx return|send return) [{_CALLED} {{name}}]",)
    ),
    Rule(_how_many, (f"{_NEW} [some|more|new|few] {{type}} (tracks|channels)",)),
    Rule(_which_type, (f"{_NEW} track [{_CALLED} {{name}}]",)),
    Rule(
        _duplicate,
        (
            f"{_COPY} {{track:whole_track}} [track|channel]",
            f"{_COPY} {{track:whole_track}} [track|channel] ({_CALLED}|as|to|and rename it [to]) {{name}}",
            "(duplicate|clone|copy) track {track:whole_track}",
        ),
    ),
    Rule(
        _delete,
        (
            f"{_DELETE} {{tracks:whole_tracks}} [track|channel|completely|entirely|altogether]",
            f"{_DELETE} track {{tracks:whole_tracks}}",
            "(axe|chuck|toss|dump) {tracks:whole_tracks} (track|tracks|channel|channels) [completely]",
            f"{_LEAVE} {{tracks:whole_tracks}} [out|right out] (from|of|out of) {_ALL_OF_IT} {_WHOLLY}",
            f"{_DELETE} {{tracks:whole_tracks}} [out|right out] (from|of|out of) {_ALL_OF_IT} {_WHOLLY}",
            "{tracks:whole_tracks} (can|could|may|should|must|has to|have to|needs to|need to) go",
            f"{{tracks:whole_tracks}} (can|could|should|must|has to|have to) {_BE_GONE}",
        ),
    ),
    Rule(
        _rename,
        (
            "(rename|relabel|retitle) {track:whole_track} [track] (to|as|into) {name}",
            "(call|name|title|label) {track:whole_track} [track] {name}",
            "(change|set) name of [track] {track:whole_track} [track] (to|in|into) {name}",
            "(change|set) {track:whole_track} name (to|in|into) {name}",
            "(rename|relabel) {track:whole_track} {name:quoted}",
            "(rename|relabel) {track:exact_track} {name}",
            "give {track:whole_track} name {name}",
            "{track:whole_track} should be (called|named) {name}",
            "{track:whole_track} (becomes|is now) {name:quoted}",
        ),
    ),
    Rule(
        _color,
        (
            "(color|paint|tint|dye) {tracks} [in] {color}",
            "(make|turn|want|have) {tracks} [color] {color}",
            "(set|change|switch) color (of|on|for) {tracks} [to] {color}",
            "(set|change|make|switch) {tracks} color [to] {color}",
            "give {tracks} {color} [color]",
            "(set|change|turn) {tracks} to {color}",
            "{tracks} (in|should be) {color}",
            "{tracks} [color] {color}",
            "{color} (for|on) {tracks}",
            "(set|change|make) {tracks} (color|to color) {color}",
        ),
    ),
    Rule(
        _no_such_color,
        ("(color|paint|tint) {tracks} {name}", "(set|change) color (of|on|for) {tracks} to {name}"),
        firm=False,
    ),
)
"""The wordings of whole tracks."""
