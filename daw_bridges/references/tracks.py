"""References to tracks and scenes."""

from __future__ import annotations

from collections.abc import Iterator

from daw_bridges.references.naming import LONGEST, NUMBERED, by_name, by_number
from daw_bridges.session import Session, Track, TrackKind

__all__ = [
    "counterparts",
    "find_track",
    "is_numbered",
    "scene_index",
    "track_index",
    "track_label",
    "track_reference",
]


def track_index(session: Session, reference: str) -> int:
    """The place (from 0) of a track in ``session.tracks``. Raises NotFoundError or AmbiguousError."""
    names = session.track_names
    if reference.strip().casefold() == "master":
        masters = [index for index, track in enumerate(session.tracks) if track.kind is TrackKind.MASTER]
        if masters:
            return masters[0]
    number = by_number("track", names, reference)
    return by_name("track", names, reference) if number is None else number


def find_track(session: Session, reference: str) -> Track:
    """The track a reference means."""
    return session.tracks[track_index(session, reference)]


def track_reference(session: Session, index: int) -> str:
    """The reference that means the track at ``index``: its name, or ``#n`` where that will not do."""
    name = session.tracks[index].name
    alike = [other for other in session.tracks if other.name.casefold() == name.casefold()]
    plain = len(alike) == 1 and name == name.strip() and LONGEST >= len(name) > 0 and not NUMBERED.match(name)
    return name if plain and track_index(session, name) == index else f"#{index + 1}"


def counterparts(session: Session, other: Session) -> Iterator[tuple[Track, Track | None]]:
    """Each track with the one of its name in another session: of several, the first with the first."""
    waiting: dict[str, list[Track]] = {}
    for track in other.tracks:
        waiting.setdefault(track.name, []).append(track)
    for track in session.tracks:
        there = waiting.get(track.name)
        yield track, there.pop(0) if there else None


def is_numbered(reference: str) -> bool:
    """Whether a reference says the place of a thing (``#3``) instead of its name."""
    return NUMBERED.match(reference.strip()) is not None


def track_label(session: Session, reference: str) -> str:
    """Name the track a reference means for people: ``Keys``, or ``Keys (#7)`` where others are called so."""
    index = track_index(session, reference)
    name = session.tracks[index].name
    return f"{name} (#{index + 1})" if is_numbered(track_reference(session, index)) else name


def scene_index(session: Session, reference: str) -> int:
    """The place (from 0) of a scene. Raises NotFoundError or AmbiguousError."""
    number = by_number("scene", session.scenes, reference)
    return by_name("scene", session.scenes, reference) if number is None else number
