"""References to tracks and scenes."""

from __future__ import annotations

from daw_bridges.references.naming import LONGEST, NUMBERED, by_name, by_number
from daw_bridges.session import Session, Track, TrackKind

__all__ = ["find_track", "scene_index", "track_index", "track_reference"]


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


def scene_index(session: Session, reference: str) -> int:
    """The place (from 0) of a scene. Raises NotFoundError or AmbiguousError."""
    number = by_number("scene", session.scenes, reference)
    return by_name("scene", session.scenes, reference) if number is None else number
