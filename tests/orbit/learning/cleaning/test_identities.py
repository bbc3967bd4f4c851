"""What names mean: tracks and devices followed through a demonstration without seeing its session."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest

from orbit.learning.cleaning import clean
from orbit.learning.demonstration import Demonstration, DeviceSeen, TrackSeen
from orbit.memory.trajectory import Trajectory

Edit = dict[str, Any]

_VALUES = count()
"""So that no value is what is known already."""


def edit(what: str, track: str | None = None, /, **fields: Any) -> Edit:
    return {"action": what} | ({} if track is None else {"track": track}) | fields


def cleaned(*edits: Edit, daw: str = "ableton") -> Demonstration:
    actions = [{"t": float(place), "origin": "user"} | each for place, each in enumerate(edits)]
    return clean(Trajectory(id="t", daw=daw, actions=actions))  # pyright: ignore[reportArgumentType]


def pan(track: str) -> Edit:
    return edit("set_pan", track, pan=len(track) / 100)


def insert(track: str, device: str, **fields: Any) -> Edit:
    return edit("insert_device", track, device=device, **fields)


def switch(track: str, device: str) -> Edit:
    return edit("set_parameter", track, device=device, parameter="p", value=next(_VALUES))


def tracks(found: Demonstration) -> list[tuple[int, ...]]:
    return [event.tracks for event in found.events]


def devices(found: Demonstration) -> list[int | None]:
    return [event.device for event in found.events]


def test_a_track_is_followed_when_it_is_renamed() -> None:
    found = cleaned(pan("Bass"), edit("rename_track", "Bass", name="Sub"), insert("Sub", "eq"), pan("Bass"))
    assert tracks(found) == [(0,), (0,), (0,), (1,)]
    assert found.tracks == (TrackSeen("Sub"), TrackSeen("Bass"))


def test_a_log_may_go_on_calling_a_track_what_it_was_called() -> None:
    found = cleaned(edit("rename_track", "Bass", name="Sub"), insert("Bass", "eq"), pan("bass"))
    assert tracks(found) == [(0,)] * 3
    other = cleaned(
        edit("rename_track", "Bass", name="Sub"), edit("create_track", kind="midi", name="Bass"), pan("Bass")
    )
    assert tracks(other) == [(0,), (1,), (1,)]


def test_case_and_blanks_do_not_matter() -> None:
    found = cleaned(insert("Bass", "eq"), insert(" bass ", "gate"), insert("BASS", "echo"))
    assert tracks(found) == [(0,)] * 3


def test_numbers_follow_the_tracks_that_come_and_go_before_them() -> None:
    found = cleaned(
        insert("#3", "eq"),
        edit("create_track", kind="midi", name="New", at=2),
        insert("#4", "gate"),
        edit("set_send", "Vox", to="#2", db=-6),
        edit("delete_track", "#2"),
        insert("#3", "reverb"),
    )
    assert tracks(found) == [(0,), (1,), (0,), (2, 1), (1,), (0,)]
    assert found.tracks == (TrackSeen("#3"), TrackSeen("New", created=True), TrackSeen("Vox"))


def test_numbers_mean_nothing_any_more_when_a_track_goes_nobody_knows_where() -> None:
    found = cleaned(insert("#3", "eq"), edit("delete_track", "Bass"), insert("#3", "gate"))
    assert tracks(found) == [(0,), (1,), (2,)]


def test_a_numbered_track_that_gets_a_name_is_found_by_both() -> None:
    found = cleaned(edit("rename_track", "#3", name="Vox"), insert("Vox", "eq"), insert("#3", "gate"))
    assert tracks(found) == [(0,)] * 3
    assert found.tracks == (TrackSeen("Vox"),)


def test_the_copy_of_a_track_is_another_track() -> None:
    found = cleaned(
        edit("duplicate_track", "#2", name="Double"), insert("Double", "eq"), insert("#3", "gate")
    )
    assert tracks(found) == [(0, 1), (1,), (1,)]
    assert found.tracks[1] == TrackSeen("Double", created=True)
    unnamed = cleaned(edit("duplicate_track", "Vox"), insert("Vox", "eq"))
    assert tracks(unnamed) == [(0, 1), (0,)]


def test_a_name_of_a_deleted_track_means_another_from_then_on() -> None:
    found = cleaned(
        insert("Vox", "eq"),
        edit("delete_track", "Vox"),
        edit("create_track", kind="midi", name="Vox"),
        pan("Vox"),
    )
    assert tracks(found) == [(0,), (0,), (1,), (1,)]


def test_a_send_and_a_side_chain_touch_two_tracks() -> None:
    found = cleaned(
        edit("set_send", "Vox", to="A-Reverb", db=-6),
        edit("set_sidechain", "Bass", device="compressor", source="Kick"),
        edit("set_sidechain", "Bass", device="gate", source=None),
    )
    assert tracks(found) == [(0, 1), (2, 3), (2,)]
    assert [event.does for event in found.events][1:] == [
        "set_sidechain compressor",
        "set_sidechain gate off",
    ]


def test_an_output_is_a_track_where_it_is_one_anywhere() -> None:
    found = cleaned(
        edit("set_output", "Kick", to="Drum Bus"), edit("set_input", "Vox", source="Ext. In"),
        edit("set_output", "Vox", to="Master"), insert("Drum Bus", "glue_compressor"),
    )  # fmt: skip
    assert tracks(found) == [(0, 1), (2,), (2, 3), (1,)]


def test_an_undone_renaming_gives_the_name_back() -> None:
    rename = edit("rename_track", "Bass", name="Sub")
    found = cleaned(insert("Bass", "eq"), rename, edit("undo"), insert("Bass", "gate"), pan("Sub"))
    assert tracks(found) == [(0,), (0,), (1,)]
    assert found.tracks[0].name == "Bass"


@pytest.mark.parametrize("name", ["compressor", "Compressor", "COMPRESSOR", " compressor "])
def test_a_kind_and_a_hosts_name_are_one_kind(name: str) -> None:
    found = cleaned(insert("Bass", name), edit("enable_device", "Bass", device="compressor", on=False))
    assert devices(found) == [0, 0]
    assert [event.does for event in found.events] == ["insert_device compressor", "enable_device compressor"]
    assert found.devices == (DeviceSeen(0, "compressor", inserted=True),)


@pytest.mark.parametrize(
    ("daw", "device", "parameter", "key"),
    [
        ("ableton", "Compressor", "Threshold", "compressor threshold"),
        ("ableton", "compressor", "threshold", "compressor threshold"),
        ("ableton", "EQ Eight", "1 Gain A", "eq band_1_gain"),
        ("logic", "Channel EQ", "Low Cut Frequency", "eq band_1_frequency"),
        ("ableton", "FabFilter Pro-Q 3", "Band 1 Gain", "FabFilter Pro-Q 3 band_1_gain"),
        ("bitwig", "compressor", "threshold", "compressor threshold"),
        ("ableton", "de_esser", "Detection", "de_esser detection"),
    ],
)
def test_parameters_are_called_by_their_neutral_names(
    daw: str, device: str, parameter: str, key: str
) -> None:
    setting = edit("set_parameter", "A", device=device, parameter=parameter, value=1)
    (event,) = cleaned(setting, daw=daw).events
    assert event.does == f"set_parameter {key}"


def test_a_second_of_a_kind_is_another_device() -> None:
    found = cleaned(
        insert("A", "eq"), switch("A", "eq"), insert("A", "EQ Eight"), switch("A", "eq#2"), switch("A", "eq")
    )
    assert devices(found) == [0, 0, 1, 1, 0]
    assert [seen.inserted for seen in found.devices] == [True, True]


def test_a_second_that_was_just_inserted_has_one_before_it() -> None:
    found = cleaned(insert("A", "eq"), switch("A", "eq#2"), switch("A", "eq"))
    assert devices(found) == [0, 0, 1]
    assert found.devices == (DeviceSeen(0, "eq", inserted=True), DeviceSeen(0, "eq"))


def test_one_inserted_in_front_becomes_the_first() -> None:
    found = cleaned(switch("A", "eq"), insert("A", "eq", at=1), switch("A", "eq"), switch("A", "eq#2"))
    assert devices(found) == [0, 1, 1, 0]


def test_those_behind_a_removed_one_move_up() -> None:
    found = cleaned(
        switch("A", "eq"), switch("A", "eq#2"), edit("remove_device", "A", device="eq"), switch("A", "eq")
    )
    assert devices(found) == [0, 1, 0, 1]


def test_one_moved_to_the_front_becomes_the_first() -> None:
    found = cleaned(
        switch("A", "eq"),
        switch("A", "eq#2"),
        edit("move_device", "A", device="eq#2", to=1),
        switch("A", "eq"),
    )
    assert devices(found) == [0, 1, 1, 1]


def test_labels_are_names_too() -> None:
    found = cleaned(
        insert("A", "eq"), insert("A", "eq", **{"as": "air"}), switch("A", "air"), switch("A", "eq")
    )
    assert devices(found) == [0, 1, 1, 0]


def test_two_host_devices_of_one_kind_are_told_apart_by_their_names() -> None:
    found = cleaned(
        insert("A", "Channel EQ"), insert("A", "Linear Phase EQ"),
        switch("A", "Linear Phase EQ"), switch("A", "eq"),
        daw="logic",
    )  # fmt: skip
    assert devices(found) == [0, 1, 1, 0]


def test_devices_in_racks_are_found_by_their_way() -> None:
    way = "Audio Effect Rack > Chain 1 > eq"
    found = cleaned(
        insert("A", "eq", chain="audio_effect_rack > Chain 1"), switch("A", way), switch("A", "eq"),
        switch("A", way.replace("Chain 1", "Chain 2")),
    )  # fmt: skip
    assert devices(found) == [0 + 1, 1, 2, 3] or len(set(devices(found))) == 3
    assert devices(found)[0] == devices(found)[1]
    assert [event.does for event in found.events][1:] == ["set_parameter eq p"] * 3


def test_an_undone_insertion_gives_the_number_back() -> None:
    found = cleaned(
        switch("A", "eq"), insert("A", "eq", at=1), edit("undo"), insert("A", "gate"), switch("A", "eq")
    )
    assert devices(found) == [0, 2, 0]


def test_clips_are_followed_when_they_are_renamed() -> None:
    found = cleaned(
        edit("create_clip", "A", slot=2, length_beats=4, name="Hook"),
        pan("A"),
        edit("rename_clip", "A", clip="Hook", name="Verse"),
        edit("add_notes", "A", clip="verse", notes=[[36, 0, 1, 100]]),
        edit("add_notes", "A", clip="#2", notes=[[36, 1, 1, 100]]),
    )
    assert [event.does for event in found.events] == ["create_clip", "set_pan", "rename_clip", "add_notes"]


def test_automation_of_a_send_touches_the_return() -> None:
    found = cleaned(
        edit("automate_parameter", "A", device="mixer", parameter="B-Delay", points=[[0, -12.0]]),
        edit("automate_parameter", "A", device="Mixer", parameter="volume", points=[[0, -12.0]], clip="#1"),
        edit("automate_parameter", "A", device="auto_filter", parameter="frequency", points=[[0, 200.0]]),
    )
    assert [event.does for event in found.events] == [
        "automate_parameter mixer send on the timeline",
        "automate_parameter mixer volume in a clip",
        "automate_parameter auto_filter frequency on the timeline",
    ]
    assert tracks(found) == [(0, 1), (0,), (0,)]
