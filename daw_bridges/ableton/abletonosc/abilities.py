"""What AbletonOSC can do and what it cannot, said before anything is done and by name."""

from __future__ import annotations

from typing import Any

from daw_bridges.ableton.abletonosc.edits import EDITS
from daw_bridges.actions import Action
from daw_bridges.bridge import Capabilities
from daw_bridges.errors import OrbitError
from daw_bridges.references import is_arrangement_reference, track_index
from daw_bridges.session import Session, TrackKind

__all__ = ["ABILITIES", "refusal"]

_ORBIT_CAN = "Orbit's own script can: orbit install ableton."


def _cannot(what: str) -> str:
    return f"AbletonOSC cannot {what}. {_ORBIT_CAN}"


_NOTES = {
    "insert_device": _cannot("insert devices"),
    "move_device": _cannot("move devices"),
    "set_sidechain": _cannot("choose the source of a side chain"),
    "load_preset": _cannot("load presets"),
    "automate_parameter": _cannot("draw automation"),
    "create_track": "AbletonOSC can create MIDI and audio tracks; a return it could not name.",
    "duplicate_clip": "AbletonOSC copies clips to slots, not to the timeline.",
    "set_volume": "AbletonOSC reports no decibels: Orbit works them out from Live's fader law. Returns "
    "and the master are out of its reach.",
    "set_send": "AbletonOSC reports no decibels: Orbit works them out from Live's fader law.",
    "set_parameter": "AbletonOSC shows only the value a parameter has: Orbit moves it until it reads what is "
    "wanted, which can be heard.",
    "add_locator": "Live sets locators at the playhead, so the transport has to be stopped.",
    "remove_locator": "Live removes locators at the playhead, so the transport has to be stopped.",
    "undo": "Live's own undo; what it takes back may be more or less than one action.",
}


def refusal(action: Action, session: Session) -> str | None:
    """Why an action cannot be done to this session, though others of its kind can; None where it can."""
    reasons = (_of_track(action, session), _of_clip(action), _of_device(action), _of_new_track(action))
    what = next(filter(None, reasons), None)
    return _cannot(what) if what else None


def _of_track(action: Any, session: Session) -> str | None:
    reference = getattr(action, "track", None)
    if reference is None:
        return None
    try:
        track = session.tracks[track_index(session, reference)]
    except OrbitError:
        return None  # there is no such track, which is said better elsewhere
    if track.ordinary:
        return None
    what = "the master" if track.kind is TrackKind.MASTER else f"the return “{track.name}”"
    return f"reach {what} or what is on it"


def _of_clip(action: Any) -> str | None:
    clip = getattr(action, "clip", None)
    if getattr(action, "to_bar", None) is not None or (clip and is_arrangement_reference(clip)):
        return "edit the timeline"
    return None


def _of_device(action: Any) -> str | None:
    return "reach into racks" if " > " in (getattr(action, "device", None) or "") else None


def _of_new_track(action: Any) -> str | None:
    return "name a new return" if getattr(action, "kind", None) == "return" else None


ABILITIES = Capabilities(frozenset(EDITS), _NOTES, refusal)
