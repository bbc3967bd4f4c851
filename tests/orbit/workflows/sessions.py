"""The practice session as a snapshot gives it, and edits of it that tests need."""

from __future__ import annotations

import math
from collections.abc import Mapping

from daw_bridges.actions import parse_action
from daw_bridges.algebra import apply_all
from daw_bridges.catalog import catalog
from daw_bridges.session import Clip, Session, Track, TrackKind

_TRACKS = {
    "Kick": "midi", "Snare": "midi", "Hats": "midi", "Percussion": "audio", "Bass": "midi", "Keys": "midi",
    "Pad": "midi", "Lead Synth": "midi", "Guitar": "audio", "Lead Vox": "audio", "Backing Vox": "audio",
    "FX": "audio",
}  # fmt: skip
_CLIPS = {
    "Bass": Clip(slot=1, name="Bassline", length_beats=16, notes=24),
    "Keys": Clip(slot=1, name="Chords", length_beats=16, notes=12),
}
_INPUTS = {"midi": "All Ins", "audio": "Ext. In"}


def practice() -> Session:
    """Twelve tracks, two returns with a device each, the master; two clips, eight scenes."""
    sends = {"A-Reverb": -math.inf, "B-Delay": -math.inf}
    tracks = [
        Track(
            name=name,
            kind=TrackKind(kind),
            input=_INPUTS[kind],
            output="Master",
            sends=sends,
            clips=(_CLIPS[name],) if name in _CLIPS else (),
        )
        for name, kind in _TRACKS.items()
    ]
    for name, device in (("A-Reverb", "reverb"), ("B-Delay", "delay")):
        fresh = catalog().new_device("ableton", device)
        tracks.append(Track(name=name, kind=TrackKind.RETURN, output="Master", sends=sends, devices=(fresh,)))
    tracks.append(Track(name="Master", kind=TrackKind.MASTER))
    scenes = tuple(str(number) for number in range(1, 9))
    return Session(daw="ableton", name="Practice", tracks=tuple(tracks), scenes=scenes)


def edited(session: Session, *actions: Mapping[str, object]) -> Session:
    """The session after some actions, given as JSON."""
    return apply_all(session, [parse_action(dict(action)) for action in actions])


def ducked() -> Session:
    """The practice session with a bass that ducks under the kick."""
    return edited(
        practice(),
        {"action": "insert_device", "track": "Bass", "device": "compressor"},
        {"action": "set_sidechain", "track": "Bass", "device": "compressor", "source": "Kick"},
        {
            "action": "set_parameter",
            "track": "Bass",
            "device": "compressor",
            "parameter": "threshold",
            "value": "-24 dB",
        },
        {"action": "set_volume", "track": "Bass", "db": -6},
        {"action": "set_pan", "track": "Bass", "pan": -0.5},
        {"action": "duplicate_clip", "track": "Bass", "clip": "Bassline", "to_bar": 17},
        {"action": "add_locator", "bar": 33, "name": "Drop"},
    )
