"""Edits of a track's mixer strip: level, panning, sends, mute, solo, arm, monitoring."""

from __future__ import annotations

from typing import Any, Dict, Iterator

from .confirm import write
from .errors import NOT_FOUND, NOT_POSSIBLE, OUT_OF_RANGE, EditError
from .live import LiveSet, required, same
from .parameters import set_reading
from .solve import Wish

MONITORING = ("in", "auto", "off")
_FINEST_PAN = 1e-4


def _level(db: Any) -> Wish:
    number = float(db)
    return Wish(number, "dB", "%g dB" % number)


def _set_volume(live: LiveSet, edit: Dict[str, Any]) -> Iterator[Any]:
    track = live.track(required(edit, "track"))
    volume, what = track.mixer_device.volume, "the volume of %s" % track.name
    observed = yield from set_reading(volume, _level(required(edit, "db")), what)
    return {"db": observed.get("number"), "text": observed["text"]}


def _set_pan(live: LiveSet, edit: Dict[str, Any]) -> Iterator[Any]:
    track, pan = live.track(required(edit, "track")), float(required(edit, "pan"))
    if not -1.0 <= pan <= 1.0:
        raise EditError(OUT_OF_RANGE, "Panning goes from -1 (left) to 1 (right), so it cannot be %g." % pan)
    panning, what = track.mixer_device.panning, "the panning of %s" % track.name
    observed = yield from write(panning, "value", pan, what, lambda raw: abs(raw - pan) <= _FINEST_PAN)
    return {"pan": round(observed, 6), "text": panning.str_for_value(observed)}


def _set_send(live: LiveSet, edit: Dict[str, Any]) -> Iterator[Any]:
    track, target = live.track(required(edit, "track")), live.track(required(edit, "to"))
    sends = dict(enumerate(track.mixer_device.sends))
    place = next((n for n, other in enumerate(live.song.return_tracks) if same(other, target)), -1)
    if place not in sends:
        raise EditError(NOT_FOUND, "%s has no send to %s: it is not a return." % (track.name, target.name))
    what = "the send of %s to %s" % (track.name, target.name)
    observed = yield from set_reading(sends[place], _level(required(edit, "db")), what)
    return {"db": observed.get("number"), "text": observed["text"]}


def _switch(name: str, what: str) -> Any:
    def set_switch(live: LiveSet, edit: Dict[str, Any]) -> Iterator[Any]:
        track, wanted = live.track(required(edit, "track")), bool(required(edit, "on"))
        _must_have(live, track, name, what)
        label = "%s of %s" % (what, track.name)
        observed = yield from write(track, name, wanted, label, lambda value: bool(value) == wanted)
        return {"on": bool(observed)}

    return set_switch


def _must_have(live: LiveSet, track: Any, name: str, what: str) -> None:
    if live.is_master(track) or (name == "arm" and not track.can_be_armed):
        raise EditError(NOT_POSSIBLE, "%s has no %s." % (track.name, what))


def _set_monitor(live: LiveSet, edit: Dict[str, Any]) -> Iterator[Any]:
    track, mode = live.track(required(edit, "track")), required(edit, "mode")
    if mode not in MONITORING:
        raise EditError(OUT_OF_RANGE, "Monitoring is in, auto or off, not %s." % mode)
    if live.is_master(track) or not track.can_be_armed:
        raise EditError(NOT_POSSIBLE, "%s has no monitoring." % track.name)
    wanted, what = MONITORING.index(mode), "the monitoring of %s" % track.name
    observed = yield from write(track, "current_monitoring_state", wanted, what)
    return {"mode": MONITORING[observed]}


EDITS = {
    "set_volume": _set_volume,
    "set_pan": _set_pan,
    "set_send": _set_send,
    "set_mute": _switch("mute", "mute"),
    "set_solo": _switch("solo", "solo"),
    "set_arm": _switch("arm", "arm"),
    "set_monitor": _set_monitor,
}
