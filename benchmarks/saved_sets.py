"""What reading saved sets costs beside tokenizing them: gzip and expat on the same files, in the same run.

"Tokenized" is gzip and expat with nobody listening; "told" has a Python function that does nothing for each
start and end of an element, the least that a reader built on expat could take. "Read" ends with a session.
Memory is the most that was held at once, as Python traces it, and how much of it is the session that is left.
Read the ratios: they come from one run on one machine. ``python -m benchmarks.saved_sets FOLDER``
"""

from __future__ import annotations

import gc
import gzip
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import NamedTuple
from xml.parsers import expat

from rich.console import Console
from rich.progress import track
from rich.table import Table

from daw_bridges.ableton.saved import read_set

ROUNDS = 7
CHUNK = 1 << 16
MB = 1 << 20

Way = Callable[[Path], object]


class Memory(NamedTuple):
    """Bytes: the most held at once, and what is held at the end."""

    peak: int
    left: int


def main() -> None:
    """Measure every set of a folder and print the table."""
    if len(sys.argv) != 2 or not (paths := sorted(Path(sys.argv[1]).rglob("*.als"))):
        raise SystemExit("Name a folder with sets (.als): python -m benchmarks.saved_sets FOLDER")
    table = Table(title=f"Saved sets; medians of {ROUNDS} rounds", title_justify="left")
    table.add_column("set", max_width=30, overflow="ellipsis", no_wrap=True)
    for column in ("XML", "tokenized", "told", "read", "read/tokenized", "peak", "session", "peak/XML"):
        table.add_column(column, justify="right")
    for path in track(paths, transient=True):
        table.add_row(path.stem, *_row(path))
    Console(width=120).print(table)


def _row(path: Path) -> list[str]:
    size = _size(path)
    seconds = [median(_seconds(way, path) for _ in range(ROUNDS)) for way in (tokenize, tell, read_set)]
    memory = _memory(read_set, path)
    return [
        f"{size / MB:.1f} MB",
        *(f"{each * 1000:.1f} ms" for each in seconds),
        f"{seconds[2] / seconds[0]:.2f} ×",
        f"{memory.peak / MB:.1f} MB",
        f"{memory.left / MB:.1f} MB",
        f"{memory.peak / size:.2f}",
    ]


def tokenize(path: Path) -> None:
    """Let expat go through a set without telling anybody."""
    _parse(path, expat.ParserCreate())


def tell(path: Path) -> None:
    """Let expat tell a function that does nothing of each element."""
    parser = expat.ParserCreate()
    parser.StartElementHandler = _ignore
    parser.EndElementHandler = _ignore
    _parse(path, parser)


def _ignore(*_: object) -> None:
    pass


def _parse(path: Path, parser: expat.XMLParserType) -> None:
    with gzip.open(path) as file:
        while chunk := file.read(CHUNK):
            parser.Parse(chunk)
    parser.Parse(b"", True)


def _size(path: Path) -> int:
    with gzip.open(path) as file:
        return sum(len(chunk) for chunk in iter(lambda: file.read(CHUNK), b""))


def _seconds(way: Way, path: Path) -> float:
    gc.collect()
    start = perf_counter()
    kept = way(path)
    seconds = perf_counter() - start
    del kept
    return seconds


def _memory(way: Way, path: Path) -> Memory:
    # What is made once for all sets is made by now.
    gc.collect()
    tracemalloc.start()
    try:
        kept = way(path)
        left, peak = tracemalloc.get_traced_memory()
        del kept
    finally:
        tracemalloc.stop()
    return Memory(peak, left)


if __name__ == "__main__":
    main()
