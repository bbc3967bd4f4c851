"""From a sentence to its plan, warm and offline, and where the time goes; beside the same plan by name.

The practice session is a simulated Live over a real socket. ``by name`` is the least that any front can take:
the same workflow or the same edits, given with nothing to understand, planned on a session that is read once.
Read the ratios: they come from one run on one machine. ``python -m benchmarks.understanding``
"""

from __future__ import annotations

import asyncio
import tempfile
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.stopwatch import Stopwatch
from daw_bridges.actions import action_json
from orbit.agent import Answer, Desk, Wanted, ask, carry_out
from orbit.agent.offline import model as offline
from orbit.engine.local import open_library
from orbit.hosts import connected
from orbit.settings import Settings

ROUNDS = 7
LOOP = "the agent's loop"
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


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_measure(Settings(data_dir=Path(folder))))


async def _measure(settings: Settings) -> None:
    library = open_library(settings)
    try:
        async with connected(settings) as bridge:
            desk = Desk(bridge, library, settings)
            known = [answer for text in SENTENCES if (answer := await ask(text, desk, dry_run=True)).plan]
            watch = _watched(desk, bridge)
            words = await _rounds(lambda text: ask(text, desk, dry_run=True), SENTENCES, watch)
            named = await _rounds(
                lambda wanted: carry_out(wanted, desk, dry_run=True), [*map(_by_name, known)], None
            )
    finally:
        library.close()
    _show(words, named, watch)


def _by_name(answer: Answer) -> Wanted:
    assert answer.plan is not None
    if answer.workflow is not None:
        return Wanted(workflow=answer.workflow, slots=answer.slots)
    return Wanted(actions=tuple(map(action_json, answer.plan.actions)))


def _watched(desk: Desk, bridge: Any) -> Stopwatch:
    watch = Stopwatch()
    watch.watch(bridge, "snapshot", "reading the session")
    watch.watch(desk.library, "find", "searching the library")
    watch.watch(desk, "plan_workflow", "planning")
    watch.watch(desk, "plan_actions", "planning")
    watch.watch(offline, "next_move", "understanding")
    return watch


async def _rounds(do: Callable[[Any], Any], requests: Any, watch: Stopwatch | None) -> dict[Any, list[float]]:
    """Do every request in turn, several times; give the milliseconds of each."""
    taken: dict[int, list[float]] = defaultdict(list)
    for _ in range(ROUNDS):
        for place, request in enumerate(requests):
            start = perf_counter()
            if watch is None:
                await do(request)
            else:
                with watch.part(LOOP):
                    await do(request)
            taken[place].append((perf_counter() - start) * 1000)
    return taken


def _show(words: dict[Any, list[float]], named: dict[Any, list[float]], watch: Stopwatch) -> None:
    each, direct = [median(times) for times in words.values()], [median(times) for times in named.values()]
    table = Table(
        title=f"{len(each)} sentences, {ROUNDS} rounds, dry runs on a warm desk", title_justify="left"
    )
    for column in ("", "median", "p95", "times by name"):
        table.add_column(column, justify="left" if not column else "right")
    ratio = median(each) / median(direct)
    table.add_row("in words", f"{median(each):.1f} ms", f"{_p95(each):.1f} ms", f"{ratio:.1f} ×")
    table.add_row("by name", f"{median(direct):.1f} ms", f"{_p95(direct):.1f} ms", "1")
    shares = Table(title="where the words' time goes", title_justify="left")
    shares.add_column("")
    shares.add_column("mean", justify="right")
    shares.add_column("share", justify="right")
    total, count = sum(watch.seconds.values()), sum(map(len, words.values()))
    for name, seconds in sorted(watch.seconds.items(), key=lambda part: -part[1]):
        shares.add_row(name, f"{seconds / count * 1000:.1f} ms", f"{seconds / total:.0%}")
    console = Console(width=100)
    console.print(table)
    console.print(shares)
    slowest = max(words, key=lambda place: median(words[place]))
    console.print(f"slowest: “{SENTENCES[slowest]}”, {median(words[slowest]):.1f} ms", highlight=False)


def _p95(values: list[float]) -> float:
    return quantiles(values, n=20)[-1]


if __name__ == "__main__":
    main()
