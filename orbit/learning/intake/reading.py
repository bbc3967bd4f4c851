"""Reading a ``.jsonl`` file as it streams by: never more of it in memory than one line.

A line is judged by itself. What is wrong with one is told with its number, and the next is read.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from daw_bridges.errors import UsageError
from orbit.learning.intake.lines import LineError, LineReader
from orbit.memory.trajectory import Trajectory

__all__ = ["LONGEST_LINE", "BadLine", "read_lines", "read_trajectories"]

LONGEST_LINE = 16 * 2**20
"""A line is at most this long, in bytes: a hundred thousand edits, and no reason for more."""

_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class BadLine:
    """A line that is no trajectory: its number, from 1, and what is wrong with it."""

    number: int
    why: str


def read_trajectories(path: Path | str) -> Iterator[Trajectory | BadLine]:
    """Every trajectory of a ``.jsonl`` file, in its order, with a BadLine for each line that is none.

    ``-`` is the standard input. Empty lines are passed over. Raises UsageError, when the first is asked for,
    if the file cannot be read.
    """
    with _opened(path) as file:
        try:
            yield from read_lines(file)
        except OSError as error:
            raise _unreadable(path, error) from None


def _opened(path: Path | str) -> AbstractContextManager[BinaryIO]:
    if str(path) == "-":
        return nullcontext(sys.stdin.buffer)
    try:
        return Path(path).open("rb")
    except (OSError, ValueError) as error:
        raise _unreadable(path, error) from None


def _unreadable(path: Path | str, error: OSError | ValueError) -> UsageError:
    why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return UsageError(
        f"{path}: cannot be read ({why}). Name a .jsonl file of trajectories, or - to pipe one in."
    )


def read_lines(file: BinaryIO) -> Iterator[Trajectory | BadLine]:
    """The same for a file that is open, from where it stands."""
    reader = LineReader()
    for number, line in enumerate(_lines(file), 1):
        if line is None:
            yield BadLine(number, f"The line is longer than {LONGEST_LINE // 2**20} MB.")
            continue
        text = line.removeprefix(_BOM) if number == 1 else line
        if not text or text.isspace():
            continue
        try:
            yield reader.trajectory(text, number)
        except LineError as error:
            yield BadLine(number, str(error))


def _lines(file: BinaryIO) -> Iterable[bytes | None]:
    """The lines of a file; None for one that is too long, which is passed over without being kept."""
    while line := file.readline(LONGEST_LINE + 1):
        if len(line) <= LONGEST_LINE or line.endswith(b"\n"):
            yield line
            continue
        while (rest := file.readline(LONGEST_LINE)) and not rest.endswith(b"\n"):
            pass
        yield None
