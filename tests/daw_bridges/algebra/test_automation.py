"""Automation on a track's timeline: drawing it, clearing it, and what it follows."""

from __future__ import annotations

import math
from typing import Any

import pytest

from daw_bridges.actions import action_json, parse_action
from daw_bridges.algebra import apply, apply_all, diff, differences, equivalent, invert, resolve_labels
from daw_bridges.errors import ActionError, NotFoundError, NotPossibleError, OutOfRangeError
from daw_bridges.references import device_reference
from daw_bridges.session import Device, Envelope, Session
from tests.daw_bridges.algebra.band import BAND, do, track

_COMPRESSED = do(BAND, "insert_device", track="Bass", device="compressor")
_DUCKED = ((0.0, -24.0), (4.0, -12.0))


def _drawn(session: Session, *points: tuple[float, float], **fields: Any) -> Session:
    chosen = {"track": "Bass", "device": "compressor", "parameter": "threshold", **fields}
    return do(session, "automate_parameter", points=points, **chosen)


def _envelopes(
    session: Session, name: str = "Bass"
) -> dict[tuple[str, str], tuple[tuple[float, float], ...]]:
    return {(e.device, e.parameter): e.points for e in track(session, name).automation}


def test_it_is_drawn_in_order_of_time_and_cleared_by_no_points() -> None:
    drawn = _drawn(_COMPRESSED, (4.0, -12.0), (0.0, -24.0))
    assert _envelopes(drawn) == {("compressor", "threshold"): _DUCKED}
    assert _drawn(drawn) == _COMPRESSED


def test_a_jump_is_two_points_at_one_beat() -> None:
    jump = ((0.0, -24.0), (4.0, -24.0), (4.0, -3.0))
    drawn = _drawn(_COMPRESSED, *jump)
    assert _envelopes(drawn)["compressor", "threshold"] == jump
    assert [action_json(action)["points"] for action in diff(_COMPRESSED, drawn)] == [[*map(list, jump)]]


def test_another_parameter_is_left_alone() -> None:
    both = _drawn(_drawn(_COMPRESSED, *_DUCKED), (0.0, 30.0), parameter="attack")
    assert _envelopes(both).keys() == {("compressor", "threshold"), ("compressor", "attack")}
    assert _envelopes(_drawn(both, parameter="Attack")) == {("compressor", "threshold"): _DUCKED}


@pytest.mark.parametrize(
    ("name", "parameter", "key", "value"),
    [
        ("Bass", "volume", "volume", -math.inf),
        ("Bass", "Pan", "pan", -1.0),
        ("Bass", "b-delay", "B-Delay", -6.0),
        ("A-Reverb", "B-Delay", "B-Delay", -math.inf),
        ("Master", "tempo", "tempo", 174.0),
    ],
)
def test_the_strip_is_automated_as_mixer(name: str, parameter: str, key: str, value: float) -> None:
    drawn = _drawn(BAND, (0.0, value), track=name, device="Mixer", parameter=parameter)
    assert _envelopes(drawn, name) == {("mixer", key): ((0.0, value),)}
    assert Session.model_validate(drawn.model_dump(mode="json")) == drawn


@pytest.mark.parametrize(
    ("fields", "points", "error", "words"),
    [
        ({"parameter": "threshold"}, [[-1, 0]], OutOfRangeError, "there is no beat −1"),
        ({"parameter": "model"}, [[0, 1]], NotPossibleError, "only numbers can be automated"),
        ({"device": "mixer", "parameter": "volume"}, [[0, 7]], OutOfRangeError, "Volume of “Bass”"),
        ({"device": "mixer", "parameter": "A-Reverb"}, [[0, 1]], OutOfRangeError, "0.0 dB"),
        ({"device": "mixer", "parameter": "tempo"}, [[0, 120]], NotFoundError, "the mixer strip of Bass"),
        ({"device": "gate", "parameter": "threshold"}, [[0, 0]], NotFoundError, "gate"),
        ({"parameter": "threshold", "clip": "@17"}, [[0, 0]], NotPossibleError, "its track has"),
        ({"parameter": "threshold", "clip": "@18"}, [[0, 0]], NotFoundError, "@18"),
    ],
)
def test_what_cannot_be_drawn_is_refused(
    fields: dict[str, Any], points: list[list[float]], error: type[ActionError], words: str
) -> None:
    with pytest.raises(error, match=words):
        do(
            _COMPRESSED,
            "automate_parameter",
            **{"track": "Bass", "device": "compressor", "points": points, **fields},
        )


def test_it_follows_its_device_and_goes_with_it() -> None:
    drawn = _drawn(_drawn(_COMPRESSED, *_DUCKED), (0.0, -6.0), device="mixer", parameter="volume")
    behind = do(drawn, "insert_device", track="Bass", device="compressor", at=1)
    assert _envelopes(behind).keys() == {("compressor#2", "threshold"), ("mixer", "volume")}
    swapped = do(behind, "move_device", track="Bass", device="compressor#2", to=1)
    assert _envelopes(swapped).keys() == {("compressor", "threshold"), ("mixer", "volume")}
    gone = do(swapped, "remove_device", track="Bass", device="compressor")
    assert _envelopes(gone).keys() == {("mixer", "volume")}


def test_a_send_is_followed_to_its_returns_new_name_and_goes_with_it() -> None:
    drawn = _drawn(BAND, (0.0, -6.0), device="mixer", parameter="A-Reverb")
    clip = track(drawn, "Bass").clips[0].model_copy(update={"envelopes": track(drawn, "Bass").automation})
    bass = track(drawn, "Bass").model_copy(update={"clips": (clip,)})
    drawn = drawn.model_copy(update={"tracks": (drawn.tracks[0], bass, *drawn.tracks[2:])})

    hall = do(drawn, "rename_track", track="A-Reverb", name="Hall")
    assert _envelopes(hall) == {("mixer", "Hall"): ((0.0, -6.0),)}
    assert track(hall, "Bass").clips[0].envelopes == track(hall, "Bass").automation
    gone = do(hall, "delete_track", track="Hall")
    assert track(gone, "Bass").automation == track(gone, "Bass").clips[0].envelopes == ()


def test_a_return_called_like_a_fader_leaves_the_fader_alone() -> None:
    odd = do(BAND, "rename_track", track="A-Reverb", name="pan")
    drawn = _drawn(odd, (0.0, -1.0), device="mixer", parameter="pan")
    assert _envelopes(do(drawn, "rename_track", track="pan", name="Hall")) == _envelopes(drawn)

    sent = _drawn(BAND, (0.0, -6.0), device="mixer", parameter="A-Reverb")
    [renaming] = diff(BAND, odd)
    assert _envelopes(apply(sent, renaming)) == {}
    assert equivalent(apply_all(apply(sent, renaming), invert(renaming, sent)), sent)


def test_a_copy_of_a_track_has_it_too() -> None:
    copied = do(_drawn(_COMPRESSED, *_DUCKED), "duplicate_track", track="Bass", name="Bass 2")
    assert _envelopes(copied, "Bass 2") == _envelopes(copied)
    assert [action.action for action in diff(_drawn(_COMPRESSED, *_DUCKED), copied)] == ["duplicate_track"]


def test_an_envelope_of_nothing_that_is_there_stays_as_a_file_had_it() -> None:
    lost = Envelope(device="Vanished Plug-in", parameter="drive", points=((0.0, 0.5),))
    bass = track(BAND, "Bass").model_copy(update={"automation": (lost,)})
    session = BAND.model_copy(update={"tracks": (BAND.tracks[0], bass, *BAND.tracks[2:])})
    assert track(do(session, "insert_device", track="Bass", device="gate"), "Bass").automation == (lost,)


def test_a_plug_in_called_mixer_is_referred_to_by_its_place() -> None:
    bass = track(BAND, "Bass").model_copy(update={"devices": (Device(name="Mixer"),)})
    assert device_reference(bass, 0) == "#1"


def test_diff_draws_what_is_wanted_and_clears_what_is_not() -> None:
    before = _drawn(
        _drawn(_COMPRESSED, *_DUCKED), (0.0, 120.0), track="Master", device="mixer", parameter="tempo"
    )
    after = _drawn(_COMPRESSED, (0.0, -6.0), device="mixer", parameter="B-Delay")
    way = [action_json(action) for action in diff(before, after)]
    assert [(step["track"], step["device"], step["parameter"], step["points"]) for step in way] == [
        ("Bass", "compressor", "threshold", []),
        ("Bass", "mixer", "B-Delay", [[0.0, -6.0]]),
        ("Master", "mixer", "tempo", []),
    ]
    assert apply_all(before, diff(before, after)) == after


def test_the_difference_is_said() -> None:
    assert differences(_COMPRESSED, _drawn(_COMPRESSED, *_DUCKED)) == [
        "Bass · automation of compressor threshold: none, expected 2 points"
    ]
    near = _drawn(_COMPRESSED, (0.0, -24.01), (4.0, -12.0))
    assert differences(near, _drawn(_COMPRESSED, *_DUCKED)) == []
    silent, quiet = (
        _drawn(BAND, (0.0, level), device="mixer", parameter="volume") for level in (-math.inf, -70.0)
    )
    assert differences(silent, quiet)
    assert differences(quiet, silent)


@pytest.mark.parametrize("points", [[], [[0, -30.0], [8, -12.0]]])
def test_it_is_taken_back(points: list[list[float]]) -> None:
    drawn = _drawn(_COMPRESSED, *_DUCKED)
    action = parse_action(
        {
            "action": "automate_parameter",
            "track": "Bass",
            "device": "compressor",
            "parameter": "Threshold",
            "points": points,
        }
    )
    for before in (_COMPRESSED, drawn):
        assert apply_all(apply(before, action), invert(action, before)) == before


def test_labels_are_none_of_the_strips_business() -> None:
    action = parse_action(
        {
            "action": "automate_parameter",
            "track": "Bass",
            "device": "mixer",
            "parameter": "pan",
            "points": [[0, 0]],
        }
    )
    assert resolve_labels(BAND, [action]) == [action]


def test_a_clip_can_hold_automation_of_the_strip() -> None:
    drawn = _drawn(BAND, (0.0, -1.0), device="mixer", parameter="pan", clip="Bassline")
    [clip] = [clip for clip in track(drawn, "Bass").clips if clip.envelopes]
    assert [(e.device, e.parameter) for e in clip.envelopes] == [("mixer", "pan")]
    assert track(do(drawn, "insert_device", track="Bass", device="gate"), "Bass").clips[0] == clip
