"""EQ: two bands of the selected strip, one value over eight; an equaliser is inserted where there is none."""

from __future__ import annotations

from daw_bridges.mackie.buttons import Button, StripButton
from daw_bridges.mackie.messages import Turn
from daw_bridges.simulated.logic import by_hand
from daw_bridges.simulated.logic.plugins import knobs, plug_in
from daw_bridges.simulated.logic.project import Change
from daw_bridges.simulated.logic.views.eq import BANDS, equaliser
from tests.daw_bridges.simulated.logic.rig import Rig

VPOT = StripButton.VPOT


def channel_view(desk: Rig, name: str) -> None:
    """With values below."""
    by_hand.select(desk.logic, name)
    desk.click(Button.EQ, Button.EQ, Button.NAME_VALUE)
    desk.after(3)
    assert desk.surface.mode == "EQ."


def test_every_band_has_four_parameters_of_channel_eq() -> None:
    there = {knob.name for knob in knobs(plug_in("Channel EQ"))}
    assert len(BANDS) == 8
    assert {name for band in BANDS for name in band} <= there


def test_entering_channel_view_inserts_an_equaliser(desk: Rig) -> None:
    by_hand.insert(desk.logic, "Bass", 0, plug_in("Gain"))
    desk.project.journal.clear()
    channel_view(desk, "Bass")
    assert Change("Bass", "insert 2", None, "Channel EQ", "surface") in desk.project.journal
    channel_view(desk, "Bass")
    assert [each.name for each in desk.project["Bass"].inserts if each] == ["Gain", "Channel EQ"]


def test_mixer_view_inserts_none(desk: Rig) -> None:
    desk.click(Button.EQ)
    assert desk.surface.mode == "EQ"
    assert desk.values() == [""] * 8
    desk.send(Turn(0, 5))
    assert equaliser(desk.project["Kick"]) is None


def test_selecting_another_strip_inserts_none(desk: Rig) -> None:
    channel_view(desk, "Bass")
    by_hand.select(desk.logic, "Keys")
    desk.settle()
    desk.send(Turn(0, 5))
    assert equaliser(desk.project["Keys"]) is None


def test_two_bands_a_page(desk: Rig) -> None:
    channel_view(desk, "Bass")
    assert desk.names() == ["LoCutF", "LoCutS", "LoCutQ", "LCO/Of", "LoShF", "LoShGa", "LoShQ", "LSO/Of"]
    assert desk.values()[:4] == ["20.0Hz", "12", "0.71", "Off"]
    desk.click(Button.RIGHT, Button.RIGHT, Button.RIGHT)
    desk.after(3)
    assert desk.names()[4] == "HiCutF"


def test_turns_and_pushes_are_the_equalisers(desk: Rig) -> None:
    channel_view(desk, "Bass")
    desk.project.journal.clear()
    desk.send(Turn(5, 10))
    desk.click(VPOT + 3)
    assert [(each.strip_name, each.what) for each in desk.project.journal] == [
        ("Bass", "Channel EQ: Low Shelf Gain"),
        ("Bass", "Channel EQ: Low Cut On/Off"),
    ]
    assert desk.values()[3] == "On"


def test_mixer_view_goes_over_bands_and_values(desk: Rig) -> None:
    by_hand.insert(desk.logic, "Kick", 0, plug_in("Channel EQ"))
    desk.click(Button.EQ, Button.NAME_VALUE, Button.DOWN, Button.DOWN, Button.RIGHT)
    assert desk.values()[:2] == ["0.0 dB", ""]
    desk.send(Turn(0, 10))
    made = equaliser(desk.project["Kick"])
    assert {knob.name: knob.value for knob in knobs(made)}["Peak 1 Gain"] > 0
