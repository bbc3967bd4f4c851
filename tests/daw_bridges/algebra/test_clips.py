"""Clips, notes and scenes, in the session view and on the timeline."""

from __future__ import annotations

from typing import Any

import pytest

from daw_bridges.errors import ActionError, NotFoundError, NotPossibleError, OutOfRangeError
from daw_bridges.session import ArrangementClip, Clip, Note, Session
from tests.daw_bridges.algebra.band import BAND, NOTES, do, track


def _slots(session: Session, on: str = "Bass") -> dict[int, str]:
    return {clip.slot: clip.name for clip in track(session, on).clips}


def test_a_clip_is_created_in_its_slot() -> None:
    after = do(BAND, "create_clip", track="Bass", slot=2, length_beats=8, name="Break")
    assert track(after, "Bass").clips[1] == Clip(slot=2, name="Break", length_beats=8.0)
    assert _slots(do(BAND, "create_clip", track="Bass", slot=2, length_beats=8))[2] == ""


def test_clips_are_deleted_and_renamed_in_both_views() -> None:
    assert _slots(do(BAND, "delete_clip", track="Bass", clip="Bassline")) == {3: "Fill"}
    assert track(do(BAND, "delete_clip", track="Bass", clip="@17"), "Bass").arrangement_clips == ()
    assert _slots(do(BAND, "rename_clip", track="Bass", clip="#3", name="Roll")) == {1: "Bassline", 3: "Roll"}
    renamed = do(BAND, "rename_clip", track="Bass", clip="@17", name="Roll")
    assert track(renamed, "Bass").arrangement_clips[0].name == "Roll"


def test_notes_are_added_in_order_of_time() -> None:
    after = do(BAND, "add_notes", track="Bass", clip="Fill", notes=[[62, 1, 1, 90], [60, 0, 1, 90]])
    clip = track(after, "Bass").clips[1]
    assert clip.note_list == (Note(60, 0.0, 1.0, 90.0), Note(62, 1.0, 1.0, 90.0))
    assert clip.notes == 2


def test_a_pitch_sounds_once_at_a_time() -> None:
    once = do(BAND, "add_notes", track="Bass", clip="Fill", notes=[[60, 0, 4, 90]])
    after = do(once, "add_notes", track="Bass", clip="Fill", notes=[[60, 1, 1, 80], [60, 1, 2, 70]])
    assert track(after, "Bass").clips[1].note_list == (Note(60, 0.0, 1.0, 90.0), Note(60, 1.0, 2.0, 70.0))


def test_notes_go_into_arrangement_clips_too() -> None:
    after = do(BAND, "add_notes", track="Bass", clip="@17", notes=[[60, 0, 1, 90]])
    assert track(after, "Bass").arrangement_clips[0].notes == 1


def test_where_the_host_does_not_tell_the_notes_they_are_only_counted() -> None:
    unknown = Clip(slot=1, name="Part", length_beats=4.0, notes=5)
    kick, *others = BAND.tracks
    session = BAND.model_copy(update={"tracks": (kick.model_copy(update={"clips": (unknown,)}), *others)})
    clip = track(do(session, "add_notes", track="Kick", clip="Part", notes=[[60, 0, 1, 90]]), "Kick").clips[0]
    assert (clip.notes, clip.note_list) == (6, ())


def test_a_clip_is_copied_to_a_slot_and_to_a_bar() -> None:
    to_slot = do(BAND, "duplicate_clip", track="Bass", clip="Bassline", to_slot=2)
    assert _slots(to_slot) == {1: "Bassline", 2: "Bassline", 3: "Fill"}
    to_bar = do(BAND, "duplicate_clip", track="Bass", clip="Bassline", to_bar=21)
    placed = track(to_bar, "Bass").arrangement_clips
    assert placed[1] == ArrangementClip(name="Bassline", start_bar=21.0, length_beats=16.0, note_list=NOTES)
    again = do(BAND, "duplicate_clip", track="Bass", clip="@17", to_bar=1)
    assert [clip.start_bar for clip in track(again, "Bass").arrangement_clips] == [1.0, 17.0]


@pytest.mark.parametrize("bar", [13.25, 17, 20.75])
def test_a_copy_onto_an_occupied_stretch_is_refused(bar: float) -> None:
    with pytest.raises(NotPossibleError, match=r"“Bassline” of “Bass” in the way .it starts at bar 17"):
        do(BAND, "duplicate_clip", track="Bass", clip="Bassline", to_bar=bar)


@pytest.mark.parametrize(
    ("action", "fields", "error", "words"),
    [
        (
            "create_clip",
            {"slot": 1, "length_beats": 4},
            NotPossibleError,
            "already a clip in slot 1 of “Bass”, “Bassline”",
        ),
        (
            "create_clip",
            {"slot": 4, "length_beats": 4},
            OutOfRangeError,
            "there are 3, .* there is no slot 4",
        ),
        ("create_clip", {"slot": 0, "length_beats": 4}, OutOfRangeError, "Create a scene first"),
        ("create_clip", {"slot": 2, "length_beats": 0}, OutOfRangeError, "longer than 0 beats"),
        ("create_clip", {"track": "Vox", "slot": 2, "length_beats": 4}, NotPossibleError, "not a MIDI track"),
        (
            "create_clip",
            {"track": "Master", "slot": 2, "length_beats": 4},
            NotPossibleError,
            "not a MIDI track",
        ),
        ("add_notes", {"track": "Vox", "clip": "Take", "notes": []}, NotPossibleError, "hold no notes"),
        ("add_notes", {"clip": "Fill", "notes": [[128, 0, 1, 90]]}, OutOfRangeError, "from 0 to 127 .* 128"),
        ("add_notes", {"clip": "Fill", "notes": [[60, -1, 1, 90]]}, OutOfRangeError, "Beats count from 0"),
        ("add_notes", {"clip": "Fill", "notes": [[60, 0, 0, 90]]}, OutOfRangeError, "longer than 0 beats"),
        (
            "add_notes",
            {"clip": "Fill", "notes": [[60, 0, 1, 0]]},
            OutOfRangeError,
            "Velocities go from 1 to 127",
        ),
        ("duplicate_clip", {"clip": "Fill", "to_slot": 1}, NotPossibleError, "Choose a free slot"),
        ("duplicate_clip", {"clip": "Fill", "to_slot": 9}, OutOfRangeError, "no slot 9"),
        (
            "duplicate_clip",
            {"clip": "@17", "to_slot": 2},
            NotPossibleError,
            "to another bar, not into a slot",
        ),
        ("duplicate_clip", {"clip": "Fill", "to_bar": 0}, OutOfRangeError, "there is no bar 0"),
        ("fire_clip", {"clip": "@17"}, NotPossibleError, "play from its bar instead"),
        ("fire_clip", {"clip": "Roll"}, NotFoundError, "Available: Bassline, Fill"),
        ("stop_clip", {"track": "A-Reverb"}, NotPossibleError, "has no clips"),
    ],
)
def test_what_cannot_be_done_to_clips_is_refused(
    action: str, fields: dict[str, Any], error: type[ActionError], words: str
) -> None:
    with pytest.raises(error, match=words):
        do(BAND, action, **{"track": "Bass", **fields})


def test_a_launched_clip_plays_until_it_is_stopped_or_deleted() -> None:
    fired = do(BAND, "fire_clip", track="Bass", clip="Fill")
    assert (track(fired, "Bass").playing_slot, fired.playing) == (3, True)
    assert track(do(fired, "fire_clip", track="Bass", clip="#1"), "Bass").playing_slot == 1
    assert track(do(fired, "stop_clip", track="Bass"), "Bass").playing_slot is None
    assert track(do(fired, "delete_clip", track="Bass", clip="Fill"), "Bass").playing_slot is None
    assert track(do(fired, "delete_clip", track="Bass", clip="Bassline"), "Bass").playing_slot == 3


def test_a_scene_launches_its_row_and_stops_the_rest() -> None:
    playing = do(BAND, "fire_clip", track="Vox", clip="Take")
    after = do(playing, "fire_scene", scene="Drop")
    assert [t.playing_slot for t in after.ordinary_tracks] == [None, 3, None]
    first = do(BAND, "fire_scene", scene="#1")
    assert [t.playing_slot for t in first.ordinary_tracks] == [None, 1, 1]
    assert first.playing
    assert not do(BAND, "fire_scene", scene="Verse").playing


def test_scenes_are_appended_and_deleted_with_their_row() -> None:
    assert do(BAND, "create_scene", name="Outro").scenes == ("Intro", "Verse", "Drop", "Outro")
    playing = do(BAND, "fire_clip", track="Bass", clip="Fill")
    after = do(playing, "delete_scene", scene="Intro")
    assert after.scenes == ("Verse", "Drop")
    assert _slots(after) == {2: "Fill"}
    assert _slots(after, "Vox") == {}
    assert track(after, "Bass").playing_slot == 2


def test_the_last_scene_stays() -> None:
    one = do(BAND, {"action": "delete_scene", "scene": "#1"}, {"action": "delete_scene", "scene": "#1"})
    with pytest.raises(NotPossibleError, match="last scene"):
        do(one, "delete_scene", scene="Drop")
    with pytest.raises(NotFoundError):
        do(BAND, "fire_scene", scene="#4")
