"""What a batch saves: a plan of 20 edits in one request, against the same edits one by one, each awaited.

Both on the simulated Live over a real socket, once as a Live without a timer (a tick every 100 ms) and once
with the 10 ms timer. "One by one" is our own bridge, which looks the set up again before each request; "bare
replies" is the least that any client could take: 20 empty requests, each answered before the next is sent.
Read the ratios: they come from one run on one machine. ``python -m benchmarks.replay``
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from statistics import median
from time import perf_counter

from rich.console import Console
from rich.table import Table

from benchmarks import sized
from daw_bridges.ableton import REMOTE_SCRIPT, AbletonBridge, open_bridge
from daw_bridges.actions import Action, InsertDevice, SetColor, SetPan, SetParameter, SetSend, SetVolume
from daw_bridges.bridge import Result, Status
from daw_bridges.simulated.live import LiveHost, practice_set

ROUNDS = sized(5, 1)
TOKEN = "benchmark"  # noqa: S105 - a throw-away secret of this process
HOSTS = {"100 ms tick": False, "10 ms timer": True}

PLAN: tuple[Action, ...] = (
    InsertDevice(track="Bass", device="compressor"),
    SetParameter(track="Bass", device="compressor", parameter="threshold", value="-24 dB"),
    SetParameter(track="Bass", device="compressor", parameter="ratio", value="4:1"),
    SetParameter(track="Bass", device="compressor", parameter="attack", value="1 ms"),
    *(SetVolume(track=f"#{place}", db=-3.0 - place) for place in range(1, 7)),
    *(SetPan(track=f"#{place}", pan=place / 20) for place in range(7, 11)),
    *(SetSend(track=f"#{place}", to="A-Reverb", db=-12.0) for place in range(5, 9)),
    SetColor(track="FX", color="#5480e4"),
    SetVolume(track="Master", db=-1.0),
)

Way = Callable[[AbletonBridge, Sequence[Action]], Coroutine[None, None, None]]


def main() -> None:
    """Measure both hosts and print the table."""
    title = (
        f"{len(PLAN)} edits, every one read back; median of {ROUNDS} rounds (in brackets: times the batch)"
    )
    table = Table(title=title, title_justify="left")
    table.add_column("host")
    for column in WAYS:
        table.add_column(column, justify="right")
    for name, timers in HOSTS.items():
        seconds = [asyncio.run(_median(way, timers=timers)) for way in WAYS.values()]
        table.add_row(name, *(f"{each * 1000:.0f} ms ({each / seconds[0]:.1f} ×)" for each in seconds))
    Console(width=100).print(table)


async def _median(way: Way, *, timers: bool) -> float:
    return median([await _round(way, timers=timers) for _ in range(ROUNDS)])


async def _round(way: Way, *, timers: bool) -> float:
    """Give the seconds that the plan takes on a fresh set."""
    options = {"ORBIT_ABLETON_PORT": "0", "ORBIT_ABLETON_TOKEN": TOKEN}
    with LiveHost(practice_set(), REMOTE_SCRIPT, timers=timers, script_options=options) as host:
        bridge = await open_bridge(port=host.call(lambda: host.script.port), token=TOKEN)
        async with bridge:
            await bridge.snapshot()
            start = perf_counter()
            await way(bridge, PLAN)
            return perf_counter() - start


async def _as_a_batch(bridge: AbletonBridge, plan: Sequence[Action]) -> None:
    _must_be_verified(await bridge.perform(plan))


async def _one_by_one(bridge: AbletonBridge, plan: Sequence[Action]) -> None:
    for action in plan:
        _must_be_verified(await bridge.perform([action]))


async def _bare_replies(bridge: AbletonBridge, plan: Sequence[Action]) -> None:
    for _ in plan:
        await bridge.ping()


def _must_be_verified(results: Sequence[Result]) -> None:
    for result in results:
        if result.status is not Status.VERIFIED:
            raise SystemExit(f"{result.action.describe()}: {result.status}, {result.reason}")


WAYS: dict[str, Way] = {"one batch": _as_a_batch, "one by one": _one_by_one, "bare replies": _bare_replies}


if __name__ == "__main__":
    main()
