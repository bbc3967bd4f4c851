"""A session whose names are made to do harm, talked about at a real terminal: they are shown, not obeyed."""

from __future__ import annotations

import re
import secrets
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from docs.recording import environment
from docs.terminal import ORBIT, Terminal
from orbit.hosts import script_port, simulated_live

CLEARS, TITLE, TURNED = "\x1b[2J\x1b[HKick", "Snare\x1b]0;pwned\x07", "Hats\u202ereversed"
CONSENTS = "Pad\r\ny\r\n"
NAMES = (CLEARS, TITLE, TURNED, CONSENTS)
OWN = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]|\x1b[=>78]|\x1b\][^\x07]*\x07")
"""What prompt_toolkit and rich write of themselves."""


@pytest.fixture
def terminal(tmp_path: Path) -> Generator[Terminal]:
    token = secrets.token_urlsafe(16)
    with simulated_live(token=token) as live:

        def rename(song: Any = live) -> None:
            for track, name in zip(song.song.tracks, NAMES, strict=False):
                track.name = name

        live.call(rename)
        settings = environment(tmp_path, script_port(live), token)
        with Terminal([*ORBIT, "chat"], settings, columns=120, rows=50) as terminal:
            terminal.wait(lambda: terminal.line == "›")
            yield terminal


def test_names_are_shown_and_nothing_more(terminal: Terminal) -> None:
    for line in ("/session", "mute track 1", "what tracks are there?", "mute the theremin"):
        terminal.type(line)
        terminal.enter()
        terminal.wait(lambda: terminal.line == "›")
    terminal.type("delete track 4")
    terminal.enter()
    terminal.wait(lambda: terminal.line.endswith("[y/N]"))
    terminal.enter()
    terminal.wait(lambda: terminal.line == "›")
    assert "deleted" not in terminal.text
    terminal.type("mute Sna")
    terminal.write("\t")
    terminal.wait(lambda: "pwned" in terminal.line)
    written = "".join(text for _, text in terminal.events)
    assert "\x1b[2J\x1b[HKick" not in written
    assert "pwned\x07" not in written
    assert "\u202e" not in written
    assert terminal.screen.title == ""
    assert "/session" in terminal.text  # nothing was cleared
    assert "\N{REPLACEMENT CHARACTER}" in terminal.text
    assert not re.search(r"[\x00-\x06\x0e-\x1a\x80-\x9f]", OWN.sub("", written))
