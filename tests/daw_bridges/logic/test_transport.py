"""The transport, the cycle, the click and markers, checked in Logic itself."""

from __future__ import annotations

import pytest

from daw_bridges.actions import AddLocator, Play, Record, SetLoop, SetMetronome, Stop, Undo
from daw_bridges.bridge import MANUAL_STEP, Status
from daw_bridges.logic import LogicBridge
from daw_bridges.logic.timeline import Place, parse_cell, parse_time, place_of
from daw_bridges.simulated.logic import by_hand
from tests.daw_bridges.logic.conftest import Rig


async def test_playing_from_a_bar(logic: Rig, bridge: LogicBridge) -> None:
    for bar in (17.0, 1.0, 5.5, 120.0, 3.0):
        (result,) = await bridge.perform([Play(from_bar=bar)])
        assert result.status is Status.VERIFIED, result.reason
        assert logic.project.playing
        starts = [change.after for change in logic.host.journal if change.what == "playhead"]
        assert bar == 1.0 or starts[-1] == (bar - 1) * 4
    (result,) = await bridge.perform([Stop()])
    assert result.status is Status.VERIFIED
    assert not logic.project.playing


async def test_the_playhead_between_two_beats_is_no_obstacle(logic: Rig, bridge: LogicBridge) -> None:
    def park() -> None:
        logic.project.playhead = 7.3
        logic.project.cycle, logic.project.left = True, 8.0

    logic.host.call(park)
    (result,) = await bridge.perform([Play(from_bar=9)])
    assert result.status is Status.VERIFIED, result.reason
    assert [change.after for change in logic.host.journal if change.what == "playhead"][-1] == 32.0


async def test_stopping_what_stands_still_leaves_the_playhead(logic: Rig, bridge: LogicBridge) -> None:
    logic.host.call(lambda: setattr(logic.project, "playhead", 12.0))
    (result,) = await bridge.perform([Stop()])
    assert result.status is Status.VERIFIED
    assert logic.project.playhead == 12.0


async def test_recording_starts_and_ends(logic: Rig, bridge: LogicBridge) -> None:
    for on in (True, True, False, False):
        (result,) = await bridge.perform([Record(on=on)])
        assert result.status is Status.VERIFIED
        assert logic.project.recording is on
        assert (await bridge.snapshot()).recording is on
    await bridge.perform([Stop()])
    assert not logic.project.playing


async def test_the_click(logic: Rig, bridge: LogicBridge) -> None:
    for on in (True, True, False):
        (result,) = await bridge.perform([SetMetronome(on=on)])
        assert result.status is Status.VERIFIED
        assert logic.project.click is on
        assert (await bridge.snapshot()).metronome is on


@pytest.mark.parametrize(
    ("action", "cycle"),
    [
        (SetLoop(on=True, start_bar=9, end_bar=17), (True, 32.0, 64.0)),
        (SetLoop(on=True, start_bar=2.5, end_bar=3.25), (True, 6.0, 9.0)),
        (SetLoop(on=True, end_bar=129), (True, 0.0, 512.0)),
        (SetLoop(on=False, start_bar=3), (False, 8.0, 16.0)),
        (SetLoop(on=True), (True, 0.0, 16.0)),
    ],
)
async def test_the_cycle(
    logic: Rig, bridge: LogicBridge, action: SetLoop, cycle: tuple[bool, float, float]
) -> None:
    await bridge.snapshot()
    (result,) = await bridge.perform([action])
    assert result.status is Status.VERIFIED, result.reason
    project = logic.project
    assert (project.cycle, project.left, project.right) == cycle
    loop = (await bridge.snapshot()).loop
    assert (loop.on, loop.start_bar, loop.end_bar) == (cycle[0], 1 + cycle[1] / 4, 1 + cycle[2] / 4)


async def test_places_between_beats_are_refused_with_the_nearest(logic: Rig, bridge: LogicBridge) -> None:
    (result,) = await bridge.perform([SetLoop(on=True, start_bar=2.1, end_bar=9)])
    assert (result.status, result.code) == (Status.FAILED, "not_possible")
    assert "Choose bar 2" in (result.reason or "")
    assert not logic.project.cycle


async def test_a_marker_with_its_name_at_the_screen(logic: Rig, bridge: LogicBridge) -> None:
    (result,) = await bridge.perform([AddLocator(bar=33, name="Drop")])
    assert (result.status, result.code) == (Status.UNVERIFIED, "unverifiable")
    assert [(marker.at, marker.name) for marker in logic.project.markers] == [(128.0, "Drop")]


async def test_a_marker_without_a_screen_is_made_and_its_name_left_to_the_user(logic: Rig) -> None:
    async with await logic.connected(screen=False) as bridge:
        (result,) = await bridge.perform([AddLocator(bar=33, name="Drop")])
        assert (result.status, result.code) == (Status.UNVERIFIED, MANUAL_STEP)
        assert "“Drop”" in (result.reason or "")
        assert [marker.at for marker in logic.project.markers] == [128.0]
        assert "Kick" in (await bridge.snapshot()).track_names


async def test_undo_is_logics_own(logic: Rig, bridge: LogicBridge) -> None:
    by_hand.rename(logic.host, "Kick", "Boom")
    (result,) = await bridge.perform([Undo()])
    assert result.status is Status.UNVERIFIED
    assert (await bridge.snapshot()).track_names[0] == "Kick"


def test_places_are_read_and_counted() -> None:
    assert parse_time(" 17 3 1  1") == Place(17, 3)
    assert parse_cell("133 1 1") == Place(133)
    assert place_of(2.0, (7, 8)) == Place(2)
    assert place_of(1 + 3 / 7, (7, 8)) == Place(1, 4)
    assert Place(1, 4).bars((7, 8)) == pytest.approx(1 + 3 / 7)
