"""Playing, recording, winding, the wheel, the cycle and its locators, markers, the clock."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from daw_bridges.mackie.buttons import Button, StripButton
from daw_bridges.mackie.messages import Jog, Lamp, LampState, Meter, Press, TimecodeDigit, Turn
from daw_bridges.simulated.logic.project import Project
from tests.daw_bridges.simulated.logic.rig import Rig

SHUTTLE = 8.0


def clock(desk: Rig) -> str:
    return "".join(character for character, _ in reversed(desk.surface.time_places))


def markers(project: Project) -> Sequence[tuple[float, str]]:
    return [(each.at, each.name) for each in project.markers]


def test_play_and_stop_change_their_lamps(desk: Rig) -> None:
    came = [each for each in desk.click(Button.PLAY) if isinstance(each, Lamp)]
    assert set(came) == {Lamp(Button.PLAY, LampState.ON), Lamp(Button.STOP, LampState.OFF)}
    assert desk.project.playing
    came = [each for each in desk.click(Button.STOP) if isinstance(each, Lamp)]
    assert set(came) == {Lamp(Button.PLAY, LampState.OFF), Lamp(Button.STOP, LampState.ON)}
    assert not desk.project.playing


def test_the_clock_runs_while_it_plays_and_says_what_differs(desk: Rig) -> None:
    desk.click(Button.PLAY)
    desk.after(2.0)
    assert clock(desk) == "  2 1 1  1"
    came = [each for each in desk.after(0.25) if isinstance(each, TimecodeDigit)]
    assert came == [TimecodeDigit(3, "3")]


def test_the_clock_reads_as_it_was_seen(desk: Rig) -> None:
    desk.by_user(lambda: desk.project.set(desk.project, "playhead", 1 + (2 * 240 + 225) / 960))
    assert clock(desk) == "  1 2 3226"


def test_beats_are_as_long_as_the_signature_says(desk: Rig) -> None:
    desk.by_user(lambda: desk.project.set_signature(6, 8))
    desk.by_user(lambda: desk.project.set(desk.project, "playhead", 4.25))
    assert clock(desk) == "  2 3 2  1"


def test_smpte_starts_at_one_hour(desk: Rig) -> None:
    desk.click(Button.SMPTE_BEATS)
    assert desk.surface.lamp(Button.SMPTE_LAMP)
    assert not desk.surface.lamp(Button.BEATS_LAMP)
    desk.by_user(lambda: desk.project.set(desk.project, "playhead", 124.0))
    assert clock(desk) == "  10102  0"


def test_stop_twice_goes_to_the_start(desk: Rig) -> None:
    desk.click(Button.PLAY)
    desk.after(3.0)
    desk.click(Button.STOP)
    assert desk.project.playhead == 6.0
    desk.click(Button.STOP)
    assert desk.project.playhead == 0.0


def test_with_a_cycle_stop_goes_to_its_start_first(desk: Rig) -> None:
    desk.by_user(lambda: desk.project.set(desk.project, "left", 8.0))
    desk.click(Button.CYCLE)
    desk.send(Jog(12))
    desk.click(Button.STOP)
    assert desk.project.playhead == 8.0
    desk.click(Button.STOP)
    assert desk.project.playhead == 0.0


def test_the_cycle_is_played_round_and_round(desk: Rig) -> None:
    desk.click(Button.CYCLE, Button.PLAY)
    desk.after(7.0)
    assert desk.project.playhead == pytest.approx(14.0)
    desk.after(2.0)
    assert desk.project.playhead == pytest.approx(2.0)


def test_a_short_cycle_is_played_round_many_times_in_one_go(desk: Rig) -> None:
    desk.by_user(lambda: desk.project.set(desk.project, "left", 10.0))
    desk.click(Button.CYCLE, Button.STOP, Button.PLAY)
    desk.after(11.0)
    assert desk.project.playhead == pytest.approx(14.0)


def test_record_lights_and_leaves_regions_on_armed_tracks(desk: Rig) -> None:
    desk.click(3, Button.RECORD)
    assert desk.surface.lamp(Button.RECORD)
    assert desk.surface.lamp(Button.PLAY)
    desk.after(2.0)
    desk.click(Button.STOP)
    (region,) = desk.project["Percussion"].regions
    assert (region.start, region.length) == (0.0, 4.0)
    assert not desk.project["Kick"].regions


def test_winding_goes_faster_with_each_press_and_stops(desk: Rig) -> None:
    desk.click(Button.FAST_FORWARD)
    assert desk.surface.lamp(Button.FAST_FORWARD)
    desk.after(1.0)
    desk.click(Button.FAST_FORWARD)
    desk.after(1.0)
    assert desk.project.playhead == pytest.approx(3 * SHUTTLE)
    desk.click(Button.REWIND, Button.REWIND, Button.REWIND)
    assert desk.surface.lamp(Button.REWIND)
    desk.click(Button.STOP)
    assert desk.after(5.0) == []
    assert desk.project.playhead == pytest.approx(3 * SHUTTLE)


def test_the_wheel_moves_the_playhead_and_ends_winding(desk: Rig) -> None:
    desk.click(Button.FAST_FORWARD)
    desk.send(Jog(9), Jog(-1))
    assert desk.project.playhead == 8.0
    assert desk.after(5.0) == []
    desk.send(Jog(-63))
    assert desk.project.playhead == 0.0


def test_cycle_and_winding_set_the_locators_to_the_playhead(desk: Rig) -> None:
    desk.send(Jog(16))
    desk.clicked_with(Button.CYCLE, Button.REWIND)
    desk.send(Jog(32))
    desk.clicked_with(Button.CYCLE, Button.FAST_FORWARD)
    assert (desk.project.left, desk.project.right, desk.project.cycle) == (16.0, 48.0, True)
    assert desk.surface.lamp(Button.CYCLE)


def test_cycle_and_the_wheel_draw_a_cycle(desk: Rig) -> None:
    desk.send(Jog(4))
    desk.with_held(Button.CYCLE, Jog(8))
    assert (desk.project.left, desk.project.right, desk.project.cycle) == (4.0, 12.0, True)


def test_cycle_view_moves_locators_by_bars_and_beats(desk: Rig) -> None:
    desk.clicked_with(Button.SHIFT, Button.CYCLE)
    assert desk.surface.mode == "CY"
    assert not desk.project.cycle
    desk.send(Turn(0, 1), Turn(4, 2), Turn(5, 1), Turn(6, 3), Turn(7, -1))
    assert (desk.project.left, desk.project.right, desk.project.cycle) == (9.0, 27.0, True)
    assert desk.values() == ["On", "", "Bar", "Beat", "3 2 1", "", "7 4 1", ""]
    desk.send(Turn(2, -5), Turn(3, 2))
    assert (desk.project.left, desk.project.right) == (2.0, 20.0)
    desk.click(Button.PAN)
    assert desk.names()[0] == "Kick"


def test_cycle_view_takes_the_playhead_and_the_selected_regions(desk: Rig) -> None:
    desk.clicked_with(Button.SHIFT, Button.CYCLE)
    desk.send(Jog(6))
    desk.click(32 + 4)
    assert desk.project.left == 6.0
    desk.by_user(lambda: desk.project.select(desk.project["Bass"]))
    desk.click(32 + 1)
    assert (desk.project.left, desk.project.right) == (0.0, 16.0)


def test_markers_are_made_jumped_between_and_deleted(desk: Rig) -> None:
    desk.clicked_with(Button.SHIFT, Button.MARKER)
    assert desk.names()[5:] == ["Cr w/o", "Create", "Delete"]
    desk.send(Jog(5))
    desk.click(32 + 5)
    desk.send(Jog(6))
    desk.click(32 + 6)
    assert markers(desk.project) == [(5.0, "Marker 1"), (12.0, "Marker 2")]
    desk.send(Jog(2))
    assert desk.values()[1] == "INSIDE"
    desk.click(32)
    assert desk.project.playhead == 5.0
    desk.click(32 + 7)
    assert markers(desk.project) == [(12.0, "Marker 2")]


def test_with_markers_on_winding_jumps(desk: Rig) -> None:
    for at in (8.0, 16.0):
        desk.by_user(lambda at=at: desk.project.add_marker(at))
    desk.click(Button.MARKER)
    desk.click(Button.FAST_FORWARD, Button.FAST_FORWARD)
    assert desk.project.playhead == 16.0
    desk.click(Button.REWIND)
    assert desk.project.playhead == 8.0
    assert not desk.surface.lamp(Button.FAST_FORWARD)


def test_function_keys_go_to_markers_while_these_are_on(desk: Rig) -> None:
    for at in (8.0, 16.0):
        desk.by_user(lambda at=at: desk.project.add_marker(at))
    desk.click(Button.F2)
    assert desk.project.playhead == 0.0
    desk.click(Button.MARKER, Button.F2)
    assert desk.project.playhead == 16.0
    assert desk.click(Button.F3) == []


def test_marker_held_is_a_marker_mode_for_as_long(desk: Rig) -> None:
    desk.with_held(Button.MARKER, Press(32 + 6, True), Press(32 + 6, False))
    assert markers(desk.project) == [(0.0, "Marker 1")]
    assert not desk.surface.lamp(Button.MARKER)
    assert desk.surface.mode == "PN"


def test_marker_and_nudge_exclude_each_other(desk: Rig) -> None:
    desk.click(Button.MARKER, Button.NUDGE)
    assert not desk.surface.lamp(Button.MARKER)
    assert desk.surface.lamp(Button.NUDGE)


@pytest.mark.parametrize("button", [Button.CLICK, Button.CYCLE, Button.DROP, Button.REPLACE, Button.SCRUB])
def test_switches_light_while_they_are_on(desk: Rig, button: int) -> None:
    desk.click(button)
    assert desk.surface.lamp(button)
    desk.click(button)
    assert not desk.surface.lamp(button)


def test_meters_move_while_something_sounds(desk: Rig) -> None:
    desk.click(Button.PLAY)
    came = {each.strip for each in desk.after(0.5) if isinstance(each, Meter)}
    assert came == {4, 5}
    desk.click(StripButton.MUTE + 5)
    assert {each.strip for each in desk.after(0.5) if isinstance(each, Meter)} == {4}
    desk.click(Button.STOP)
    assert not [each for each in desk.after(0.5) if isinstance(each, Meter)]
