"""The list of tracks, and everything that refers to a track by its name."""

from __future__ import annotations

import math
from typing import Any

import pytest

from daw_bridges.algebra import differences
from daw_bridges.errors import ActionError, NotPossibleError, OutOfRangeError
from daw_bridges.session import Session, Track, TrackKind
from tests.daw_bridges.algebra.band import BAND, device, do, track

NAMES = ["Kick", "Bass", "Vox", "A-Reverb", "B-Delay", "Master"]


def _names(session: Session) -> list[str]:
    return list(session.track_names)


@pytest.fixture
def ducked() -> Session:
    """The band with Kick feeding Bass's compressor and its input, and Bass routed to Vox."""
    return do(
        BAND,
        {"action": "insert_device", "track": "Bass", "device": "compressor"},
        {"action": "set_sidechain", "track": "Bass", "device": "compressor", "source": "Kick"},
        {"action": "set_output", "track": "Bass", "to": "Vox"},
        {"action": "set_input", "track": "Bass", "source": "Kick"},
    )


def test_a_new_track_goes_behind_the_last_or_to_its_place() -> None:
    assert _names(do(BAND, "create_track", kind="midi", name="Pad"))[:4] == ["Kick", "Bass", "Vox", "Pad"]
    assert _names(do(BAND, "create_track", kind="audio", name="Pad", at=1))[0] == "Pad"


def test_a_new_track_is_as_the_host_makes_it() -> None:
    sends = {"A-Reverb": -math.inf, "B-Delay": -math.inf}
    made = track(do(BAND, "create_track", kind="midi", name="Pad"), "Pad")
    assert made == Track(
        name="Pad", kind=TrackKind.MIDI, color="", input="All Ins", output="Master", sends=sends
    )
    assert track(do(BAND, "create_track", kind="audio", name="Pad"), "Pad").input == "Ext. In"


def test_off_live_the_host_chooses_what_a_new_track_takes_its_input_from() -> None:
    made = do(BAND.model_copy(update={"daw": "logic"}), "create_track", kind="audio", name="Pad")
    place = made.track_names.index("Pad")
    heard = [
        made.model_copy(
            update={"tracks": tuple(t.model_copy(update={"input": source}) if at == place else t
                                    for at, t in enumerate(made.tracks))}
        )
        for source in ("Input 1", "Input 2")
    ]  # fmt: skip
    assert not differences(heard[0], made)
    assert differences(*heard)


def test_a_new_return_goes_behind_the_others_and_everyone_gets_a_send() -> None:
    after = do(BAND, "create_track", kind="return", name="C-Echo")
    assert _names(after) == ["Kick", "Bass", "Vox", "A-Reverb", "B-Delay", "C-Echo", "Master"]
    for name in ("Kick", "A-Reverb"):
        assert track(after, name).sends["C-Echo"] == -math.inf
    assert track(after, "C-Echo").sends == {"A-Reverb": -math.inf, "B-Delay": -math.inf}
    assert track(after, "Master").sends == {}


def test_a_copy_stands_right_behind_with_all_that_is_on_it(ducked: Session) -> None:
    armed = do(
        ducked,
        {"action": "set_arm", "track": "Bass", "on": True},
        {"action": "fire_clip", "track": "Bass", "clip": "Fill"},
    )
    after = do(armed, "duplicate_track", track="Bass", name="Sub")
    assert _names(after)[1:3] == ["Bass", "Sub"]
    copied = track(armed, "Bass").model_copy(update={"name": "Sub", "arm": False, "playing_slot": None})
    assert track(after, "Sub") == copied


def test_a_copy_without_a_name_keeps_the_name() -> None:
    assert _names(do(BAND, "duplicate_track", track="Kick"))[:2] == ["Kick", "Kick"]


def test_a_deleted_track_is_gone_from_all_that_referred_to_it(ducked: Session) -> None:
    without_kick = do(ducked, "delete_track", track="Kick")
    assert device(without_kick, "Bass", "compressor").sidechain is None
    assert track(without_kick, "Bass").input == "No Input"
    assert track(do(ducked, "delete_track", track="Vox"), "Bass").output == "Master"


def test_a_deleted_return_takes_its_sends_along() -> None:
    after = do(BAND, "delete_track", track="A-Reverb")
    assert track(after, "Bass").sends == {"B-Delay": -12.0}
    assert track(after, "B-Delay").sends == {}


def test_a_renamed_track_is_renamed_everywhere(ducked: Session) -> None:
    after = do(
        ducked,
        {"action": "rename_track", "track": "Kick", "name": "Boom"},
        {"action": "rename_track", "track": "Vox", "name": "Bus"},
        {"action": "rename_track", "track": "A-Reverb", "name": "A-Hall"},
    )
    assert device(after, "Bass", "compressor").sidechain == "Boom"
    assert (track(after, "Bass").input, track(after, "Bass").output) == ("Boom", "Bus")
    assert list(track(after, "Bass").sends) == ["A-Hall", "B-Delay"]
    assert track(after, "B-Delay").sends == {"A-Hall": -math.inf}


def test_of_two_tracks_of_one_name_routings_mean_the_first(ducked: Session) -> None:
    twice = do(ducked, "duplicate_track", track="Kick")
    second_gone = do(twice, "delete_track", track="#2")
    assert device(second_gone, "Bass", "compressor").sidechain == "Kick"
    first_renamed = do(twice, "rename_track", track="#1", name="Boom")
    assert device(first_renamed, "Bass", "compressor").sidechain == "Boom"


def _grouped() -> Session:
    group = Track(name="Drums", kind=TrackKind.GROUP, output="Master")
    inside = [
        Track(name=name, kind=TrackKind.AUDIO, group="Drums", output="Group") for name in ("Snare", "Hats")
    ]
    return BAND.model_copy(update={"tracks": (BAND.tracks[0], group, *inside, *BAND.tracks[1:])})


def test_a_group_is_deleted_with_what_is_in_it() -> None:
    assert _names(do(_grouped(), "delete_track", track="Drums")) == NAMES


def test_a_renamed_group_keeps_its_members() -> None:
    after = do(_grouped(), "rename_track", track="Drums", name="Kit")
    assert [track(after, name).group for name in ("Snare", "Hats", "Bass")] == ["Kit", "Kit", None]


def test_a_track_created_inside_a_group_is_in_it() -> None:
    after = do(_grouped(), "create_track", kind="audio", name="Clap", at=4)
    assert (track(after, "Clap").group, track(after, "Clap").output) == ("Drums", "Group")


@pytest.mark.parametrize(
    ("action", "fields", "error", "words"),
    [
        ("delete_track", {"track": "Master"}, NotPossibleError, "The master cannot be deleted"),
        ("duplicate_track", {"track": "Master"}, NotPossibleError, "The master cannot be duplicated"),
        (
            "rename_track",
            {"track": "Master", "name": "Out"},
            NotPossibleError,
            "The master cannot be renamed",
        ),
        ("rename_track", {"track": "Kick", "name": "Master"}, NotPossibleError, "choose another name"),
        ("create_track", {"kind": "midi", "name": "master"}, NotPossibleError, "choose another name"),
        (
            "create_track",
            {"kind": "midi", "name": "Pad", "at": 5},
            OutOfRangeError,
            "place 1 to 4; 5 is out of range",
        ),
        ("create_track", {"kind": "midi", "name": "Pad", "at": 0}, OutOfRangeError, "0 is out of range"),
        ("create_track", {"kind": "return", "name": "A-Reverb"}, NotPossibleError, "told apart by name"),
        ("create_track", {"kind": "return", "name": "C", "at": 1}, NotPossibleError, "leave out its place"),
        ("rename_track", {"track": "A-Reverb", "name": "B-Delay"}, NotPossibleError, "told apart by name"),
        ("duplicate_track", {"track": "A-Reverb"}, NotPossibleError, "returns cannot be duplicated"),
    ],
)
def test_what_cannot_be_done_to_the_list_is_refused(
    action: str, fields: dict[str, Any], error: type[ActionError], words: str
) -> None:
    with pytest.raises(error, match=words):
        do(BAND, action, **fields)


def test_a_group_is_not_duplicated() -> None:
    with pytest.raises(NotPossibleError, match="one by one"):
        do(_grouped(), "duplicate_track", track="Drums")


def test_the_last_track_stays() -> None:
    alone = do(BAND, {"action": "delete_track", "track": "Kick"}, {"action": "delete_track", "track": "Bass"})
    with pytest.raises(NotPossibleError, match="“Vox” is the last track"):
        do(alone, "delete_track", track="Vox")


def test_live_has_no_more_than_twelve_returns() -> None:
    full = BAND
    for number in range(10):
        full = do(full, "create_track", kind="return", name=f"R{number}")
    with pytest.raises(NotPossibleError, match="already 12 return tracks"):
        do(full, "create_track", kind="return", name="One more")
