"""The session model: JSON as other programs read it, and back (law 4)."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from hypothesis import given
from pydantic import ValidationError

from daw_bridges.quantities import Unit
from daw_bridges.session import Clip, Note, Parameter, Session, Track, TrackKind
from tests.strategies import sessions

DOCUMENT: dict[str, Any] = {
    "daw": "ableton",
    "name": "Practice",
    "tempo": 120.0,
    "time_signature": [4, 4],
    "metronome": False,
    "playing": False,
    "loop": {"on": False, "start_bar": 1.0, "end_bar": 5.0},
    "locators": [{"bar": 33.0, "name": "Drop"}],
    "scenes": ["Intro"],
    "tracks": [
        {
            "name": "Bass",
            "kind": "midi",
            "volume_db": 0.0,
            "pan": 0.0,
            "mute": False,
            "solo": False,
            "arm": False,
            "color": "#ff3636",
            "group": None,
            "input": "All Ins",
            "output": "Master",
            "sends": {"A-Reverb": None, "B-Delay": -12.0},
            "devices": [
                {
                    "name": "Compressor",
                    "kind": "compressor",
                    "enabled": True,
                    "sidechain": "Kick",
                    "parameters": {
                        "threshold": {"name": "Threshold", "value": -24.0, "unit": "dB", "text": "-24.0 dB"}
                    },
                }
            ],
            "clips": [{"slot": 1, "name": "Bassline", "length_beats": 16.0, "notes": 24}],
            "arrangement_clips": [{"name": "Bassline", "start_bar": 17.0, "length_beats": 16.0}],
        }
    ],
}


def _within(part: Any, whole: Any) -> bool:
    """Whether all that a document says stands in the other; more may."""
    if isinstance(part, dict):
        return all(key in whole and _within(value, whole[key]) for key, value in part.items())
    if isinstance(part, list):
        return len(part) == len(whole) and all(map(_within, part, whole))
    return part == whole


def test_the_documented_session_is_read_and_written_as_documented() -> None:
    session = Session.model_validate(DOCUMENT)
    bass = session.tracks[0]
    assert bass.kind is TrackKind.MIDI
    assert bass.sends == {"A-Reverb": -math.inf, "B-Delay": -12.0}
    assert bass.devices[0].parameters["threshold"].unit is Unit.DB
    assert _within(DOCUMENT, session.model_dump(mode="json"))


@given(sessions())
def test_law_4_a_session_survives_json(session: Session) -> None:
    text = json.dumps(session.model_dump(mode="json"), allow_nan=False)
    assert Session.model_validate(json.loads(text)) == session


def test_infinities_are_null_in_json() -> None:
    gain = Parameter(name="Gain", value=-math.inf, unit=Unit.DB, range=(-math.inf, 35.0))
    ratio = Parameter(name="Ratio", value=math.inf, unit=Unit.RATIO, range=(1.0, math.inf))
    for parameter in (gain, ratio):
        document = parameter.model_dump(mode="json")
        assert document["value"] is None
        assert Parameter.model_validate(document) == parameter


def test_notes_are_counted_from_the_list_where_there_is_one() -> None:
    notes = (Note(60, 0.0, 1.0, 100.0), Note(64, 1.0, 1.0, 90.0))
    assert Clip(slot=1, name="", length_beats=4.0, notes=9, note_list=notes).notes == 2
    assert Clip(slot=1, name="", length_beats=4.0, notes=9).notes == 9


@pytest.mark.parametrize("level", [math.inf, math.nan, "loud"])
def test_what_is_no_level_is_refused(level: object) -> None:
    with pytest.raises(ValidationError):
        Track.model_validate({"name": "Kick", "kind": "midi", "volume_db": level})


def test_unknown_fields_are_refused_and_parts_cannot_be_changed() -> None:
    with pytest.raises(ValidationError):
        Session.model_validate({**DOCUMENT, "tempi": 3})
    with pytest.raises(ValidationError):
        Session.model_validate(DOCUMENT).tempo = 90.0  # pyright: ignore[reportAttributeAccessIssue]


def test_tracks_are_told_apart_by_kind() -> None:
    tracks = tuple(Track(name=kind.value, kind=kind) for kind in TrackKind)
    session = Session(daw="ableton", tracks=tracks)
    assert [track.name for track in session.ordinary_tracks] == ["midi", "audio", "group"]
    assert [track.name for track in session.returns] == ["return"]
    assert session.track_names == ("midi", "audio", "group", "return", "master")
