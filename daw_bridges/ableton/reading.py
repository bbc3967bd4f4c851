"""From the script's raw snapshot to a session: real units, neutral names, and the catalogue's kinds."""

from __future__ import annotations

from typing import Any

from daw_bridges.ableton.displays import DAW, read_device, read_value
from daw_bridges.quantities import Unit, beats_to_bars, parse_quantity
from daw_bridges.references import DevicePath, device_at, device_reference
from daw_bridges.session import (
    ArrangementClip,
    Clip,
    Envelope,
    Locator,
    Loop,
    Monitor,
    Note,
    Session,
    Track,
    TrackKind,
)

__all__ = ["read_session", "read_track"]

Raw = dict[str, Any]

_MASTER = "Master"


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
        tracks=tuple(read_track(track, signature) for track in raw["tracks"]),
    )


def _clean(number: float) -> float:
    # Live keeps single precision and beats as sums of fractions; what is displayed is far coarser than this.
    return round(number, 6)


def _bar(beats: float, signature: tuple[int, int]) -> float:
    return round(beats_to_bars(beats, signature), 9)


def _loop(raw: Raw, signature: tuple[int, int]) -> Loop:
    start, end = raw["start"], raw["start"] + raw["length"]
    return Loop(on=raw["on"], start_bar=_bar(start, signature), end_bar=_bar(end, signature))


def read_track(raw: Raw, signature: tuple[int, int]) -> Track:
    """One track of a raw snapshot, in a set with this time signature."""
    kind = TrackKind(raw["kind"])
    devices = tuple(read_device(device) for device in raw["devices"])
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
    # The device's own switch stands first; it is none of its parameters.
    envelopes = tuple(_envelope(envelope, track) for envelope in raw["envelopes"] if envelope["parameter"])
    return Clip(
        slot=raw["slot"],
        name=raw["name"],
        length_beats=_clean(raw["length"]),
        note_list=_notes(raw),
        envelopes=envelopes,
    )


def _envelope(raw: Raw, track: Track) -> Envelope:
    path: DevicePath = tuple(raw["device"])
    place: int = raw["parameter"] - 1
    key, parameter = list(device_at(track, path).parameters.items())[place]
    points = ((_clean(beat), read_value(text, parameter.unit)) for beat, text in raw["points"])
    reference = device_reference(track, path)
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
