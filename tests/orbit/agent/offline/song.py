"""A song in the making: groups, devices, sections marked, switches that are on."""

from __future__ import annotations

import math
from typing import Any

from daw_bridges.catalog import catalog
from daw_bridges.session import ArrangementClip, Locator, Session, Track

__all__ = ["song"]

_SENDS = {"A-Room": -math.inf, "B-Delay": -18.0}
_SECTIONS = (
    (1.0, "Intro"),
    (9.0, "Verse"),
    (25.0, "Chorus"),
    (41.0, "Verse 2"),
    (57.0, "Chorus 2"),
    (73.0, "Outro"),
)


def _track(name: str, kind: str = "midi", *devices: str, **fields: Any) -> Track:
    chain = tuple(catalog().new_device("ableton", device) for device in devices)
    sends = _SENDS if kind in ("midi", "audio") else {}
    return Track.model_validate(
        {"name": name, "kind": kind, "devices": chain, "sends": sends, "output": "Master", **fields}
    )


def song() -> Session:
    """Make the session: a drum group, devices on many tracks, sections marked, some switches on."""
    last = ArrangementClip(name="Outro", start_bar=73.0, length_beats=32.0)
    return Session(
        daw="ableton",
        name="Song",
        tempo=100.0,
        locators=tuple(Locator(bar=bar, name=name) for bar, name in _SECTIONS),
        scenes=("Intro", "Verse", "Chorus", "Drop"),
        tracks=(
            _track("Drums", "group", "glue_compressor", "drum_buss"),
            _track("Kick", "midi", "eq", group="Drums"),
            _track("Snare", "midi", "compressor", "gate", group="Drums"),
            _track("Hi-Hats", "midi", group="Drums", mute=True, color="#ff3636"),
            _track("Sub Bass", "midi", "compressor", "saturator", volume_db=-4.0),
            _track("Rhodes", "audio", "chorus", "phaser", volume_db=-7.0),
            _track("Pad", "midi", "auto_filter", "reverb", solo=True, color="#ff3636"),
            _track("Pluck Synth", "midi", "delay", "echo"),
            _track("Bass Synth", "midi", "utility"),
            _track("Gtr L", "audio", pan=-0.6),
            _track("Gtr R", "audio", pan=0.6, mute=True),
            _track("Lead Vox", "audio", "eq", "compressor", "limiter", arm=True, arrangement_clips=(last,)),
            _track("BV 1", "audio", "reverb", volume_db=-9.0),
            _track("BV 2", "audio"),
            _track("A-Room", "return", "reverb"),
            _track("B-Delay", "return", "echo"),
            _track("Master", "master", "eq", "limiter"),
        ),
    )
