"""``nearest`` on what files hold and no action says: as near as can be, the rest named, and no failure."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daw_bridges.algebra import apply_all, differences, equivalent, nearest
from daw_bridges.quantities import Unit
from daw_bridges.session import (
    ArrangementClip,
    Clip,
    Device,
    Envelope,
    Locator,
    Loop,
    Note,
    Parameter,
    Session,
    Track,
    TrackKind,
)
from tests.daw_bridges.algebra.band import BAND, do, track
from tests.strategies import sessions

_KNOB = Parameter(name="Drive", value=0.5, range=(0.0, 1.0))
_MODE = Parameter(name="Mode", value="", unit=Unit.CHOICE)
_RATIO = Parameter(name="Ratio", value=math.inf, unit=Unit.RATIO)


def _odd_track(**fields: Any) -> Track:
    return Track(name="Odd", kind=TrackKind.MIDI, input="All Ins", output="Master", **fields)


_ODD_TRACKS: dict[str, Track] = {
    "no name": _odd_track().model_copy(update={"name": ""}),
    "a long name": _odd_track().model_copy(update={"name": "x" * 300}),
    "a name like a number": _odd_track().model_copy(update={"name": "#1"}),
    "the master's name": _odd_track().model_copy(update={"name": "Master"}),
    "a group": _odd_track().model_copy(update={"kind": TrackKind.GROUP}),
    "in a group that is not there": _odd_track(group="Drums"),
    "too loud": _odd_track(volume_db=40.0, pan=7.0),
    "no colour": _odd_track().model_copy(update={"color": "pink"}),
    "routed to nowhere": _odd_track().model_copy(update={"output": "", "input": ""}),
    "routed out of the house": _odd_track().model_copy(update={"output": "x" * 300, "input": "y" * 300}),
    "sent to nobody": _odd_track(sends={"Z-Nobody": -3.0}),
    "a plug-in that was set up": _odd_track(devices=(Device(name="Serum", parameters={"drive": _KNOB}),)),
    "a device without a name": _odd_track(devices=(Device(name=""),)),
    "a kind nobody knows": _odd_track(
        devices=(Device(name="Warp", kind="warp", parameters={"mode": _MODE}),)
    ),
    "a compressor with one more knob": _odd_track(
        devices=(Device(name="Compressor", kind="compressor", parameters={"ratio": _RATIO, "drive": _KNOB}),)
    ),
    "a side chain from nobody": _odd_track(
        devices=(Device(name="Compressor", kind="compressor", sidechain="Nobody"),)
    ),
    "automation of nothing": _odd_track(
        automation=(
            Envelope(device="", parameter="", points=((0.0, 1.0),)),
            Envelope(device="mixer", parameter="volume", points=((-8.0, 40.0), (4.0, math.inf))),
            Envelope(device="x" * 300, parameter="y" * 300, points=()),
        )
    ),
    "clips beyond the scenes": _odd_track(clips=(Clip(slot=99, name="", length_beats=4.0),)),
    "a clip without length": _odd_track(clips=(Clip(slot=1, name="x" * 300, length_beats=0.0),)),
    "notes nobody can play": _odd_track(
        clips=(Clip(slot=1, name="a", length_beats=4.0, note_list=(Note(300, -1.0, 0.0, 900.0),)),)
    ),
    "a clip before the first bar": _odd_track(
        arrangement_clips=(ArrangementClip(name="", start_bar=-3.0, length_beats=4.0),)
    ),
    "clips on top of each other": _odd_track(
        arrangement_clips=tuple(
            ArrangementClip(name=name, start_bar=bar, length_beats=16.0)
            for name, bar in (("a", 1.0), ("b", 1.0), ("c", 2.0))
        )
    ),
    "a slot that plays and is not there": _odd_track(playing_slot=50),
}
_ODD_SESSIONS: dict[str, dict[str, Any]] = {
    "no tempo": {"tempo": 0.0},
    "a signature of no notation": {"time_signature": (0, 3)},
    "a loop backwards": {"loop": Loop(on=True, start_bar=9.0, end_bar=-2.0)},
    "locators in one place": {"locators": (Locator(bar=2.0, name=""), Locator(bar=2.0, name="x" * 300))},
    "scenes with long names": {"scenes": ("x" * 300, "", "")},
    "no scenes": {"scenes": ()},
    "no tracks": {"tracks": ()},
}


def _with(odd: Track) -> Session:
    return BAND.model_copy(update={"tracks": (odd, *BAND.tracks)})


ODD = {
    **{name: _with(odd) for name, odd in _ODD_TRACKS.items()},
    **{name: BAND.model_copy(update=fields) for name, fields in _ODD_SESSIONS.items()},
}


def _assert_honest(one: Session, other: Session) -> None:
    way = nearest(one, other)
    reached = apply_all(one, way.actions)
    assert bool(way.unsaid) or equivalent(reached, other)
    assert set(differences(reached, other)) <= set(way.unsaid)


@pytest.mark.parametrize("odd", ODD.values(), ids=ODD.keys())
def test_it_leads_as_near_as_it_can_and_says_the_rest(odd: Session) -> None:
    _assert_honest(BAND, odd)
    _assert_honest(odd, BAND)
    _assert_honest(odd, odd.model_copy(update={"tempo": 99.0}))


@given(sessions(most=3), st.sampled_from(sorted(ODD)), st.sampled_from(sorted(ODD)))
def test_so_it_does_between_any_two(session: Session, one: str, other: str) -> None:
    _assert_honest(session, ODD[one])
    _assert_honest(ODD[one], ODD[other])


def test_nothing_is_said_of_what_stayed_as_odd_as_it_was() -> None:
    for odd in ODD.values():
        again = Session.model_validate(odd.model_dump())
        assert nearest(odd, again) == ([], [])


def test_what_can_be_set_is_set_although_a_neighbour_cannot_be_had() -> None:
    before = do(BAND, "insert_device", track="Bass", device="compressor")
    after = do(before, "set_parameter", track="Bass", device="compressor", parameter="threshold", value=-24)
    plug_in = Device(name="Serum", parameters={"drive": _KNOB})
    bass = track(after, "Bass")
    bass = bass.model_copy(update={"devices": (plug_in, *bass.devices)})
    after = after.model_copy(update={"tracks": (after.tracks[0], bass, *after.tracks[2:])})

    way = nearest(before, after)
    assert [action.action for action in way.actions] == ["insert_device", "set_parameter"]
    assert way.unsaid == ["Bass · Serum: the settings of the plug-in"]


def test_a_device_with_other_parameters_is_still_the_same_device() -> None:
    before = do(BAND, "insert_device", track="Bass", device="compressor")
    bass = track(before, "Bass")
    [device] = bass.devices
    newer = device.model_copy(update={"parameters": {**device.parameters, "drive": _KNOB}})
    bass = bass.model_copy(update={"devices": (newer,)})
    after = before.model_copy(update={"tracks": (before.tracks[0], bass, *before.tracks[2:])})
    assert nearest(before, after) == ([], ["Bass · Compressor · drive: none, expected there"])


def test_a_group_that_came_leaves_the_tracks_behind_it_what_they_are() -> None:
    kick, bass, vox, *rest = BAND.tracks
    group = Track(name="Low End", kind=TrackKind.GROUP, output="Master", sends=kick.sends)
    inside = [each.model_copy(update={"group": "Low End", "output": "Group"}) for each in (kick, bass)]
    muted = vox.model_copy(update={"mute": True})
    after = BAND.model_copy(update={"tracks": (group, *inside, muted, *rest)})
    way = nearest(BAND, after)
    assert [action.describe() for action in way.actions] == ["Mute Vox"]
    assert [sentence.split(":")[0] for sentence in way.unsaid] == [
        "Tracks",
        "Kick · group",
        "Kick · output",
        "Bass · group",
        "Bass · output",
    ]


def test_returns_beyond_what_the_host_takes_are_said() -> None:
    more = [f"{letter}-More" for letter in "CDEFGHIJKLMN"]
    sends = dict.fromkeys(more, -math.inf)
    tracks = [each.model_copy(update={"sends": {**each.sends, **sends}}) for each in BAND.tracks[:3]]
    returns = [Track(name=name, kind=TrackKind.RETURN, output="Master", mute=True) for name in more]
    after = BAND.model_copy(update={"tracks": (*tracks, *BAND.tracks[3:5], *returns, BAND.tracks[5])})
    way = nearest(BAND, after)
    made = [action.track for action in way.actions if action.action == "set_mute"]
    assert made == more[:10]
    assert way.unsaid


def test_other_audio_of_the_same_length_is_no_copy() -> None:
    vox = track(BAND, "Vox")
    [take] = vox.clips
    first = vox.model_copy(update={"clips": (take.model_copy(update={"sample": "take.wav"}),)})
    before = BAND.model_copy(update={"tracks": (*BAND.tracks[:2], first, *BAND.tracks[3:])})
    again = ArrangementClip(name="Take", start_bar=5.0, length_beats=8.0, sample="take.wav")
    for sample, actions, unsaid in (
        ("take.wav", ["Copy the clip Take on Vox to bar 5"], []),
        ("take 2.wav", [], ["Vox · bar 5: none, expected “Take”"]),
    ):
        heard = again.model_copy(update={"sample": sample})
        after = before.tracks[2].model_copy(update={"arrangement_clips": (heard,)})
        way = nearest(
            before, before.model_copy(update={"tracks": (*before.tracks[:2], after, *before.tracks[3:])})
        )
        assert ([action.describe() for action in way.actions], way.unsaid) == (actions, unsaid)


def test_audio_that_was_replaced_is_said() -> None:
    vox = track(BAND, "Vox")
    sets = [
        BAND.model_copy(
            update={
                "tracks": (
                    *BAND.tracks[:2],
                    vox.model_copy(update={"clips": (vox.clips[0].model_copy(update={"sample": sample}),)}),
                    *BAND.tracks[3:],
                )
            }
        )
        for sample in ("take.wav", "take 2.wav", None)
    ]
    assert differences(sets[0], sets[1]) == ["Vox · slot 1 · audio: take.wav, expected take 2.wav"]
    assert differences(sets[0], sets[2]) == differences(sets[2], sets[0]) == []
    assert nearest(sets[0], sets[1]).actions == []


def test_scenes_with_names_that_no_action_takes_are_made_all_the_same() -> None:
    none, long = (
        BAND.model_copy(update={"scenes": scenes, "tracks": BAND.tracks[-1:]})
        for scenes in ((), ("x" * 300,))
    )
    way = nearest(none, long)
    assert [action.action for action in way.actions] == ["create_scene"]
    assert way.unsaid
