"""Where signals come from and go to, by the names that Live shows for it.

Live stores a path, such as ``AudioIn/Track.21/PostFxOut``, and the text it last showed, which may be out of
date: the path decides, and a track is named as it is called now.
"""

from __future__ import annotations

from collections.abc import Callable

from daw_bridges.ableton.saved.naming import INSTRUMENTS
from daw_bridges.ableton.saved.parts import FoundDevice, FoundTrack, Route

__all__ = ["Routing"]

MASTER = "Master"
_NO_INPUT = "No Input"
_NOWHERE = "Sends Only"

_INPUTS = {
    "AudioIn/None": _NO_INPUT,
    "MidiIn/None": _NO_INPUT,
    "AudioIn/External": "Ext. In",
    "MidiIn/External.All": "All Ins",
    "AudioIn/Resampling": "Resampling",
    "AudioIn/Master": MASTER,
    "AudioIn/Main": MASTER,
}
_OUTPUTS = {
    "AudioOut/None": _NOWHERE,
    "AudioOut/External": "Ext. Out",
    "AudioOut/Master": MASTER,
    "AudioOut/Main": MASTER,
    "AudioOut/GroupTrack": "Group",
}

# Live puts this before the name of a MIDI port, and the session shows the port.
_PORT = "Ext: "

_TRACK = "Track."


class Routing:
    """Names for routes; what leads to a track that is not there is told to ``warn``."""

    def __init__(self, names: dict[str, str], warn: Callable[[str], None]) -> None:
        self._names = names
        self._warn = warn

    def input_of(self, track: FoundTrack) -> str | None:
        """The source of a track; None for one that is not given any."""
        if track.tag not in ("MidiTrack", "AudioTrack"):
            return None
        kind = "MidiInputRouting" if track.tag == "MidiTrack" else "AudioInputRouting"
        return self._name(track.routes.get(kind), _INPUTS, f"The input of “{track.name}”", _NO_INPUT)

    def output_of(self, track: FoundTrack) -> str | None:
        """The destination of a track.

        A MIDI track sends notes on if it is told so and nothing on it makes a sound of them.
        """
        what = f"The output of “{track.name}”"
        notes = track.routes.get("MidiOutputRouting")
        if track.tag == "MidiTrack" and notes is not None and _sends_notes(track, notes):
            return self._name(notes, {}, what, MASTER)
        return self._name(track.routes.get("AudioOutputRouting"), _OUTPUTS, what, MASTER)

    def source_of(self, device: FoundDevice, track: FoundTrack) -> str | None:
        """What feeds a side chain; None where nothing does.

        A source counts whether or not the side chain is switched on, as it does in a running Live: the switch
        is a parameter of its own.
        """
        if device.source is None:
            return None
        what = f"The side chain of {device.device.name} on “{track.name}”"
        name = self._name(device.source, _INPUTS, what, _NO_INPUT)
        return None if name == _NO_INPUT else name

    def _name(self, route: Route | None, known: dict[str, str], what: str, lost: str) -> str | None:
        if route is None or not route.target:
            return None
        steps = route.target.split("/")
        name = known.get("/".join(steps[:2]))
        if name is not None:
            return name
        step = steps[1] if len(steps) > 1 else ""
        if not step.startswith(_TRACK):
            return route.shown.removeprefix(_PORT) or lost
        name = self._names.get(step.removeprefix(_TRACK))
        if name is None:
            self._warn(
                f"{what} is track {step.removeprefix(_TRACK)}, which is not in the set; read as “{lost}”."
            )
        return name or lost


def _sends_notes(track: FoundTrack, notes: Route) -> bool:
    return notes.target != "MidiOut/None" and not any(found.tag in INSTRUMENTS for found in track.devices)
