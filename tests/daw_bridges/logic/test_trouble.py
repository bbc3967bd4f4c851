"""What goes wrong with a Logic that runs: cables, dialogs, other projects, quitting and coming back."""

from __future__ import annotations

import asyncio

import pytest

from daw_bridges.actions import Action, SetArm, SetMute, SetPan, SetVolume
from daw_bridges.bridge import Status
from daw_bridges.errors import RefusedError, UnreachableError
from daw_bridges.logic import LogicBridge, open_bridge
from daw_bridges.mackie.messages import Message
from daw_bridges.mackie.pairs import pair
from daw_bridges.simulated.logic import big_project, by_hand
from tests.daw_bridges.logic.conftest import Rig, StartLogic

_ACTIONS: tuple[Action, ...] = (
    SetMute(track="Snare", on=True),
    SetVolume(track="FX", db=-6.0),
    SetPan(track="Bass", pan=-0.4),
    SetArm(track="Guitar", on=True),
)


async def test_nobody_at_the_port_is_said() -> None:
    ours, _ = pair()
    with pytest.raises(UnreachableError, match="orbit doctor"):
        await open_bridge(port=ours, timeout=0.3)


async def test_the_cable_pulled_before_any_message_of_a_replay(start_logic: StartLogic) -> None:
    """What was confirmed is told, the next call finds Logic again and reads it; no stranger was touched."""
    for at in range(0, 30, 6):
        logic = start_logic()
        async with await logic.connected() as bridge:
            await bridge.snapshot()
            untouched = logic.mixer()
            first = logic.host.mackie.taken

            def pull(number: int, _message: Message, logic: Rig = logic, last: int = first + at) -> None:
                if number == last:
                    logic.port.unplug()

            logic.host.faults.before_message = pull
            with pytest.raises(UnreachableError) as caught:
                await bridge.perform(_ACTIONS)
            done = len(caught.value.results)
            assert all(result.status is Status.VERIFIED for result in caught.value.results)
            logic.host.faults.before_message = None
            await _told_of_the_loss(bridge)
            logic.port.replug()
            results = await bridge.perform(_ACTIONS[done:])
            assert [result.status for result in results] == [Status.VERIFIED] * (len(_ACTIONS) - done)
            after = logic.mixer()
        changed = {name for name in after if after[name] != untouched[name]}
        assert changed == {"Snare", "FX", "Bass", "Guitar"}


async def _told_of_the_loss(bridge: LogicBridge) -> None:
    """A write may fail before the port's own thread says that the cable is out."""
    for _ in range(500):
        if bridge.link is None or bridge.link.lost is not None:
            return
        await asyncio.sleep(0.01)


async def test_logic_quits_and_comes_back(logic: Rig, bridge: LogicBridge) -> None:
    await bridge.snapshot()
    logic.host.stop()
    with pytest.raises(UnreachableError):
        await bridge.snapshot()
    with pytest.raises(UnreachableError) as caught:
        await bridge.perform([SetMute(track="Kick", on=True)])
    assert caught.value.results == ()
    logic.host.start()
    (result,) = await bridge.perform([SetMute(track="Kick", on=True)])
    assert result.status is Status.VERIFIED
    assert logic.project.strip("Kick").mute


async def test_another_project_is_read_anew(logic: Rig) -> None:
    async with await logic.connected(settle=0.1) as bridge:
        await bridge.snapshot()
        logic.host.open_project(big_project(20))
        (result,) = await bridge.perform([SetVolume(track="Track 9", db=-3.0)])
        assert result.status is Status.VERIFIED, result.reason
        assert logic.project.strip("Track 9").volume_db == -3.0
        assert len((await bridge.snapshot()).ordinary_tracks) == 16


async def test_behind_a_dialog_nothing_is_done_and_that_is_said(logic: Rig, bridge: LogicBridge) -> None:
    await bridge.snapshot()
    before = logic.mixer()
    by_hand.open_dialog(logic.host)
    with pytest.raises(RefusedError, match="dialog"):
        await bridge.snapshot()
    (result,) = await bridge.perform([SetVolume(track="Kick", db=-3.0)])
    assert (result.status, result.code) == (Status.FAILED, "refused")
    assert "Answer it" in (result.reason or "")
    assert logic.mixer() == before
    by_hand.answer(logic.host)
    (result,) = await bridge.perform([SetVolume(track="Kick", db=-3.0)])
    assert result.status is Status.VERIFIED


async def test_a_dialog_that_opens_before_any_message(start_logic: StartLogic) -> None:
    for at in range(0, 24, 7):
        logic = start_logic()
        async with await logic.connected() as bridge:
            await bridge.snapshot()
            first = logic.host.mackie.taken

            def open_one(number: int, _message: Message, logic: Rig = logic, last: int = first + at) -> None:
                if number == last:
                    logic.host.mackie.dialogs.open()

            logic.host.faults.before_message = open_one
            results = await bridge.perform(_ACTIONS)
            failed = next(result for result in results if result.status is not Status.VERIFIED)
            assert (failed.status, failed.code) == (Status.FAILED, "refused")
            logic.host.faults.before_message = None
            by_hand.answer(logic.host)
            results = await bridge.perform(_ACTIONS)
            assert {result.status for result in results} == {Status.VERIFIED}


async def test_a_track_renamed_in_the_middle_of_a_replay(start_logic: StartLogic) -> None:
    for at in (0, 5, 9):
        logic = start_logic()
        async with await logic.connected() as bridge:
            await bridge.snapshot()
            untouched = logic.mixer()
            first = logic.host.mackie.taken

            def rename(number: int, _message: Message, logic: Rig = logic, last: int = first + at) -> None:
                if number == last:
                    logic.project.rename(logic.project.strip("Hats"), "Cymbals")

            logic.host.faults.before_message = rename
            results = await bridge.perform(_ACTIONS)
            assert {result.status for result in results} == {Status.VERIFIED}, [r.reason for r in results]
            after = logic.mixer()
        assert after.pop("Cymbals") == untouched.pop("Hats")
        assert {name for name in after if after[name] != untouched[name]} == {"Snare", "FX", "Bass", "Guitar"}


async def test_a_bridge_that_is_closed_while_logic_is_waited_for_stays_closed(
    logic: Rig, bridge: LogicBridge
) -> None:
    await bridge.snapshot()
    logic.host.stop()
    reading = asyncio.create_task(bridge.snapshot())
    await asyncio.sleep(0.1)
    await bridge.close()
    logic.host.start()
    with pytest.raises((RefusedError, UnreachableError)):
        await reading
    assert not logic.port.is_open
