"""TRACK: Mixer view's six values, inputs and outputs confirmed by a push; Channel view's whole name."""

from __future__ import annotations

import pytest

from daw_bridges.mackie.buttons import Button, StripButton
from daw_bridges.mackie.messages import Fader, Turn
from daw_bridges.simulated.logic import by_hand
from daw_bridges.simulated.logic.plugins import EFFECTS, INSTRUMENTS
from daw_bridges.simulated.logic.project import Change
from daw_bridges.simulated.logic.strips import Automation
from tests.daw_bridges.simulated.logic.rig import Rig

VPOT = StripButton.VPOT
LABELS = ["Volume", "Pan", "Format", "Input", "Output", "Auto"]


def values_of(desk: Rig, label: str) -> None:
    """Mixer view of one value, with values below."""
    desk.click(Button.TRACK, Button.NAME_VALUE, *[Button.RIGHT] * LABELS.index(label))
    desk.after(3)
    desk.project.journal.clear()


def test_the_cursor_goes_through_six_values(desk: Rig) -> None:
    desk.click(Button.TRACK, Button.NAME_VALUE)
    seen = [desk.names()[0]]
    for _ in range(6):
        desk.click(Button.RIGHT)
        assert desk.surface.row(0).rstrip().endswith(desk.names()[0])
        seen.append(desk.names()[0])
    assert seen == [*LABELS, "Auto"]
    assert desk.surface.mode == "TR"


@pytest.mark.parametrize(
    ("label", "reads"),
    [("Volume", "+0.0dB"), ("Pan", "0"), ("Format", "Stereo"), ("Output", "St Out"), ("Auto", "Read")],
)
def test_what_a_strip_reads(desk: Rig, label: str, reads: str) -> None:
    values_of(desk, label)
    assert desk.values()[3] == reads


def test_volume_goes_by_the_faders_law(desk: Rig) -> None:
    values_of(desk, "Volume")
    desk.send(Turn(0, -10))
    assert -7 < desk.project["Kick"].volume_db < -3
    desk.click(VPOT + 0)
    assert desk.project["Kick"].volume_db == 0.0
    desk.send(Turn(0, 63))
    assert desk.project["Kick"].volume_db == 6.0
    desk.with_held(Button.OPTION, Turn(0, -1))
    desk.with_held(Button.OPTION, Turn(0, -1))
    assert desk.values()[0] == "-oodB"


def test_automation_and_format(desk: Rig) -> None:
    values_of(desk, "Auto")
    desk.send(Turn(2, 1))
    assert desk.project["Hats"].automation is Automation.TOUCH
    desk.click(Button.LEFT, Button.LEFT, Button.LEFT)
    desk.send(Turn(2, -1))
    assert desk.project["Hats"].stereo is False
    desk.click(VPOT + 2)
    assert desk.project["Hats"].stereo is True


def test_an_output_flashes_until_it_is_pushed(desk: Rig) -> None:
    values_of(desk, "Output")
    desk.send(Turn(0, 3))
    seen: set[str] = set()
    for _ in range(4):
        desk.after(0.3)
        seen.add(desk.values()[0])
    assert seen == {"Bus 3", ""}
    assert desk.project["Kick"].output == "Stereo Out"
    desk.click(VPOT + 0)
    assert desk.values()[0] == "Bus 3"
    assert desk.project.journal == [Change("Kick", "output", "Stereo Out", "Bus 3", "surface")]


def test_an_audio_strip_has_an_input_and_an_instrument_none(desk: Rig) -> None:
    values_of(desk, "Input")
    desk.send(Turn(0, 2))
    desk.click(VPOT + 0)
    assert desk.project["Kick"].input == ""
    desk.send(Turn(3, 2))
    desk.click(VPOT + 3)
    assert desk.project["Percussion"].input == "Input 3"


def test_a_choice_is_forgotten_when_the_value_changes(desk: Rig) -> None:
    values_of(desk, "Output")
    desk.send(Turn(0, 3))
    desk.click(Button.LEFT, Button.RIGHT, VPOT + 0)
    assert desk.project["Kick"].output == "Stereo Out"


def test_flip_puts_pan_under_the_faders(desk: Rig) -> None:
    values_of(desk, "Pan")
    desk.click(Button.FLIP)
    desk.send(Fader(1, 0))
    assert desk.project["Snare"].pan == -64
    assert desk.project["Snare"].volume_db == 0.0


# -- Channel view -----------------------------------------------------------------------------------------


def channel_view(desk: Rig, name: str) -> None:
    by_hand.select(desk.logic, name)
    desk.click(Button.TRACK, Button.TRACK)
    assert desk.surface.mode == "TR."
    desk.project.journal.clear()


def test_name_state_shows_the_whole_name(desk: Rig) -> None:
    channel_view(desk, "Percussion")
    assert desk.surface.row(0).strip() == "Percussion"
    by_hand.select(desk.logic, "Backing Vox")
    desk.settle()
    assert desk.surface.row(0).strip() == "Backing Vox"


def test_value_state_shows_eight_values(desk: Rig) -> None:
    channel_view(desk, "Bass")
    desk.click(Button.NAME_VALUE)
    assert desk.names() == ["Volume", "Pan", "Instrm", "Ins1Pl", "Ins2Pl", "Send1", "Send2", "Send3"]
    assert desk.values() == ["+0.0dB", "0", "--", "--", "--", "-oodB", "-oodB", ""]


def test_volume_pan_and_sends_of_the_selected_strip(desk: Rig) -> None:
    channel_view(desk, "Guitar")
    desk.send(Turn(0, -5), Turn(1, 20), Turn(5, 40))
    strip = desk.project["Guitar"]
    assert strip.volume_db < 0
    assert strip.pan == 20
    assert strip.sends[0].level_db > -100
    assert {change.strip_name for change in desk.project.journal} == {"Guitar"}
    desk.click(VPOT + 0, VPOT + 1)
    assert (strip.volume_db, strip.pan) == (0.0, 0)


def test_a_value_passes_by_in_name_state(desk: Rig) -> None:
    channel_view(desk, "Guitar")
    desk.send(Turn(1, 20))
    assert desk.values()[1] == "+20"
    desk.after(3)
    assert desk.values()[1] == "Pan"


def test_inserts_and_the_instrument_are_chosen_there(desk: Rig) -> None:
    channel_view(desk, "Bass")
    desk.send(Turn(3, EFFECTS.index("Gain") + 1))
    desk.click(VPOT + 3)
    assert desk.surface.mode == "P1."
    channel_view(desk, "Bass")
    desk.send(Turn(2, INSTRUMENTS.index("ES2") + 1))
    desk.click(VPOT + 2)
    assert desk.surface.mode == "IN."
    strip = desk.project["Bass"]
    assert strip.instrument is not None
    assert [each.name if each else None for each in (strip.instrument, strip.inserts[0])] == ["ES2", "Gain"]
