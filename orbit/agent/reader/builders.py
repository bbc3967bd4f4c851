"""Edits that no rule makes: what a frame of the reader alone comes to."""

from __future__ import annotations

import math
from typing import Any

from daw_bridges.actions import Action, SetColor, SetPan, SetParameter, SetSolo, SetVolume
from daw_bridges.references import find_device
from orbit.agent.offline.understanding.devices import Said
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.placing import find_places
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.rules.automation import _automate, _automate_strip, _sweep
from orbit.agent.offline.understanding.rules.parameters import change
from orbit.agent.offline.understanding.settling import settled
from orbit.agent.offline.understanding.tracks import Tracks
from orbit.agent.offline.understanding.unspoken import by_choice, by_value

__all__ = ["apart", "band", "between", "colored_like", "level_from", "only", "swapped", "with_value"]

_TWO = 2


def only(ground: Ground, tracks: Tracks) -> list[Action]:
    """Solo tracks and nothing else: other solos go off."""
    session = ground.session
    meant = {ground.track(name).name for name in tracks}
    others = [each.name for each in session.ordinary_tracks if each.solo and each.name not in meant]
    on = [name for name in tracks if not ground.track(name).solo]
    return [SetSolo(track=name, on=name in on) for name in (*others, *on)]


def level_from(
    ground: Ground, tracks: Tracks, source: Tracks, way: int = 0, amount: float = 0.0
) -> list[Action] | None:
    """The level of another track, or so many decibels above or below it."""
    level = ground.track(source[0]).volume_db
    if math.isinf(level) or source[0] in tracks or (way and not amount):
        return None
    return [SetVolume(track=name, db=round(level + way * amount, 2)) for name in tracks]


def colored_like(ground: Ground, tracks: Tracks, source: Tracks) -> list[Action] | None:
    """The color of another track."""
    color = ground.track(source[0]).color
    return [SetColor(track=name, color=color) for name in tracks if name != source[0]] if color else None


def apart(ground: Ground, tracks: Tracks, percent: float = 100.0) -> list[Action] | None:
    """Two tracks to either side, in their order in the session."""
    names = [track.name for track in ground.session.tracks]
    if len(tracks) != _TWO:
        return None
    ordered = sorted(tracks, key=lambda name: names.index(ground.track(name).name))
    return [SetPan(track=name, pan=side * percent / 100) for side, name in zip((-1, 1), ordered, strict=True)]


def swapped(ground: Ground, tracks: Tracks, field: str) -> list[Action] | None:
    """Two tracks with each other's level or panning."""
    read = [getattr(ground.track(name), field) for name in tracks]
    if len(read) != _TWO or read[0] == read[1]:
        return None
    one, other = read
    if field == "pan":
        return [SetPan(track=name, pan=pan) for name, pan in zip(tracks, (other, one), strict=True)]
    return [SetVolume(track=name, db=level) for name, level in zip(tracks, (other, one), strict=True)]


def band(ground: Ground, band: str, way: int, device: Said, **more: Any) -> Any:
    """The gain of an equaliser's band, up or down."""
    return change(ground, f"{band} gain", way, device, **more)


def between(how: str, ground: Ground, start: float, end: float, **said: Any) -> Any:
    """Automation from bar to bar, each said beside its own value."""
    return _OVER[how](ground, span=(start, end), **said)


_OVER = {"automate": _automate, "sweep": _sweep, "fade": _automate_strip}


def with_value(
    ground: Ground, value: float | str, device: Said, tracks: Tracks = ()
) -> list[Action] | Problem | None:
    """The one parameter of a device that such a value is for: "make the filter a high-pass"."""
    places = find_places(ground, device, tracks)
    if isinstance(places, Problem):
        return places
    actions: list[Action] = []
    for track, reference in places:
        held = find_device(ground.track(track), reference)
        key = by_value(held, value) or (by_choice(held, value) if isinstance(value, str) else None)
        goal = None if key is None else settled(held, key, value)
        if key is None or goal is None or isinstance(goal, Problem):
            return None
        actions.append(SetParameter(track=track, device=reference, parameter=key, value=goal))
    return actions
