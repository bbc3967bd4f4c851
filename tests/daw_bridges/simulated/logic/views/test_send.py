"""SEND: Channel view and Mixer view set destination, level, position and mute of one strip alone."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daw_bridges.mackie.buttons import Button, StripButton
from daw_bridges.mackie.messages import Fader, Press, Turn
from daw_bridges.simulated.logic import by_hand
from daw_bridges.simulated.logic.project import Change
from daw_bridges.simulated.logic.sends import level_text, moved, to_stop
from daw_bridges.simulated.logic.strips import SendPosition
from tests.daw_bridges.simulated.logic.rig import Rig

VPOT = StripButton.VPOT
SETTLED = ["Sen1In", "Send 1", "Sen1Po", "Sen1Mu", "Sen2In", "Send 2", "Sen2Po", "Sen2Mu"]


def channel_view(desk: Rig, name: str) -> None:
    """With values below."""
    by_hand.select(desk.logic, name)
    desk.click(Button.SEND, Button.SEND, Button.NAME_VALUE)
    assert desk.surface.mode == "SE."
    desk.project.journal.clear()


def test_two_sends_are_shown_as_on_a_real_logic(desk: Rig) -> None:
    channel_view(desk, "Lead Vox")
    assert desk.names() == SETTLED
    assert desk.values() == ["Bus 1", "-oodB", "PosPan", "active", "Bus 2", "-oodB", "PosPan", "active"]
    desk.click(Button.RIGHT)
    assert desk.names()[0] == "Sen3In"
    assert desk.values() == ["--", "", "", "", "--", "", "", ""]


def test_name_state_says_whose_sends_these_are(desk: Rig) -> None:
    channel_view(desk, "Lead Vox")
    desk.click(Button.NAME_VALUE)
    assert desk.surface.row(0).startswith("Lead Vox  Sends")
    assert desk.surface.row(0).rstrip().endswith("Page 1/4")


def test_a_level_goes_by_the_faders_law_and_is_written_down(desk: Rig) -> None:
    channel_view(desk, "Lead Vox")
    desk.send(Turn(1, 63))
    assert -12 < desk.project["Lead Vox"].sends[0].level_db < -4
    assert {(change.strip_name, change.what) for change in desk.project.journal} == {
        ("Lead Vox", "send 1 level_db")
    }
    desk.click(VPOT + 1)
    assert desk.values()[1] == "+0.0dB"


def test_fine_goes_by_tenths_of_decibels_around_zero(desk: Rig) -> None:
    channel_view(desk, "Lead Vox")
    desk.click(VPOT + 1)
    desk.with_held(Button.ALT, Turn(1, -1))
    assert desk.project["Lead Vox"].sends[0].level_db == pytest.approx(-0.1, abs=0.05)


def test_option_goes_from_stop_to_stop(desk: Rig) -> None:
    channel_view(desk, "Lead Vox")
    seen: list[float] = []
    for ticks in (1, 1, 1, -1, -1):
        desk.with_held(Button.OPTION, Turn(1, ticks))
        seen.append(desk.project["Lead Vox"].sends[0].level_db)
    assert seen == [0.0, 6.0, 6.0, 0.0, -math.inf]


def test_position_and_mute(desk: Rig) -> None:
    channel_view(desk, "Lead Vox")
    desk.send(Turn(2, 2))
    desk.click(VPOT + 3)
    assert desk.values()[2:4] == ["PreFad", "muted"]
    assert desk.project["Lead Vox"].sends[0].position is SendPosition.PRE
    desk.click(VPOT + 2, VPOT + 3)
    assert desk.values()[2:4] == ["PosPan", "active"]


def test_a_destination_flashes_until_it_is_pushed(desk: Rig) -> None:
    channel_view(desk, "Lead Vox")
    desk.click(Button.RIGHT)
    desk.send(Turn(0, 12))
    assert desk.surface.row(0).startswith("Send 3  Destination")
    assert desk.project["Lead Vox"].sends[2].destination is None
    desk.click(VPOT + 0)
    assert desk.values()[:4] == ["Bus 12", "-oodB", "PosPan", "active"]
    assert desk.project.journal == [Change("Lead Vox", "send 3", None, "Bus 12", "surface")]


def test_all_the_way_back_takes_the_send_out(desk: Rig) -> None:
    channel_view(desk, "Lead Vox")
    desk.send(Turn(1, 50), Turn(0, -63))
    desk.click(VPOT + 0)
    assert desk.values()[:4] == ["--", "", "", ""]
    desk.send(Turn(1, 5))
    assert desk.project["Lead Vox"].sends[0].destination is None


def test_another_destination_keeps_the_level(desk: Rig) -> None:
    channel_view(desk, "Lead Vox")
    desk.click(VPOT + 1)
    desk.send(Turn(0, 4))
    desk.click(VPOT + 0)
    assert desk.values()[:2] == ["Bus 5", "+0.0dB"]


@pytest.mark.parametrize("way", ["select", "cancel", "page"])
def test_a_choice_is_forgotten(desk: Rig, way: str) -> None:
    channel_view(desk, "Lead Vox")
    desk.send(Turn(0, 4))
    if way == "select":
        by_hand.select(desk.logic, "Guitar")
        desk.settle()
    elif way == "cancel":
        desk.click(Button.CANCEL)
    else:
        desk.click(Button.RIGHT, Button.LEFT)
    desk.click(VPOT + 0)
    for name in ("Lead Vox", "Guitar"):
        assert desk.project[name].sends[0].destination == "Bus 1"


def test_outputs_have_no_sends(desk: Rig) -> None:
    channel_view(desk, "Stereo Out")
    desk.send(Turn(0, 4), Press(VPOT, True), Press(VPOT, False), Turn(1, 4))
    assert desk.values() == [""] * 8
    assert desk.project.journal == []


def test_it_goes_with_the_selection(desk: Rig) -> None:
    channel_view(desk, "Lead Vox")
    by_hand.select(desk.logic, "Guitar")
    desk.settle()
    desk.send(Turn(1, 40))
    assert desk.project["Lead Vox"].sends[0].level_db == -math.inf
    assert desk.project["Guitar"].sends[0].level_db > -math.inf


# -- Mixer view -------------------------------------------------------------------------------------------


def test_mixer_view_goes_over_strips_and_sends(desk: Rig) -> None:
    desk.click(Button.SEND)
    assert desk.surface.mode == "S1"
    assert desk.values() == ["Bus 1"] * 8
    desk.click(Button.DOWN)
    assert desk.surface.mode == "S2"
    assert desk.values() == ["Bus 2"] * 8
    desk.click(Button.RIGHT)
    desk.click(Button.NAME_VALUE)
    assert desk.values() == ["-oodB"] * 8


def test_mixer_view_sets_the_strip_of_the_pot(desk: Rig) -> None:
    desk.click(Button.SEND, Button.RIGHT)
    desk.send(Turn(4, 63))
    assert [strip.name for strip in desk.project.strips if strip.sends[0].level_db > -math.inf] == ["Bass"]


def test_flip_puts_levels_under_the_faders(desk: Rig) -> None:
    desk.click(Button.SEND, Button.RIGHT, Button.FLIP)
    desk.send(Fader(2, 12441))
    assert desk.project["Hats"].sends[0].level_db == 0.0
    assert desk.project["Hats"].volume_db == 0.0


def test_send_held_chooses_what_is_shown(desk: Rig) -> None:
    desk.with_held(Button.SEND, Press(VPOT + 1, True), Press(VPOT + 1, False))
    desk.click(Button.NAME_VALUE)
    assert desk.values() == ["-oodB"] * 8
    desk.with_held(Button.SEND, Press(VPOT + 4, True), Press(VPOT + 4, False))
    assert desk.surface.mode == "SE."


# -- the law ----------------------------------------------------------------------------------------------


@given(st.lists(st.tuples(st.integers(-63, 63), st.booleans()), max_size=12))
def test_levels_stay_in_range_and_every_tick_moves(turns: list[tuple[int, bool]]) -> None:
    db = 0.0
    for ticks, fine in turns:
        before, db = db, moved(db, ticks, fine=fine)
        assert db <= 6.0
        assert db == -math.inf or db >= -144
        if ticks > 0 and before < 6.0:
            assert db > before
        if ticks < 0 and before > -math.inf:
            assert db < before
        assert len(level_text(db)) <= 6


@pytest.mark.parametrize(
    ("db", "ticks", "to"), [(-3.0, 1, 0.0), (3.0, 1, 6.0), (3.0, -1, 0.0), (-3.0, -1, -math.inf)]
)
def test_stops(db: float, ticks: int, to: float) -> None:
    assert to_stop(db, ticks) == to
