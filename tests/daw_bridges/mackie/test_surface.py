"""What a surface shows, example by example; against a second model in ``test_surface_model``."""

from __future__ import annotations

import dataclasses

import pytest

from daw_bridges.mackie import messages as m
from daw_bridges.mackie import segments
from daw_bridges.mackie.buttons import Button, StripButton
from daw_bridges.mackie.surface import Surface

_MCU = m.Model.MACKIE_CONTROL
_ON, _OFF, _FLASH = m.LampState.ON, m.LampState.OFF, m.LampState.FLASH


def _shown(*messages: m.Message) -> Surface:
    surface = Surface()
    for message in messages:
        surface.apply(message)
    return surface


def test_a_new_surface_shows_nothing() -> None:
    surface = Surface()
    assert not surface.online
    assert surface.row(0) == surface.row(1) == " " * 56
    assert (surface.mode, surface.time, surface.view, surface.selected) == ("", "", None, None)
    assert surface.fader(8) is surface.ring(0) is surface.colours is None
    assert surface.version == 0


@pytest.mark.parametrize(
    "message",
    [
        m.Lcd(_MCU, 0, ""),
        m.Fader(8, 0),
        m.Lamp(40, _OFF),
        m.Ring(0, m.RingMode.DOT, 0),
        m.Meter(0, 0),
        m.Meter(0, m.MeterLevel.CLEAR_OVERLOAD),
        m.TimecodeDigit(0, " "),
        m.AssignmentDigit(0, " "),
        m.Timecode(_MCU, " ", (False,)),
        m.Assignment(_MCU, "  ", (False, False)),
        m.Colours(_MCU, bytes(8)),
    ],
)
def test_whatever_a_host_shows_is_a_sign_of_it(message: m.Message) -> None:
    surface = Surface()
    assert surface.apply(message)
    assert surface.online


@pytest.mark.parametrize("message", [m.LampsOff(_MCU), m.FadersToMinimum(_MCU), m.Reset(_MCU)])
def test_emptying_a_surface_is_no_sign_of_a_host_that_shows_something(message: m.Message) -> None:
    assert not _shown(message).online


def test_text_comes_in_differences_and_is_read_by_cell() -> None:
    surface = _shown(
        m.Lcd(_MCU, 0, "Kick   Snare  Hats   "), m.Lcd(_MCU, 57, "-3.5"), m.Lcd(_MCU, 7, "Bass ")
    )
    assert surface.cells(0) == ("Kick", "Bass", "Hats", "", "", "", "", "")
    assert surface.cell(1, 0) == "-3.5"
    assert surface.row(1)[:7] == " -3.5  "


def test_text_runs_on_into_the_lower_row_and_is_cut_at_the_end() -> None:
    surface = _shown(m.Lcd(_MCU, 54, "abcd"), m.Lcd(_MCU, 110, "xyz"))
    assert surface.row(0).endswith("ab")
    assert surface.row(1) == "cd" + " " * 52 + "xy"


def test_the_same_again_is_no_change() -> None:
    surface = _shown(m.Lcd(_MCU, 0, "Kick"), m.Fader(0, 1000), m.Lamp(24, _ON))
    before = surface.snapshot()
    for message in (m.Lcd(_MCU, 0, "Kick"), m.Fader(0, 1000), m.Lamp(24, _ON), m.Lcd(_MCU, 5, "")):
        assert not surface.apply(message)
    assert surface.snapshot() == before


def test_displays_show_characters_with_their_points() -> None:
    surface = _shown(*segments.assignment("p1."), *segments.timecode("  1. 2. 3. 45"))
    assert surface.mode == "P1."
    assert surface.time == "1. 2. 3. 45"
    assert surface.time_characters == "  1 2 3 45"
    surface.apply(m.Timecode(_MCU, "99", (False, True)))
    assert surface.time == "1. 2. 3. 99."


def test_an_open_dialog_is_seen() -> None:
    surface = _shown(*segments.timecode("ALERT"))
    assert surface.alert
    surface.apply(m.TimecodeDigit(0, "1"))
    assert not surface.alert


def test_the_lit_assignment_button_says_which_view_it_is() -> None:
    surface = _shown(m.Lamp(Button.PAN, _ON))
    assert surface.view is Button.PAN
    surface.apply(m.Lamp(Button.PLUG_IN, _ON))
    assert surface.view is None
    surface.apply(m.Lamp(Button.PAN, _OFF))
    assert surface.view is Button.PLUG_IN
    surface.apply(m.Lamp(Button.PLUG_IN, _FLASH))
    assert surface.view is None


def test_the_selected_strip_is_the_one_whose_lamp_is_on() -> None:
    surface = _shown(m.Lamp(StripButton.SELECT + 3, _ON))
    assert surface.selected == 3
    surface.apply(m.Lamp(StripButton.SELECT + 7, _ON))
    assert surface.selected is None
    assert surface.selected_strips == (3, 7)


def test_a_flashing_lamp_is_not_lit() -> None:
    surface = _shown(m.Lamp(StripButton.MUTE + 1, _FLASH))
    assert surface.lamp(StripButton.MUTE + 1) is _FLASH
    assert not surface.lit(StripButton.MUTE + 1)


def test_overload_stays_until_it_is_cleared() -> None:
    surface = _shown(m.Meter(2, m.MeterLevel.OVERLOAD), m.Meter(2, 0))
    assert (surface.overloads[2], surface.meters[2]) == (True, 0)
    surface.apply(m.Meter(2, m.MeterLevel.CLEAR_OVERLOAD))
    assert (surface.overloads[2], surface.meters[2]) == (False, 0)


@pytest.mark.parametrize("farewell", [m.Reset(_MCU), m.GoOffline(_MCU)])
def test_a_surface_that_is_let_go_shows_nothing_any_more(farewell: m.Message) -> None:
    surface = _shown(m.Lcd(_MCU, 0, "Kick"), m.Fader(0, 5), m.Lamp(40, _ON), m.Ring(0, m.RingMode.DOT, 1))
    before = surface.version
    assert surface.apply(farewell)
    assert surface.snapshot() == Surface().snapshot()
    assert surface.version > before
    assert not surface.apply(farewell)
    surface.apply(m.Lcd(_MCU, 0, "Kick"))
    assert surface.online


def test_faders_down_and_lamps_out() -> None:
    surface = _shown(
        m.Fader(3, 900), m.Lamp(40, _ON), m.Ring(0, m.RingMode.DOT, 1), m.Meter(0, m.MeterLevel.OVERLOAD)
    )
    surface.apply(m.FadersToMinimum(_MCU))
    assert surface.faders == (0,) * 9
    surface.apply(m.LampsOff(_MCU))
    assert (surface.view, surface.ring(0), surface.overloads[0]) == (None, None, False)


def test_what_is_said_to_another_device_on_the_port_passes_by() -> None:
    surface = Surface(_MCU)
    assert not surface.apply(m.Lcd(m.Model.MACKIE_CONTROL_XT, 0, "Other"))
    assert not surface.apply(m.Reset(m.Model.LOGIC_CONTROL))
    assert surface.apply(m.Lcd(_MCU, 0, "Ours"))
    assert surface.apply(m.Fader(0, 1))
    assert surface.cell(0, 0) == "Ours"


@pytest.mark.parametrize(
    "message", [m.Press(40, True), m.Turn(0, 1), m.DeviceQuery(_MCU), m.Unknown(b"\xf6"), m.Click(_MCU, True)]
)
def test_what_shows_nothing_changes_nothing(message: m.Message) -> None:
    surface = Surface()
    assert not surface.apply(message)
    assert surface.snapshot() == Surface().snapshot()


def test_a_snapshot_stays_as_it_was_and_compares_by_what_it_shows() -> None:
    surface = _shown(m.Lcd(_MCU, 0, "Kick"))
    before = surface.snapshot()
    surface.apply(m.Lcd(_MCU, 0, "Bass"))
    assert (before.cell(0, 0), surface.snapshot().cell(0, 0)) == ("Kick", "Bass")
    surface.apply(m.Lcd(_MCU, 0, "Kick"))
    assert surface.snapshot() == before
    assert {surface.snapshot(), before} == {before}
    with pytest.raises(dataclasses.FrozenInstanceError):
        before.text = ""  # pyright: ignore[reportAttributeAccessIssue]
