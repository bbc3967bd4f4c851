"""How Orbit's memory bears size: adding, searching, memory in use, a cold start; beside others.

``python -m benchmarks.memory [--sizes 1000 10000] [--memharness /path/to/python3.13]`` prints one table. The
others are memharness as it is released (its own Python, with ``pip install memharness``, is given by path; it
is left out without one) and exact search by numpy, the floor. Everything runs after each other on the same
machine, each system and size in a process of its own: read the ratios, the times are this machine's. The
ratios are of the time on the processor, which other work on the machine changes least.

Of Orbit a search is the whole of `Library.search`: the request embedded, meaning and words, outcomes. To add
is to save a workflow; “and found” is the next search, which embeds it, writes it to the index and finds it.
Of memharness, both are its documented methods with its own defaults: its default embedding is a hash.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from benchmarks import sized

_ROOT = Path(__file__).parents[1]
_PEER = _ROOT / "benchmarks" / "memory_scale" / "memharness_peer.py"
_ADDS, _SEARCHES, _ADDS_TO_MANY = sized((20, 100, 5), (2, 5, 2))
_SLOWEST_SEARCHES, _SMALL = 3, 10_000
_COLUMNS = (
    *("add p50 ms", "p95", "and found p50 ms", "p95", "search p50 ms", "p95"),
    *("on the processor p50", "p95", "own task in 3", "RSS MiB", "cold s"),
)

_BLANK = ("", "", "", "")

Figures = dict[str, Any]


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--sizes", type=int, nargs="+", default=sized([1000, 10_000], [100]))
    parser.add_argument("--memharness", metavar="PYTHON", help="a Python that memharness is installed in")
    parser.add_argument("--memharness-most", type=int, default=100_000, help="the largest size for it")
    parser.add_argument("--words-most", type=int, default=100_000, help="the largest size with words")
    chosen = parser.parse_args()
    console = Console(width=170)
    for size in chosen.sizes:
        python = chosen.memharness if size <= chosen.memharness_most else None
        with tempfile.TemporaryDirectory() as folder:
            console.print(_table(size, Path(folder), python, words=size <= chosen.words_most))


def _table(size: int, folder: Path, memharness: str | None, *, words: bool) -> Table:
    of = "" if words else "alone-"
    prepared = _orbit(f"{of}prepare", folder, size)
    orbit = _orbit(f"{of}warm", folder, size, _ADDS if size <= _SMALL else _ADDS_TO_MANY, _SEARCHES)
    cold = _orbit(f"{of}cold", folder, size)
    floor = _orbit("exact", folder, _SEARCHES)
    table = Table(title=f"{size:,} workflows", title_justify="left")
    for number, column in enumerate(("", *_COLUMNS)):
        table.add_column(column, justify="right" if number else "left")
    times = (*_percentiles(orbit["add"]), *_percentiles(orbit["found_after"]))
    kept = (_share(orbit), f"{orbit['rss']:.0f}", f"{cold['cold']:.2f}")
    table.add_row("Orbit" if words else "Orbit, meaning alone", *times, *_searching(orbit, "search"), *kept)
    if words:
        table.add_row("  of it meaning", *_BLANK, *_searching(orbit, "meaning"))
    table.add_row("numpy, exact", *_BLANK, *_searching(floor, "search"), "", f"{floor['rss']:.0f}")
    table.add_row("  and embedded", *_BLANK, *_searching(floor, "embedded"))
    for url in ("memory://", f"sqlite:///{folder / 'memharness.db'}") if memharness else ():
        assert memharness is not None
        peer = _memharness(memharness, url, size)
        found = (*_searching(peer, "search"), _share(peer), f"{peer['rss']:.0f}")
        table.add_row(f"memharness {url.partition(':')[0]}", *_percentiles(peer["add"]), "", "", *found)
        ratio = np.median(peer["search_cpu"]) / np.median(orbit["search_cpu"])
        table.add_row(f"  {ratio:,.0f} × Orbit's search")
    table.caption = (
        f"A cold start of Orbit holds {cold['rss']:.0f} MiB. Filled in {prepared['fill']:.0f} s, every word "
        f"read in {prepared['read']:.0f} s, the index made in {prepared['index']:.0f} s: each once."
    )
    return table


def _searching(figures: Figures, what: str) -> tuple[str, ...]:
    return (*_percentiles(figures[what]), *_percentiles(figures[f"{what}_cpu"]))


def _orbit(what: str, folder: Path, *numbers: int) -> Figures:
    arguments = [sys.executable, "-m", "benchmarks.memory_scale.orbit_peer", what, str(folder)]
    return _run([*arguments, *map(str, numbers)])


def _memharness(python: str, url: str, size: int) -> Figures:
    searches = 20 if size <= 1000 else _SLOWEST_SEARCHES if size <= _SMALL else 1
    return _run([python, str(_PEER), url, str(size), str(_ADDS), str(searches)])


def _run(command: Sequence[str]) -> Figures:
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, cwd=_ROOT)
    return json.loads(done.stdout.splitlines()[-1])


def _percentiles(seconds: Sequence[float]) -> tuple[str, str]:
    middle, high = np.percentile(seconds, [50, 95]) * 1000
    return f"{middle:,.2f}", f"{high:,.2f}"


def _share(figures: Figures) -> str:
    return f"{figures['found']:.0%}"


if __name__ == "__main__":
    main()
