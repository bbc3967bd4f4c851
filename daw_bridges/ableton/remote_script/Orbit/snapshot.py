"""The open set as raw JSON: what every object is called, what Live displays for it, and its identity.

It is read and turned into text in pieces that take about as long whatever the set: some parameters of a
device, some notes of a clip, some scenes. So no tick takes long, however large a track is.
"""

from __future__ import annotations

import json
from typing import Any, Callable, Dict, Iterable, Iterator, List, Optional

from .automation import envelopes_of
from .clips import read_notes, timeline_length
from .live import LiveSet, chains_of, identity, same
from .mixer import MONITORING
from .parameters import text_of
from .routing import routing_name, source_name
from .tracks import color_text

Json = Dict[str, Any]

# DeviceParameter.automation_state: 0 none, 1 playing, 2 overridden.
_PLAYING = 1

# How much is read and written down before a tick may end.
_PARAMETERS, _NOTES, _THINGS = 32, 256, 128


def snapshot(live: LiveSet, _body: Json, _report: Callable) -> Iterator[Any]:
    """Read the whole set; returns JSON as bytes."""
    parts = []
    for track in live.tracks():
        parts.append((yield from _track(live, track)))
        yield
    song = yield from song_of(live)
    head = encoded(dict(song, live=".".join(str(part) for part in live.version)))
    return with_lists(head, {"tracks": parts})


_ENCODER = json.JSONEncoder(separators=(",", ":"))


def encoded(value: Any) -> bytes:
    """A document as it goes over the wire."""
    return _ENCODER.encode(value).encode("utf-8")


def _items(values: List[Any]) -> List[bytes]:
    """Values as items of a list that is put together later."""
    return [encoded(values)[1:-1]] if values else []


def _in_pieces(things: Iterable[Any], read: Callable[[Any], Any], at_once: int) -> Iterator[Any]:
    """What is read of each thing, as items of a list, some at once."""
    parts: List[bytes] = []
    piece: List[Any] = []
    for thing in things:
        piece.append(read(thing))
        if len(piece) == at_once:
            parts.extend(_items(piece))
            piece = []
            yield
    return parts + _items(piece)


def with_lists(head: bytes, lists: Dict[str, List[bytes]]) -> bytes:
    """An encoded object with fields that are lists of encoded objects: nothing is turned into text twice."""
    fields = [b'"%s":[%s]' % (name.encode("ascii"), b",".join(parts)) for name, parts in lists.items()]
    return b"{" + b",".join([part for part in (head[1:-1], *fields) if part]) + b"}"


def _each(readings: Iterable[Iterator[Any]]) -> Iterator[Any]:
    """Go through several readings, one after the other; returns what each of them does."""
    results: List[Any] = []
    for reading in readings:
        results.append((yield from reading))  # noqa: PERF401 - no comprehension can wait
    return results


def song_of(live: LiveSet) -> Iterator[Any]:
    """Read the set itself; returns its tempo, loop, transport, locators and scenes."""
    song, scenes = live.song, []
    for number, scene in enumerate(song.scenes):
        scenes.append({"id": identity(scene), "name": scene.name})
        if number % _THINGS == _THINGS - 1:
            yield
    return {
        "name": str(getattr(song, "name", "")),
        "tempo": song.tempo,
        "numerator": song.signature_numerator,
        "denominator": song.signature_denominator,
        "metronome": bool(song.metronome),
        "playing": bool(song.is_playing),
        "recording": bool(song.record_mode),
        "loop": {"on": bool(song.loop), "start": song.loop_start, "length": song.loop_length},
        "cues": [
            {"beat": cue.time, "name": cue.name} for cue in sorted(song.cue_points, key=lambda cue: cue.time)
        ],
        "scenes": scenes,
        "automated": ["tempo"] if _is_automated(song.master_track.mixer_device.song_tempo) else [],
    }


def _track(live: LiveSet, track: Any) -> Iterator[Any]:
    strip = strip_of(live, track)
    devices = yield from _each(device_of(live, device) for device in track.devices)
    clips = yield from clips_of(track, strip["kind"])
    return joined(encoded(strip), with_lists(b"{}", {"devices": devices}), clips)


def joined(*objects: bytes) -> bytes:
    """Encoded objects as one with the fields of all."""
    return b"{" + b",".join([each[1:-1] for each in objects if len(each) > len(b"{}")]) + b"}"


def strip_of(live: LiveSet, track: Any) -> Json:
    """A track without its devices and clips: what it is called, its mixer, its routing, what plays."""
    document = {
        "id": identity(track),
        "name": track.name,
        "kind": kind_of(live, track),
        "color": color_text(track.color),
    }
    document.update(_mixer(live, track))
    if document["kind"] != "master":
        document.update(_channel(live, track))
    if document["kind"] in ("midi", "audio"):
        document["playing_slot"] = _playing_slot(track)
    return document


def kind_of(live: LiveSet, track: Any) -> str:
    """What a track is: midi, audio, group, return or master."""
    if live.is_master(track):
        return "master"
    if live.is_return(track):
        return "return"
    if track.is_foldable:
        return "group"
    return "midi" if track.has_midi_input else "audio"


def _mixer(live: LiveSet, track: Any) -> Json:
    mixer, returns = track.mixer_device, live.song.return_tracks
    sends = [(to.name, send) for to, send in zip(returns, mixer.sends) if not same(to, track)]
    levels = [("volume", mixer.volume), ("pan", mixer.panning), *sends]
    return {
        "volume": text_of(mixer.volume),
        "pan": round(mixer.panning.value, 6),
        "sends": [[name, text_of(send)] for name, send in sends],
        "automated": [name for name, level in levels if _is_automated(level)],
    }


def _is_automated(parameter: Any) -> bool:
    """Whether automation moves a parameter at the moment, so that what it reads is nobody's doing."""
    return getattr(parameter, "automation_state", 0) == _PLAYING


def _channel(live: LiveSet, track: Any) -> Json:
    armable = bool(track.can_be_armed)
    group = track.group_track if track.is_grouped else None
    return {
        "mute": bool(track.mute),
        "solo": bool(track.solo),
        "arm": armable and bool(track.arm),
        "monitor": MONITORING[track.current_monitoring_state] if armable else "auto",
        "group": group.name if group is not None else None,
        "input": routing_name(live, track.input_routing_type) if armable else None,
        "output": routing_name(live, track.output_routing_type),
    }


def device_of(live: LiveSet, device: Any) -> Iterator[Any]:
    """Read a device with all its parameters as they read, and what is in its chains; returns it as bytes."""
    document = {
        "id": identity(device),
        "name": device.name,
        "class_name": device.class_name,
        "class_display_name": device.class_display_name,
    }
    if hasattr(device, "available_input_routing_types"):
        document["sidechain"] = source_name(live, device.input_routing_type)
    lists = {"parameters": (yield from _in_pieces(device.parameters, _parameter, _PARAMETERS))}
    yield
    chains = yield from _each(_chain(live, chain) for chain in chains_of(device))
    if chains:
        lists["chains"] = chains
    return with_lists(encoded(document), lists)


def _chain(live: LiveSet, chain: Any) -> Iterator[Any]:
    mixer = chain.mixer_device
    document = {
        "id": identity(chain),
        "name": chain.name,
        "volume": text_of(mixer.volume),
        "pan": round(mixer.panning.value, 6),
        "mute": bool(chain.mute),
        "solo": bool(chain.solo),
    }
    devices = yield from _each(device_of(live, device) for device in chain.devices)
    yield
    return with_lists(encoded(document), {"devices": devices})


def _parameter(parameter: Any) -> Json:
    # What the ends read depends on other switches (synced or free, say), so they are asked each time.
    document = {
        "name": parameter.name,
        "text": text_of(parameter),
        "low": parameter.str_for_value(parameter.min),
        "high": parameter.str_for_value(parameter.max),
    }
    items = parameter.value_items if parameter.is_quantized else ()
    if items:
        document["items"] = [str(item) for item in items]
    if parameter.original_name != parameter.name:
        document["original_name"] = parameter.original_name
    if _is_automated(parameter):
        document["automated"] = True
    return document


def clips_of(track: Any, kind: str) -> Iterator[Any]:
    """Read the clips of a track in both views, with notes and envelopes; returns them as bytes.

    Where a track has none, there is nothing in them.
    """
    if kind not in ("midi", "audio"):
        return b"{}"
    clips: List[bytes] = []
    for number, slot in enumerate(track.clip_slots):
        if slot.has_clip:
            envelopes = yield from envelopes_of(track, slot.clip)
            clips.append((yield from _clip(slot.clip, {"slot": number + 1, "envelopes": envelopes})))
        if number % _THINGS == _THINGS - 1:
            yield
    placed = yield from _each(_clip(clip, _on_timeline(clip)) for clip in track.arrangement_clips)
    return with_lists(b"{}", {"clips": clips, "arrangement_clips": placed})


def _on_timeline(clip: Any) -> Json:
    return {"start": clip.start_time, "length": timeline_length(clip)}


def _clip(clip: Any, more: Json) -> Iterator[Any]:
    document = dict({"id": identity(clip), "name": clip.name, "length": clip.length}, **more)
    if getattr(clip, "is_recording", False):
        document["recording"] = True
    notes = yield from read_notes(clip)
    lists = {"notes": (yield from _in_pieces(notes, list, _NOTES))}
    yield
    return with_lists(encoded(document), lists)


def _playing_slot(track: Any) -> Optional[int]:
    """The slot that plays or is about to, from 1."""
    fired, playing = track.fired_slot_index, track.playing_slot_index
    place = fired if fired >= 0 or fired == -2 else playing
    return place + 1 if place >= 0 and list(track.clip_slots)[place].has_clip else None
