"""Faders, lamps and buttons of strips, with the values that were measured on a real Logic."""

from __future__ import annotations

import math

import pytest

from daw_bridges.mackie.buttons import Button, StripButton
from daw_bridges.mackie.fader_law import LOGIC_STRIP
from daw_bridges.mackie.messages import Fader, Lamp, LampState, Lcd, Press, Touch
from daw_bridges.simulated.logic import by_hand
from daw_bridges.simulated.logic.practice import big_project, practice_project
from daw_bridges.simulated.logic.project import Change
from daw_bridges.simulated.logic.strip_section import level_at
from tests.daw_bridges.simulated.logic.rig import Rig, rig, texts

MUTE, SOLO, REC, SELECT = StripButton.MUTE, StripButton.SOLO, StripButton.REC, StripButton.SELECT


# -- faders ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sent", "echo", "text"),
    [
        (0, 0, "-oo dB"),
        (7680, 7660, "-9.9 dB"),
        (9472, 9467, "-6.7 dB"),
        (11000, 10969, "-3.7 dB"),
        (11264, 11248, "-3.0 dB"),
        (14848, 14845, "+6.0 dB"),
    ],
)
def test_a_fader_is_set_in_tenths_and_echoed_as_measured(desk: Rig, sent: int, echo: int, text: str) -> None:
    came = desk.slide(0, sent)
    motor = next(each for each in came if isinstance(each, Fader))
    assert abs(motor.position - echo) <= 2
    assert desk.surface.row(1)[:8].strip() == text


def test_every_tenth_of_a_decibel_is_kept_at_its_own_position() -> None:
    for tenths in range(-700, 61):
        level = tenths / 10
        assert level_at(LOGIC_STRIP, LOGIC_STRIP.position(level)) == level


def test_a_strip_goes_no_higher_than_six_decibels(desk: Rig) -> None:
    desk.slide(0, 14848)
    assert not [each for each in desk.slide(0, 15104) if isinstance(each, Fader)]
    assert desk.project["Kick"].volume_db == 6.0


def test_the_master_goes_up_to_ten_decibels(desk: Rig) -> None:
    desk.slide(8, 16380)
    assert desk.project["Master"].volume_db == 10.0
    assert desk.project["Stereo Out"].volume_db == 0.0


def test_the_master_fader_moves_the_output_where_there_is_no_master() -> None:
    project = big_project(9)
    project.strips.pop()
    with rig(project) as desk:
        desk.slide(8, 0)
        assert desk.project["Stereo Out"].volume_db == -math.inf


def test_touching_without_moving_shows_the_exact_level_and_then_goes(desk: Rig) -> None:
    by_hand.move_fader(desk.logic, "Snare", -17.3)
    desk.settle()
    came = desk.send(Touch(1, True))
    assert texts(came) == [(63, "-17.3 dB")]
    assert desk.after(5) == []
    desk.send(Touch(1, False))
    assert texts(desk.after(0.9)) == []
    assert desk.after(0.2)
    assert desk.values() == ["Pan"] * 8


def test_the_last_strip_shows_its_level_one_place_to_the_left(desk: Rig) -> None:
    desk.send(Touch(7, True))
    assert desk.surface.text[104:] == "+0.0 dB "


def test_a_hand_on_a_fader_stops_its_motor_until_it_lets_go(desk: Rig) -> None:
    desk.send(Touch(2, True))
    came = desk.by_user(lambda: desk.project.set(desk.project["Hats"], "volume_db", -12.0))
    assert not [each for each in came if isinstance(each, Fader)]
    assert Fader(2, LOGIC_STRIP.position(-12)) in desk.send(Touch(2, False))


def test_a_hand_that_moves_a_fader_hears_at_once_where_it_was_set(desk: Rig) -> None:
    desk.send(Touch(2, True))
    came = desk.send(Fader(2, 11000))
    assert Fader(2, LOGIC_STRIP.position(-3.7)) in came
    assert not [each for each in desk.send(Touch(2, False)) if isinstance(each, Fader)]


def test_faders_move_when_the_user_moves_them(desk: Rig) -> None:
    came = desk.by_user(lambda: desk.project.set(desk.project["Hats"], "volume_db", -6.0))
    assert came == [Fader(2, 9873), Lamp(Button.SAVE, LampState.ON)]


def test_a_fader_without_a_strip_moves_nothing() -> None:
    with rig(big_project(5)) as desk:
        desk.slide(6, 9000)
        assert not desk.logic.journal


def test_flip_gives_the_fader_the_panning(desk: Rig) -> None:
    desk.click(Button.FLIP)
    assert desk.surface.lamp(Button.FLIP)
    desk.slide(0, 0)
    assert desk.project["Kick"].pan == -64
    assert desk.project["Kick"].volume_db == 0.0
    assert "dB" not in desk.surface.row(1)
    desk.click(Button.FLIP)
    assert desk.surface.fader(0) == 12441


# -- mute, solo, arm, select -----------------------------------------------------------------------------


def test_mute_turns_over_on_the_press_says_so_and_lights(desk: Rig) -> None:
    came = desk.send(Press(MUTE, True))
    assert came[:2] == [Lcd(0x14, 56, "Muted"), Lamp(MUTE, LampState.ON)]
    assert desk.send(Press(MUTE, False)) == []
    assert desk.click(MUTE)[:2] == [Lcd(0x14, 56, "--   "), Lamp(MUTE, LampState.OFF)]
    assert desk.logic.journal == [
        Change("Kick", "mute", before=False, after=True, origin="surface"),
        Change("Kick", "mute", before=True, after=False, origin="surface"),
    ]


def test_a_solo_flashes_the_rude_lamp_and_blinks_the_mutes_of_other_tracks(desk: Rig) -> None:
    desk.click(SOLO + 1)
    assert desk.surface.lamp(Button.RUDE_SOLO_LAMP) == LampState.FLASH
    assert desk.lit(SOLO) == [1]
    assert desk.lit_while_blinking(MUTE) == [[], [0, 2, 3, 4, 5, 6, 7]]
    desk.click(SOLO + 1)
    assert desk.lit(MUTE) == []
    assert not desk.surface.lamp(Button.RUDE_SOLO_LAMP)


def test_a_muted_track_stays_lit_while_another_is_soloed(desk: Rig) -> None:
    desk.click(MUTE + 3, SOLO + 1)
    assert all(3 in lit for lit in desk.lit_while_blinking(MUTE))


def test_auxes_and_outputs_are_not_silenced_by_a_solo(desk: Rig) -> None:
    desk.click(SOLO, Button.BANK_RIGHT)
    assert desk.lit_while_blinking(MUTE) == [[], [0, 1, 2, 3]]


@pytest.mark.parametrize(("row", "what"), [(MUTE, "mute"), (SOLO, "solo"), (REC, "arm")])
def test_option_turns_it_off_on_every_strip(desk: Rig, row: StripButton, what: str) -> None:
    desk.click(row, row + 4, Button.BANK_RIGHT, row + 1)
    assert [strip.name for strip in desk.project.strips if getattr(strip, what)] == [
        "Kick",
        "Bass",
        "Lead Vox",
    ]
    desk.clicked_with(Button.OPTION, row)
    assert not any(getattr(strip, what) for strip in desk.project.strips)


def test_what_cannot_be_armed_is_not(desk: Rig) -> None:
    desk.click(Button.BANK_RIGHT, REC + 4, REC + 6, REC + 7)
    assert not any(strip.arm for strip in desk.project.strips)


def test_the_master_has_no_solo(desk: Rig) -> None:
    desk.click(Button.BANK_RIGHT)
    assert desk.click(SOLO + 7) == []


def test_shift_and_select_puts_a_strip_at_unity(desk: Rig) -> None:
    desk.slide(2, 5000)
    desk.clicked_with(Button.SHIFT, SELECT + 2)
    assert desk.project["Hats"].volume_db == 0.0
    assert desk.project.selected is desk.project["Kick"]


def test_where_arming_follows_the_selection_it_moves_along_and_lets_go_for_another() -> None:
    project = practice_project()
    project.auto_arm = True
    with rig(project) as desk:
        desk.click(SELECT + 2)
        assert desk.lit(REC) == [2]
        desk.click(SELECT + 4)
        assert desk.lit(REC) == [4]
        desk.click(REC)
        assert desk.lit(REC) == [0]
        desk.click(REC)
        assert desk.lit(REC) == []


def test_buttons_over_no_strip_do_nothing() -> None:
    with rig(big_project(5)) as desk:
        assert desk.click(MUTE + 6, SOLO + 6, SELECT + 6, REC + 6, StripButton.VPOT + 6) == []


# -- names -----------------------------------------------------------------------------------------------


def test_a_rename_reaches_the_display_as_the_characters_that_differ(desk: Rig) -> None:
    came = desk.by_user(lambda: desk.project.rename(desk.project["Snare"], "Snake"))
    assert texts(came) == [(10, "k")]


def test_what_seven_bits_cannot_say_is_left_out(desk: Rig) -> None:
    by_hand.rename(desk.logic, "Kick", "オーディオ 2")
    by_hand.rename(desk.logic, "Snare", "Flöte")
    desk.settle()
    assert desk.names()[:2] == ["2", "Floete"]
