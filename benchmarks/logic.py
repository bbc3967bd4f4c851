"""Logic through a control surface: messages and time, against the least that the protocol allows.

On the simulated Logic with the latencies measured on the real one. "The least" is counted, not measured: a
surface that knew everything beforehand, made no mistake and never looked back still has to bring each strip
or parameter under it, and to see that it is there before it writes. A press is two messages, and what it
brings is seen one display latency later. Ours looks before every write and after it: that is the rest.
``python -m benchmarks.logic``
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from time import perf_counter

from rich.console import Console
from rich.table import Table

from benchmarks import sized
from daw_bridges.actions import Action, InsertDevice, SetMute, SetPan, SetParameter, SetSend, SetVolume
from daw_bridges.bridge import Result, Status
from daw_bridges.logic import LogicBridge, open_bridge
from daw_bridges.mackie.buttons import STRIPS
from daw_bridges.mackie.pairs import pair
from daw_bridges.simulated.logic import LogicHost, Project, big_project, practice_project
from daw_bridges.simulated.logic.latency import MEASURED

STRIP_COUNT = sized(64, 12)
PRESS = 2
"""Messages: down and up."""


@dataclass(frozen=True)
class Least:
    """Messages that must be sent, and how often an answer must be seen before the next."""

    messages: int
    answers: int

    def __add__(self, other: Least) -> Least:
        return Least(self.messages + other.messages, self.answers + other.answers)

    def __mul__(self, times: int) -> Least:
        return Least(self.messages * times, self.answers * times)

    @property
    def seconds(self) -> float:
        """What the answers take."""
        return self.answers * MEASURED.text


STEP = Least(PRESS, 1)
"""Any press whose result is waited for: another bank, view, page, selection."""
FADER = Least(3, 1)
"""Touched, moved, let go; the level is shown."""
TURN = Least(1, 1)
"""A V-Pot turned to where it belongs by one message of up to 63 ticks."""

PLAN: tuple[Action, ...] = (
    InsertDevice(track="Bass", device="compressor"),
    SetParameter(track="Bass", device="compressor", parameter="threshold", value="-24 dB"),
    SetParameter(track="Bass", device="compressor", parameter="ratio", value="4:1"),
    SetParameter(track="Bass", device="compressor", parameter="attack", value="1 ms"),
    *(SetVolume(track=f"#{place}", db=-3.0 - place) for place in range(1, 7)),
    *(SetPan(track=f"#{place}", pan=place / 20) for place in range(7, 11)),
    *(SetSend(track=f"#{place}", to="A-Reverb", db=-12.0) for place in range(5, 9)),
    SetMute(track="FX", on=True),
    SetVolume(track="Master", db=-1.0),
)
PARAMETER = SetParameter(track="Bass", device="compressor", parameter="release", value="250 ms")

LEAST_PARAMETER = STEP + STEP * 2 + STEP + TURN + STEP
"""Select, PLUG-IN twice, open it, turn, back to the mixer."""
LEAST_PLAN = (
    (STEP + STEP * 2 + TURN + STEP)  # select, PLUG-IN twice, turn to the name, push
    + TURN * 3  # three parameters of its first page
    + STEP  # back to the mixer
    + FADER * 6
    + TURN * 4
    + STEP  # the second bank, for two of the pans, the mute and the master
    + STEP * 2  # the send levels of a bank
    + TURN * 4
    + STEP * 2  # and back
    + STEP  # the mute
    + FADER
)


def least_reading(project: Project) -> Least:
    """The least for reading the mixer: one walk over the banks for each row of values that there is."""
    banks = -(-len(project.strips) // STRIPS)
    inserts = max(_used(strip.inserts) for strip in project.strips)
    sends = max(_used(strip.sends) for strip in project.strips)
    # Faders, lamps and panning; inputs; outputs; each slot in use and the one that shows there is no more.
    rows = 3 + (inserts + 1) + (2 * sends + 1)
    return (STEP * (banks - 1) + STEP) * rows


def least_first(project: Project) -> Least:
    """The same with what is asked once: of which kind each strip is, and the names that were shortened."""
    shortened = sum(len(strip.name) > STRIPS - 2 for strip in project.strips)
    kinds = STEP * len({strip.kind for strip in project.strips})
    return least_reading(project) + kinds + STEP * 2 + STEP * shortened


def _used(slots: Sequence[object]) -> int:
    return sum(slot is not None for slot in slots)


Work = Callable[[LogicBridge], Awaitable[object]]


@dataclass
class Cost:
    """What one piece of work took."""

    messages: int
    seconds: float


async def _cost(bridge: LogicBridge, work: Work) -> Cost:
    link = bridge.link
    assert link is not None
    sent, start = link.sent, perf_counter()
    await work(bridge)
    return Cost(link.sent - sent, perf_counter() - start)


async def _snapshot(bridge: LogicBridge) -> None:
    await bridge.snapshot()


def _performs(*actions: Action) -> Work:
    async def work(bridge: LogicBridge) -> None:
        _must_be_verified(await bridge.perform(actions))

    return work


def _must_be_verified(results: Sequence[Result]) -> None:
    for result in results:
        if result.status is not Status.VERIFIED:
            raise SystemExit(f"{result.action.describe()}: {result.status}, {result.reason}")


async def _on(project: Project, works: Sequence[Work]) -> list[Cost]:
    ours, theirs = pair()
    with LogicHost(project, theirs, latency=MEASURED):
        async with await open_bridge(port=ours) as bridge:
            return [await _cost(bridge, work) for work in works]


async def _measured() -> list[tuple[str, Least, Cost]]:
    big, practice = big_project(STRIP_COUNT), practice_project()
    first, again = await _on(big, (_snapshot, _snapshot))
    _, plan, parameter = await _on(practice, (_snapshot, _performs(*PLAN), _performs(PARAMETER)))
    return [
        (f"first reading of {STRIP_COUNT} strips", least_first(big), first),
        ("the same again", least_reading(big), again),
        ("one parameter", LEAST_PARAMETER, parameter),
        (f"a replay of {len(PLAN)} actions", LEAST_PLAN, plan),
    ]


def main() -> None:
    """Measure and print the table."""
    table = Table(title="Everything read back; × is ours over the least", title_justify="left")
    for column in ("", "messages", "least", "×", "seconds", "least", "×"):
        table.add_column(column, justify="right" if column else "left")
    for what, least, cost in asyncio.run(_measured()):
        table.add_row(
            what,
            str(cost.messages),
            str(least.messages),
            f"{cost.messages / least.messages:.1f}",
            f"{cost.seconds:.2f}",
            f"{least.seconds:.2f}",
            f"{cost.seconds / least.seconds:.1f}",
        )
    Console(width=100).print(table)


if __name__ == "__main__":
    main()
