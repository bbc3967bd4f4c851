"""PLUG-IN: Channel view and Mixer view choose, insert, remove and bypass; nothing lands on another strip."""

from __future__ import annotations

import pytest

from daw_bridges.mackie.buttons import Button, StripButton
from daw_bridges.mackie.messages import Press, Turn
from daw_bridges.simulated.logic import by_hand
from daw_bridges.simulated.logic.plugins import EFFECTS, library_of, plug_in
from daw_bridges.simulated.logic.project import Change
from daw_bridges.simulated.logic.strips import INSERT_SLOTS
from tests.daw_bridges.simulated.logic.rig import Rig

VPOT = StripButton.VPOT


def channel_view(desk: Rig, name: str) -> None:
    by_hand.select(desk.logic, name)
    desk.click(Button.PLUG_IN, Button.PLUG_IN)
    assert desk.surface.mode == "PL."
    desk.project.journal.clear()


def choose(desk: Rig, slot: int, name: str) -> None:
    """From an empty slot."""
    ticks = EFFECTS.index(name) + 1
    while ticks:
        desk.send(Turn(slot, min(ticks, 63)))
        ticks -= min(ticks, 63)


def flashing(desk: Rig) -> set[str]:
    """What the lower row begins with, in both halves of the period."""
    halves: set[str] = set()
    for _ in range(4):
        desk.after(0.3)
        halves.add(desk.surface.row(1)[:12].strip())
    return halves


def inserts(desk: Rig, name: str) -> list[str | None]:
    return [each.name if each else None for each in desk.project[name].inserts]


def test_pressed_again_the_button_goes_from_mixer_to_channel_view_and_back(desk: Rig) -> None:
    seen: list[str] = []
    for _ in range(3):
        desk.click(Button.PLUG_IN)
        seen.append(desk.surface.mode)
    assert seen == ["P1", "PL.", "P1"]
    assert desk.surface.lamp(Button.PLUG_IN)
    assert not desk.surface.lamp(Button.PAN)


def test_channel_view_lists_the_selected_strips_slots(desk: Rig) -> None:
    channel_view(desk, "A-Reverb")
    assert desk.names() == [f"Ins{slot}Pl" for slot in range(1, 9)]
    assert desk.values() == ["ChrmVr", *["--"] * 7]
    by_hand.select(desk.logic, "Kick")
    desk.settle()
    assert desk.values() == ["--"] * 8


def test_the_other_slots_are_a_page_further(desk: Rig) -> None:
    channel_view(desk, "Kick")
    desk.click(Button.RIGHT)
    assert desk.names() == [f"Ins{slot}Pl" for slot in range(8, INSERT_SLOTS + 1)]
    choose(desk, 7, "Gain")
    desk.click(VPOT + 7)
    assert inserts(desk, "Kick")[14] == "Gain"
    assert desk.surface.mode == "15."


def test_turning_only_preselects_and_the_name_flashes(desk: Rig) -> None:
    channel_view(desk, "Lead Vox")
    choose(desk, 0, "Compressor")
    assert desk.surface.row(0).startswith("Insert 1 Plug-in")
    assert flashing(desk) == {"Compressor", ""}
    assert inserts(desk, "Lead Vox")[0] is None
    assert desk.project.journal == []


def test_a_push_inserts_and_opens_the_edit_view(desk: Rig) -> None:
    channel_view(desk, "Lead Vox")
    choose(desk, 0, "Compressor")
    desk.click(VPOT + 0)
    assert inserts(desk, "Lead Vox")[:2] == ["Compressor", None]
    assert desk.surface.mode == "P1."
    assert desk.surface.row(0).startswith("Lead Vox  Insert 1  Compressor")
    assert desk.project.journal == [Change("Lead Vox", "insert 1", None, "Compressor", "surface")]
    assert library_of(desk.project).window is desk.project["Lead Vox"].inserts[0]


def test_turning_another_pot_forgets_what_this_one_stood_on(desk: Rig) -> None:
    channel_view(desk, "Bass")
    choose(desk, 0, "Gain")
    choose(desk, 1, "Limiter")
    desk.click(VPOT + 0)
    assert inserts(desk, "Bass")[0] is None
    desk.click(VPOT + 1)
    assert inserts(desk, "Bass")[1] == "Limiter"


@pytest.mark.parametrize("way", ["select", "cancel", "leave"])
def test_a_preselection_is_forgotten(desk: Rig, way: str) -> None:
    channel_view(desk, "Bass")
    choose(desk, 0, "Gain")
    if way == "select":
        by_hand.select(desk.logic, "Keys")
        desk.settle()
    elif way == "cancel":
        desk.click(Button.CANCEL)
    else:
        desk.click(Button.PAN, Button.PLUG_IN, Button.PLUG_IN)
    desk.click(VPOT + 0)
    assert inserts(desk, "Bass")[0] is None
    assert inserts(desk, "Keys")[0] is None


def test_all_the_way_back_and_a_push_removes(desk: Rig) -> None:
    channel_view(desk, "A-Reverb")
    desk.send(Turn(0, -63))
    desk.click(VPOT + 0)
    assert inserts(desk, "A-Reverb")[0] is None
    assert desk.surface.mode == "PL."
    assert desk.project.journal == [Change("A-Reverb", "insert 1", "ChromaVerb", None, "surface")]


def test_a_push_without_a_choice_opens_what_is_there(desk: Rig) -> None:
    channel_view(desk, "B-Delay")
    desk.click(VPOT + 3)
    assert desk.surface.mode == "PL."
    desk.click(VPOT + 0)
    assert desk.surface.mode == "P1."
    assert "Stereo Delay" in desk.surface.row(0)
    assert desk.project.journal == []


def test_shift_and_a_push_bypass_and_an_asterisk_tells(desk: Rig) -> None:
    channel_view(desk, "A-Reverb")
    desk.clicked_with(Button.SHIFT, VPOT + 0)
    assert desk.values()[0] == "*ChrmV"
    assert desk.surface.mode == "PL."
    assert desk.project.journal[-1] == Change("A-Reverb", "insert 1 bypassed", False, True, "surface")
    desk.clicked_with(Button.SHIFT, VPOT + 0)
    assert desk.values()[0] == "ChrmVr"


def test_mixer_view_shows_one_slot_over_eight_strips(desk: Rig) -> None:
    by_hand.insert(desk.logic, "Snare", 1, plug_in("Noise Gate"))
    desk.click(Button.PLUG_IN)
    assert desk.values() == ["--"] * 8
    desk.click(Button.DOWN)
    assert desk.surface.mode == "P2"
    assert desk.values()[:3] == ["--", desk.project.shorten("Noise Gate"), "--"]
    desk.click(*[Button.DOWN] * 20)
    assert desk.surface.mode == "15"


def test_mixer_view_inserts_on_the_strip_of_the_pot_and_selects_it(desk: Rig) -> None:
    desk.click(Button.PLUG_IN)
    choose(desk, 4, "Gain")
    desk.click(VPOT + 4)
    assert inserts(desk, "Bass")[0] == "Gain"
    assert desk.project.selected is desk.project["Bass"]
    assert desk.surface.mode == "P1."


def test_the_bank_moving_under_it_forgets_a_preselection(desk: Rig) -> None:
    desk.click(Button.PLUG_IN)
    choose(desk, 4, "Gain")
    desk.click(Button.BANK_RIGHT)
    desk.click(VPOT + 4)
    assert all(inserts(desk, strip.name)[0] != "Gain" for strip in desk.project.strips)


def test_the_master_takes_no_plug_ins(desk: Rig) -> None:
    channel_view(desk, "Master")
    desk.send(Turn(0, 5), Press(VPOT + 0, True), Press(VPOT + 0, False))
    assert desk.project.journal == []


def test_a_menu_can_name_the_channel_format(desk: Rig) -> None:
    library_of(desk.project).format = " (s/s)"
    channel_view(desk, "Bass")
    choose(desk, 0, "Gain")
    assert flashing(desk) == {"Gain (s/s)", ""}
    desk.click(VPOT + 0)
    assert inserts(desk, "Bass")[0] == "Gain"
    channel_view(desk, "Bass")
    desk.send(Turn(0, -1), Turn(0, 1))
    desk.click(VPOT + 0)
    assert desk.project.journal == []


def test_plug_ins_are_called_as_they_were_seen(desk: Rig) -> None:
    for slot, name in enumerate(("Compressor", "Channel EQ", "Tape Delay", "DeEsser 2", "Clip Distortion")):
        by_hand.insert(desk.logic, "Bass", slot, plug_in(name))
    by_hand.bypass(desk.logic, "Bass", 2, on=True)
    channel_view(desk, "Bass")
    assert desk.values()[:6] == ["Comprs", "Cha EQ", "*TapDe", "DeEss2", "ClpDis", "--"]
