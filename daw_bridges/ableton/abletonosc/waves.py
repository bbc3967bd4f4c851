"""Which edits can travel together: those that touch nothing in common, up to the next that stands alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import takewhile
from typing import Any

from daw_bridges.ableton.step import Step
from daw_bridges.ableton.translation import Edit
from daw_bridges.errors import OrbitError
from daw_bridges.quantities import Unit
from daw_bridges.references import clip_index, track_index

__all__ = ["next_wave"]

_MOST_TOGETHER = 64

_Touched = tuple[Any, ...]
"""A path, outermost first: what it begins with holds it. The empty one is the whole set."""


def _song(name: str) -> Callable[[Step], list[_Touched]]:
    return lambda _: [("song", name)]


def _strip(name: str) -> Callable[[Step], list[_Touched]]:
    return lambda step: [("track", step.track_place, name)]


def _whole_track(step: Step) -> list[_Touched]:
    # Its name is what others are checked by.
    return [("track", step.track_place)]


def _routing(name: str, field: str) -> Callable[[Step], list[_Touched]]:
    def touched(step: Step) -> list[_Touched]:
        reached: list[_Touched] = [("track", step.track_place, name)]
        try:
            # What it is routed to is found by its name, so that must not be changing meanwhile.
            return [*reached, ("track", track_index(step.before, getattr(step.action, field)), "name")]
        except OrbitError:
            return reached

    return touched


def _device(step: Step) -> list[_Touched]:
    return [("track", step.track_place, "device", *step.device_path)]


def _parameter(step: Step) -> list[_Touched]:
    key, parameter = step.parameter()
    # A switch can change what the other parameters of its device display.
    [device] = _device(step)
    return [device if parameter.unit is Unit.CHOICE else (*device, key)]


def _clip(step: Step) -> list[_Touched]:
    track = step.before.tracks[step.track_place]
    return [("track", step.track_place, "slot", track.clips[clip_index(track, step.action.clip)].slot)]


def _slot(step: Step) -> list[_Touched]:
    return [("track", step.track_place, "slot", step.action.slot)]


_TOGETHER: dict[str, Callable[[Step], list[_Touched]]] = {
    "set_tempo": _song("tempo"),
    "set_metronome": _song("metronome"),
    "set_volume": _strip("volume"),
    "set_pan": _strip("pan"),
    "set_mute": _strip("mute"),
    "set_solo": _strip("solo"),
    "set_arm": _strip("arm"),
    "set_monitor": _strip("monitor"),
    "set_color": _strip("color"),
    "set_send": lambda step: [("track", step.track_place, "send", step.action.to.casefold())],
    "set_output": _routing("output", "to"),
    "set_input": _routing("input", "source"),
    "rename_track": _whole_track,
    "set_parameter": _parameter,
    "enable_device": _device,
    "create_clip": _slot,
    "rename_clip": _clip,
    "add_notes": _clip,
}
"""What each edit touches; what is not here stands alone."""


def next_wave(edits: Sequence[Edit]) -> list[Edit]:
    """As many of the edits, from the first on, as can be done at the same time; at least one."""
    touched: list[_Touched] = []

    def fits(edit: Edit) -> bool:
        of = _TOGETHER.get(edit.action.action)
        paths = of(edit.step) if of else [()]
        if any(_meet(path, other) for path in paths for other in touched):
            return False
        touched.extend(paths)
        return True

    return list(takewhile(fits, edits[:_MOST_TOGETHER]))


def _meet(one: _Touched, other: _Touched) -> bool:
    shared = min(len(one), len(other))
    return one[:shared] == other[:shared]
