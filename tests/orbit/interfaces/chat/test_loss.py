"""The DAW quits in the middle of a conversation and comes back: told, survived, and nothing claimed."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

import pytest

from orbit.hosts import script_port, simulated_live

TOKEN = "a-token-of-the-tests"


class Daw:
    """A Live that can be quit and started again, at the same port."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._open, self._port = ExitStack(), 0
        self.start()
        monkeypatch.setenv("ORBIT_ABLETON_PORT", str(self._port))
        monkeypatch.setenv("ORBIT_ABLETON_TOKEN", TOKEN)
        monkeypatch.setenv("ORBIT_ABLETON_VIA", "orbit")

    def start(self) -> None:
        self._port = script_port(self._open.enter_context(simulated_live(port=self._port, token=TOKEN)))

    def quit(self) -> None:
        self._open.close()


class Lines(io.TextIOBase):
    """Lines to read, with what happens before some of them."""

    def __init__(self, *lines: str | Callable[[], None]) -> None:
        self._lines = list(lines)

    def readline(self, size: int | None = -1, /) -> str:  # pyright: ignore[reportIncompatibleMethodOverride]
        while self._lines:
            line = self._lines.pop(0)
            if isinstance(line, str):
                return f"{line}\n"
            line()
        return ""


def test_it_is_told_and_the_conversation_goes_on(orbit: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    daw = Daw(monkeypatch)
    lines = Lines("mute the kick", daw.quit, "mute the snare", daw.start, "mute the hats", "undo")
    monkeypatch.setattr(sys, "stdin", lines)
    ended = orbit("chat", "--daw", "ableton", "--json")
    daw.quit()
    muted, lost, back, undone = map(json.loads, ended.out.splitlines())
    assert muted["ok"]
    assert (lost["ok"], lost["code"]) == (False, "unreachable")
    assert back["ok"]
    assert [track["name"] for track in back["after"]["tracks"] if track["mute"]] == ["Hats"]
    assert undone["ok"]
    assert [track["name"] for track in undone["after"]["tracks"] if track["mute"]] == []
    assert ended.status == 3
