"""The table of translations: what the script is told for each action, and what must be read back of it."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from daw_bridges.ableton.step import Fields, Step
from daw_bridges.algebra.chain import entry_of
from daw_bridges.catalog.palette import nearest_color
from daw_bridges.quantities import Unit
from daw_bridges.session import Device, Parameter

__all__ = ["ROWS", "Row"]

Made = tuple[Fields, Fields]
"""The fields of an edit, and what must be read back."""


@dataclass(frozen=True)
class Row:
    """How one action is translated."""

    refs: tuple[str, ...] = ()
    """Fields that name something: sent as references to it."""
    same: tuple[str, ...] = ()
    """Fields that mean the same in the script, and must be read back as they were sent."""
    sent: tuple[str, ...] = ()
    """Fields that are only sent."""
    more: Callable[[Step], Made] | None = None
    """What takes more than a table."""

    def make(self, step: Step) -> Made:
        """The fields of the edit for an action, and what must be read back."""
        same = {name: getattr(step.action, name) for name in self.same}
        sent = {name: getattr(step.action, name) for name in self.sent}
        refs: Fields = {name: getattr(step, name)() for name in self.refs}
        request, expected = self.more(step) if self.more else ({}, {})
        return {**refs, **same, **sent, **request}, {**same, **expected}


def _json_number(number: float) -> float | str:
    return number if math.isfinite(number) else ("inf" if number > 0 else "-inf")


def _level(step: Step) -> Made:
    return {"db": _json_number(step.action.db)}, {"db": step.action.db}


def _color(step: Step) -> Made:
    shown = {"color": nearest_color(step.action.color)}
    return shown, shown


def _send(step: Step) -> Made:
    request, expected = _level(step)
    return {**request, "to": step.track_called(step.action.to)}, expected


def _loop(step: Step) -> Made:
    loop = step.after.loop
    request = {"start": step.beats(loop.start_bar), "end": step.beats(loop.end_bar)}
    return request, {"start_bar": loop.start_bar, "end_bar": loop.end_bar}


def _play(step: Step) -> Made:
    bar = step.action.from_bar
    return {} if bar is None else {"from": step.beats(bar)}, {"playing": True}


def _locator(step: Step) -> Made:
    return {"beat": step.beats(step.action.bar)}, {"bar": step.action.bar}


def _gone(_step: Step) -> Made:
    return {}, {"exists": False}


def _renamed_copy(step: Step) -> Made:
    return {}, {"name": step.after.tracks[step.track_place + 1].name}


def _routing(field: str) -> Callable[[Step], Made]:
    def make(step: Step) -> Made:
        # The prediction has the name as the session writes it, whatever way the action named it.
        name = getattr(step.after.tracks[step.track_place], "output" if field == "to" else "input")
        return {field: step.track_or_name(getattr(step.action, field), name)}, {field: name}

    return make


def _insert(step: Step) -> Made:
    path, device = step.inserted()
    place = path[-1] + 1
    # Where the host puts a plug-in nobody knows before: it may be an instrument.
    at = None if step.action.at is None and device.kind is None else place
    expected = {"name": device.name} if at is None else {"name": device.name, "place": place}
    return {"device": device.name, "at": at}, expected


def _wish(parameter: Parameter) -> Fields:
    if isinstance(parameter.value, str):
        return {"text": parameter.value}
    return {"number": _json_number(parameter.value), "unit": parameter.unit.value, "text": parameter.text}


def _parameter_ref(step: Step, key: str, parameter: Parameter) -> Fields:
    # The switch of the device itself stands in front of what a session shows.
    before, _ = step.devices()
    ref = {"name": parameter.name, "index": list(before.parameters).index(key) + 1}
    # What was inserted in the same batch is only known from the catalogue, which may have an older name.
    also = _other_names(step, before, key, parameter.name)
    return {**ref, "also": also} if also else ref


def _other_names(step: Step, device: Device, key: str, name: str) -> list[str]:
    entry = entry_of(step.before.daw, device)
    rows = () if entry is None else entry.parameters
    return [other for row in rows if row.key == key for other in (row.name, *row.also) if other != name]


def _set_parameter(step: Step) -> Made:
    key, parameter = step.parameter()
    request = {"parameter": _parameter_ref(step, key, parameter), "value": _wish(parameter)}
    return request, {"value": parameter.value, "unit": parameter.unit}


def _automation(step: Step) -> Made:
    key, parameter = step.parameter()
    points = sorted(dict(step.action.points).items())
    wishes = [[beat, _point(value, parameter.unit)] for beat, value in points]
    return {"parameter": _parameter_ref(step, key, parameter), "points": wishes}, {
        "points": [list(p) for p in points]
    }


def _point(value: float, unit: Unit) -> Fields:
    return {"number": _json_number(value), "unit": unit.value}


def _sidechain(step: Step) -> Made:
    _, after = step.devices()
    source = None if step.action.source is None else step.track_called(step.action.source)
    return {"source": source}, {"source": after.sidechain, "on": source is not None}


def _clip_copy(step: Step) -> Made:
    bar = step.action.to_bar
    if bar is None:
        return {"to_slot": step.action.to_slot}, {"slot": step.action.to_slot}
    return {"to": step.beats(bar)}, {"start_bar": bar}


def _notes(step: Step) -> Made:
    return {"notes": [list(note) for note in step.action.notes]}, {"added": len(step.action.notes)}


def _launched(_step: Step) -> Made:
    return {}, {"launched": True}


def _scene_launched(step: Step) -> Made:
    slot = step.scene_place + 1
    clips = sum(clip.slot == slot for track in step.before.tracks for clip in track.clips)
    return {}, {"launched": clips}


def _expecting(**expected: Any) -> Callable[[Step], Made]:
    return lambda _step: ({}, expected)


_TRACK, _DEVICE, _CLIP = ("track",), ("track", "device"), ("track", "clip")

ROWS: dict[str, Row] = {
    "set_tempo": Row(same=("bpm",)),
    "set_time_signature": Row(same=("numerator", "denominator")),
    "set_metronome": Row(same=("on",)),
    "set_loop": Row(same=("on",), more=_loop),
    "play": Row(more=_play),
    "stop": Row(more=_expecting(playing=False)),
    "record": Row(same=("on",)),
    "create_track": Row(same=("name",), sent=("kind", "at")),
    "duplicate_track": Row(_TRACK, sent=("name",), more=_renamed_copy),
    "delete_track": Row(_TRACK, more=_gone),
    "rename_track": Row(_TRACK, same=("name",)),
    "set_color": Row(_TRACK, more=_color),
    "set_volume": Row(_TRACK, more=_level),
    "set_pan": Row(_TRACK, same=("pan",)),
    "set_send": Row(_TRACK, more=_send),
    "set_mute": Row(_TRACK, same=("on",)),
    "set_solo": Row(_TRACK, same=("on",)),
    "set_arm": Row(_TRACK, same=("on",)),
    "set_monitor": Row(_TRACK, same=("mode",)),
    "set_output": Row(_TRACK, more=_routing("to")),
    "set_input": Row(_TRACK, more=_routing("source")),
    "insert_device": Row(("track", "chain"), more=_insert),
    "remove_device": Row(_DEVICE, more=_gone),
    "move_device": Row(_DEVICE, sent=("to",), more=lambda step: ({}, {"place": step.action.to})),
    "enable_device": Row(_DEVICE, same=("on",)),
    "set_parameter": Row(_DEVICE, more=_set_parameter),
    "set_sidechain": Row(_DEVICE, more=_sidechain),
    "load_preset": Row(_DEVICE, same=("preset",)),
    "automate_parameter": Row((*_DEVICE, "clip"), more=_automation),
    "create_clip": Row(_TRACK, same=("slot", "length_beats"), sent=("name",)),
    "delete_clip": Row(_CLIP, more=_gone),
    "rename_clip": Row(_CLIP, same=("name",)),
    "add_notes": Row(_CLIP, more=_notes),
    "duplicate_clip": Row(_CLIP, more=_clip_copy),
    "fire_clip": Row(_CLIP, more=_launched),
    "stop_clip": Row(_TRACK, more=_expecting(stopped=True)),
    "create_scene": Row(same=("name",)),
    "rename_scene": Row(("scene",), same=("name",)),
    "delete_scene": Row(("scene",), more=_gone),
    "fire_scene": Row(("scene",), more=_scene_launched),
    "add_locator": Row(same=("name",), more=_locator),
    "remove_locator": Row(more=lambda step: (_locator(step)[0], {"exists": False})),
    "undo": Row(),
}
