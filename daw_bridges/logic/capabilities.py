"""What can be done to Logic from outside, what only half, and what of a session it shows."""

from __future__ import annotations

from dataclasses import replace

from daw_bridges.actions import Action, SetArm
from daw_bridges.bridge import Capabilities
from daw_bridges.errors import ActionError
from daw_bridges.logic import plug_ins
from daw_bridges.logic.at_screen import CHANGES_STRIPS
from daw_bridges.logic.macos import AbsentDesktop, Desktop, Manual, screen
from daw_bridges.references import find_track
from daw_bridges.session import Monitor, Session, Track

__all__ = ["CAPABILITIES", "MIXER", "TRANSPORT", "at_desktop", "visible"]

MIXER = frozenset({"set_volume", "set_pan", "set_mute", "set_solo", "set_arm"})
TRANSPORT = frozenset({"play", "stop", "record", "set_loop", "set_metronome", "add_locator", "undo"})

_NOTES = {
    **screen.REFUSED,
    "set_monitor": "A control surface has no button for input monitoring. Click I on the track in Logic.",
    "automate_parameter": "Orbit draws no automation in Logic. Show automation (A) and draw it there.",
    "set_volume": "Levels are set in tenths of a decibel, as Logic displays them.",
    "set_tempo": "Through Logic's control bar, on the Mac it runs on, in whole BPM. A surface shows no "
    "tempo: without the Mac's screen a session has 120 BPM.",
    "set_time_signature": "Through Logic's control bar, on the Mac it runs on. A control surface shows none: "
    "without the Mac's screen a session has 4/4.",
    "play": "The playhead goes to whole beats.",
    "set_loop": "The locators go to whole beats.",
    "add_locator": "Markers cannot be read back: a control surface shows their names only, and five of them.",
    "set_sidechain": "The side chain's source is chosen in the plug-in's window, by hand.",
    "undo": "Logic's own undo; moves in the mixer are not in its history.",
    "rename_track": "A new name that is shortened to the same six letters is seen when Orbit reconnects.",
}


def _limits(action: Action, session: Session) -> str | None:
    if not isinstance(action, SetArm):
        return None
    try:
        track = find_track(session, action.track)
    except ActionError:
        return None  # there is no such track, which is said better elsewhere
    if (track.input or "").startswith("Bus") and track.kind == "audio":
        return f"“{track.name}” has no record button in Logic."
    return None


def visible(session: Session) -> Session:
    """What of a session the surface shows: the mixer, plug-ins, the lamps of the transport and the cycle."""
    hidden = {"tempo": 120.0, "time_signature": (4, 4), "locators": (), "scenes": ()}
    return session.model_copy(update={**hidden, "tracks": tuple(map(_visible, session.tracks))})


def _visible(track: Track) -> Track:
    devices = tuple(device.model_copy(update={"sidechain": None}) for device in track.devices)
    hidden = {
        "devices": devices,
        "color": "#808080",
        "monitor": Monitor.AUTO,
        "group": None,
        "clips": (),
        "arrangement_clips": (),
        "playing_slot": None,
        "automation": (),
    }
    return track.model_copy(update=hidden)


CAPABILITIES = Capabilities(
    MIXER | TRANSPORT | plug_ins.ACTIONS | screen.DONE | screen.LEFT, _NOTES, _limits, visible
)
"""What Logic can be told, if need be with a step by hand in between."""


def at_desktop(desktop: Desktop) -> Capabilities:
    """What can be planned with this screen.

    A plan cannot go on with a track that its user has yet to make, so that is refused where it is by hand.
    """
    steps = screen.Screen(desktop)

    def limits(action: Action, session: Session) -> str | None:
        if not isinstance(action, CHANGES_STRIPS):
            return _limits(action, session)
        step = steps.step(action, session)
        if isinstance(step, Manual):
            return step.words
        return f"{desktop.why} {step.by_hand}" if isinstance(desktop, AbsentDesktop) else None

    return replace(CAPABILITIES, limits=limits)
