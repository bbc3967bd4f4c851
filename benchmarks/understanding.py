"""From a sentence to its plan, warm and offline, and where the time goes; beside the same plan by name.

The practice session is a simulated Live over a real socket. ``to the plan`` ends when the plan is told, as a
face shows it; ``whole request`` when the answer is given, and with it what was asked has been noted in the
memory. ``by name`` is the least that any front can take: the same workflow or the same edits, given with
nothing to understand. No sentence is said twice in the same words, so that nothing is remembered of it.
Read the ratios: they come from one run on one machine. ``python -m benchmarks.understanding``
"""

from __future__ import annotations

import asyncio
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks import sized
from benchmarks.stopwatch import Stopwatch
from daw_bridges.actions import action_json
from daw_bridges.session import Session
from orbit.agent import Answer, Desk, Wanted, ask, carry_out
from orbit.agent.events import Event, OnEvent, Planned
from orbit.agent.offline import model as offline
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.reader.decide import read
from orbit.hosts import fresh_practice
from orbit.server import open_library
from orbit.settings import Settings

WANTED = 40.0
"""Milliseconds to the plan, in the median."""
LOOP = "the agent's loop"
MANNERS = (
    "{}", "please {}", "now {}", "could you {}", "can you {}", "okay, {}", "just {}", "please just {}",
)[:sized(None, 2)]  # fmt: skip
"""How a sentence is put in each round; the first is to warm up, and is not counted."""
SENTENCES = (
    "set the bass to -6 dB", "mute the kick", "pan the keys a bit to the left", "halve the tempo",
    "turn the drums down 2 dB", "solo everything but the vocals", "loop bars 9 to 17",
    "put a compressor on the bass with a ratio of 4:1 and a threshold of -20", "rename the pad to Warm Pad",
    "send the vocals to the reverb at minus 12", "add a marker at bar 17 called drop",
    "make the bass duck under the kick", "put a vocal chain on the lead vox",
    "duplicate the bassline to bar 17",
    "glue the drums together", "add a reverb return for the guitar", "make a session template",
    "reset the mixer",
)  # fmt: skip

Do = Callable[[Any, OnEvent], Awaitable[Answer]]


@dataclass
class Taken:
    """What requests took, each in milliseconds, and what each part took of them all, in seconds."""

    to_plan: list[float] = field(default_factory=list[float])
    whole: list[float] = field(default_factory=list[float])
    parts: Counter[str] = field(default_factory=Counter[str])
    """Of the way to the plan."""
    parts_after: Counter[str] = field(default_factory=Counter[str])
    """Of what comes after it."""


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_measure(Settings(data_dir=Path(folder))))


async def _measure(settings: Settings) -> None:
    library = open_library(settings)
    try:
        async with fresh_practice() as bridge:
            desk = Desk(bridge, library, settings)
            known = [await ask(MANNERS[0].format(text), desk, dry_run=True) for text in SENTENCES]
            watch = _watched(desk, bridge)
            said = [[manner.format(text) for text in SENTENCES] for manner in MANNERS[1:]]
            words = await _rounds(
                lambda text, tell: ask(text, desk, dry_run=True, on_event=tell), said, watch
            )
            frames = _by_frames(await bridge.snapshot(), said)
            wanted = [[_by_name(answer) for answer in known] for _ in said]
            named = await _rounds(
                lambda each, tell: carry_out(each, desk, dry_run=True, on_event=tell), wanted, watch
            )
    finally:
        library.close()
    _show(words, named)
    print(f"the reader of frames alone: {median(frames):.1f} ms a sentence, p95 {_p95(frames):.1f} ms")


def _by_frames(session: Session, rounds: Sequence[Sequence[str]]) -> list[float]:
    """What the reader of frames takes for each sentence, in milliseconds; it is loaded before."""
    read(Ground(session, SENTENCES[0]))
    taken: list[float] = []
    for text in (text for said in rounds for text in said):
        begin = perf_counter()
        read(Ground(session, text))
        taken.append((perf_counter() - begin) * 1000)
    return taken


def _by_name(answer: Answer) -> Wanted:
    assert answer.plan is not None
    if answer.workflow is not None:
        return Wanted(workflow=answer.workflow, slots=answer.slots)
    return Wanted(actions=tuple(map(action_json, answer.plan.actions)))


def _watched(desk: Desk, bridge: Any) -> Stopwatch:
    watch = Stopwatch()
    watch.watch(bridge, "snapshot", "reading the session")
    watch.watch(desk.library, "find", "searching the library")
    for method in ("plan_workflow", "plan_actions", "plan_parts"):
        watch.watch(desk, method, "planning and predicting")
    watch.watch(offline, "next_move", "understanding")
    watch.watch(desk.familiar, "nicknames", "names, preferences, what was lately")
    watch.watch(desk.preferred, "device_names", "names, preferences, what was lately")
    watch.watch(desk.preferred, "guarded", "names, preferences, what was lately")
    watch.watch(desk.context, "lately", "names, preferences, what was lately")
    watch.watch(desk.context, "noted", "noting the request")
    watch.watch(desk.familiar, "noticed", "noting the request")
    return watch


async def _rounds(do: Do, rounds: Sequence[Sequence[Any]], watch: Stopwatch) -> Taken:
    """Make every request of every round in turn; each has to come to a plan."""
    taken = Taken()
    for requests in rounds:
        for request in requests:
            await _timed(do, request, watch, taken)
    return taken


async def _timed(do: Do, request: Any, watch: Stopwatch, taken: Taken) -> None:
    watch.seconds.clear()
    planned: list[tuple[float, dict[str, float]]] = []

    def tell(event: Event) -> None:
        if isinstance(event, Planned):
            planned.append((perf_counter(), watch.so_far()))

    start = perf_counter()
    with watch.part(LOOP):
        await do(request, tell)
    end = perf_counter()
    assert planned, f"no plan came of {request!r}"
    at, parts = planned[0]
    taken.to_plan.append((at - start) * 1000)
    taken.whole.append((end - start) * 1000)
    taken.parts.update(parts)
    taken.parts_after.update(watch.seconds)
    taken.parts_after.subtract(parts)


def _show(words: Taken, named: Taken) -> None:
    console = Console(width=110)
    console.print(_table(words, named), _shares(words), sep="\n")
    console.print(
        f"sentence → plan: {median(words.to_plan):.1f} ms in the median (wanted: at most {WANTED:.0f}); "
        f"by name {median(named.to_plan):.1f} ms",
        highlight=False,
    )
    at = [median(words.to_plan[place :: len(SENTENCES)]) for place in range(len(SENTENCES))]
    slowest = max(range(len(SENTENCES)), key=lambda place: at[place])
    console.print(f"slowest: “{SENTENCES[slowest]}”, {at[slowest]:.1f} ms", highlight=False)


def _table(words: Taken, named: Taken) -> Table:
    count = f"{len(SENTENCES)} sentences, {len(MANNERS) - 1} rounds, dry runs on a warm desk"
    table = Table(title=count, title_justify="left")
    for column in ("", "to the plan", "p95", "times by name", "whole request", "p95", "times by name"):
        table.add_column(column, justify="right" if column else "left")
    for name, taken in (("in words", words), ("by name", named)):
        cells: list[str] = []
        for mine, theirs in ((taken.to_plan, named.to_plan), (taken.whole, named.whole)):
            ratio = median(mine) / median(theirs)
            cells += [f"{median(mine):.1f} ms", f"{_p95(mine):.1f} ms", f"{ratio:.1f} ×"]
        table.add_row(name, *cells)
    return table


def _shares(words: Taken) -> Table:
    table = Table(title="where the words' time goes, in the mean", title_justify="left")
    for column in ("", "to the plan", "share", "after it"):
        table.add_column(column, justify="right" if column else "left")
    count, total = len(words.whole), sum(words.parts.values())
    for name in sorted({*words.parts, *words.parts_after}, key=lambda part: -words.parts[part]):
        before, after = words.parts[name], words.parts_after[name]
        table.add_row(name, _each(before, count), f"{before / total:.0%}", _each(after, count))
    table.add_row("all", _each(total, count), "100%", _each(sum(words.parts_after.values()), count))
    return table


def _each(seconds: float, count: int) -> str:
    return f"{seconds / count * 1000:.1f} ms"


def _p95(values: list[float]) -> float:
    return quantiles(values, n=20)[-1]


if __name__ == "__main__":
    main()
