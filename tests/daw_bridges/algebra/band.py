"""A small band that the examples work on, and short ways to do things to it."""

from __future__ import annotations

import math
from typing import Any

from daw_bridges.actions import parse_action
from daw_bridges.algebra import apply
from daw_bridges.references import find_device, find_track
from daw_bridges.session import (
    ArrangementClip,
    Clip,
    Device,
    Locator,
    Loop,
    Note,
    Session,
    Track,
    TrackKind,
)

__all__ = ["BAND", "NOTES", "device", "do", "track"]

NOTES = (Note(36, 0.0, 1.0, 100.0), Note(38, 1.0, 1.0, 100.0))
_SENDS = {"A-Reverb": -math.inf, "B-Delay": -12.0}


def _ordinary(name: str, kind: TrackKind, **fields: Any) -> Track:
    source = "All Ins" if kind is TrackKind.MIDI else "Ext. In"
    return Track(name=name, kind=kind, input=source, output="Master", sends=_SENDS, **fields)


BAND = Session(
    daw="ableton",
    name="Band",
    loop=Loop(on=False, start_bar=1.0, end_bar=5.0),
    locators=(Locator(bar=33.0, name="Drop"),),
    scenes=("Intro", "Verse", "Drop"),
    tracks=(
        _ordinary("Kick", TrackKind.MIDI),
        _ordinary(
            "Bass",
            TrackKind.MIDI,
            clips=(
                Clip(slot=1, name="Bassline", length_beats=16.0, note_list=NOTES),
                Clip(slot=3, name="Fill", length_beats=4.0),
            ),
            arrangement_clips=(ArrangementClip(name="Bassline", start_bar=17.0, length_beats=16.0),),
        ),
        _ordinary("Vox", TrackKind.AUDIO, clips=(Clip(slot=1, name="Take", length_beats=8.0),)),
        Track(name="A-Reverb", kind=TrackKind.RETURN, output="Master", sends={"B-Delay": -math.inf}),
        Track(name="B-Delay", kind=TrackKind.RETURN, output="Master", sends={"A-Reverb": -math.inf}),
        Track(name="Master", kind=TrackKind.MASTER),
    ),
)


def do(session: Session, *actions: dict[str, Any] | str, **fields: Any) -> Session:
    """The session after an action given by name and fields, or after several given as documents."""
    if len(actions) == 1 and isinstance(actions[0], str):
        return apply(session, parse_action({"action": actions[0], **fields}))
    for action in actions:
        session = apply(session, parse_action(action))
    return session


def track(session: Session, name: str) -> Track:
    """A track by name."""
    return find_track(session, name)


def device(session: Session, on: str, reference: str) -> Device:
    """A device by track and reference."""
    return find_device(find_track(session, on), reference)
