"""What the user does in Logic's mixer, seen as actions; what the bridge does is told apart from it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

import pytest

from daw_bridges.actions import SetArm, SetMute, SetPan, SetSend, SetSolo, SetVolume
from daw_bridges.algebra import differences, retrace
from daw_bridges.errors import RefusedError
from daw_bridges.logic import LogicBridge
from daw_bridges.observation import Observed
from daw_bridges.session import Session
from daw_bridges.simulated.logic import by_hand
from daw_bridges.simulated.logic.strips import Send
from tests.daw_bridges.logic.conftest import Rig

_PATIENCE = 20.0


class Seen:
    """What an observation told so far."""

    def __init__(self) -> None:
        self.sessions: list[Session] = []
        self.told: list[Observed] = []

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until something was told."""
        async with asyncio.timeout(_PATIENCE):
            while not condition():  # noqa: ASYNC110 - what is waited for is told in many ways
                await asyncio.sleep(0.02)

    def actions(self, origin: str = "user") -> list[object]:
        """The actions of one origin."""
        return [each.action for each in self.told if each.origin == origin]


@asynccontextmanager
async def watching(bridge: LogicBridge, interval: float) -> AsyncGenerator[Seen]:
    """Observe, in the background."""
    seen = Seen()

    async def watch() -> None:
        async for each in bridge.observe(interval=interval, on_session=seen.sessions.append):
            seen.told.append(each)

    task = asyncio.create_task(watch())
    try:
        await seen.until(lambda: bool(seen.sessions) or task.done())
        yield seen
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def test_moves_in_sight_are_told_at_once(logic: Rig, bridge: LogicBridge) -> None:
    """The next look is an hour away: what is told was pushed."""
    async with watching(bridge, 3600.0) as seen:
        by_hand.move_fader(logic.host, "Bass", -6.0)
        await seen.until(lambda: len(seen.told) >= 1)
        by_hand.mute(logic.host, "Kick", on=True)
        await seen.until(lambda: len(seen.told) >= 2)
        by_hand.pan(logic.host, "Hats", 63)
        await seen.until(lambda: len(seen.told) >= 3)
        by_hand.arm(logic.host, "Percussion", on=True)
        await seen.until(lambda: len(seen.told) >= 4)
        assert seen.actions() == [
            SetVolume(track="Bass", db=-6.0),
            SetMute(track="Kick", on=True),
            SetPan(track="Hats", pan=1.0),
            SetArm(track="Percussion", on=True),
        ]


async def test_a_drag_is_one_action(logic: Rig, bridge: LogicBridge) -> None:
    async with watching(bridge, 3600.0) as seen:
        for tenth in range(30):
            by_hand.move_fader(logic.host, "Bass", -tenth / 10)
        await seen.until(lambda: bool(seen.told))
        assert seen.actions() == [SetVolume(track="Bass", db=-2.9)]


async def test_moves_out_of_sight_are_found_by_looking(logic: Rig, bridge: LogicBridge) -> None:
    async with watching(bridge, 0.1) as seen:
        by_hand.move_fader(logic.host, "FX", -6.0)
        by_hand.solo(logic.host, "B-Delay", on=True)
        await seen.until(lambda: len(seen.told) >= 2)
        assert seen.actions() == [SetVolume(track="FX", db=-6.0), SetSolo(track="B-Delay", on=True)]


async def test_sends_are_found_with_the_next_look_at_everything(logic: Rig, bridge: LogicBridge) -> None:
    async with watching(bridge, 0.02) as seen:
        strip = logic.project.strip("Guitar")
        logic.host.call(lambda: strip.sends.__setitem__(0, Send("Bus 1", -12.0)))
        await seen.until(lambda: bool(seen.told))
        assert seen.actions() == [SetSend(track="Guitar", to="A-Reverb", db=-12.0)]


async def test_the_bridges_own_moves_are_told_as_the_agents(logic: Rig, bridge: LogicBridge) -> None:
    async with watching(bridge, 0.1) as seen:
        await bridge.perform([SetVolume(track="Bass", db=-6.0), SetMute(track="FX", on=True)])
        by_hand.mute(logic.host, "Kick", on=True)
        await seen.until(lambda: len(seen.told) >= 3)
        assert seen.actions("agent") == [SetVolume(track="Bass", db=-6.0), SetMute(track="FX", on=True)]
        assert seen.actions("user") == [SetMute(track="Kick", on=True)]
        here = retrace(seen.sessions[0], [each.action for each in seen.told])
        assert differences(await bridge.snapshot(), here) == []


async def test_an_observation_ends_with_the_bridge(logic: Rig) -> None:
    bridge = await logic.connected()

    async def watch() -> int:
        return len([each async for each in bridge.observe(interval=3600.0)])

    task = asyncio.create_task(watch())
    await asyncio.sleep(0.5)
    await bridge.close()
    async with asyncio.timeout(_PATIENCE):
        assert await task == 0
    with pytest.raises(RefusedError, match="closed"):
        await bridge.snapshot()


async def test_a_dialog_is_waited_for_and_a_return_begins_anew(logic: Rig, bridge: LogicBridge) -> None:
    async with watching(bridge, 0.05) as seen:
        by_hand.open_dialog(logic.host)
        await asyncio.sleep(0.3)
        by_hand.answer(logic.host)
        by_hand.mute(logic.host, "Kick", on=True)
        await seen.until(lambda: bool(seen.told))
        logic.host.stop()
        await asyncio.sleep(0.2)
        logic.host.start()
        await seen.until(lambda: len(seen.sessions) == 2)
        by_hand.mute(logic.host, "Snare", on=True)
        await seen.until(lambda: len(seen.told) >= 2)
        assert seen.actions() == [SetMute(track="Kick", on=True), SetMute(track="Snare", on=True)]
