"""What conditions can ask of a session, its tracks, devices and clips: how each is said and read."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any, NamedTuple

from daw_bridges.quantities import Unit
from daw_bridges.session import Session, Track
from orbit.workflows.conditions.compare import Measure, Reading

__all__ = ["CLIP", "DEVICE", "SESSION", "TRACK", "Property"]


class Property(NamedTuple):
    """One thing that can be asked: the words for it, its measure, and how it is read."""

    words: str
    measure: Measure
    read: Callable[[Any], Any]

    def of(self, thing: object) -> Reading:
        """Read it."""
        return Reading(self.read(thing), self.measure)


def _plain(words: str, attribute: str, measure: Measure) -> Property:
    return Property(words, measure, attrgetter(attribute))


def _count(words: str, attribute: str) -> Property:
    things = attrgetter(attribute)

    def count(thing: object) -> int:
        return len(things(thing))

    return Property(f"the number of {words}", _NUMBER, count)


def _signature(session: Session) -> str:
    return f"{session.time_signature[0]}/{session.time_signature[1]}"


def _chain(track: Track) -> list[str]:
    return [device.kind or device.name for device in track.devices]


def _slot(clip: Any) -> int | None:
    return getattr(clip, "slot", None)


_NAME, _LIST, _PAN, _SWITCH = Measure("name"), Measure("list"), Measure("pan"), Measure("switch")
_TRACK = Measure("track")
_DB, _NUMBER = Measure(Unit.DB), Measure(Unit.NONE)

SESSION: dict[str, Property] = {
    "daw": _plain("the DAW", "daw", _NAME),
    "tempo": _plain("the tempo", "tempo", _NUMBER),
    "time_signature": Property("the time signature", Measure("signature"), _signature),
    "metronome": _plain("the metronome", "metronome", _SWITCH),
    "playing": _plain("playback", "playing", _SWITCH),
    "recording": _plain("recording", "recording", _SWITCH),
    "loop": _plain("the loop", "loop.on", _SWITCH),
    "loop_start": _plain("the bar the loop starts at", "loop.start_bar", _NUMBER),
    "loop_end": _plain("the bar the loop ends at", "loop.end_bar", _NUMBER),
    "tracks": _count("tracks", "ordinary_tracks"),
    "returns": _count("returns", "returns"),
    "scenes": _count("scenes", "scenes"),
    "locators": _count("locators", "locators"),
}

TRACK: dict[str, Property] = {
    "name": _plain("the name", "name", _NAME),
    "kind": _plain("the kind", "kind.value", _NAME),
    "volume_db": _plain("the volume", "volume_db", _DB),
    "pan": _plain("the panning", "pan", _PAN),
    "mute": _plain("mute", "mute", _SWITCH),
    "solo": _plain("solo", "solo", _SWITCH),
    "arm": _plain("record arm", "arm", _SWITCH),
    "monitor": _plain("the monitoring", "monitor.value", _NAME),
    "color": _plain("the colour", "color", _NAME),
    "group": _plain("the group", "group", _TRACK),
    "input": _plain("the input", "input", _TRACK),
    "output": _plain("the output", "output", _TRACK),
    "devices": Property("the device chain", _LIST, _chain),
    "device_count": _count("devices", "devices"),
    "clip_count": _count("clips", "clips"),
    "arrangement_clip_count": _count("clips on the timeline", "arrangement_clips"),
}

DEVICE: dict[str, Property] = {
    "name": _plain("the name", "name", _NAME),
    "enabled": _plain("the power", "enabled", _SWITCH),
    "sidechain": _plain("the side chain source", "sidechain", _TRACK),
}

CLIP: dict[str, Property] = {
    "name": _plain("the name", "name", _NAME),
    "length_beats": _plain("the length in beats", "length_beats", _NUMBER),
    "notes": _plain("the number of notes", "notes", _NUMBER),
    "slot": Property("the slot", _NUMBER, _slot),
}
