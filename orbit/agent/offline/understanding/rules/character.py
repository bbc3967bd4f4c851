"""Devices by how they should sound: wetter, longer, faster, and a filter that opens."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from daw_bridges.actions import Action, SetParameter
from daw_bridges.references import find_device as device_called
from orbit.agent.offline.understanding.devices import Said, parameter_key
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.placing import find_places
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.rule import Built, Rule
from orbit.agent.offline.understanding.settling import settled
from orbit.agent.offline.understanding.steps import PLAIN, Step, moved
from orbit.agent.offline.understanding.tracks import Tracks

__all__ = ["RULES", "_opened_to"]

_QUALITIES: Mapping[str, Mapping[str, str]] = {
    "wet": {"": "dry_wet"},
    "long": {"reverb": "decay_time", "hybrid_reverb": "decay", "delay": "left_time", "compressor": "release"},
    "big": {"reverb": "room_size", "hybrid_reverb": "size"},
    "wide": {"utility": "stereo_width", "reverb": "stereo_image"},
    "fast": {"phaser": "rate", "chorus": "rate", "auto_pan": "rate", "auto_filter": "lfo_rate"},
    "open": {"auto_filter": "frequency", "eq": "frequency"},
    "hard": {"saturator": "drive", "overdrive": "drive", "drum_buss": "drive"},
}
"""The parameter that a quality is, by the kind of device."""


def _sound(
    ground: Ground, device: Said, quality: tuple[str, int], tracks: Tracks = (), step: Step = PLAIN
) -> Built:
    places = find_places(ground, device, tracks)
    if isinstance(places, Problem):
        return places
    actions: list[Action] = []
    for track, reference in places:
        action = _made(ground, track, reference, quality, step)
        if action is None or isinstance(action, Problem):
            return action
        actions.append(action)
    return actions


def _made(
    ground: Ground, track: str, reference: str, quality: tuple[str, int], step: Step
) -> SetParameter | Problem | None:
    device = device_called(ground.track(track), reference)
    by_kind = _QUALITIES[quality[0]]
    wanted = by_kind.get(device.kind or "") or by_kind.get("")
    key = None if wanted is None else parameter_key(ground, device, wanted)
    if key is None or isinstance(key, Problem):
        return None
    value = moved(device.parameters[key], device.name, quality[1], step)
    if isinstance(value, Problem):
        return value
    return SetParameter(track=track, device=reference, parameter=key, value=value)


def _opened_to(ground: Ground, device: Said, value: float | str, tracks: Tracks = ()) -> Built:
    """A filter moved to a frequency, as a hand on its knob does."""
    places = find_places(ground, device, tracks)
    if isinstance(places, Problem):
        return places
    actions: list[Action] = []
    for track, reference in places:
        held = device_called(ground.track(track), reference)
        wanted = _QUALITIES["open"].get(held.kind or "")
        key = None if wanted is None else parameter_key(ground, held, wanted)
        if key is None or isinstance(key, Problem):
            return None
        goal = settled(held, key, value)
        if isinstance(goal, Problem):
            return goal
        actions.append(SetParameter(track=track, device=reference, parameter=key, value=goal))
    return actions


_THAT = "({tracks} {device}|{device} [(on|of|for|in) {tracks}])"
_BY = "[[by] {step}]"

RULES = (
    Rule(
        partial(_sound, quality=("open", 1)),
        (f"open [up] {_THAT} [up] {_BY}",),
    ),
)
"""The wordings of how devices sound."""
