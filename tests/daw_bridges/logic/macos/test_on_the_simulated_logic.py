"""Every procedure on the simulated Logic: what becomes of the project, and what is refused undone."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest
from hypothesis import given, settings

from daw_bridges.errors import (
    AmbiguousError,
    NotFoundError,
    NotPossibleError,
    OrbitError,
    OutOfRangeError,
    RefusedError,
    UnsupportedError,
)
from daw_bridges.logic.macos import Manual, Procedure, Proof
from daw_bridges.logic.macos import gestures as g
from daw_bridges.logic.macos import procedures as p
from daw_bridges.logic.macos.screen import DONE, LEFT, REFUSED
from daw_bridges.mackie.pairs import pair
from daw_bridges.simulated.logic import by_hand
from daw_bridges.simulated.logic.desktop import DesktopFaults, LogicDesktop
from daw_bridges.simulated.logic.host import LogicHost
from daw_bridges.simulated.logic.project import Project
from daw_bridges.simulated.logic.strips import Strip, StripKind
from tests.daw_bridges.logic.macos.conftest import Room
from tests.daw_bridges.logic.macos.hostile import names


async def test_a_new_track_stands_behind_the_last_and_has_its_name(room: Room) -> None:
    before = room.tracks
    assert await room.do(action="create_track", kind="audio", name="Choir") == "Choir"
    assert await room.do(action="create_track", kind="midi", name="Sub") == "Sub"
    assert room.tracks == [*before, "Choir", "Sub"]
    assert room.find("Choir").kind is StripKind.AUDIO
    assert room.find("Sub").kind is StripKind.INSTRUMENT


async def test_a_new_track_goes_to_its_place(room: Room) -> None:
    await room.do(action="create_track", kind="midi", name="Ride", at=4)
    assert room.tracks.index("Ride") == 3
    with pytest.raises(NotPossibleError, match="none comes before the first"):
        room.step(action="create_track", kind="midi", name="First", at=1)


async def test_a_new_return_is_fed_by_a_bus_that_nothing_else_is(room: Room) -> None:
    before = [each.name for each in room.project.strips]
    assert await room.do(action="create_track", kind="return", name="C-Room") == "C-Room"
    strip = room.find("C-Room")
    assert (strip.kind, strip.input) == (StripKind.AUX, "Bus 3")
    assert [each.name for each in room.project.strips if each is not strip] == before


async def test_a_copy_has_all_that_is_on_the_track_and_a_name_of_its_own(room: Room) -> None:
    by_hand.move_fader(room.logic, "Bass", -7.5)
    assert await room.do(action="duplicate_track", track="Bass", name="Sub") == "Sub"
    bass, sub = room.find("Bass"), room.find("Sub")
    assert room.tracks.index("Sub") == room.tracks.index("Bass") + 1
    assert (sub.volume_db, len(sub.regions), sub.regions[0].notes) == (-7.5, 1, bass.regions[0].notes)
    assert sub.inserts is not bass.inserts


async def test_a_track_is_deleted_with_and_without_regions(room: Room) -> None:
    for name in ("Bass", "FX"):
        others = [each for each in room.tracks if each != name]
        await room.do(action="delete_track", track=name)
        assert room.tracks == others
    assert room.logic.mackie.dialogs.text is None


async def test_tracks_and_auxes_are_renamed(room: Room) -> None:
    assert await room.do(action="rename_track", track="Bass", name='Sub "Bass"\nend tell') is not None
    assert await room.do(action="rename_track", track="A-Reverb", name="Hall") == "Hall"
    assert 'Sub "Bass"\nend tell' in room.tracks
    assert room.find("Hall").kind is StripKind.AUX


async def test_tempo_and_signature_are_read_back(room: Room) -> None:
    for fields, attribute, value in (
        ({"action": "set_tempo", "bpm": 126}, "tempo", 126.0),
        ({"action": "set_time_signature", "numerator": 6, "denominator": 8}, "signature", (6, 8)),
    ):
        step = room.step(**fields)
        assert isinstance(step, Procedure)
        assert step.proof is Proof.READING
        assert step.confirmed_by(await room.screen.perform(step))
        assert getattr(room.project, attribute) == value
    with pytest.raises(OutOfRangeError, match="offers no 7/11"):
        await room.do(action="set_time_signature", numerator=7, denominator=11)


async def test_tempo_and_signature_are_read_whatever_is_open(room: Room) -> None:
    by_hand.open_dialog(room.logic)
    assert await room.screen.perform(p.read("tempo")) == "120"
    assert await room.screen.perform(p.read("time_signature")) == "4/4"


async def test_a_locator_is_a_marker_at_its_bar(room: Room) -> None:
    await room.do(action="add_locator", bar=33, name="Drop")
    await room.do(action="add_locator", bar=1, name="Intro")
    assert [(each.at, each.name) for each in room.project.markers] == [(0.0, "Intro"), (128.0, "Drop")]
    left = room.step(action="add_locator", bar=2.5, name="Half")
    assert isinstance(left, Manual)
    assert "bar 2.5" in left.words


async def test_notes_come_as_a_region_at_its_place_and_leave_no_track_behind(room: Room) -> None:
    before, notes = room.tracks, [[60, 0.0, 0.5, 100], [64, 1.5, 2.0, 80]]
    first = room.step(action="create_clip", track="Keys", slot=1, length_beats=8, name="Riff")
    assert isinstance(first, Manual)
    assert "bar 1 of “Keys”" in first.words
    room.step(action="create_clip", track="Keys", slot=2, length_beats=4, name="Fill")
    await room.do(action="add_notes", track="Keys", clip="Fill", notes=notes)
    await room.do(action="add_notes", track="Keys", clip="Riff", notes=notes)
    await room.do(action="duplicate_clip", track="Keys", clip="Riff", to_bar=17)
    assert room.tracks == before
    regions = room.find("Keys").regions
    assert [(each.name, each.start, each.length) for each in regions[1:]] == [
        ("Fill", 8.0, 4.0),
        ("Riff", 0.0, 8.0),
        ("Riff", 64.0, 8.0),
    ]
    for region in regions[1:]:
        assert region.notes == [(60, 0.0, 0.5, 100), (64, 1.5, 2.0, 80)]


async def test_an_empty_clip_is_copied_to_a_bar_and_comes_there_with_its_notes_and_nowhere_else(
    room: Room,
) -> None:
    before, notes = list(room.find("Keys").regions), [[60, 0.0, 0.5, 100]]
    room.step(action="create_clip", track="Keys", slot=1, length_beats=8, name="Riff")
    copy = room.step(action="duplicate_clip", track="Keys", clip="Riff", to_bar=9)
    assert isinstance(copy, Manual)
    assert "bar 9 of “Keys”" in copy.words
    await room.do(action="add_notes", track="Keys", clip="@9", notes=notes)
    made = room.find("Keys").regions[len(before) :]
    assert [(each.name, each.start, each.notes) for each in made] == [("Riff", 32.0, [(60, 0.0, 0.5, 100)])]


async def test_what_is_pasted_lands_at_the_playhead_of_the_selected_track(room: Room) -> None:
    room.step(action="create_clip", track="Keys", slot=1, length_beats=4, name="Riff")
    await room.do(action="add_notes", track="Keys", clip="Riff", notes=[[60, 0.0, 1.0, 100]])
    gestures = (
        g.Command("cut"),
        g.StepTo("playhead_bar", 9),
        g.SelectTrack("Pad"),
        g.Command("paste"),
    )
    await room.screen.perform(Procedure(name="move", gestures=gestures, proof=Proof.NONE, by_hand="Drag it."))
    assert [(each.name, each.start) for each in room.find("Pad").regions] == [("Riff", 32.0)]
    assert [each.name for each in room.find("Keys").regions] == ["Chords"]


async def test_clips_that_orbit_did_not_write_are_left_to_the_user(room: Room) -> None:
    for fields in (
        {"action": "add_notes", "clip": "Bassline", "notes": [[60, 0.0, 1.0, 100]]},
        {"action": "duplicate_clip", "clip": "Bassline", "to_bar": 17},
        {"action": "delete_clip", "clip": "Bassline"},
        {"action": "rename_clip", "clip": "Bassline", "name": "Low {end}"},
    ):
        step = room.step(track="Bass", **fields)
        assert isinstance(step, Manual)
        assert "Bassline" in step.words
        assert "Bass" in step.words


async def test_undo_says_what_it_took_back(room: Room) -> None:
    await room.do(action="set_tempo", bpm=90)
    assert await room.do(action="undo") == "Undo Change tempo"
    assert room.project.tempo == 120.0
    with pytest.raises(NotPossibleError, match="nothing to undo"):
        await room.do(action="undo")


async def test_what_cannot_be_done_is_said_in_words(room: Room) -> None:
    fields: dict[str, dict[str, object]] = {
        "create_scene": {"name": "A"},
        "rename_scene": {"scene": "1", "name": "A"},
        "delete_scene": {"scene": "1"},
        "fire_scene": {"scene": "1"},
        "fire_clip": {"track": "Bass", "clip": "1"},
        "stop_clip": {"track": "Bass"},
    }
    assert set(fields) == set(REFUSED)
    for name, given_fields in fields.items():
        with pytest.raises(UnsupportedError, match="Live Loops"):
            room.step(action=name, **given_fields)
    with pytest.raises(UnsupportedError, match="set_volume"):
        room.step(action="set_volume", track="Bass", db=0.0)
    assert not set(REFUSED) & (DONE | LEFT)
    assert not DONE & LEFT


async def test_what_is_left_to_the_user_is_said_exactly(room: Room) -> None:
    for fields, words in (
        ({"action": "set_color", "track": "#5", "color": "#ff0000"}, "“Bass”, choose View > Show Colors"),
        ({"action": "load_preset", "track": "Bass", "device": "Compressor", "preset": "Glue"}, "“Glue”"),
        ({"action": "remove_locator", "bar": 33}, "bar 33"),
        ({"action": "delete_track", "track": "A-Reverb"}, "the aux “A-Reverb”"),
    ):
        step = room.step(**fields)
        assert isinstance(step, Manual)
        assert words in step.words


async def test_the_master_is_no_track(room: Room) -> None:
    for fields in ({"action": "delete_track"}, {"action": "rename_track", "name": "Main"}):
        with pytest.raises(NotPossibleError, match="Master"):
            room.step(track="Master", **fields)


Spoil = Callable[[Room], Awaitable[None] | None]


@pytest.mark.parametrize(
    ("spoil", "error"),
    [
        (lambda room: by_hand.select(room.logic, "Keys"), "“Keys” is selected and not “Bass”"),
        (lambda room: by_hand.select(room.logic, "A-Reverb"), "0 of the shown tracks"),
        (lambda room: by_hand.open_dialog(room.logic, "Save it?"), "waits for an answer: “Save it"),
        (lambda room: setattr(room.desktop.faults, "forbidden", "Accessibility"), "Security → Accessibility"),
        (lambda room: setattr(room.desktop.faults, "forbidden", "Automation"), "Security → Automation"),
    ],
)  # fmt: skip
async def test_nothing_is_done_to_a_track_that_is_not_meant(
    room: Room, spoil: Callable[[Room], None], error: str
) -> None:
    for procedure in (
        p.delete_track("Bass"),
        p.rename_track("Bass", "Sub"),
        p.duplicate_track("Bass", "Sub"),
    ):
        by_hand.select(room.logic, "Bass")
        before = [(each.name, len(each.regions)) for each in room.project.strips]
        spoil(room)
        with pytest.raises(RefusedError, match=error):
            await room.screen.perform(procedure)
        assert [(each.name, len(each.regions)) for each in room.project.strips] == before
        room.desktop.faults.forbidden = ""
        by_hand.answer(room.logic)


@pytest.mark.parametrize(
    ("faults", "error"),
    [
        (DesktopFaults(no_field=True), RefusedError),
        (DesktopFaults(missing=frozenset({"rename_track"})), UnsupportedError),
    ],
)
async def test_where_renaming_does_not_work_no_name_is_changed(
    room: Room, faults: DesktopFaults, error: type[OrbitError]
) -> None:
    room.desktop.faults = faults
    with pytest.raises(error):
        await room.do(action="rename_track", track="Bass", name="Sub")
    assert "Sub" not in room.tracks


async def test_a_dialog_that_is_not_known_is_left_standing_and_the_surface_shows_it(room: Room) -> None:
    by_hand.select(room.logic, "Bass")
    steps = p.delete_track("Bass")
    without_answer = Procedure(
        name=steps.name,
        gestures=tuple(each for each in steps.gestures if each.gesture != "answer"),
        proof=steps.proof,
        by_hand=steps.by_hand,
    )
    with pytest.raises(RefusedError, match="Delete Track and Regions"):
        await room.screen.perform(without_answer)
    assert "Bass" in room.tracks
    assert room.logic.mackie.dialogs.text is not None


async def test_names_that_several_have_are_not_guessed(room: Room) -> None:
    by_hand.rename(room.logic, "Guitar", "Bass")
    by_hand.rename(room.logic, "B-Delay", "A-Reverb")
    room.step(action="create_clip", track="#5", slot=1, length_beats=4, name="Riff")
    with pytest.raises(AmbiguousError):
        await room.do(action="add_notes", track="#5", clip="Riff", notes=[[60, 0.0, 1.0, 100]])
    with pytest.raises(AmbiguousError):
        await room.screen.perform(p.rename_strip("A-Reverb", "Hall"))
    with pytest.raises(NotFoundError):
        await room.screen.perform(p.rename_strip("C-Room", "Hall"))


@given(names())
@settings(max_examples=25)
async def test_any_name_is_given_as_it_is(name: str) -> None:
    project = Project([Strip("Bass", StripKind.INSTRUMENT)])
    with LogicHost(project, pair()[0]) as logic:
        await LogicDesktop(logic).perform(p.rename_track("Bass", name))
    assert project.strips[0].name == name
