"""What reading saved sets costs beside tokenizing them: gzip and expat on the same files, in the same run.

"Tokenized" is gzip and expat with nobody listening; "told" has a Python function that does nothing for each
start and end of an element, the least that a reader built on expat could take. "Read" ends with a session.
Memory is the most that was held at once, as Python traces it, and how much of it is the session that is left.
Read the ratios: they are medians of processor time in rounds in which each way had its turn, so that a busy
machine matters little. ``python -m benchmarks.saved_sets [FOLDER]``; without a folder, one small song as
three versions of Live write it.
"""

from __future__ import annotations

import gc
import gzip
import sys
import tempfile
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import process_time
from typing import NamedTuple
from xml.parsers import expat

from rich.console import Console
from rich.progress import track
from rich.table import Table

from benchmarks import sized
from daw_bridges.ableton.saved import read_set

ROUNDS = sized(9, 1)
CHUNK = 1 << 16
MB = 1 << 20

Way = Callable[[Path], object]


class Memory(NamedTuple):
    """Bytes: the most held at once, and what is held at the end."""

    peak: int
    left: int


def main() -> None:
    """Measure every set of a folder and print the table."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(sys.argv[1]) if len(sys.argv) > 1 else _written(Path(scratch))
        if not (paths := sorted(folder.rglob("*.als"))):
            raise SystemExit(f"There is no set (.als) in {folder}. Name a folder that has some.")
        Console(width=150).print(_table(paths))


def _written(folder: Path) -> Path:
    from tests.daw_bridges.ableton.saved.sets import LAYOUTS, written
    from tests.daw_bridges.ableton.saved.songs import song

    for layout in LAYOUTS:
        written(folder, song(layout), f"Live {layout.version}.als")
    return folder


def _table(paths: list[Path]) -> Table:
    table = Table(title=f"Saved sets; medians of {ROUNDS} rounds", title_justify="left")
    table.add_column("set", max_width=30, overflow="ellipsis", no_wrap=True)
    for column in (
        "XML",
        "tokenized",
        "told",
        "read",
        "read / tokenized",
        "read / told",
        "peak",
        "session",
        "peak / XML",
    ):
        table.add_column(column, justify="right")
    for path in track(paths, transient=True):
        table.add_row(path.stem, *_row(path))
    return table


def _row(path: Path) -> list[str]:
    size = _size(path)
    rounds = [[_seconds(way, path) for way in (tokenize, tell, read_set)] for _ in range(ROUNDS)]
    memory = _memory(read_set, path)
    return [
        f"{size / MB:.1f} MB",
        *(f"{median(way) * 1000:.1f} ms" for way in zip(*rounds, strict=True)),
        f"{median(read / tokenized for tokenized, _, read in rounds):.2f} ×",
        f"{median(read / told for _, told, read in rounds):.2f} ×",
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
    start = process_time()
    kept = way(path)
    seconds = process_time() - start
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
