"""Device chains, side chains, parameters and their automation."""

from __future__ import annotations

import math
from typing import Any

import pytest

from daw_bridges.catalog import catalog
from daw_bridges.errors import ActionError, NotFoundError, NotPossibleError, OutOfRangeError
from daw_bridges.quantities import Unit
from daw_bridges.session import Device, Envelope, Parameter, Session
from tests.daw_bridges.algebra.band import BAND, device, do, track


def _chain(session: Session, on: str = "Bass") -> list[str]:
    return [device.name for device in track(session, on).devices]


def _with(*kinds: str) -> Session:
    return do(BAND, *({"action": "insert_device", "track": "Bass", "device": kind} for kind in kinds))


def test_a_device_is_inserted_as_the_catalogue_has_it() -> None:
    after = _with("compressor")
    assert track(after, "Bass").devices == (catalog().new_device("ableton", "compressor"),)


def test_a_device_can_be_inserted_by_the_hosts_name_and_with_a_label() -> None:
    after = do(BAND, "insert_device", track="Bass", device="Glue Compressor", **{"as": "glue"})
    assert device(after, "Bass", "glue").kind == "glue_compressor"


def test_an_unknown_host_device_is_a_plug_in() -> None:
    assert device(_with("FabFilter Pro-Q 3"), "Bass", "#1") == Device(name="FabFilter Pro-Q 3", unread=True)


def test_devices_go_to_their_part_of_the_chain() -> None:
    after = _with("reverb", "arpeggiator", "compressor", "synth", "velocity")
    assert _chain(after) == ["Arpeggiator", "Velocity", "Drift", "Reverb", "Compressor"]


def test_a_place_along_the_chain_can_be_given() -> None:
    after = do(_with("reverb", "compressor"), "insert_device", track="Bass", device="gate", at=2)
    assert _chain(after) == ["Reverb", "Gate", "Compressor"]


def test_devices_are_removed_moved_and_switched() -> None:
    session = _with("reverb", "compressor", "gate")
    assert _chain(do(session, "remove_device", track="Bass", device="compressor")) == ["Reverb", "Gate"]
    moved = do(session, "move_device", track="Bass", device="gate", to=1)
    assert _chain(moved) == ["Gate", "Reverb", "Compressor"]
    assert not device(
        do(session, "enable_device", track="Bass", device="gate", on=False), "Bass", "gate"
    ).enabled


@pytest.mark.parametrize(
    ("action", "fields", "error", "words"),
    [
        ("insert_device", {"device": "compresor"}, NotFoundError, "no device called “compresor”"),
        (
            "insert_device",
            {"device": "de_esser"},
            NotFoundError,
            "no de esser of its own. Use multiband_dynamics",
        ),
        (
            "insert_device",
            {"device": "reverb", "at": 1},
            NotPossibleError,
            "MIDI effects first, then the instr",
        ),
        ("insert_device", {"device": "reverb", "at": 9}, OutOfRangeError, "place 1 to 4; 9 is out of range"),
        ("insert_device", {"device": "sampler"}, NotPossibleError, "already has an instrument, Drift"),
        ("insert_device", {"device": "gate", "as": "squash"}, NotPossibleError, "label of another device"),
        ("move_device", {"device": "squash", "to": 1}, NotPossibleError, "Compressor cannot go to place 1"),
        ("move_device", {"device": "squash", "to": 4}, OutOfRangeError, "place 1 to 3; 4 is out of range"),
        (
            "remove_device",
            {"device": "gate"},
            NotFoundError,
            "on Bass. Available: arpeggiator, synth, compressor",
        ),
        ("load_preset", {"device": "gate", "preset": "Punch"}, NotFoundError, "no device called “gate”"),
    ],
)
def test_what_a_chain_cannot_be_is_refused(
    action: str, fields: dict[str, Any], error: type[ActionError], words: str
) -> None:
    session = do(
        _with("arpeggiator", "synth"), "insert_device", track="Bass", device="compressor", **{"as": "squash"}
    )
    with pytest.raises(error, match=words):
        do(session, action, track="Bass", **fields)


@pytest.mark.parametrize(("on", "kind"), [("Vox", "synth"), ("Vox", "arpeggiator"), ("Master", "drum_rack")])
def test_instruments_and_midi_effects_need_a_midi_track(on: str, kind: str) -> None:
    with pytest.raises(NotPossibleError, match="needs a MIDI track"):
        do(BAND, "insert_device", track=on, device=kind)


def test_a_preset_is_only_checked_for_what_it_goes_into() -> None:
    session = _with("compressor")
    assert do(session, "load_preset", track="Bass", device="compressor", preset="Punch") == session


def test_a_side_chain_is_fed_switched_on_and_taken_off() -> None:
    fed = do(_with("compressor"), "set_sidechain", track="Bass", device="compressor", source="Kick")
    compressor = device(fed, "Bass", "compressor")
    assert (compressor.sidechain, compressor.parameters["sidechain_on"].value) == ("Kick", "on")
    off = device(
        do(fed, "set_sidechain", track="Bass", device="compressor", source=None), "Bass", "compressor"
    )
    assert (off.sidechain, off.parameters["sidechain_on"].value) == (None, "off")


@pytest.mark.parametrize(
    ("kind", "source", "error", "words"),
    [
        ("compressor", "Bass", NotPossibleError, "“Bass” cannot feed its own side chain"),
        ("compressor", "Kik", NotFoundError, "no track called “Kik”"),
        ("reverb", "Kick", NotPossibleError, "The side chain of Reverb cannot be set from Orbit"),
        ("Pro-Q 3", "Kick", NotPossibleError, "The side chain of Pro-Q 3 cannot be set from Orbit"),
    ],
)
def test_a_side_chain_that_cannot_be_is_refused(
    kind: str, source: str, error: type[ActionError], words: str
) -> None:
    with pytest.raises(error, match=words):
        do(_with(kind), "set_sidechain", track="Bass", device=kind, source=source)


@pytest.mark.parametrize(
    ("parameter", "value", "stored", "text"),
    [
        ("threshold", -24, -24.0, "-24.0 dB"),
        ("threshold", "-24 dB", -24.0, "-24.0 dB"),
        ("Threshold", "-24", -24.0, "-24.0 dB"),
        ("thresh", "-inf dB", -math.inf, "-inf dB"),
        ("ratio", "8:1", 8.0, "8.00 : 1"),
        ("ratio", "inf : 1", math.inf, "inf : 1"),
        ("release", "0.1 s", 100.0, "100 ms"),
        ("mix", "35 %", 35.0, "35 %"),
        ("model", "peak", "Peak", "Peak"),
        ("lookahead", "10 ms", "10 ms", "10 ms"),
        ("lookahead", "0.01 s", "10 ms", "10 ms"),
        ("makeup", True, "on", "On"),
        ("makeup", "yes", "on", "On"),
        ("S/C On", 1, "on", "On"),
    ],
)
def test_a_parameter_is_set(parameter: str, value: object, stored: object, text: str) -> None:
    session = _with("compressor")
    after = do(session, "set_parameter", track="Bass", device="compressor", parameter=parameter, value=value)
    before, now = (device(s, "Bass", "compressor").parameters for s in (session, after))
    changed = [key for key in now if now[key] != before[key]]
    assert [(now[key].value, now[key].text) for key in changed] == [(stored, text)]


@pytest.mark.parametrize(
    ("parameter", "value", "error", "words"),
    [
        (
            "threshold",
            "12 dB",
            OutOfRangeError,
            "Threshold of Compressor goes from −∞ dB to 6.0 dB; 12.0 dB is",
        ),
        ("threshold", "40 Hz", NotPossibleError, "is in dB; “40 Hz” is not. Write it like"),
        ("threshold", "loud", NotPossibleError, "is a number, and “loud” is not. Write it like"),
        ("ratio", "-3 dB", NotPossibleError, "is in :1"),
        ("sidechain_eq_q", "3 dB", NotPossibleError, "a plain number without a unit"),
        ("model", "Opto", OutOfRangeError, "can be Peak, RMS, Expand, but not “Opto”"),
        ("makeup", "perhaps", OutOfRangeError, "can be off, on"),
        ("sparkle", 3, NotFoundError, "no parameter called “sparkle”"),
    ],
)
def test_a_value_it_cannot_have_is_refused(
    parameter: str, value: object, error: type[ActionError], words: str
) -> None:
    with pytest.raises(error, match=words):
        do(
            _with("compressor"),
            "set_parameter",
            track="Bass",
            device="compressor",
            parameter=parameter,
            value=value,
        )


def test_where_the_session_is_silent_the_catalogue_knows_the_range() -> None:
    bare = Parameter(name="Threshold", value=0.0, unit=Unit.DB)
    compressor = Device(name="Compressor", kind="compressor", parameters={"threshold": bare})
    kick, *others = BAND.tracks
    silent = BAND.model_copy(update={"tracks": (kick.model_copy(update={"devices": (compressor,)}), *others)})
    with pytest.raises(OutOfRangeError, match=r"to 6.0 dB"):
        do(silent, "set_parameter", track="Kick", device="compressor", parameter="threshold", value=20)


@pytest.mark.parametrize(
    ("kind", "parameter", "value", "choice"),
    [
        ("glue_compressor", "release", "400 ms", "0.4 s"),
        ("glue_compressor", "release", "a", "A"),
        ("delay", "left_sixteenths", 6, "6"),
    ],
)
def test_choices_are_read_by_what_they_mean(kind: str, parameter: str, value: object, choice: str) -> None:
    after = do(_with(kind), "set_parameter", track="Bass", device=kind, parameter=parameter, value=value)
    assert device(after, "Bass", kind).parameters[parameter].value == choice


def _automated(session: Session, *points: tuple[float, float]) -> Session:
    return do(
        session,
        "automate_parameter",
        track="Bass",
        device="compressor",
        parameter="threshold",
        points=points,
        clip="Bassline",
    )


def test_automation_is_drawn_into_a_clip_and_cleared() -> None:
    drawn = _automated(_with("compressor"), (4.0, -12.0), (0.0, -24.0))
    envelope = Envelope(device="compressor", parameter="threshold", points=((0.0, -24.0), (4.0, -12.0)))
    assert track(drawn, "Bass").clips[0].envelopes == (envelope,)
    assert _automated(drawn) == _with("compressor")


def test_automation_follows_its_device_and_goes_with_it() -> None:
    drawn = _automated(_with("compressor"), (0.0, -24.0))
    behind = do(drawn, "insert_device", track="Bass", device="compressor", at=1)
    assert track(behind, "Bass").clips[0].envelopes[0].device == "compressor#2"
    swapped = do(behind, "move_device", track="Bass", device="compressor#2", to=1)
    assert track(swapped, "Bass").clips[0].envelopes[0].device == "compressor"
    gone = do(swapped, "remove_device", track="Bass", device="compressor")
    assert track(gone, "Bass").clips[0].envelopes == ()


@pytest.mark.parametrize(
    ("parameter", "points", "error", "words"),
    [
        ("threshold", [[-1, 0]], OutOfRangeError, "there is no beat −1"),
        ("threshold", [[0, 12]], OutOfRangeError, "12.0 dB is out of range"),
        ("model", [[0, 1]], NotPossibleError, "only numbers can be automated"),
    ],
)
def test_automation_that_cannot_be_drawn_is_refused(
    parameter: str, points: list[list[float]], error: type[ActionError], words: str
) -> None:
    fields = {"track": "Bass", "device": "compressor", "clip": "Bassline"}
    with pytest.raises(error, match=words):
        do(_with("compressor"), "automate_parameter", parameter=parameter, points=points, **fields)


def test_a_number_that_goes_in_steps_is_one_of_them() -> None:
    glue = {"track": "Bass", "device": "glue_compressor", "parameter": "attack"}
    before = _with("glue_compressor")
    assert (
        device(do(before, "set_parameter", **glue, value="0.3 ms"), "Bass", "#1").parameters["attack"].value
        == 0.3
    )
    with pytest.raises(OutOfRangeError, match="2 ms is not one of them"):
        do(before, "set_parameter", **glue, value="2 ms")
