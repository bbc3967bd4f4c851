"""A program at a pseudo-terminal, what a person would see of it, and a recording of that in asciicast's form.

The form is version 2 of https://docs.asciinema.org/manual/asciicast/v2/: a header, then a line an event.
"""

from __future__ import annotations

import json
import os
import pty
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from fcntl import ioctl
from pathlib import Path
from struct import pack
from types import TracebackType
from typing import Any, Self

import pyte

__all__ = ["ORBIT", "Terminal"]

ORBIT = (sys.executable, "-m", "orbit.interfaces.cli")
"""The ``orbit`` command of this very tree."""

LONGEST_WAIT_SECONDS = 60.0
_LONGEST_PAUSE_SECONDS = 1.5
_SCROLLED_BACK = 10_000


class Terminal:
    """Runs a program as a terminal emulator would, and types for a person."""

    def __init__(
        self, command: Sequence[str], env: Mapping[str, str], *, columns: int = 100, rows: int = 34
    ) -> None:
        self.columns, self.rows = columns, rows
        self.events: list[tuple[float, str]] = []
        """What the program wrote, each with the seconds since its start."""
        self._ours, theirs = pty.openpty()
        ioctl(theirs, termios.TIOCSWINSZ, pack("HHHH", rows, columns, 0, 0))
        self.screen = _Screen(columns, rows, self._ours)
        self._stream = pyte.ByteStream(self.screen)
        self._begun = time.monotonic()
        self.process = subprocess.Popen(  # noqa: S603 - this tree's own command
            [sys.executable, "-c", _AT_THE_TERMINAL, *command],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
            env={**os.environ, **env, "TERM": "xterm-256color"},
        )
        os.close(theirs)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with suppress(ProcessLookupError):
            if self.process.poll() is None:
                self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        os.close(self._ours)

    # -- what is seen ----------------------------------------------------------------------------------

    @property
    def line(self) -> str:
        """The line that the cursor is on."""
        return self.screen.display[self.screen.cursor.y].rstrip()

    @property
    def text(self) -> str:
        """Everything that was shown so far, as it can be scrolled back to."""
        return "\n".join(line.rstrip() for line in [*self.screen.gone, *self.screen.display]).rstrip()

    def wait(self, until: Callable[[], bool], seconds: float = LONGEST_WAIT_SECONDS) -> None:
        """Watch until something is so. Raises TimeoutError with what is seen instead."""
        end = time.monotonic() + seconds
        while not until():
            if time.monotonic() > end:
                raise TimeoutError(f"What was waited for did not come. The screen shows:\n{self.text}")
            if not self._read(0.2) and not until():
                raise TimeoutError(f"The program ended before it. The screen shows:\n{self.text}")

    def wait_for(self, text: str, seconds: float = LONGEST_WAIT_SECONDS) -> None:
        """Watch until a text stands on the screen. Raises TimeoutError."""
        self.wait(lambda: text in self.text, seconds)

    def _read(self, seconds: float) -> bool:
        """Take in what comes within some seconds; False when the program has closed its side."""
        ready, _, _ = select.select([self._ours], [], [], seconds)
        if not ready:
            return True
        try:
            chunk = os.read(self._ours, 65536)
        except OSError:  # on Linux this is how a terminal says that the other side is gone
            return False
        self.events.append((time.monotonic() - self._begun, chunk.decode("utf-8", "replace")))
        self._stream.feed(chunk)
        return bool(chunk)

    # -- what is typed ---------------------------------------------------------------------------------

    def write(self, keys: str) -> None:
        """Press keys, faster than a person could."""
        os.write(self._ours, keys.encode())

    def type(self, text: str, *, seconds_a_key: float = 0.0) -> None:
        """Type a text and see it appear."""
        before = self.line
        for letter in text:
            self.write(letter)
            if seconds_a_key:
                self._read(seconds_a_key)
                time.sleep(seconds_a_key)
        self.wait(lambda: self.line != before and self.line.endswith(text.rstrip()))

    def enter(self) -> None:
        """Press Enter."""
        self.write("\r")

    def pause(self, seconds: float) -> None:
        """Watch for some time."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0 and self._read(left):
            continue

    def ended(self, seconds: float = LONGEST_WAIT_SECONDS) -> int:
        """Wait for the program's end and give its exit status. Raises TimeoutError."""
        end = time.monotonic() + seconds
        while self._read(0.1) and time.monotonic() < end:
            continue
        return self.process.wait(max(1.0, end - time.monotonic()))

    # -- the recording ---------------------------------------------------------------------------------

    def cast(self, path: Path, title: str) -> None:
        """Write the recording, with no pause longer than one cares to watch."""
        header: dict[str, Any] = {"version": 2, "width": self.columns, "height": self.rows, "title": title}
        lines = [json.dumps(header)]
        shown_at, last = 0.0, 0.0
        for at, text in self.events:
            shown_at += min(at - last, _LONGEST_PAUSE_SECONDS)
            last = at
            lines.append(json.dumps([round(shown_at, 3), "o", text], ensure_ascii=False))
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")


_AT_THE_TERMINAL = (
    "import fcntl, os, sys, termios\n"
    "fcntl.ioctl(0, termios.TIOCSCTTY, 0)\n"  # so that Ctrl-C comes as a signal
    "os.execvp(sys.argv[1], sys.argv[1:])\n"
)


class _Screen(pyte.Screen):
    """A screen that keeps what scrolls off it, and answers a program that asks where the cursor is."""

    def __init__(self, columns: int, rows: int, terminal: int) -> None:
        self.gone: list[str] = []
        self._terminal = terminal
        super().__init__(columns, rows)

    def index(self) -> None:
        """Scroll, when the cursor is on the last line."""
        if self.cursor.y == self.lines - 1:
            self.gone.append(self.display[0])
            del self.gone[:-_SCROLLED_BACK]
        super().index()

    def write_process_input(self, data: str) -> None:
        """Answer the program."""
        os.write(self._terminal, data.encode())
