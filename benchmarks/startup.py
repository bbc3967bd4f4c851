"""How long Orbit takes to start, and where the time of a warm request goes. ``python -m benchmarks.startup``

The first table compares commands with the bare interpreter's start, on the practice session: the first
request of a new data directory, the same again, what only looks, what asks the library by meaning. The next
say what ``orbit --help`` and a plain edit import, what it costs to host the server of a data directory, and
to be its client; and how much longer ``orbit do`` takes beside a host than the host needs. The last takes a
request apart, in an engine that has served one before: waiting for the host, retrieval, remembering, planning
and checking, the agent's loop, and the rest. Read the shares: they come from one run on one machine.
"""

from __future__ import annotations

import asyncio
import os
import resource
import subprocess
import sys
import tempfile
from collections import Counter
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

from benchmarks import sized
from benchmarks.stopwatch import Stopwatch

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractAsyncContextManager

    from orbit.server import Engine, LocalEngine
    from orbit.settings import Settings

    Open = Callable[[Settings], AbstractAsyncContextManager[Engine]]

REQUEST = "make the bass duck under the kick"
EDIT = "turn the bass down 3 dB"
ROUNDS = sized(9, 1)
ORBIT = ["-m", "orbit.interfaces.cli"]
TOKEN = "benchmark"  # noqa: S105 - a throw-away secret of this process
HOSTS = {"10 ms timer": True, "100 ms tick": False}
PARTS = ("host", "retrieval", "remembering", "planning and checking", "agent", "rest")


def main() -> None:
    """Measure and print the tables."""
    console = Console(width=100)
    console.print(_startup())
    for command in (["--help"], ["do", EDIT]):
        console.print(_imports(command))
    console.print(_engine())
    console.print(_beside())
    console.print(_request())


def _table(title: str, *columns: str) -> Table:
    table = Table(title=title, title_justify="left")
    for number, column in enumerate(columns):
        table.add_column(column, justify="right" if number else "left")
    return table


def _startup() -> Table:
    bare, first = ["-c", "pass"], f"the first: orbit do “{EDIT}”"
    commands = {
        "bare interpreter": bare,
        "orbit --help": [*ORBIT, "--help"],
        first: [*ORBIT, "do", EDIT],
        "the same again": [*ORBIT, "do", EDIT],
        "orbit session": [*ORBIT, "session"],
        "orbit workflows list": [*ORBIT, "workflows", "list"],
        "orbit workflows show vocal-chain": [*ORBIT, "workflows", "show", "vocal-chain"],
        "orbit memory stats": [*ORBIT, "memory", "stats"],
        f"by meaning, the first: orbit do --dry-run “{REQUEST}”": [*ORBIT, "do", "--dry-run", REQUEST],
        "the same again, by meaning": [*ORBIT, "do", "--dry-run", REQUEST],
        "only importing Chroma and pydantic-ai": ["-c", "import chromadb, pydantic_ai"],
    }
    taken: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(ROUNDS):  # in turn, so that a busy minute falls on all of them
        with tempfile.TemporaryDirectory() as folder:
            for name, command in commands.items():
                taken[name].append(_run(command, folder))
    seconds = {name: median(each) for name, each in taken.items()}
    table = _table(f"Start-up, median of {ROUNDS}", "", "ms", "times the interpreter")
    for name, middle in seconds.items():
        table.add_row(name, f"{middle * 1000:.0f}", f"{middle / seconds['bare interpreter']:.1f} ×")
    return table


def _run(arguments: list[str], data_dir: str) -> float:
    start = perf_counter()
    subprocess.run([sys.executable, *arguments], check=True, capture_output=True, env=_at(data_dir))
    return perf_counter() - start


def _at(data_dir: str) -> dict[str, str]:
    return os.environ | {"ORBIT_DATA_DIR": data_dir}


def _imports(arguments: list[str]) -> Table:
    """Say which packages a command imports, by the time spent in their own code."""
    command = [sys.executable, "-X", "importtime", *ORBIT, *arguments]
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(command, check=True, capture_output=True, text=True, env=_at(folder))
    profile = "\n".join(line for line in done.stderr.splitlines() if line.startswith("import time:"))
    spent: Counter[str] = Counter()
    for line in profile.splitlines()[1:]:
        own, _, module = line.removeprefix("import time:").split("|")
        package = module.strip().split(".")[0]
        spent["standard library" if package in sys.stdlib_module_names else package] += int(own)
    table = _table(f"What orbit {' '.join(arguments)} imports", "package", "ms in its own code")
    for package, microseconds in spent.most_common(6):
        table.add_row(package, f"{microseconds / 1000:.1f}")
    return table


def _engine() -> Table:
    """Say what a request costs alone, as the owner of a data directory, and as a client of another."""
    seconds = asyncio.run(_ways())
    table = _table(
        f"The engine, median of {ROUNDS}", "", "open and close, ms", "a search, ms", "a request, ms"
    )
    for name, rounds in seconds.items():
        cells = (f"{median(taken) * 1000:.1f}" for taken in zip(*rounds, strict=True))
        table.add_row(name, *cells)
    return table


async def _ways() -> dict[str, list[tuple[float, float, float]]]:
    """Time each way in turn, after one round that warms it up; for the last the owner is another process."""
    from orbit.hosts import script_port, simulated_live
    from orbit.server import LocalEngine, engine_for
    from orbit.settings import Settings

    with tempfile.TemporaryDirectory() as folder, simulated_live(token=TOKEN) as live:
        settings = Settings(
            daw="ableton", data_dir=Path(folder), ableton_port=script_port(live), ableton_token=TOKEN
        )
        alone = [await _way(LocalEngine, settings) for _ in range(1 + ROUNDS)]
        owner = [await _way(partial(engine_for, hosts=True), settings) for _ in range(1 + ROUNDS)]
        with subprocess.Popen(  # noqa: ASYNC220 - nothing else waits for this loop
            [sys.executable, "-m", "orbit.interfaces.cli", "watch", folder, "--data-dir", folder],
            stdout=subprocess.PIPE,
        ) as other:
            assert other.stdout is not None
            other.stdout.readline()
            client = [await _way(engine_for, settings) for _ in range(1 + ROUNDS)]
            other.terminate()
    return {"alone, no neighbours": alone[1:], "host": owner[1:], "client": client[1:]}


def _beside() -> Table:
    """Say how long a command takes beside a host by the clock, and how long the host works for it."""
    serve = [sys.executable, *ORBIT, "serve"]
    with (
        tempfile.TemporaryDirectory() as folder,
        subprocess.Popen(serve, stdout=subprocess.PIPE, env=_at(folder)) as host,
    ):
        assert host.stdout is not None
        host.stdout.readline()
        command = [*ORBIT, "do", EDIT]
        _run(command, folder)
        rounds = [
            (*_spent(command, folder), asyncio.run(_served(folder)), _run(["-c", "pass"], folder))
            for _ in range(ROUNDS)
        ]
        host.terminate()
    whole, spent, needed, bare = (median(taken) * 1000 for taken in zip(*rounds, strict=True))
    columns = ("command, ms", "its processor, ms", "host, ms", "more, ms", "times the interpreter")
    table = _table(f"orbit do “{EDIT}” beside a host, median of {ROUNDS}", *columns)
    cells = (f"{each:.0f}" for each in (whole, spent, needed, whole - needed))
    table.add_row(*cells, f"{whole / bare:.1f} ×")
    return table


def _spent(command: list[str], folder: str) -> tuple[float, float]:
    """Give how long a command takes by the clock, and of the processor, which others leave as it is."""

    def processor() -> float:
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime

    before = processor()
    return _run(command, folder), processor() - before


async def _served(folder: str) -> float:
    """Give how long a host takes for the same request from a client that is there."""
    from orbit.server import engine_for
    from orbit.settings import Settings

    async with engine_for(Settings(data_dir=Path(folder))) as engine:
        start = perf_counter()
        await engine.do(EDIT)
        return perf_counter() - start


async def _way(opened: Open, settings: Settings) -> tuple[float, float, float]:
    """Open and close it; then open it again and time a search and a request, each done before."""
    start = perf_counter()
    async with opened(settings):
        pass
    spent = perf_counter() - start
    async with opened(settings) as engine:
        await engine.search(REQUEST)
        await engine.session()
        start = perf_counter()
        await engine.search(REQUEST)
        searched = perf_counter() - start
        await engine.do(REQUEST)
        await engine.undo()
        start = perf_counter()
        done = await engine.do(REQUEST)
        requested = perf_counter() - start
        undone = await engine.undo()
    if not (done.ok and undone.ok):
        raise SystemExit(f"{done.reply} {undone.reply}")
    return spent, searched, requested


def _request() -> Table:
    table = _table(f"A warm “{REQUEST}”, median of {ROUNDS}", "host", "ms", *PARTS)
    for name, timers in HOSTS.items():
        rounds = asyncio.run(_measure(timers=timers))
        middle = {part: median([seconds.get(part, 0.0) for seconds in rounds]) for part in PARTS}
        total = sum(middle.values())
        cells = (f"{spent * 1000:.0f} ({spent / total:.0%})" for spent in middle.values())
        table.add_row(name, f"{total * 1000:.0f}", *cells)
    return table


async def _measure(*, timers: bool) -> list[dict[str, float]]:
    """Take some requests apart, after one that warms everything up; each is undone before the next."""
    from orbit.hosts import script_port, simulated_live
    from orbit.server import LocalEngine
    from orbit.settings import Settings

    with tempfile.TemporaryDirectory() as folder, simulated_live(token=TOKEN, timers=timers) as live:
        settings = Settings(
            daw="ableton", data_dir=Path(folder), ableton_port=script_port(live), ableton_token=TOKEN
        )
        async with LocalEngine(settings) as engine:
            watch = await _watched(engine)
            rounds = [await _round(engine, watch) for _ in range(1 + ROUNDS)]
    return rounds[1:]


async def _watched(engine: LocalEngine) -> Stopwatch:
    from orbit.agent import desk
    from orbit.agent.offline import model

    watch, at = Stopwatch(), await engine.desk()
    for thing, methods, part in (
        (at.bridge, ("snapshot", "perform"), "host"),
        (at.library, ("find",), "retrieval"),
        (at.library, ("record", "mark_undone"), "remembering"),
        (at, ("plan_workflow", "plan_actions", "plan_parts"), "planning and checking"),
        (desk, ("replay", "undo_run"), "planning and checking"),
        (model, ("held_offline",), "agent"),
    ):
        for method in methods:
            watch.watch(thing, method, part)
    return watch


async def _round(engine: LocalEngine, watch: Stopwatch) -> dict[str, float]:
    watch.seconds.clear()
    with watch.part("rest"):
        done = await engine.do(REQUEST)
    seconds = dict(watch.seconds)
    undone = await engine.undo()
    if not (done.ok and undone.ok):
        raise SystemExit(f"{done.reply} {undone.reply}")
    return seconds


if __name__ == "__main__":
    main()
