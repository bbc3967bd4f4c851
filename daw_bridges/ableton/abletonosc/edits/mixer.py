"""The mixer strip: volume, panning, sends, switches, monitoring, and what is routed where."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from daw_bridges.ableton.abletonosc.hand import FailedError, Hand
from daw_bridges.ableton.abletonosc.levels import SEND_TOP_DB, VOLUME_TOP_DB, level_text, raw_level
from daw_bridges.ableton.abletonosc.messages import ask, tell
from daw_bridges.ableton.abletonosc.places import Property, track_place
from daw_bridges.ableton.abletonosc.strips import MASTER_NAMES, MONITORING
from daw_bridges.ableton.step import Fields
from daw_bridges.catalog.palette import nearest_color
from daw_bridges.quantities import parse_quantity
from daw_bridges.references import track_index

__all__ = ["EDITS"]


def _observed_level(raw: float, top_db: float) -> Fields:
    text = level_text(raw, top_db)
    number = parse_quantity(text).value
    return {"db": number if number > float("-inf") else "-inf", "text": text}


def _level_reached(top_db: float) -> Callable[[Any, Any], bool]:
    # A fader that was moved stands where it was put, to single precision.
    return lambda read, value: level_text(read, top_db) == level_text(value, top_db)


async def _set_volume(hand: Hand) -> Fields:
    target = Property("track", "volume", (hand.step.track_place,), plain=False)
    raw = raw_level(hand.step.action.db, VOLUME_TOP_DB)
    read = await hand.write(track_place(hand.step), target, raw, accepted=_level_reached(VOLUME_TOP_DB))
    return _observed_level(read, VOLUME_TOP_DB)


async def _set_send(hand: Hand) -> Fields:
    step = hand.step
    number = track_index(step.before, step.action.to) - len(step.before.ordinary_tracks)
    target = Property("track", "send", (step.track_place, number), plain=False)
    raw = raw_level(step.action.db, SEND_TOP_DB)
    read = await hand.write(track_place(step), target, raw, accepted=_level_reached(SEND_TOP_DB))
    return _observed_level(read, SEND_TOP_DB)


async def _set_pan(hand: Hand) -> Fields:
    target = Property("track", "panning", (hand.step.track_place,), plain=False)
    return {"pan": round(await hand.write(track_place(hand.step), target, float(hand.step.action.pan)), 6)}


def _switch(name: str) -> Callable[[Hand], Awaitable[Fields]]:
    async def set_switch(hand: Hand) -> Fields:
        target = Property("track", name, (hand.step.track_place,))
        return {"on": bool(await hand.write(track_place(hand.step), target, bool(hand.step.action.on)))}

    return set_switch


async def _set_monitor(hand: Hand) -> Fields:
    target = Property("track", "current_monitoring_state", (hand.step.track_place,))
    state = MONITORING.index(hand.step.action.mode)
    return {"mode": MONITORING[await hand.write(track_place(hand.step), target, state)]}


def _routing(prefix: str, field: str) -> Callable[[Hand], Awaitable[Fields]]:
    async def set_routing(hand: Hand) -> Fields:
        step, place = hand.step, track_place(hand.step)
        wanted = getattr(step.after.tracks[step.track_place], prefix)
        offer = ask(f"track/get/available_{prefix}_routing_types", step.track_place)
        [offered] = await hand.read(place, offer)
        names = MASTER_NAMES if wanted in MASTER_NAMES else (wanted,)
        found = [name for name in offered if name in names]
        _must_be_one(found, wanted, place.label, offered)
        target = Property("track", f"{prefix}_routing_type", (step.track_place,), plain=False)
        read = await hand.write(place, target, found[0])
        return {field: wanted if read == found[0] else read}

    return set_routing


def _must_be_one(found: list[str], wanted: str, label: str, offered: tuple[str, ...]) -> None:
    if not found:
        known = ", ".join(offered)
        raise FailedError(
            "not_found", f"{label} cannot be routed to or from “{wanted}”. Live offers: {known}."
        )
    if len(found) > 1:
        raise FailedError(
            "ambiguous", f"There is more than one “{wanted}”, and AbletonOSC takes the first. Rename one."
        )


async def _set_color(hand: Hand) -> Fields:
    target = Property("track", "color", (hand.step.track_place,))
    wanted = int(nearest_color(hand.step.action.color)[1:], 16)
    read = await hand.write(track_place(hand.step), target, wanted)
    return {"color": f"#{read & 0xFFFFFF:06x}"}


async def _stop_clip(hand: Hand) -> Fields:
    step, place = hand.step, track_place(hand.step)
    states = [
        Property("track", name, (step.track_place,)).get()
        for name in ("playing_slot_index", "fired_slot_index")
    ]

    async def stopped() -> bool:
        (playing,), (fired,) = await hand.read(place, *states)
        # A stop waits for the launch quantisation: until then the track says that it is about to (-2).
        return playing < 0 or fired == -2

    await hand.read(place, tell("track/stop_all_clips", step.track_place))
    if not await hand.until(stopped):
        raise FailedError("not_applied", f"Live did not stop the clip on {place.label}.")
    return {"stopped": True}


EDITS = {
    "set_volume": _set_volume,
    "set_pan": _set_pan,
    "set_send": _set_send,
    "set_mute": _switch("mute"),
    "set_solo": _switch("solo"),
    "set_arm": _switch("arm"),
    "set_monitor": _set_monitor,
    "set_color": _set_color,
    "set_output": _routing("output", "to"),
    "set_input": _routing("input", "source"),
    "stop_clip": _stop_clip,
}
