"""The same song as three versions of Live save it reads as the same session."""

from __future__ import annotations

import math
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from daw_bridges.ableton.saved import SavedSet, read_set
from daw_bridges.quantities import Unit
from daw_bridges.session import Envelope, Loop, Monitor, Note, Session, TrackKind
from tests.daw_bridges.ableton.saved.sets import (
    LAYOUTS,
    LIVE_8,
    LIVE_12,
    Layout,
    clip,
    device,
    el,
    live_set,
    routing,
    setting,
    side_chain,
    track,
    written,
)
from tests.daw_bridges.ableton.saved.songs import SILENT, song, strip


@pytest.fixture(params=LAYOUTS, ids=lambda layout: layout.version)
def layout(request: pytest.FixtureRequest) -> Layout:
    return request.param


@pytest.fixture
def saved(layout: Layout, tmp_path: Path) -> SavedSet:
    return read_set(written(tmp_path, song(layout)))


@pytest.fixture
def session(saved: SavedSet) -> Session:
    return saved.session


def test_the_set_is_read_without_a_warning(saved: SavedSet, layout: Layout) -> None:
    assert saved.warnings == ()
    assert saved.live_version == layout.version
    assert saved.session.name == "Song"


def test_tempo_signature_loop_locators_and_scenes(session: Session, layout: Layout) -> None:
    assert (session.tempo, session.time_signature) == (120.5, (3, 4))
    assert session.loop == Loop(on=True, start_bar=round(1 + 16 / 3, 9), end_bar=9.0)
    assert [locator.name for locator in session.locators] == ["Verse <1>", "Drop"]
    assert session.locators[0].bar == pytest.approx(1 + 16 / 3)
    # What Live 8 shows of a scene without a name is its number.
    assert session.scenes == ("" if layout.automation_inside else "Intro", "Drop & more")


def test_tracks_stand_in_order_with_the_returns_and_the_master_last(session: Session) -> None:
    assert session.track_names == ("Low", "2-Kick", "Bass", "Vox “ä”", "A-Reverb", "Master")
    assert [track.kind for track in session.tracks] == [
        TrackKind.GROUP,
        TrackKind.MIDI,
        TrackKind.MIDI,
        TrackKind.AUDIO,
        TrackKind.RETURN,
        TrackKind.MASTER,
    ]
    assert [track.group for track in session.tracks] == [None, "Low", "Low", None, None, None]


def test_mixer_strips_are_in_real_units(session: Session) -> None:
    low, kick, bass, vox, reverb, master = session.tracks
    assert [track.volume_db for track in session.tracks] == [0.0, -6.0, 0.0, -math.inf, 0.0, 0.0]
    assert kick.pan == -0.5
    assert (low.mute, kick.mute, master.mute) == (True, False, False)
    assert (bass.solo, bass.arm, kick.solo, kick.arm) == (True, True, False, False)
    assert (bass.monitor, kick.monitor, vox.monitor) == (Monitor.IN, Monitor.AUTO, Monitor.OFF)
    assert (kick.sends, vox.sends) == ({"A-Reverb": -6.0}, {"A-Reverb": 0.0})
    assert bass.sends == {"A-Reverb": -math.inf}
    assert reverb.sends == {}  # a return is not offered itself


def test_colours_are_those_of_live_s_palette(session: Session) -> None:
    assert [track.color for track in session.tracks[:3]] == ["#ff94a6", "#ffa529", "#3c3c3c"]


def test_routings_are_names_of_what_is_there_now(session: Session) -> None:
    assert [track.input for track in session.tracks] == [None, "All Ins", "2-Kick", "Ext. In", None, None]
    # The Simpler makes sound, so the Kick's goes to its group; nothing on the Bass does, so its notes go on.
    assert [track.output for track in session.tracks] == [
        "Master",
        "Group",
        "2-Kick",
        "Sends Only",
        "Master",
        None,
    ]


def test_clips_of_both_views_with_their_notes(session: Session) -> None:
    _, kick, bass, vox, *_ = session.tracks
    (four,) = kick.clips
    assert (four.slot, four.name, four.length_beats, four.notes) == (2, "Four", 4.0, 3)
    # Muted notes are not heard; the others are in order of time.
    assert four.note_list == (Note(36, 0, 0.25, 127), Note(36, 1, 0.25, 100), Note(38, 1, 0.5, 64.5))
    (placed,) = kick.arrangement_clips
    assert (placed.name, placed.length_beats, placed.notes) == ("Four", 16.0, 3)
    assert placed.start_bar == pytest.approx(1 + 16 / 3)
    assert [(clip.slot, clip.length_beats, clip.notes) for clip in (*bass.clips, *vox.clips)] == [
        (1, 8, 0),
        (1, 12.5, 0),
    ]
    assert [clip.start_bar for clip in vox.arrangement_clips] == [pytest.approx(1 + 32 / 3)]


def test_audio_that_is_not_warped_has_its_length_in_beats_as_well(tmp_path: Path) -> None:
    slots = [clip("AudioClip", "Hit", length=5.5, warped=False)]
    placed = [clip("AudioClip", "Hit", start=8.0, length=12.375, warped=False)]
    one = track(LIVE_12, "AudioTrack", 1, "One", mixer=strip(LIVE_12), slots=slots, timeline=placed)
    mixer = [setting(LIVE_12, "Tempo", 135), setting(LIVE_12, "TimeSignature", 201)]
    root = live_set(LIVE_12, [one], track(LIVE_12, "MainTrack", 0, mixer=mixer))
    found = read_set(written(tmp_path, root)).session.tracks[0]
    assert [each.length_beats for each in (*found.clips, *found.arrangement_clips)] == [12.375, 12.375]


def test_devices_and_what_is_in_racks(session: Session) -> None:
    _, kick, bass, *_ = session.tracks
    assert [(device.name, device.kind) for device in kick.devices] == [("Simpler", "sampler")]
    auto_filter, rack = bass.devices
    assert auto_filter.kind == "auto_filter"
    assert (rack.name, rack.kind) == ("Audio Effect Rack", "audio_effect_rack")
    (wet,) = rack.chains
    assert (wet.name, wet.volume_db, wet.mute, wet.solo) == ("Wet", -6.0, False, False)
    compressor, strange = wet.devices
    assert (compressor.kind, compressor.enabled) == ("compressor", False)
    assert compressor.parameters["threshold"].value == -6.0
    assert compressor.parameters["threshold"].unit is Unit.DB
    assert compressor.sidechain == "2-Kick"
    assert (strange.name, strange.kind, strange.enabled) == ("Strange", None, True)


def test_automation_is_found_by_its_target_or_inside_its_setting(session: Session, layout: Layout) -> None:
    bass, master = session.tracks[2], session.tracks[-1]
    ramp = Envelope(device="mixer", parameter="volume", points=((0.0, 0.0), (8.0, -6.0), (8.0, -70.0)))
    sweep = Envelope(
        device="audio_effect_rack > Wet > Strange", parameter="amount", points=((0.0, 100.0), (4.0, 1000.0))
    )
    assert bass.automation == (sweep, ramp)
    assert master.automation == (
        Envelope(device="mixer", parameter="tempo", points=((0.0, 120.5), (4.0, 130.0))),
    )
    assert bass.clips[0].envelopes == (() if layout.automation_inside else (sweep,))


def test_live_8_stores_no_made_up_names_so_they_are_made_up_again(tmp_path: Path) -> None:
    tracks = [
        track(LIVE_8, "AudioTrack", 1, mixer=strip(LIVE_8)),
        track(LIVE_8, "MidiTrack", 2, mixer=strip(LIVE_8), devices=[el("Operator", Id=0)]),
        track(LIVE_8, "ReturnTrack", 3, mixer=strip(LIVE_8), devices=[el("Reverb", Id=0)]),
        track(LIVE_8, "ReturnTrack", 4, mixer=strip(LIVE_8)),
    ]
    saved = read_set(written(tmp_path, live_set(LIVE_8, tracks, _master(LIVE_8))))
    assert saved.session.track_names == ("1-Audio", "2-Operator", "A-Reverb", "B-Return", "Master")


def test_what_leads_to_a_track_that_is_not_there_is_told_and_read_as_nothing(tmp_path: Path) -> None:
    lost = track(
        LIVE_12,
        "AudioTrack",
        1,
        "Lost",
        mixer=strip(LIVE_12),
        group=77,
        routes=[
            routing("AudioInputRouting", "AudioIn/Track.55/PostFxOut", "gone"),
            routing("AudioOutputRouting", "AudioOut/Track.56/TrackIn", "gone"),
        ],
        devices=[device(LIVE_12, "Compressor2", side_chain(LIVE_12, "AudioIn/Track.57/PostFxOut", on=True))],
    )
    saved = read_set(written(tmp_path, live_set(LIVE_12, [lost], _master(LIVE_12))))
    (found, _) = saved.session.tracks
    assert (found.group, found.input, found.output) == (None, "No Input", "Master")
    assert found.devices[0].sidechain is None
    assert len(saved.warnings) == 4
    assert all("Lost" in warning for warning in saved.warnings)


def test_a_side_chain_without_a_source_is_none_and_an_outside_one_is_named(tmp_path: Path) -> None:
    devices = [
        device(LIVE_12, "Compressor2", side_chain(LIVE_12, target, on=True))
        for target in (
            "AudioIn/None",
            "AudioIn/External/S0",
            "AudioIn/Main/PostFxOut",
            "AudioIn/Track.1/PostFxOut",
        )
    ]
    one = track(LIVE_12, "AudioTrack", 1, "One", mixer=strip(LIVE_12), devices=devices)
    saved = read_set(written(tmp_path, live_set(LIVE_12, [one], _master(LIVE_12))))
    sources = [device.sidechain for device in saved.session.tracks[0].devices]
    assert sources == [None, "Ext. In", "Master", "One"]
    assert saved.warnings == ()


def test_equal_names_and_missing_numbers_do_no_harm(tmp_path: Path) -> None:
    tracks = [track(LIVE_12, "MidiTrack", 5, "Same", mixer=strip(LIVE_12)) for _ in range(3)]
    for each in tracks[1:]:
        del each.attrib["Id"]
    saved = read_set(written(tmp_path, live_set(LIVE_12, tracks, _master(LIVE_12))))
    assert saved.session.track_names == ("Same", "Same", "Same", "Master")


def test_a_newer_live_is_read_and_what_is_unknown_in_it_is_told(tmp_path: Path) -> None:
    tracks = [
        track(LIVE_12, "MidiTrack", 1, "Old", mixer=strip(LIVE_12)),
        el("HologramTrack", el("Name"), Id=2),
    ]
    root = live_set(LIVE_12, tracks, _master(LIVE_12))
    root.set("Creator", "Ableton Live 27.1b3")
    saved = read_set(written(tmp_path, root))
    assert saved.live_version == "27.1b3"
    assert saved.session.track_names == ("Old", "Master")
    assert ["HologramTrack" in warning for warning in saved.warnings] == [True]


def test_a_set_without_a_master_says_what_was_made_up(tmp_path: Path) -> None:
    saved = read_set(
        written(tmp_path, el("Ableton", el("LiveSet", el("Tracks")), Creator="Ableton Live 11.0"))
    )
    assert saved.session.tracks == ()
    assert (saved.session.tempo, saved.session.time_signature) == (120.0, (4, 4))
    assert len(saved.warnings) == 2


@pytest.mark.parametrize("value", ["nan", "inf", "-inf", "1e999", "", "loud", "1e400", "9" * 400])
def test_absurd_numbers_are_read_as_if_they_were_not_there(value: str, tmp_path: Path) -> None:
    mixer = [setting(LIVE_12, name, value) for name in ("Volume", "Pan", "Speaker")]
    one = track(LIVE_12, "AudioTrack", 1, "One", mixer=mixer, sends=[setting(LIVE_12, "Send", value)])
    master = track(LIVE_12, "MainTrack", 0, mixer=[setting(LIVE_12, "Tempo", value)])
    saved = read_set(written(tmp_path, live_set(LIVE_12, [one], master, locators=[(float("nan"), "x")])))
    found = saved.session.tracks[0]
    assert (found.volume_db, found.pan, found.mute) == (0.0, 0.0, False)
    assert saved.session.locators == ()
    assert saved.session.tempo == 120.0


def test_thousands_of_tracks(tmp_path: Path) -> None:
    tracks = [
        track(LIVE_12, "AudioTrack", n, f"{n}-Audio", mixer=strip(LIVE_12, SILENT)) for n in range(3000)
    ]
    saved = read_set(written(tmp_path, live_set(LIVE_12, tracks, _master(LIVE_12))))
    assert len(saved.session.tracks) == 3001
    assert saved.warnings == ()


def _master(layout: Layout) -> ET.Element:
    mixer = [*strip(layout), setting(layout, "Tempo", 120), setting(layout, "TimeSignature", 201)]
    return track(layout, layout.master, 0, "Main", mixer=mixer)
