"""Finding what a slot's words or its ``find`` rule mean in a session: one thing, several, or none."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, cast

from daw_bridges.errors import NotFoundError, SlotError
from daw_bridges.quantities import beats_per_bar
from daw_bridges.references import find_track, is_numbered, track_index, track_reference
from daw_bridges.session import Session, Track
from orbit.workflows.patterns import chords_heard, is_in_key, key_heard
from orbit.workflows.roles import (
    NO_NICKNAMES,
    ROLES,
    Nicknames,
    all_called,
    called,
    members,
    playing,
    role_of,
    whole,
)
from orbit.workflows.roles.spelling import name_words
from orbit.workflows.slots import Find, Slot, SlotType, SlotValue
from orbit.workflows.values import parse_value

__all__ = ["Found", "find_given", "find_unasked", "track_options"]

_EVERYTHING = re.compile(
    r"^(?:all|every|everything|all (?:the )?tracks|every track|the whole mix)$", re.IGNORECASE
)
_SEPARATORS = re.compile(r"\s*(?:,|;|&|\+|\band\b)\s*", re.IGNORECASE)


class Found(NamedTuple):
    """A value; or, where that is open, the options to ask about and why."""

    value: SlotValue | None = None
    options: tuple[str, ...] = ()
    reason: str = ""


def find_given(
    name: str, slot: Slot, given: Any, session: Session, nicknames: Nicknames = NO_NICKNAMES
) -> Found:
    """Read what a request gives for a slot. Raises SlotError for what is not there or cannot be."""
    match slot.type:
        case SlotType.TRACK:
            return _one(session, _tracks_called(str(given), session, called, nicknames), str(given))
        case SlotType.TRACKS:
            return Found(tuple(_references(session, _several(given, session, nicknames))))
        case SlotType.DEVICE:
            return Found(_device_kind(str(given), session))
        case _:
            return Found(parse_value(name, slot, given, session.tempo))


_Look = Callable[[Session, str, Nicknames], list[Track]]


def _tracks_called(text: str, session: Session, look: _Look, nicknames: Nicknames) -> list[Track]:
    if said := re.fullmatch(r"\s*(#\d+|master)(?:\s+(?P<name>.+?))?\s*", text, re.IGNORECASE):
        try:
            track = session.tracks[track_index(session, said[1])]
        except NotFoundError as error:
            raise SlotError(str(error)) from None
        if said["name"] is None or said["name"] == track.name:
            return [track]
    found = look(session, text, nicknames)
    if not found:
        raise SlotError(str(NotFoundError("track", text, session.track_names)))
    return found


def _several(given: Any, session: Session, nicknames: Nicknames) -> list[Track]:
    if isinstance(given, list | tuple):
        names = [str(name) for name in cast("Sequence[Any]", given)]
    elif _EVERYTHING.match(str(given).strip()):
        return list(session.ordinary_tracks)
    else:
        whole = all_called(session, str(given), nicknames)
        names = [str(given)] if whole else _SEPARATORS.split(str(given))
    wanted = [
        track
        for name in names
        if name.strip()
        for track in _tracks_called(name, session, all_called, nicknames)
    ]
    return [track for track in session.tracks if any(track is each for each in wanted)]


def _references(session: Session, tracks: Sequence[Track]) -> list[str]:
    return [
        track_reference(session, index)
        for index, track in enumerate(session.tracks)
        if any(track is t for t in tracks)
    ]


def _one(session: Session, tracks: Sequence[Track], wanted: str) -> Found:
    names = _references(session, tracks)
    if len(names) == 1:
        return Found(names[0])
    reason = f"“{wanted}” matches {len(names)} tracks." if names else ""
    return Found(options=track_options(session, names), reason=reason)


def track_options(session: Session, references: Sequence[str]) -> tuple[str, ...]:
    """Tracks to choose from, those of one name with their places: ``#7 Keys``."""
    return tuple(
        f"{each} {find_track(session, each).name}" if is_numbered(each) else each for each in references
    )


def _device_kind(given: str, session: Session) -> str:
    from daw_bridges.catalog import catalog

    words = re.sub(r"^(?:an?|the)\s+", "", given.strip(), flags=re.IGNORECASE)
    known = catalog()
    try:
        entry = known.device(session.daw, words)
    except NotFoundError as error:
        raise SlotError(str(error)) from None
    # The kind is said where it means this device; of several synths, all but one are called by name.
    return entry.kind if known.device(session.daw, entry.kind).name == entry.name else entry.name


_FACTS: dict[str, Callable[[Session], float | str | None]] = {
    "tempo": lambda session: session.tempo,
    "beats_per_bar": lambda session: beats_per_bar(session.time_signature),
    "time_signature": lambda session: "{}/{}".format(*session.time_signature),
    "key": key_heard,
    "chords": chords_heard,
}


def find_unasked(slot: Slot, find: Find, values: Mapping[str, SlotValue], session: Session) -> Found:
    """Look in the session by a rule. Finding nothing is no error: the slot stays open."""
    if find.fact is not None:
        other = find.of_key is not None and not is_in_key(session, values.get(find.of_key))
        return Found(None if other else _FACTS[find.fact](session))
    if find.free_slot_on:
        return _free_slot([values.get(name) for name in find.free_slot_on], session)
    if find.clip_on is not None:
        return _clip_on(values.get(find.clip_on), session)
    tracks = _by_rule(slot, find, values, session)
    if slot.type is SlotType.TRACKS:
        return Found(tuple(_references(session, tracks)) or None)
    return _one(session, tracks, find.role or find.name or "that")


def _by_rule(slot: Slot, find: Find, values: Mapping[str, SlotValue], session: Session) -> list[Track]:
    tracks = list(session.tracks)
    if find.role is not None:
        look = whole if find.whole else members if slot.type is SlotType.TRACKS else playing
        tracks = look(session, find.role)
    if find.roles:
        tracks = _in_turn(find.turn, [each for role in find.roles for each in _parts_of(session, role)])
    if find.with_clip is not None:
        tracks = _holding(tracks, values.get(find.with_clip))
    besides = [session.tracks[track_index(session, name)] for name in _named(find.besides, values, session)]
    fed = {track.output for track in session.tracks}
    fitting = (track for track in tracks if _fits(track, find) and find.fed in (None, track.name in fed))
    return [track for track in fitting if not any(track is other for other in besides)]


def _parts_of(session: Session, role: str) -> list[Track]:
    """List all that play a role or a part of it, whatever their names say: a second guitar as the first."""
    wanted = (role, *ROLES[role].parts)
    return [track for track in session.tracks if role_of(track) in wanted]


def _in_turn(turn: int | None, tracks: Sequence[Track]) -> list[Track]:
    """List every track once; of what is dealt out to two in turn, the share of one.

    What leans to the left by its panning, or else by its name, is the first one's, and what leans to the
    right the second one's.
    """
    once = list({id(track): track for track in tracks}.values())
    if turn is None:
        return once
    share = [track for track in once if _leans(track) is None][turn - 1 :: 2]
    return [track for track in once if _leans(track) == turn or any(track is each for each in share)]


_SIDES = {"l": 1, "left": 1, "r": 2, "right": 2}
_LEANING = 0.1
"""How far from the middle a panning is no accident."""


def _leans(track: Track) -> int | None:
    if abs(track.pan) >= _LEANING:
        return 1 if track.pan < 0 else 2
    sides = {_SIDES[word] for word in name_words(track.name) if word in _SIDES}
    return sides.pop() if len(sides) == 1 else None


def _fits(track: Track, find: Find) -> bool:
    by_name = find.name is None or track.name.casefold() == find.name.casefold()
    return by_name and (not find.kind or track.kind in find.kind)


def _holding(tracks: Sequence[Track], clip: SlotValue | None) -> list[Track]:
    wanted = str(clip).casefold()
    return [
        track
        for track in tracks
        if clip is not None and any(c.name.casefold() == wanted for c in track.clips)
    ]


def _named(slots: Sequence[str], values: Mapping[str, SlotValue], session: Session) -> list[str]:
    filled = [values[name] for name in slots if name in values]
    names = [name for value in filled for name in (value if isinstance(value, tuple) else (str(value),))]
    return [name for name in names if _is_there(name, session)]


def _is_there(name: str, session: Session) -> bool:
    return name.startswith("#") or name.casefold() in (each.casefold() for each in session.track_names)


def _clip_on(track: SlotValue | None, session: Session) -> Found:
    if track is None:
        return Found()
    clips = session.tracks[track_index(session, str(track))].clips
    if len(clips) == 1:
        return Found(clips[0].name or f"#{clips[0].slot}")
    names = tuple(clip.name for clip in clips)
    return Found(options=names, reason=f"{track} has {len(names)} clips." if names else "")


def _free_slot(tracks: Sequence[SlotValue | None], session: Session) -> Found:
    """Find the first slot empty on all of them; none where no scene is left, for scenes are the user's."""
    names = [str(track) for track in tracks if track is not None]
    # A track that the workflow makes is empty.
    named = [track_index(session, name) for name in names if _is_there(name, session)]
    taken = {clip.slot for index in named for clip in session.tracks[index].clips}
    slots = range(1, max(len(session.scenes), 1) + 1)
    return Found(next((float(slot) for slot in slots if slot not in taken), None))
