"""Ordinary tracks as AbletonOSC tells them: the mixer strip, what is routed where, devices and clips."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

from daw_bridges.ableton.abletonosc.asking import ask_all, ask_range, both, each
from daw_bridges.ableton.abletonosc.devices import DeviceReader
from daw_bridges.ableton.abletonosc.exchange import Exchange, HostError
from daw_bridges.ableton.abletonosc.levels import SEND_TOP_DB, level_text
from daw_bridges.ableton.abletonosc.messages import Say, ask, marked
from daw_bridges.ableton.abletonosc.notes import read_notes

__all__ = ["MASTER_NAMES", "MONITORING", "read_strip", "read_tracks"]

_LOG = logging.getLogger("daw_bridges.ableton.abletonosc")

Raw = dict[str, Any]

MASTER_NAMES = ("Master", "Main")
"""What Live calls the master, by version."""
MONITORING = ("in", "auto", "off")
"""Live's monitoring states, in their order."""

_OF_TRACKS = (
    "name",
    "has_midi_input",
    "is_foldable",
    "color",
    "mute",
    "solo",
    "can_be_armed",
    "group_track",
    "fired_slot_index",
    "playing_slot_index",
    "num_devices",
)
_TRACKS_AT_ONCE = 24


async def read_tracks(exchange: Exchange, count: int) -> list[Raw]:
    """What every track can tell of itself, with the ``kind`` worked out."""
    properties = [f"track.{name}" for name in _OF_TRACKS]
    rows = await ask_range(
        exchange, "song/get/track_data", count, *properties, width=len(properties), at_once=_TRACKS_AT_ONCE
    )
    tracks: list[Raw] = [dict(zip(_OF_TRACKS, row, strict=True)) for row in rows]
    for track in tracks:
        midi = "midi" if track["has_midi_input"] else "audio"
        track["kind"] = "group" if track["is_foldable"] else midi
    return tracks


async def read_strip(
    exchange: Exchange, devices: DeviceReader, place: int, rows: Sequence[Raw], returns: Sequence[str]
) -> Raw:
    """A track of a raw snapshot."""
    row = rows[place]
    mixer, (chain, clips) = await both(
        _mixer(exchange, place, row, returns),
        both(devices.read(place, row["num_devices"]), _clips(exchange, place, row)),
    )
    group = row["group_track"]
    return {
        "name": row["name"],
        "kind": row["kind"],
        "color": f"#{row['color'] & 0xFFFFFF:06x}",
        "mute": bool(row["mute"]),
        "solo": bool(row["solo"]),
        "group": None if group is None else rows[group]["name"],
        "devices": chain,
        **mixer,
        **clips,
    }


async def _mixer(exchange: Exchange, place: int, row: Raw, returns: Sequence[str]) -> Raw:
    asked: dict[str, Say] = {
        "volume": ask("track/get/volume", place),
        "pan": ask("track/get/panning", place),
        "output": ask("track/get/output_routing_type", place),
    }
    if row["can_be_armed"]:
        asked |= {
            "arm": marked("track/get/arm", place),
            "monitor": marked("track/get/current_monitoring_state", place),
            "input": ask("track/get/input_routing_type", place),
        }
    sends = [ask("track/get/send", place, number) for number in range(len(returns))]
    answers = await exchange.ask(*asked.values(), *sends)
    read: Raw = dict(zip(asked, (values[0] for values in answers), strict=False))
    levels = [level_text(values[0], SEND_TOP_DB) for values in answers[len(asked) :]]
    return {
        "volume": level_text(read["volume"]),
        "pan": round(read["pan"], 6),
        "sends": [list(pair) for pair in zip(returns, levels, strict=True)],
        "arm": bool(read.get("arm")),
        "monitor": MONITORING[read.get("monitor") or 0] if row["can_be_armed"] else "auto",
        "input": _plain(read.get("input")),
        "output": _plain(read["output"]),
    }


def _plain(name: str | None) -> str | None:
    return "Master" if name in MASTER_NAMES else name


async def _clips(exchange: Exchange, place: int, row: Raw) -> Raw:
    if row["kind"] == "group":
        return {}
    slots, timeline = await both(
        _slots(exchange, place, midi=row["kind"] == "midi"), _timeline(exchange, place)
    )
    fired, playing = row["fired_slot_index"], row["playing_slot_index"]
    number = fired if fired >= 0 or fired == -2 else playing
    filled = {clip["slot"] for clip in slots}
    return {
        "clips": slots,
        "arrangement_clips": timeline,
        "playing_slot": number + 1 if number >= 0 and number + 1 in filled else None,
    }


async def _slots(exchange: Exchange, place: int, *, midi: bool) -> list[Raw]:
    names, lengths = await ask_all(
        exchange, [ask("track/get/clips/name", place), ask("track/get/clips/length", place)]
    )
    if names is None or lengths is None:
        return await _slot_by_slot(exchange, place, midi=midi)
    filled = [number for number, length in enumerate(lengths) if length is not None]
    return await each(
        _clip(exchange, place, number, names[number], lengths[number], midi=midi) for number in filled
    )


async def _slot_by_slot(exchange: Exchange, place: int, *, midi: bool) -> list[Raw]:
    """The clips of a track whose names do not fit into one answer."""
    [(scenes,)] = await exchange.ask(ask("song/get/num_scenes"))
    there = await ask_all(
        exchange, [marked("clip_slot/get/has_clip", place, number) for number in range(scenes)]
    )
    filled = [number for number, values in enumerate(there) if values and values[0]]
    facts = await ask_all(
        exchange, [marked(f"clip/get/{what}", place, n) for n in filled for what in ("name", "length")]
    )
    flat: list[Any] = [values[0] if values else "" for values in facts]
    rows = zip(filled, flat[::2], flat[1::2], strict=True)
    return await each(
        _clip(exchange, place, number, name, length, midi=midi) for number, name, length in rows
    )


async def _clip(exchange: Exchange, place: int, number: int, name: str, length: float, *, midi: bool) -> Raw:
    notes = await read_notes(exchange, place, number, length) if midi else []
    return {"slot": number + 1, "name": name, "length": length, "notes": notes, "envelopes": []}


async def _timeline(exchange: Exchange, place: int) -> list[Raw]:
    fields = {"name": "name", "length": "length", "start": "start_time"}
    says = [ask(f"track/get/arrangement_clips/{what}", place) for what in fields.values()]
    try:
        columns = await ask_all(exchange, says)
    except HostError:
        return []  # Live 10 knows no clips on the timeline
    if None in columns:
        _LOG.warning("Track %d has more clips on the timeline than AbletonOSC can tell.", place + 1)
        return []
    rows = zip(*(column or () for column in columns), strict=True)
    return [{**dict(zip(fields, row, strict=True)), "notes": []} for row in rows]
