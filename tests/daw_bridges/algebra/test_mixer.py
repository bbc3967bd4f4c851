"""Faders, panning, sends, switches and routing."""

from __future__ import annotations

import math
from typing import Any

import pytest

from daw_bridges.errors import ActionError, NotFoundError, NotPossibleError, OutOfRangeError
from daw_bridges.session import Monitor
from tests.daw_bridges.algebra.band import BAND, do, track


@pytest.mark.parametrize(
    ("action", "fields", "field", "value"),
    [
        ("set_volume", {"db": -6}, "volume_db", -6.0),
        ("set_volume", {"db": None}, "volume_db", -math.inf),
        ("set_volume", {"db": 6}, "volume_db", 6.0),
        ("set_pan", {"pan": -1}, "pan", -1.0),
        ("set_mute", {"on": True}, "mute", True),
        ("set_solo", {"on": True}, "solo", True),
        ("set_arm", {"on": True}, "arm", True),
        ("set_monitor", {"mode": "in"}, "monitor", Monitor.IN),
        ("set_output", {"to": "vox"}, "output", "Vox"),
        ("set_output", {"to": "sends only"}, "output", "Sends Only"),
        ("set_input", {"source": "#1"}, "input", "Kick"),
        ("set_input", {"source": "Launchkey"}, "input", "Launchkey"),
        ("set_color", {"color": "#FF3636"}, "color", "#ff3636"),
    ],
)
def test_one_setting_changes_one_field_of_one_track(
    action: str, fields: dict[str, Any], field: str, value: object
) -> None:
    after = do(BAND, action, track="Bass", **fields)
    assert getattr(track(after, "Bass"), field) == value
    assert after == BAND.model_copy(
        update={
            "tracks": tuple(
                t.model_copy(update={field: value}) if t.name == "Bass" else t for t in BAND.tracks
            )
        }
    )


def test_a_send_is_set_and_the_others_stay() -> None:
    after = do(BAND, "set_send", track="Bass", to="A-Reverb", db=-18)
    assert track(after, "Bass").sends == {"A-Reverb": -18.0, "B-Delay": -12.0}


def test_the_master_has_a_fader_and_a_panning() -> None:
    assert track(do(BAND, "set_volume", track="Master", db=-3), "Master").volume_db == -3.0
    assert track(do(BAND, "set_pan", track="Master", pan=0.5), "Master").pan == 0.5


@pytest.mark.parametrize(
    ("action", "fields", "error", "words"),
    [
        (
            "set_volume",
            {"db": 6.1},
            OutOfRangeError,
            "The volume of “Bass” goes from −∞ dB to 6.0 dB; 6.1 dB",
        ),
        (
            "set_pan",
            {"pan": 1.5},
            OutOfRangeError,
            "The panning of “Bass” goes from −1 to 1; 1.5 is out of range",
        ),
        ("set_send", {"to": "A-Reverb", "db": 1}, OutOfRangeError, "to “A-Reverb” goes from −∞ dB to 0.0 dB"),
        ("set_send", {"to": "Vox", "db": 0}, NotPossibleError, "The returns are: A-Reverb, B-Delay"),
        ("set_output", {"to": "Bass"}, NotPossibleError, "cannot be routed to itself"),
        ("set_output", {"to": "A-Reverb"}, NotPossibleError, "use the send of “Bass”"),
        ("set_output", {"to": "Voxx"}, NotFoundError, "no output called “Voxx”"),
        ("set_input", {"source": "Bass"}, NotPossibleError, "cannot take its input from itself"),
        ("set_input", {"source": "Vox"}, NotPossibleError, "records MIDI, and “Vox” has none"),
    ],
)
def test_what_a_strip_cannot_do_is_refused(
    action: str, fields: dict[str, Any], error: type[ActionError], words: str
) -> None:
    with pytest.raises(error, match=words):
        do(BAND, action, track="Bass", **fields)


@pytest.mark.parametrize(
    ("name", "action", "fields", "words"),
    [
        ("Master", "set_mute", {"on": True}, "The master cannot be muted"),
        ("Master", "set_solo", {"on": True}, "The master cannot be soloed"),
        ("Master", "set_output", {"to": "Kick"}, "The master cannot be routed elsewhere"),
        ("Master", "set_send", {"to": "A-Reverb", "db": 0}, "“Master” has no sends"),
        ("Master", "set_arm", {"on": True}, "is the master and has no record arm"),
        ("A-Reverb", "set_arm", {"on": True}, "is a return track and has no record arm"),
        ("A-Reverb", "set_monitor", {"mode": "in"}, "has no monitoring"),
        ("A-Reverb", "set_input", {"source": "Kick"}, "has no input"),
        ("A-Reverb", "set_send", {"to": "A-Reverb", "db": 0}, "cannot be sent to itself"),
    ],
)
def test_what_returns_and_the_master_do_not_have_is_refused(
    name: str, action: str, fields: dict[str, Any], words: str
) -> None:
    with pytest.raises(NotPossibleError, match=words):
        do(BAND, action, track=name, **fields)


def test_an_unknown_track_is_refused_with_those_there_are() -> None:
    with pytest.raises(NotFoundError, match=r"no track called “Bas”. Available: Kick, Bass, Vox"):
        do(BAND, "set_volume", track="Bas", db=0)


def test_without_returns_the_way_to_one_is_shown() -> None:
    alone = BAND.model_copy(update={"tracks": (*BAND.ordinary_tracks, BAND.tracks[-1])})
    with pytest.raises(NotPossibleError, match="create a return track first"):
        do(alone, "set_send", track="Bass", to="Vox", db=0)


def test_a_host_whose_outputs_are_not_known_decides_itself() -> None:
    other = BAND.model_copy(update={"daw": "ardour"})
    assert (
        track(do(other, "set_output", track="Bass", to="system:playback_1"), "Bass").output
        == "system:playback_1"
    )


def test_only_a_track_in_a_group_is_routed_to_it() -> None:
    with pytest.raises(NotPossibleError, match="in no group"):
        do(BAND, "set_output", track="Bass", to="group")
