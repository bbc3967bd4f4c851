"""Which strips lie under the surface: bank and channel steps, ends, global views, following the selection."""

from __future__ import annotations

import pytest

from daw_bridges.mackie.buttons import Button, StripButton
from daw_bridges.mackie.messages import Colours, Message
from daw_bridges.simulated.logic import by_hand
from daw_bridges.simulated.logic.practice import big_project, practice_project
from daw_bridges.simulated.logic.short_names import cut
from daw_bridges.simulated.logic.strips import StripKind
from tests.daw_bridges.simulated.logic.rig import Rig, rig, texts

LEFT, RIGHT = Button.BANK_LEFT, Button.BANK_RIGHT


def place(desk: Rig) -> int:
    return desk.logic.call(lambda: desk.logic.mackie.desk.banks.first)


def coloured(messages: list[Message]) -> bool:
    return any(isinstance(each, Colours) for each in messages)


@pytest.mark.parametrize(
    ("start", "button", "there"),
    [
        (4, LEFT, 0),
        (0, Button.CHANNEL_RIGHT, 1),
        (1, RIGHT, 4),
        (1, Button.CHANNEL_LEFT, 0),
        (3, Button.CHANNEL_RIGHT, 4),
    ],
)
def test_steps_stop_at_the_ends_as_measured_on_twelve_strips(start: int, button: int, there: int) -> None:
    with rig(big_project(12)) as desk:
        desk.click(*[Button.CHANNEL_RIGHT] * start)
        came = desk.click(button)
        assert place(desk) == there
        assert coloured(came)
        assert texts(came)


def test_what_a_cell_said_of_one_strip_is_not_said_of_the_next(desk: Rig) -> None:
    desk.click(StripButton.MUTE)
    assert desk.values()[0] == "Muted"
    desk.click(Button.CHANNEL_RIGHT)
    assert desk.values() == ["Pan"] * 8


def test_colours_are_those_of_the_strips_under_the_surface(desk: Rig) -> None:
    assert desk.surface.colours == bytes((1, 3, 3, 3, 4, 6, 6, 5))
    desk.click(Button.CHANNEL_RIGHT)
    assert desk.surface.colours == bytes((3, 3, 3, 4, 6, 6, 5, 2))


def test_a_track_that_gets_another_colour_says_so(desk: Rig) -> None:
    came = desk.by_user(lambda: desk.project.recolour(desk.project["Hats"], 6))
    assert Colours(0x14, bytes((1, 3, 6, 3, 4, 6, 6, 5))) in came


@pytest.mark.parametrize("button", [RIGHT, Button.CHANNEL_RIGHT])
def test_a_step_that_leads_nowhere_is_answered_by_silence(button: int) -> None:
    with rig(big_project(12)) as desk:
        desk.click(RIGHT)
        assert desk.click(button) == []
        desk.click(LEFT)
        assert desk.click(LEFT) == []
        assert desk.click(Button.CHANNEL_LEFT) == []


def test_the_way_back_goes_by_whole_banks() -> None:
    with rig(big_project(19)) as desk:
        places = [place(desk) for button in (RIGHT, RIGHT, LEFT, LEFT) if desk.click(button)]
        assert places == [8, 11, 8, 0]


def test_option_goes_to_the_first_and_the_last_bank() -> None:
    with rig(big_project(64)) as desk:
        desk.clicked_with(Button.OPTION, RIGHT)
        assert place(desk) == 56
        desk.clicked_with(Button.OPTION, Button.CHANNEL_LEFT)
        assert place(desk) == 0


@pytest.mark.parametrize("strips", [64, 100, 8, 5])
def test_every_strip_of_a_big_project_is_reached(strips: int) -> None:
    with rig(big_project(strips, cut)) as desk:
        seen = desk.names()
        for _ in range(strips - 8):
            desk.click(Button.CHANNEL_RIGHT)
            seen.append(desk.names()[7])
        expected = [cut(strip.name) for strip in desk.project.strips]
        assert [name for name in seen if name] == [*expected[:-4], "A-Reve", "B-Dela", "Stereo", "Master"]


def test_the_bank_follows_a_track_that_is_selected_outside(desk: Rig) -> None:
    came = desk.by_user(lambda: desk.project.select(desk.project["Lead Vox"]))
    assert "LeadVx" in desk.names()
    assert coloured(came)
    assert desk.lit(StripButton.SELECT) == [desk.names().index("LeadVx")]


def test_the_bank_stays_where_the_selected_track_is_in_it(desk: Rig) -> None:
    desk.click(*[Button.CHANNEL_RIGHT] * 3)
    before = desk.names()
    came = desk.by_user(lambda: desk.project.select(desk.project["Bass"]))
    assert desk.names() == before
    assert not texts(came)
    assert not coloured(came)


def test_select_on_the_surface_moves_only_the_lamp(desk: Rig) -> None:
    desk.click(StripButton.SELECT + 4)
    assert desk.lit(StripButton.SELECT) == [4]
    assert desk.project.selected is desk.project["Bass"]
    assert place(desk) == 0


def test_banking_away_from_the_selection_does_not_bring_the_bank_back(desk: Rig) -> None:
    desk.click(RIGHT)
    desk.by_user(lambda: desk.project.set(desk.project["Kick"], "mute", True))
    assert desk.names()[0] == "Guitar"


@pytest.mark.parametrize(
    ("button", "kinds"),
    [
        (Button.AUDIO_TRACKS, (StripKind.AUDIO,)),
        (Button.INSTRUMENTS, (StripKind.INSTRUMENT,)),
        (Button.AUX, (StripKind.AUX,)),
        (Button.OUTPUTS, (StripKind.OUTPUT, StripKind.MASTER)),
        (Button.BUSSES, (StripKind.BUS,)),
    ],
)
def test_a_global_view_shows_strips_of_its_kinds(
    desk: Rig, button: int, kinds: tuple[StripKind, ...]
) -> None:
    desk.click(button)
    project = desk.project
    expected = [project.shorten(strip.name) for strip in project.of_kind(*kinds)]
    assert [name for name in desk.names() if name] == expected[:8]
    assert desk.surface.lamp(Button.GLOBAL_VIEW)
    desk.click(Button.GLOBAL_VIEW)
    assert desk.names()[0] == "Kick"
    assert not desk.surface.lamp(Button.GLOBAL_VIEW)


def test_each_global_view_remembers_its_bank() -> None:
    with rig(big_project(64)) as desk:
        desk.click(Button.AUDIO_TRACKS, RIGHT)
        audio = desk.names()
        desk.click(Button.INSTRUMENTS)
        assert desk.names() != audio
        desk.click(Button.AUDIO_TRACKS)
        assert desk.names() == audio


def test_a_strip_that_a_global_view_hides_is_not_followed(desk: Rig) -> None:
    desk.click(Button.AUX)
    by_hand.select(desk.logic, "Guitar")
    desk.settle()
    assert desk.names()[:2] == ["A-Rvrb", "B-Dely"]


def test_a_new_track_is_selected_and_followed(desk: Rig) -> None:
    came = desk.by_user(lambda: desk.project.add_track(StripKind.AUDIO, "Choir"))
    assert "Choir" in desk.names()
    assert coloured(came)


def test_a_deleted_track_pulls_the_bank_back_without_a_word_of_colours() -> None:
    with rig(big_project(13)) as desk:
        desk.click(RIGHT)
        desk.by_user(lambda: desk.project.select(desk.project.strips[7]))
        came = desk.by_user(lambda: desk.project.delete(desk.project.strips[6]))
        assert desk.names()[-1] == "Master"
        assert place(desk) == 4
        assert texts(came)
        assert not coloured(came)


def test_a_track_that_is_moved_changes_the_cells_under_the_bank(desk: Rig) -> None:
    by_hand.move(desk.logic, "Guitar", 0)
    desk.settle()
    assert desk.names()[:2] == ["Guitar", "Kick"]


def test_another_project_is_shown_from_its_start(desk: Rig) -> None:
    desk.click(RIGHT)
    by_hand.open_project(desk.logic, big_project(20))
    desk.settle()
    assert desk.names()[0] == "Track1"
    assert place(desk) == 0


def test_names_of_six_letters_may_be_the_same() -> None:
    project = practice_project()
    project["Snare"].name = "Percussive"
    project.shorten = cut
    with rig(project) as desk:
        assert desk.names()[:4] == ["Kick", "Percus", "Hats", "Percus"]


def test_after_tracks_went_the_bank_still_goes_left() -> None:
    with rig(big_project(40)) as desk:
        desk.click(*[RIGHT] * 4)
        assert place(desk) == 32
        for number in range(10, 34):
            desk.by_user(lambda name=f"Track {number}": desk.project.delete(desk.project[name]))
        assert place(desk) == 8
        desk.click(LEFT)
        assert place(desk) == 0
