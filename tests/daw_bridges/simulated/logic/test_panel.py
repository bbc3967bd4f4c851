"""Panning, names and values, modifiers, automation lamps, saving, undo, dialogs."""

from __future__ import annotations

import pytest

from daw_bridges.mackie.buttons import Button, StripButton
from daw_bridges.mackie.messages import Lamp, LampState, Lcd, Press, Ring, RingMode, Turn
from daw_bridges.simulated.logic import by_hand
from daw_bridges.simulated.logic.dialogs import FILE_DIALOG
from daw_bridges.simulated.logic.faults import Faults
from daw_bridges.simulated.logic.practice import practice_project
from daw_bridges.simulated.logic.strips import Automation, StripKind
from tests.daw_bridges.simulated.logic.rig import Rig, rig, texts

# -- panning ---------------------------------------------------------------------------------------------


def test_a_tick_is_a_step_of_panning_and_its_value_passes_over_the_cell(desk: Rig) -> None:
    desk.send(Turn(0, -1))
    assert (desk.names()[0], desk.values()[0]) == ("Pan", "-1")
    desk.send(Turn(0, -5))
    assert desk.values()[0] == "-6"
    came = desk.send(Turn(0, 6))
    assert desk.values()[0] == "0"
    assert Ring(0, RingMode.DOT, 6, centre=True) in came
    desk.after(1.1)
    assert (desk.names()[0], desk.values()[0]) == ("Kick", "Pan")


@pytest.mark.parametrize("ticks", [20, -20, 63, -63])
def test_a_turn_is_linear_however_far(desk: Rig, ticks: int) -> None:
    desk.send(Turn(3, ticks))
    assert desk.project["Percussion"].pan == ticks


def test_panning_stops_at_the_sides(desk: Rig) -> None:
    desk.send(Turn(0, 63), Turn(0, 63))
    assert desk.project["Kick"].pan == 63
    desk.send(*[Turn(0, -63)] * 3)
    assert desk.project["Kick"].pan == -64


def test_option_goes_by_the_sides_and_the_centre(desk: Rig) -> None:
    steps: list[int] = []
    for ticks in (1, 1, -1, -1, -1):
        desk.with_held(Button.OPTION, Turn(0, ticks))
        steps.append(desk.project["Kick"].pan)
    assert steps == [63, 63, 0, -64, -64]


def test_pushing_a_v_pot_centres(desk: Rig) -> None:
    desk.send(Turn(2, 30))
    desk.click(StripButton.VPOT + 2)
    assert desk.project["Hats"].pan == 0


def test_name_value_shows_values_for_good(desk: Rig) -> None:
    desk.send(Turn(1, 7))
    desk.after(2)
    desk.click(Button.NAME_VALUE)
    assert desk.names() == ["Pan"] * 8
    assert desk.values() == ["0", "+7", *["0"] * 6]
    desk.click(Button.NAME_VALUE)
    assert desk.names()[:2] == ["Kick", "Snare"]


def test_a_channel_view_has_a_dot_behind_its_mode(desk: Rig) -> None:
    desk.click(Button.TRACK)
    assert desk.surface.mode == "TR"
    desk.click(Button.TRACK)
    assert desk.surface.mode == "TR."
    assert [point for _, point in desk.surface.mode_places] == [True, False]


# -- lamps and edits -------------------------------------------------------------------------------------


def test_automation_lamps_are_the_selected_strips(desk: Rig) -> None:
    desk.click(Button.LATCH)
    assert desk.project["Kick"].automation is Automation.LATCH
    assert (desk.surface.lamp(Button.LATCH), desk.surface.lamp(Button.READ)) == (LampState.ON, LampState.OFF)
    desk.click(StripButton.SELECT + 1)
    assert desk.surface.lamp(Button.READ)
    desk.click(Button.READ)
    assert desk.project["Snare"].automation is Automation.OFF
    desk.clicked_with(Button.OPTION, Button.TOUCH)
    assert {strip.automation for strip in desk.project.strips} == {Automation.TOUCH}


def test_the_save_lamp_is_on_after_a_change_until_it_is_saved(desk: Rig) -> None:
    desk.click(StripButton.SELECT + 3, Button.PLAY, Button.STOP)
    assert not desk.surface.lamp(Button.SAVE)
    assert Lamp(Button.SAVE, LampState.ON) in desk.click(StripButton.MUTE)
    assert desk.click(Button.SAVE) == [Lamp(Button.SAVE, LampState.OFF)]


def test_undo_takes_back_a_rename_and_forgets_the_mixer(desk: Rig) -> None:
    by_hand.rename(desk.logic, "Kick", "Boom")
    desk.slide(0, 5000)
    desk.click(StripButton.MUTE)
    desk.send(Turn(0, 20))
    desk.click(Button.UNDO)
    kick = desk.project.strips[0]
    assert (kick.name, kick.mute, kick.pan) == ("Kick", True, 20)
    assert kick.volume_db < -15
    assert desk.surface.lamp(Button.UNDO)
    desk.after(2)
    assert desk.names()[0] == "Kick"
    assert not [each for each in desk.click(Button.UNDO) if isinstance(each, Lcd)]
    desk.clicked_with(Button.SHIFT, Button.UNDO)
    assert kick.name == "Boom"
    assert not desk.surface.lamp(Button.UNDO)


def test_a_new_edit_ends_what_could_be_done_again(desk: Rig) -> None:
    by_hand.rename(desk.logic, "Kick", "Boom")
    desk.click(Button.UNDO)
    by_hand.rename(desk.logic, "Snare", "Snake")
    desk.clicked_with(Button.SHIFT, Button.UNDO)
    assert [strip.name for strip in desk.project.strips[:2]] == ["Kick", "Snake"]
    assert not desk.surface.lamp(Button.UNDO)


def test_undo_of_tracks_regions_markers_and_tempo_restores_them(desk: Rig) -> None:
    project = desk.project
    before = [strip.name for strip in project.strips]
    edits = (
        lambda: project.add_track(StripKind.AUDIO, "Choir"),
        lambda: project.delete(project["Bass"]),
        lambda: project.move(project["Keys"], 0),
        lambda: project.set_tempo(97.5),
        lambda: project.set_signature(3, 4),
        lambda: project.add_marker(8.0, "Drop"),
        lambda: project.recolour(project["Kick"], 6),
    )
    for edit in edits:
        desk.by_user(edit)
    for _ in edits:
        desk.click(Button.UNDO)
    assert [strip.name for strip in project.strips] == before
    assert (project.tempo, project.signature, project.markers) == (120.0, (4, 4), [])
    assert project.strips[0].colour == 1


def test_an_undone_rename_may_stay_on_the_display() -> None:
    with rig(practice_project(), faults=Faults(stale_names=True)) as desk:
        by_hand.rename(desk.logic, "Kick", "Boom")
        by_hand.undo(desk.logic)
        desk.settle()
        assert desk.project.strips[0].name == "Kick"
        assert desk.names()[0] == "Boom"
        desk.recable()
        desk._until(lambda: desk.names()[0] == "Kick", "greeted anew, the display is right again")


# -- dialogs ---------------------------------------------------------------------------------------------


def test_a_dialog_takes_the_displays_and_the_lamps_and_nothing_is_heard(desk: Rig) -> None:
    desk.click(StripButton.MUTE)
    desk.after(2)
    before = desk.surface.snapshot()
    by_hand.open_dialog(desk.logic)
    desk.settle()
    assert desk.surface.row(0).strip() == FILE_DIALOG
    assert desk.surface.time.strip() == "ALERT"
    assert not any(desk.surface.lamps)
    changes = len(desk.logic.journal)
    assert desk.click(StripButton.MUTE, Button.PLAY, Button.BANK_RIGHT, Button.SAVE) == []
    assert desk.slide(0, 300) == []
    assert len(desk.logic.journal) == changes
    by_hand.answer(desk.logic)
    desk.settle()
    assert desk.surface.snapshot() == before


def test_saving_a_project_that_has_no_name_brings_the_dialog() -> None:
    project = practice_project()
    project.path = None
    with rig(project) as desk:
        desk.click(Button.SAVE)
        assert desk.surface.row(0).strip() == FILE_DIALOG


def test_a_button_let_go_under_a_dialog_is_not_held_after_it(desk: Rig) -> None:
    desk.send(Press(Button.OPTION, True))
    by_hand.open_dialog(desk.logic)
    desk.send(Press(Button.OPTION, False))
    by_hand.answer(desk.logic)
    desk.settle()
    desk.send(Turn(0, 5))
    assert desk.project["Kick"].pan == 5


def test_cursor_keys_zoom_while_zoom_is_on(desk: Rig) -> None:
    desk.click(Button.ZOOM)
    assert desk.surface.lamp(Button.ZOOM)
    assert texts(desk.click(Button.LEFT, Button.UP, Button.RIGHT, Button.DOWN)) == []


def test_an_alert_shows_its_buttons_and_enter_presses_the_default(desk: Rig) -> None:
    answers: list[str] = []
    by_hand.open_alert(desk.logic, "Delete the track?", ("Cancel", "Delete"), answers.append)
    desk.settle()
    assert desk.surface.row(0).strip() == "Delete the track?"
    assert desk.values()[:2] == ["Cancel", "Delete"]
    desk.click(StripButton.MUTE, Button.ENTER)
    assert answers == ["Delete"]
    assert desk.names()[0] == "Kick"
    assert not desk.logic.journal


@pytest.mark.parametrize("button", [Button.CANCEL, StripButton.VPOT])
def test_an_alert_is_cancelled_by_its_button_or_the_v_pot_below(desk: Rig, button: int) -> None:
    answers: list[str] = []
    by_hand.open_alert(desk.logic, "Delete the track?", ("Cancel", "Delete"), answers.append)
    desk.click(button)
    assert answers == ["Cancel"]


def test_a_long_alert_scrolls_after_three_seconds(desk: Rig) -> None:
    text = "The audio engine was not able to process all required data in time, and stopped."
    by_hand.open_alert(desk.logic, text, ("OK",))
    desk.after(2.9)
    assert desk.surface.row(0) == text[:56]
    desk.after(0.2)
    assert desk.surface.row(0) == text[1:57]
    desk.after(60)
    assert desk.surface.row(0) == text[-56:]
    assert desk.after(60) == []
