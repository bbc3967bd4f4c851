"""Automation: a parameter that moves from one value to another over a stretch of the song or of a clip."""

from __future__ import annotations

import math
from typing import Any

from daw_bridges.actions import AutomateParameter
from daw_bridges.errors import QuantityError
from daw_bridges.quantities import Unit, beats_per_bar, parse_quantity
from daw_bridges.references import MIXER, find_clip
from daw_bridges.references import find_device as device_called
from daw_bridges.session import Parameter
from orbit.agent.offline.understanding.clips import ClipPlace
from orbit.agent.offline.understanding.devices import Said, parameter_key
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.placing import find_places
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.rule import Built, Rule
from orbit.agent.offline.understanding.tracks import Tracks

__all__ = ["RULES", "_automate", "_automate_strip", "_sweep"]


def _automate(
    ground: Ground,
    parameter: str,
    low: float | str,
    high: float | str,
    device: Said,
    tracks: Tracks = (),
    span: tuple[float, float] | None = None,
    clip: ClipPlace | None = None,
) -> Built:
    places = find_places(ground, device, tracks or ((clip.track,) if clip else ()))
    if isinstance(places, Problem):
        return places
    track, reference = places[0]
    held_device = device_called(ground.track(track), reference)
    key = parameter_key(ground, held_device, parameter)
    if isinstance(key, Problem):
        return key
    held = held_device.parameters[key]
    first, last = _number(held, low, high), _number(held, high, low)
    if first is None or last is None:
        return Problem(
            f"{held.name} of {held_device.name} reads {held.text}: say both ends in that unit.", parameter
        )
    beats = _beats(ground, span, clip)
    if isinstance(beats, Problem):
        return beats
    return [
        AutomateParameter(
            track=track,
            device=reference,
            parameter=key,
            points=((beats[0], first), (beats[1], last)),
            clip=clip.clip if clip else None,
        )
    ]


def _number(held: Parameter, value: float | str, other: float | str) -> float | None:
    """A value in the parameter's own unit; one that says no unit takes the other's."""
    if value in ("max", "min", "middle") and held.range is not None:
        low, high = held.range
        goal = {"max": high, "min": low, "middle": (low + high) / 2}[str(value)]
        return goal if math.isfinite(goal) else None
    if not isinstance(value, str):
        fits = not isinstance(other, str) or held.unit in (Unit.NONE, _unit(other))
        return value if fits else None
    try:
        quantity = parse_quantity(value)
    except QuantityError:
        return None
    return quantity.value if quantity.unit in (held.unit, Unit.NONE) else None


def _unit(value: str | float) -> Unit:
    try:
        return parse_quantity(f"{value}").unit
    except QuantityError:
        return Unit.NONE


def _beats(
    ground: Ground, span: tuple[float, float] | None, clip: ClipPlace | None
) -> tuple[float, float] | Problem:
    """From where to where, in beats from 0: over a whole clip when nothing else is said."""
    bar = beats_per_bar(ground.session.time_signature)
    if span is not None:
        start, end = (round((place - 1) * bar, 6) for place in span)
        return (start, end) if 0 <= start < end else Problem("That ends before it begins: bars count from 1.")
    if clip is not None:
        return 0.0, find_clip(ground.track(clip.track), clip.clip).length_beats
    return Problem("Over which bars? Say for instance “over the first 8 bars”.", "automation")


def _automate_beats(ground: Ground, first_beat: int, last_beat: int, **said: Any) -> Built:
    """From beat to beat, counted from 0; who begins at beat 1 counts from there."""
    bar, shift = beats_per_bar(ground.session.time_signature), first_beat == 1
    span = (1 + (first_beat - shift) / bar, 1 + (last_beat - shift) / bar)
    return _automate(ground, **said, span=span)


def _sweep(
    ground: Ground, device: Said, tracks: Tracks = (), clip: ClipPlace | None = None, **said: Any
) -> Built:
    """The one parameter that a device is swept by: a filter's frequency, a utility's gain."""
    places = find_places(ground, device, tracks or ((clip.track,) if clip else ()))
    if isinstance(places, Problem):
        return places
    swept = _SWEPT.get(device_called(ground.track(places[0][0]), places[0][1]).kind or "")
    if swept is None:
        return None
    return _automate(ground, swept, device=device, tracks=tracks, clip=clip, **said)


_SWEPT = {"auto_filter": "frequency", "utility": "gain", "redux": "bit depth"}


def _automate_strip(
    ground: Ground,
    tracks: Tracks,
    what: str,
    low: float,
    high: float,
    span: tuple[float, float] | None = None,
    clip: ClipPlace | None = None,
) -> Built:
    """The fader or the panning of a track; a clip is one of that track."""
    beats = _beats(ground, span, clip)
    if isinstance(beats, Problem):
        return beats
    return [
        AutomateParameter(
            track=track,
            device=MIXER,
            parameter=what,
            points=((beats[0], low), (beats[1], high)),
            clip=clip.clip if clip else None,
        )
        for track in tracks
    ]


_DO = "(automate|open|close|ramp|sweep|fade|move|draw|draw in|glide|morph|bring|take|ride)"
_WHAT = (
    "({tracks} {device} {parameter}|{device} {parameter} [(on|of|for|in) {tracks}]|"
    "{parameter} (of|on|for|in) {device} [(on|of|for|in) {tracks}]|"
    "{parameter} (of|on|for|in) {tracks} {device})"
)
_FROM_TO = "from {low:value} [at start [of clip]] [up|down] to {high:value} [at end [of clip]]"
_FROM_TO_BEATS = (
    "[from] {low:value} (at|on) beat {first_beat:count} [up|down] [to] {high:value} (at|on|by) "
    "beat {last_beat:count}"
)
_OVER = "(over|across|during|in|within|for|between|throughout|from) {span}"
_CLIP = "(over|in|on|across|of|inside|within|during|throughout) {clip} [clip]"

RULES = (
    Rule(
        _automate,
        (
            f"{_DO} {_WHAT} {_FROM_TO} [{_OVER}]",
            f"{_CLIP} {_DO} {_WHAT} {_FROM_TO}",
        ),
    ),
    Rule(
        _automate_beats,
        (f"{_CLIP} {_DO} {_WHAT} {_FROM_TO_BEATS}",),
    ),
)
"""The wordings of automation."""
