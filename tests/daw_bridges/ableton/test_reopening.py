"""A set is closed and another opened, or the script loaded anew, while it works: nothing stays or leaks."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from daw_bridges.ableton import AbletonBridge
from daw_bridges.actions import parse_action
from daw_bridges.algebra import differences
from daw_bridges.errors import UnreachableError
from daw_bridges.simulated.live import LiveHost, Song, practice_set
from tests.daw_bridges.ableton.conftest import TOKEN, StartLive, connected
from tests.daw_bridges.ableton.racks import racked_set
from tests.daw_bridges.ableton.raw import RawClient

BATCH = [
    parse_action({"action": name, "track": "Bass", **fields})
    for name, fields in (
        ("insert_device", {"device": "eq", "chain": "Audio Effect Rack > Wet", "at": 1}),
        ("set_mute", {"on": True}),
        ("insert_device", {"device": "Prism EQ"}),
        ("add_notes", {"clip": "#1", "notes": [[60 + n % 12, n / 8, 0.1, 90] for n in range(600)]}),
        ("set_volume", {"db": -6}),
        ("load_preset", {"device": "Audio Effect Rack > Wet > compressor", "preset": "Brick Wall"}),
    )
]

Work = Callable[[AbletonBridge], Awaitable[Any]]

WORK: dict[str, Work] = {
    "mid-batch": lambda bridge: bridge.perform(BATCH),
    "mid-snapshot": lambda bridge: bridge.snapshot(),
}


async def held_at(live: LiveHost, place: int) -> asyncio.Event:
    """Let the script work up to a step and no further, as a tick that ends there; set once it is there."""
    reached, loop = asyncio.Event(), asyncio.get_running_loop()
    jobs: Any = live.script._jobs
    step, steps = jobs._step, 0

    def counted(job: Any) -> bool:
        nonlocal steps
        if steps == place:
            loop.call_soon_threadsafe(reached.set)
            return False
        steps += 1
        return bool(step(job))

    live.call(setattr, jobs, "_step", counted)
    return reached


def listeners(song: Song) -> int:
    return sum(map(len, song.document.listeners.values()))


def fresh_set() -> Song:
    song = practice_set()
    with song.unrecorded():
        song.tempo = 87.0
    return song


async def interrupted(live: LiveHost, bridge: AbletonBridge, work: Work, place: int, fresh: Song) -> None:
    """Begin some work, hold it at a step, and open a set meanwhile."""
    reached = await held_at(live, place)
    task = asyncio.ensure_future(work(bridge))
    await asyncio.wait_for(reached.wait(), 60)
    await asyncio.get_running_loop().run_in_executor(None, live.open_set, fresh)
    with pytest.raises(UnreachableError):
        await task


@pytest.mark.parametrize("place", [0, 1, 4, 9, 25])
@pytest.mark.parametrize("work", WORK.values(), ids=WORK.keys())
async def test_another_set_is_opened_in_the_middle(start_live: StartLive, work: Work, place: int) -> None:
    old, fresh = racked_set(), fresh_set()
    live = start_live(old)
    async with await connected(live, timeout=60) as bridge:
        await bridge.snapshot()
        with RawClient(live.script.port) as watching:
            watching.greet(TOKEN)
            watching.send("/orbit/observe", 1)
            watching.read_until("/orbit/reply")
            assert listeners(old) > 100
            await interrupted(live, bridge, work, place, fresh)
            assert watching.is_closed_by_the_script()
    assert listeners(old) == 0
    async with await connected(live) as again, await connected(start_live(fresh_set())) as other:
        # Nothing of what was asked of the old set is done to the new one.
        assert differences(await again.snapshot(), await other.snapshot()) == []


@pytest.mark.parametrize("place", [0, 3, 12])
async def test_what_was_done_is_one_whole_undo_step_all_the_same(start_live: StartLive, place: int) -> None:
    old = racked_set()
    live = start_live(old)
    async with await connected(live, timeout=60) as bridge:
        before = await bridge.snapshot()
        await interrupted(live, bridge, WORK["mid-batch"], place, old)
    # The very same set, with the script loaded anew.
    async with await connected(live) as bridge:
        while live.call(lambda: live.song.can_undo):
            live.call(live.song.undo)
        assert differences(await bridge.snapshot(), before) == []
        results = await bridge.perform([parse_action({"action": "set_mute", "track": "Bass", "on": True})])
        assert [result.status.value for result in results] == ["verified"]


async def test_the_script_is_loaded_again_and_again(start_live: StartLive) -> None:
    song = racked_set()
    live = start_live(song)
    for _ in range(5):
        port = live.script.port
        async with await connected(live) as bridge:
            await bridge.snapshot()
        await asyncio.get_running_loop().run_in_executor(None, live.open_set, song)
        # The port is free again at once, and its UDP half too.
        for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM):
            with socket.socket(socket.AF_INET, kind) as sock:
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                sock.bind(("127.0.0.1", port))
    assert listeners(song) == 0
    assert [line for line in live.log if "Error" in line] == []
