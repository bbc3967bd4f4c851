"""Where a device is that was spoken of: on the tracks that were named, or the only one in the session."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from daw_bridges.actions import Action
from daw_bridges.references import track_reference
from daw_bridges.session import TrackKind
from orbit.agent.offline.understanding.devices import Said, find_device
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.tracks import Tracks

__all__ = ["find_places", "having", "on_each"]


def on_each(
    ground: Ground, device: Said, tracks: Tracks, make: Callable[[str, str], Action]
) -> list[Action] | Problem:
    """An action for each place of the device, made of the track and the device's reference there."""
    places = find_places(ground, device, tracks)
    return places if isinstance(places, Problem) else [make(track, found) for track, found in places]


def find_places(ground: Ground, device: Said, tracks: Tracks = ()) -> list[tuple[str, str]] | Problem:
    """Where the device is: on the tracks that were named, or on the only track that has one."""
    found = list(_each(ground, tracks or having(ground, device), device))
    problem = next((place for place in found if isinstance(place, Problem)), None)
    places = [place for place in found if not isinstance(place, Problem)]
    if problem is not None:
        return problem
    if not places:
        return Problem(f"There is no {device.phrase} in this session.", device.phrase)
    if not tracks and len(places) > 1:
        options = tuple(f"{device.phrase} on {track}" for track, _ in places)
        return Problem(
            f"There is more than one {device.phrase}: {' or '.join(options)}. Which one?",
            device.phrase,
            options,
        )
    return places


def having(ground: Ground, device: Said) -> Tracks:
    """The tracks that have such a device; of those spoken of just before, only these."""
    tracks = enumerate(ground.session.tracks)
    having = [
        at
        for at, track in tracks
        if (not device.on_return or track.kind is TrackKind.RETURN)
        and not isinstance(find_device(track, device), Problem)
    ]
    found = tuple(track_reference(ground.session, at) for at in having)
    return tuple(name for name in ground.tracks if name in found) or found


def _each(ground: Ground, tracks: Tracks, device: Said) -> Iterator[tuple[str, str] | Problem]:
    for track in tracks:
        found = find_device(ground.track(track), device)
        yield found if isinstance(found, Problem) else (track, found)
