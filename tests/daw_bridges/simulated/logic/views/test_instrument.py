"""INSTRUMENT: instruments of eight strips chosen and inserted, and their parameters."""

from __future__ import annotations

from daw_bridges.mackie.buttons import Button, StripButton
from daw_bridges.mackie.messages import Turn
from daw_bridges.simulated.logic import by_hand
from daw_bridges.simulated.logic.plugins import INSTRUMENTS, library_of, plug_in
from daw_bridges.simulated.logic.project import Change
from tests.daw_bridges.simulated.logic.rig import Rig

VPOT = StripButton.VPOT


def insert(desk: Rig, slot: int, name: str) -> None:
    desk.click(Button.PAN, Button.INSTRUMENT)
    desk.send(Turn(slot, INSTRUMENTS.index(name) + 1))
    desk.click(VPOT + slot)


def test_only_instrument_strips_have_one(desk: Rig) -> None:
    desk.click(Button.INSTRUMENT)
    assert desk.surface.mode == "IN"
    assert desk.values() == ["--", "--", "--", "", "--", "--", "--", "--"]
    desk.send(Turn(3, 3))
    desk.click(VPOT + 3)
    assert desk.project["Percussion"].instrument is None


def test_a_push_inserts_and_edits(desk: Rig) -> None:
    desk.project.journal.clear()
    insert(desk, 4, "ES2")
    assert desk.surface.mode == "IN."
    assert desk.surface.row(0).startswith("Bass  ES2")
    assert Change("Bass", "instrument", None, "ES2", "surface") in desk.project.journal
    assert desk.project.selected is desk.project["Bass"]
    assert library_of(desk.project).window is desk.project["Bass"].instrument


def test_parameters_are_turned_and_written_down(desk: Rig) -> None:
    insert(desk, 4, "ES2")
    desk.project.journal.clear()
    desk.send(Turn(1, 5))
    assert [(each.strip_name, each.what) for each in desk.project.journal] == [("Bass", "ES2: Resonance 1")]


def test_a_third_partys_instrument_counts_its_controls_over_three_pages(desk: Rig) -> None:
    insert(desk, 5, "Practice Synth")
    desk.click(Button.NAME_VALUE)
    desk.click(Button.RIGHT, Button.RIGHT)
    desk.after(3)
    assert desk.names()[0] == "Con#12"
    assert desk.names()[7] == "Con#19"


def test_back_to_nothing_takes_it_out(desk: Rig) -> None:
    insert(desk, 4, "ES2")
    desk.click(Button.PAN, Button.INSTRUMENT)
    desk.send(Turn(4, -63))
    desk.click(VPOT + 4)
    assert desk.project["Bass"].instrument is None
    assert desk.surface.mode == "IN"


def test_shift_bypasses(desk: Rig) -> None:
    insert(desk, 4, "ES2")
    desk.click(Button.INSTRUMENT)
    desk.clicked_with(Button.SHIFT, VPOT + 4)
    assert desk.values()[4] == "*ES2"


def test_pressed_again_it_shows_the_selected_strips_instrument(desk: Rig) -> None:
    insert(desk, 4, "ES2")
    by_hand.select(desk.logic, "Keys")
    desk.click(Button.PAN, Button.INSTRUMENT, Button.INSTRUMENT)
    assert desk.surface.mode == "IN."
    assert desk.surface.row(0).startswith("Keys  --")
    desk.send(Turn(0, 5))
    assert desk.project["Keys"].instrument is None


def test_between_the_two_edit_views_the_buttons_keep_to_editing(desk: Rig) -> None:
    insert(desk, 4, "ES2")
    by_hand.insert(desk.logic, "Bass", 0, plug_in("Gain"))
    seen: list[str] = []
    for button in (Button.PLUG_IN, Button.INSTRUMENT, Button.PLUG_IN, Button.PLUG_IN):
        desk.click(button)
        seen.append(desk.surface.mode)
    assert seen == ["P1.", "IN.", "P1.", "P1"]
    assert library_of(desk.project).window is None
