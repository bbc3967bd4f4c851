"""From the script's raw snapshot to a session: real units, neutral names, and the catalogue's kinds."""

from __future__ import annotations

from typing import Any

from daw_bridges.catalog import DeviceEntry, ParameterEntry, catalog, unique_keys
from daw_bridges.errors import QuantityError
from daw_bridges.quantities import Quantity, Unit, beats_to_bars, parse_pan, parse_quantity
from daw_bridges.references import device_reference
from daw_bridges.session import (
    ArrangementClip,
    Clip,
    Device,
    Envelope,
    Locator,
    Loop,
    Monitor,
    Note,
    Parameter,
    Session,
    Track,
    TrackKind,
)

__all__ = ["DAW", "read_session", "read_value"]

DAW = "ableton"

Raw = dict[str, Any]

_MASTER = "Master"
_SWITCH = ("off", "on")


def read_session(raw: Raw) -> Session:
    """The session a raw snapshot describes."""
    signature = (int(raw["numerator"]), int(raw["denominator"]))
    return Session(
        daw=DAW,
        name=raw["name"],
        tempo=_clean(raw["tempo"]),
        time_signature=signature,
        metronome=raw["metronome"],
        playing=raw["playing"],
        recording=raw["recording"],
        loop=_loop(raw["loop"], signature),
        locators=tuple(Locator(bar=_bar(cue["beat"], signature), name=cue["name"]) for cue in raw["cues"]),
        scenes=tuple(scene["name"] for scene in raw["scenes"]),
        tracks=tuple(_track(track, signature) for track in raw["tracks"]),
    )


def _clean(number: float) -> float:
    # Live keeps single precision and beats as sums of fractions; what is displayed is far coarser than this.
    return round(number, 6)


def _bar(beats: float, signature: tuple[int, int]) -> float:
    return round(beats_to_bars(beats, signature), 9)


def _loop(raw: Raw, signature: tuple[int, int]) -> Loop:
    start, end = raw["start"], raw["start"] + raw["length"]
    return Loop(on=raw["on"], start_bar=_bar(start, signature), end_bar=_bar(end, signature))


def _track(raw: Raw, signature: tuple[int, int]) -> Track:
    kind = TrackKind(raw["kind"])
    devices = tuple(_device(device) for device in raw["devices"])
    track = Track(
        name=_MASTER if kind is TrackKind.MASTER else raw["name"],
        kind=kind,
        volume_db=_level(raw["volume"]),
        pan=raw["pan"],
        mute=raw.get("mute", False),
        solo=raw.get("solo", False),
        arm=raw.get("arm", False),
        monitor=Monitor(raw.get("monitor", Monitor.AUTO)),
        color=raw["color"],
        group=raw.get("group"),
        input=raw.get("input"),
        output=raw.get("output"),
        sends={name: _level(text) for name, text in raw["sends"]},
        devices=devices,
        arrangement_clips=tuple(
            _arrangement_clip(clip, signature) for clip in raw.get("arrangement_clips", ())
        ),
        playing_slot=raw.get("playing_slot"),
    )
    return track.model_copy(update={"clips": tuple(_clip(clip, track) for clip in raw.get("clips", ()))})


def _level(text: str) -> float:
    return parse_quantity(text, Unit.DB).value


def _notes(raw: Raw) -> tuple[Note, ...]:
    rows: list[list[float]] = raw["notes"]
    return tuple(
        Note(int(pitch), _clean(start), _clean(beats), _clean(velocity))
        for pitch, start, beats, velocity in rows
    )


def _clip(raw: Raw, track: Track) -> Clip:
    envelopes = tuple(_envelope(envelope, track) for envelope in raw["envelopes"])
    return Clip(
        slot=raw["slot"],
        name=raw["name"],
        length_beats=_clean(raw["length"]),
        note_list=_notes(raw),
        envelopes=envelopes,
    )


def _envelope(raw: Raw, track: Track) -> Envelope:
    device: int = raw["device"]
    place: int = raw["parameter"] - 1  # the device's own switch stands first and is none of its parameters
    key, parameter = list(track.devices[device].parameters.items())[place]
    points = ((_clean(beat), read_value(text, parameter.unit)) for beat, text in raw["points"])
    reference = device_reference(track, device)
    return Envelope(
        device=reference, parameter=key, points=tuple((b, v) for b, v in points if isinstance(v, float))
    )


def _arrangement_clip(raw: Raw, signature: tuple[int, int]) -> ArrangementClip:
    return ArrangementClip(
        name=raw["name"],
        start_bar=_bar(raw["start"], signature),
        length_beats=_clean(raw["length"]),
        note_list=_notes(raw),
    )


def _device(raw: Raw) -> Device:
    entry = catalog().entry_of(DAW, raw["class_name"])
    switch, *parameters = raw["parameters"]
    return Device(
        name=raw["name"],
        kind=entry.kind if entry else catalog().identify(DAW, raw["class_name"]),
        enabled=switch["text"].casefold() != "off",
        sidechain=raw.get("sidechain"),
        parameters=_parameters(entry, parameters),
    )


def _parameters(entry: DeviceEntry | None, raw: list[Raw]) -> dict[str, Parameter]:
    known = {parameter.name: parameter for parameter in entry.parameters} if entry else {}
    names = [parameter.get("original_name", parameter["name"]) for parameter in raw]
    keys = unique_keys(names)
    found = zip(names, keys, raw, strict=True)
    return {
        known[name].key if name in known else key: _parameter(known.get(name), one)
        for name, key, one in found
    }


def _parameter(entry: ParameterEntry | None, raw: Raw) -> Parameter:
    items = raw.get("items")
    if items:
        return _choice(raw, items)
    value = _number(raw["text"], entry)
    if value is None:
        return Parameter(name=raw["name"], value=raw["text"], unit=Unit.CHOICE, text=raw["text"])
    low, high = _number(raw["low"], entry), _number(raw["high"], entry)
    span = None if low is None or high is None else (min(low.value, high.value), max(low.value, high.value))
    return Parameter(name=raw["name"], value=value.value, unit=value.unit, text=raw["text"], range=span)


def _choice(raw: Raw, items: list[str]) -> Parameter:
    switch = tuple(item.casefold() for item in items) == _SWITCH
    choices = _SWITCH if switch else tuple(items)
    value = raw["text"].casefold() if switch else raw["text"]
    return Parameter(name=raw["name"], value=value, unit=Unit.CHOICE, text=raw["text"], choices=choices)


def _number(text: str, entry: ParameterEntry | None) -> Quantity | None:
    unit = entry.unit if entry and entry.unit is not Unit.CHOICE else Unit.NONE
    try:
        return parse_quantity(text, unit)
    except QuantityError:
        pass
    try:
        return Quantity(parse_pan(text), Unit.NONE)
    except QuantityError:
        return None


def read_value(text: str, unit: Unit) -> float | str:
    """The value of a displayed text: a number in its base unit where it is one, else the text."""
    for read in (lambda: parse_quantity(text, unit).value, lambda: parse_pan(text)):
        try:
            return read()
        except QuantityError:
            continue
    return text
