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
    "and title it|and label it|call copy|name copy)"
)
_STRIP = "(track|channel|bus|strip)"
_DELETE = "(delete|remove|erase|trash|bin|get rid of|throw away|throw out|scrap|ditch|lose|wipe|nuke)"
_COPY = "(duplicate|clone|copy|double|make copy of|make duplicate of|make clone of|create copy of)"
_NO_USE = "(i|we) (not need|no longer need|not use|can do without)"

RULES = (
    Rule(
        _create,
        (
            f"{_NEW} {{type}} {_STRIP} [{_CALLED} {{name}}]",
            f"{_NEW} {{type}} {_STRIP} {{name:title}}",
            f"{_NEW} {{type}} {_STRIP} {_CALLED} {{name}} [right] {{beside}} {{tracks}}",
            f"{_NEW} {{count}} [more|new|empty|extra] {{type}} (tracks|channels)",
            f"{_NEW} {{count}} [more|new|empty|extra] {{type}} (tracks|channels) {_CALLED} {{name}}",
            f"[another|one more|new] {{type}} {_STRIP}",
            f"{{type}} {_STRIP} {_CALLED} {{name}}",
        ),
    ),
    Rule(
        partial(_create, type="return"), (f"{_NEW} (return|aux|fx return|send return) [{_CALLED} {{name}}]",)
    ),
    Rule(_which_type, (f"{_NEW} track [{_CALLED} {{name}}]",)),
    Rule(
        _duplicate,
        (
            f"{_COPY} {{track:whole_track}} [track|channel]",
            f"{_COPY} {{track:whole_track}} [track|channel] ({_CALLED}|as|to|and rename it [to]) {{name}}",
        ),
    ),
    Rule(
        _delete,
        (
            f"{_DELETE} {{tracks:whole_tracks}} [track|channel|completely|entirely|altogether]",
            f"{_DELETE} {{tracks:whole_tracks}} {_NO_USE} it [any more|anymore]",
            f"{_NO_USE} {{tracks:whole_tracks}} [any more|anymore] {_DELETE} it",
        ),
    ),
    Rule(
        _rename,
        (
            "(rename|relabel|retitle) {track:whole_track} [track] (to|as|into) {name}",
            "(call|name|title|label) {track:whole_track} [track] {name}",
            "{track:whole_track} is a (bad|silly|boring|wrong|weird) name (make|call|name) it {name}",
            "(rename|relabel) {track:exact_track} {name}",
        ),
    ),
    Rule(
        _color,
        ("(color|paint|tint|dye) {tracks} [in] {color}",),
    ),
    Rule(
        _no_such_color,
        ("(color|paint|tint) {tracks} {name}",),
        firm=False,
    ),
)
"""The wordings of whole tracks."""
