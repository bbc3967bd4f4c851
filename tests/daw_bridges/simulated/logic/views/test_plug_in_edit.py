"""PLUG-IN, Edit view: pages, names and values, coarse and fine, stops, faults."""

from __future__ import annotations

import pytest

from daw_bridges.mackie.buttons import STRIPS, Button, StripButton
from daw_bridges.mackie.messages import Fader, Turn
from daw_bridges.simulated.logic import by_hand
from daw_bridges.simulated.logic.knobs import Knob
from daw_bridges.simulated.logic.plugins import knobs, library_of
from daw_bridges.simulated.logic.views.edit import paged
from tests.daw_bridges.simulated.logic.rig import Rig

VPOT = StripButton.VPOT
SEEN = ["CirTyp", "Thrs", "Ratio", "Attack", "Rel", "AutRel", "MakeUp", "AutGai", "Knee", "Peak/S"]
"""A Compressor's first parameters as Logic 12.3 shows them."""


def edit(desk: Rig, strip: str, name: str, slot: int = 0) -> list[Knob]:
    """A plug-in on a strip, in Edit view with values; its parameters."""
    made = library_of(desk.project).make(name)
    by_hand.insert(desk.logic, strip, slot, made)
    by_hand.select(desk.logic, strip)
    desk.click(Button.PLUG_IN, Button.PLUG_IN, VPOT + slot)
    desk.click(Button.NAME_VALUE)
    desk.after(3)
    desk.project.journal.clear()
    return knobs(made)


def test_name_state_says_whose_parameters_these_are(desk: Rig) -> None:
    edit(desk, "Lead Vox", "Compressor", 2)
    desk.click(Button.NAME_VALUE)
    row = desk.surface.row(0)
    assert row.startswith("Lead Vox  Insert 3  Compressor")
    assert row.rstrip().endswith("Page 1/3")


def test_value_state_has_names_over_values(desk: Rig) -> None:
    known = edit(desk, "Lead Vox", "Compressor")
    assert desk.names() == SEEN[:STRIPS]
    assert desk.values() == [knob.cell(desk.project.shorten) for knob in known[:STRIPS]]
    assert desk.values()[1:5] == ["-20.0", "2.1:1", "15.0ms", "51.0ms"]


def test_pages_overlap_at_the_end_and_go_back_as_expected(desk: Rig) -> None:
    known = edit(desk, "Lead Vox", "Practice Comp")
    names = [knob.name for knob in known]
    assert len(names) == 11
    desk.click(Button.RIGHT)
    assert "Page 2/2" in desk.surface.row(0)
    desk.after(3)
    assert desk.values() == [knob.cell(desk.project.shorten) for knob in known[3:]]
    desk.click(Button.RIGHT)
    desk.click(Button.LEFT)
    desk.after(3)
    assert desk.names()[0] == "Con#1"


@pytest.mark.parametrize(
    ("first", "by", "to"),
    [(0, 1, 8), (8, 1, 11), (11, 1, 11), (11, -1, 8), (8, -1, 0), (0, -1, 0), (3, -1, 0)],
)
def test_nineteen_parameters_page_as_the_guide_says(first: int, by: int, to: int) -> None:
    assert paged(first, 19, by) == to


def test_with_command_the_cursor_goes_by_one(desk: Rig) -> None:
    edit(desk, "Bass", "Compressor")
    desk.clicked_with(Button.ALT, Button.RIGHT, Button.RIGHT)
    desk.after(3)
    assert desk.names() == SEEN[2:10]


def test_a_turn_sets_the_parameter_and_is_written_down(desk: Rig) -> None:
    known = edit(desk, "Bass", "Gain")
    desk.send(Turn(0, 2))
    change = desk.project.journal[-1]
    assert (change.strip_name, change.what, change.before, change.origin) == (
        "Bass",
        "Gain: Gain",
        0.0,
        "surface",
    )
    assert known[0].value == pytest.approx(2.4)
    desk.send(Turn(0, -63))
    assert known[0].value == pytest.approx(2.4 - 63 * 1.2)


def test_fine_is_a_tenth_or_less(desk: Rig) -> None:
    known = edit(desk, "Bass", "Gain")
    desk.with_held(Button.ALT, Turn(0, 1))
    assert known[0].value == pytest.approx(0.1)


def test_option_goes_from_stop_to_stop(desk: Rig) -> None:
    known = edit(desk, "Bass", "Gain")
    seen: list[float] = []
    for ticks in (1, -1, -1, -1, 5):
        desk.with_held(Button.OPTION, Turn(0, ticks))
        seen.append(known[0].value)
    assert seen == [24.0, 0.0, -96.0, -96.0, 0.0]


def test_a_push_is_the_default_or_the_other_of_two(desk: Rig) -> None:
    known = edit(desk, "Bass", "Gain")
    desk.send(Turn(0, 9))
    desk.click(VPOT + 0)
    assert known[0].value == 0.0
    mono = next(place for place, knob in enumerate(known) if knob.name == "Mono")
    desk.click(VPOT + mono)
    assert desk.values()[mono] == "On"


def test_in_name_state_a_value_passes_by(desk: Rig) -> None:
    known = edit(desk, "Bass", "Gain")
    desk.click(Button.NAME_VALUE)
    desk.send(Turn(0, 1))
    assert desk.values()[0] == known[0].cell(desk.project.shorten)
    desk.after(3)
    assert desk.values()[0] == "Gain"


def test_measured_steps_are_kept(desk: Rig) -> None:
    known = {knob.name: knob for knob in edit(desk, "Bass", "Compressor")}
    desk.with_held(Button.ALT, Turn(SEEN.index("Thrs"), 1))
    assert known["Threshold"].value == -19.5


def test_flip_puts_the_parameter_under_the_fader(desk: Rig) -> None:
    known = edit(desk, "Bass", "Gain")
    desk.click(Button.FLIP)
    before = desk.project["Kick"].volume_db
    desk.send(Fader(0, 16383))
    assert known[0].value == 24.0
    assert desk.project["Kick"].volume_db == before
    desk.click(Button.FLIP)


# -- whose plug-in ----------------------------------------------------------------------------------------


def test_it_goes_with_the_selection(desk: Rig) -> None:
    edit(desk, "Bass", "Gain")
    by_hand.select(desk.logic, "A-Reverb")
    desk.settle()
    desk.send(Turn(0, 1))
    assert {change.strip_name for change in desk.project.journal if ":" in change.what} == {"A-Reverb"}
    by_hand.select(desk.logic, "Kick")
    desk.settle()
    desk.send(Turn(0, 1))
    assert "Kick" not in {change.strip_name for change in desk.project.journal if ":" in change.what}
    assert desk.values() == [""] * 8


def test_up_and_down_go_to_another_slot(desk: Rig) -> None:
    edit(desk, "Bass", "Gain")
    by_hand.insert(desk.logic, "Bass", 1, library_of(desk.project).make("Limiter"))
    desk.click(Button.DOWN)
    assert desk.surface.mode == "P2."
    assert library_of(desk.project).window is desk.project["Bass"].inserts[1]


def test_leaving_closes_the_window(desk: Rig) -> None:
    edit(desk, "Bass", "Gain")
    assert library_of(desk.project).window is not None
    desk.click(Button.PAN)
    assert library_of(desk.project).window is None


# -- faults and third parties -----------------------------------------------------------------------------


def test_a_stuck_parameter_does_not_move(desk: Rig) -> None:
    library_of(desk.project).stuck.add(("Gain", "Gain"))
    known = edit(desk, "Bass", "Gain")
    desk.send(Turn(0, 5))
    desk.with_held(Button.OPTION, Turn(0, 5))
    desk.click(VPOT + 0)
    assert known[0].value == 0.0
    assert desk.project.journal == []


def test_an_update_may_have_reordered_the_parameters(desk: Rig) -> None:
    usual = [knob.name for knob in knobs(library_of(desk.project).make("Compressor"))]
    library_of(desk.project).reordered.add("Compressor")
    now = [knob.name for knob in edit(desk, "Bass", "Compressor")]
    assert now != usual
    assert sorted(now) == sorted(usual)


def test_a_plug_in_without_texts_counts_its_controls(desk: Rig) -> None:
    edit(desk, "Bass", "Practice Comp")
    assert desk.names()[0].startswith("C")
    assert desk.values() == ["500"] * 8
    desk.send(Turn(0, 1))
    desk.with_held(Button.ALT, Turn(1, 1))
    assert desk.values()[:2] == ["510", "501"]


def test_a_third_partys_plug_in_can_have_names(desk: Rig) -> None:
    known = edit(desk, "Bass", "Practice Filter")
    assert known[0].name == "Cutoff Frequency"
    desk.send(Turn(2, 1))
    assert known[2].text == "Diode"


def test_places_without_a_parameter_show_a_dash_and_do_nothing(desk: Rig) -> None:
    edit(desk, "Bass", "DeEsser 2")
    assert desk.names() == ["DettrF", "Thrs", "MaxRed", "FilSol", "-", "-", "", ""]
    desk.send(Turn(4, 5), Turn(7, 5))
    desk.click(VPOT + 5)
    assert desk.values()[4:] == [""] * 4
    assert desk.project.journal == []


def test_a_name_with_nothing_at_its_right_runs_on(desk: Rig) -> None:
    edit(desk, "Bass", "Chorus")
    assert desk.surface.row(0).rstrip() == "Mix    Intensity     Rate   -"
    assert desk.surface.row(1).split() == ["50", "30.0", "1.000"]


def test_two_parameters_can_have_one_name(desk: Rig) -> None:
    edit(desk, "Bass", "Sample Delay")
    assert desk.names()[:2] == desk.names()[2:4]
    assert desk.values()[:6] == ["0", "0", "0.0 ms", "0.0 ms", "ms", "Off"]


def test_a_meter_does_not_move(desk: Rig) -> None:
    edit(desk, "Bass", "Limiter")
    assert desk.names() == ["Gain", "Lookha", "Softkn", "Rel", "OutLev", "GaiRed", "TrPeDe", "-"]
    assert desk.values()[:4] == ["0.0 dB", "5.0 ms", "On", "250.0"]
    desk.send(Turn(5, -5))
    assert desk.project.journal == []
