"""How fast Orbit learns, and how that grows; beside other ways of finding what recurs, in the same run.

``python -m benchmarks.learning [--sizes 1000 10000] [--beside 10000]`` prints the tables. Everything runs
after each other on the same machine, each measurement in a process of its own: read the ratios, the times
are this machine's. They are seconds on the processor, which other work on the machine changes least; those
of ``orbit learn`` and of learning beside the work are by the clock as well. Trajectories have about twenty
edits, made like those of ``orbit bench learning``, moderately noisy.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from benchmarks import sized

_ROOT = Path(__file__).parents[1]
_STAGES = ("read", "clean", "mine", "finish")
_BASELINES = ("AWM rule", "flat n-grams", "flat Re-Pair")
_SLOW = {"flat Re-Pair": 1000}
"""The most trajectories that a baseline is given: what takes minutes says nothing more."""

Figures = dict[str, Any]


def main() -> None:
    """Measure and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--sizes", type=int, nargs="+", default=sized([1000, 10_000], [100]))
    parser.add_argument(
        "--beside", type=int, default=sized(10_000, 100), help="trajectories kept before; 0 leaves it out"
    )
    parser.add_argument(
        "--workflows", type=int, default=sized(1000, 50), help="workflows in the library beside them"
    )
    chosen = parser.parse_args()
    console = Console(width=130)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for table in _at_once(folder, chosen.sizes):
            console.print(table)
        if chosen.beside:
            console.print(_one_by_one(folder, chosen.beside, chosen.workflows))


def _at_once(folder: Path, sizes: list[int]) -> Iterator[Table]:
    table = Table(title="Learning from all at once: seconds on the processor", title_justify="left")
    others = Table(title="Only what recurs: seconds on the processor, × Orbit's", title_justify="left")
    for column in ("trajectories", *_STAGES, "together", "× the size before", "MiB", "workflows"):
        table.add_column(column, justify="right")
    for column in ("orbit learn", "by the clock", "MiB"):
        table.add_column(column, justify="right")
    for column in ("trajectories", "Orbit", *_BASELINES):
        others.add_column(column, justify="right")
    before = 0.0
    for size in sizes:
        path = folder / f"{size}.jsonl"
        _peer("write", path, size)
        ours = _peer("induce", path)
        together = sum(ours[stage] for stage in _STAGES)
        table.add_row(
            f"{size:,}",
            *(f"{ours[stage]:.2f}" for stage in _STAGES),
            f"{together:.2f}",
            f"{together / before:.1f}" if before else "",
            f"{ours['rss']:.0f}",
            f"{ours['workflows']}",
            *_told(_orbit_learn(folder / f"memory-{size}", path)),
        )
        before = together
        others.add_row(
            f"{size:,}",
            f"{ours['mine']:.2f}",
            *(_beside(name, path, size, ours["mine"]) for name in _BASELINES),
        )
    yield table
    yield others


def _told(whole: Figures) -> tuple[str, ...]:
    return f"{whole['cpu']:.2f}", f"{whole['seconds']:.2f}", f"{whole['rss']:.0f}"


def _beside(name: str, path: Path, size: int, ours: float) -> str:
    if size > _SLOW.get(name, size):
        return ""
    seconds = _peer("baseline", name, path)["mine"]
    return f"{seconds:.2f} ({seconds / ours:.2f} ×)"


def _one_by_one(folder: Path, kept: int, workflows: int) -> Table:
    path = folder / f"{kept}.jsonl"
    if not path.exists():
        _peer("write", path, kept)
    figures = _peer("beside", folder / "beside", path, workflows)
    table = Table(
        title=f"Learning beside the work: {kept:,} trajectories, {workflows:,} workflows",
        title_justify="left",
    )
    for column in ("p50 ms", "p95", "most", "on the processor p50", "p95", "RSS MiB", "offers"):
        table.add_column(column, justify="right")
    worked = np.percentile(figures["learn_cpu"], [50, 95]) * 1000
    taken = np.percentile(figures["learn"], [50, 95, 100]) * 1000
    numbers = (
        *(f"{each:.1f}" for each in (*taken, *worked)),
        f"{figures['rss']:.0f}",
        f"{figures['offers']}",
    )
    table.add_row(*numbers)
    return table


def _orbit_learn(memory: Path, path: Path) -> Figures:
    """Run the whole of the command, as a user does, without the simulated Live."""
    command = [sys.executable, "-m", "orbit.interfaces.cli", "learn", str(path), "--quick", "--json"]
    environment = {**os.environ, "ORBIT_DATA_DIR": str(memory)}
    began = perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=_ROOT, env=environment) as process:
        said = process.stdout.read() if process.stdout else b""
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    seconds = perf_counter() - began
    if process.returncode:
        raise SystemExit(f"orbit learn ended with {process.returncode}: {said.decode()}")
    cpu = used.ru_utime + used.ru_stime
    return {"seconds": seconds, "cpu": cpu, "rss": used.ru_maxrss / 1024, "said": json.loads(said)}


def _peer(what: str, *arguments: object) -> Figures:
    command = [sys.executable, "-m", "benchmarks.learning_scale.peer", what, *map(str, arguments)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, cwd=_ROOT)
    return json.loads(done.stdout.splitlines()[-1])


if __name__ == "__main__":
    main()
