"""Ardour's Lua prompt on the standard input of a running host: the other side of everything that is tested.

What it answers comes from Ardour's own objects, not from any surface.
"""

from __future__ import annotations

import math
import os
import select
import subprocess
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from tests.ardour.places import Places

__all__ = ["Prompt", "PromptError", "running_prompt"]


class PromptError(Exception):
    """The prompt ended, did not answer in time, or Lua refused what it was given; the message says which."""


class Prompt:
    """Lines in, lines out. A line with a mark of its own, printed after each, tells where an answer ends."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process
        self._heard = b""
        self._asked = 0

    @property
    def pid(self) -> int:
        """The host's process."""
        return self._process.pid

    def run(self, code: str, *, timeout: float = 10.0) -> list[str]:
        """Run Lua and give the lines that it printed.

        Raises:
            PromptError: see there.
        """
        self._asked += 1
        mark = f"<<{self._asked}>>"
        # The prompt echoes what it reads, so the mark is put together only when it is printed.
        line = " ".join(code.split())
        self._write(f'{line}\nprint("<<" .. "{self._asked}>>")\n'.encode())
        said = self._until(mark.encode(), timeout).decode("utf-8", "replace")
        lines = [heard for heard in said.splitlines() if heard.strip() and not _echo(heard, line)]
        if refused := [heard for heard in lines if heard.startswith("Error: ")]:
            raise PromptError(f"Lua refused {code!r}: {refused[0]}")
        return lines

    def value(self, expression: str) -> str:
        """Give what an expression is, as Lua writes it."""
        found = self.run(f'print("=" .. tostring({expression}))')
        answers = [line[1:] for line in found if line.startswith("=")]
        if not answers:
            raise PromptError(f"no answer to {expression!r}, but {found}")
        return answers[-1]

    def number(self, expression: str) -> float:
        """Give a number."""
        return float(self.value(expression))

    def truth(self, expression: str) -> bool:
        """Give a yes or no."""
        return self.value(expression) == "true"

    def decibels(self, expression: str) -> float:
        """Give a gain in dB; −inf for silence."""
        gain = self.number(expression)
        return 20 * math.log10(gain) if gain > 0 else -math.inf

    def _write(self, data: bytes) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(data)
            self._process.stdin.flush()
        except OSError as error:
            raise PromptError(f"Ardour's prompt is gone (exit {self._process.poll()})") from error

    def _until(self, mark: bytes, timeout: float) -> bytes:
        assert self._process.stdout is not None
        stream, end = self._process.stdout.fileno(), time.monotonic() + timeout
        while mark not in self._heard:
            if select.select([stream], [], [], max(0.0, end - time.monotonic()))[0]:
                self._take(os.read(stream, 65_536))
            elif time.monotonic() >= end:
                raise PromptError(f"no answer from Ardour's prompt in {timeout} s: {self._heard[-300:]!r}")
        said, _, self._heard = self._heard.partition(mark)
        return said

    def _take(self, data: bytes) -> None:
        if not data:
            code = self._process.wait()
            raise PromptError(f"Ardour's prompt ended (exit {code}): {self._heard[-300:]!r}")
        self._heard += data


def _echo(heard: str, line: str) -> bool:
    return heard.startswith("> ") or heard == line


@contextmanager
def running_prompt(places: Places) -> Generator[Prompt]:
    """Start ``luasession`` with nothing open; end it afterwards, by force where it does not go.

    It has the session's folder as its own, and its errors go to a log in the run's folder.
    """
    with (places.logs / "ardour.log").open("ab") as log:
        process = _start(places, places.root, log)
        try:
            yield Prompt(process)
        finally:
            _end(process)


def _start(places: Places, folder: Path, log: IO[bytes]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [str(places.installed.luasession), "-i"],
        env=places.environment,
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=log,
        start_new_session=True,
    )


def _end(process: subprocess.Popen[bytes]) -> None:
    """Ask it to close, for a moment; it has nothing to lose, and now and then it hangs on its way out."""
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(b"close_session()\nquit()\n")
        process.stdin.close()
        process.wait(timeout=2)
    except (OSError, subprocess.TimeoutExpired):
        process.kill()
        process.wait()
    process.stdout.close()
