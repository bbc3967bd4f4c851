"""``orbit chat`` with someone at the terminal: a real pseudo-terminal, and what stands on its screen."""

from __future__ import annotations

import stat
import threading
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from daw_bridges.algebra import differences
from daw_bridges.discovery import open_bridge
from daw_bridges.session import Session
from daw_bridges.simulated.live import LiveHost
from docs.terminal import ORBIT, Terminal
from orbit.hosts import script_port, simulated_live

TOKEN = "a-token-of-the-tests"
PROMPT = "›"
DUCK = "make the bass duck under the kick"


@pytest.fixture(autouse=True)
def _own_data(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "PYDANTIC_AI_NO_BANNER"):
        monkeypatch.delenv(name, raising=False)


@contextmanager
def at_the_terminal(*options: str) -> Generator[Terminal]:
    with Terminal([*ORBIT, "chat", *options], {}) as terminal:
        terminal.wait(lambda: terminal.line == PROMPT)
        yield terminal


def say(terminal: Terminal, text: str, then: str = PROMPT) -> None:
    terminal.type(text)
    terminal.enter()
    terminal.wait(lambda: terminal.line == then)


@contextmanager
def live(monkeypatch: pytest.MonkeyPatch) -> Generator[Any]:
    """A Live of its own, that the chat reaches and the test reads."""
    with simulated_live(token=TOKEN) as host:
        monkeypatch.setenv("ORBIT_ABLETON_PORT", str(script_port(host)))
        monkeypatch.setenv("ORBIT_ABLETON_TOKEN", TOKEN)
        yield host


async def read(host: Any) -> Session:
    async with await open_bridge("ableton", port=script_port(host), token=TOKEN) as bridge:
        return await bridge.snapshot()


def test_consent_completion_history_and_leaving(data_dir: Path) -> None:
    with at_the_terminal() as terminal:
        say(terminal, "delete the FX track", "Do it? [y/N]")
        terminal.enter()  # the answer that is usual for what destroys is no
        terminal.wait(lambda: terminal.line == PROMPT)
        assert "Done:" not in terminal.text
        say(terminal, "delete the FX track", "Do it? [y/N]")
        terminal.write("\x03")
        terminal.wait(lambda: terminal.line == PROMPT)
        assert "Done:" not in terminal.text
        say(terminal, "delete the FX track", "Do it? [y/N]")
        say(terminal, "y")
        assert "Done: deleted the track FX." in terminal.text
        say(terminal, "/plan", "plan ›")
        terminal.type("mute back")
        terminal.write("\t")
        terminal.wait(lambda: terminal.line == "plan › mute Backing Vox")
        terminal.enter()
        terminal.wait(lambda: terminal.line == PROMPT)
        assert "nothing changed yet" in terminal.text
        terminal.type("mute the")
        terminal.write("\x03")  # takes the line away
        terminal.wait(lambda: terminal.line == PROMPT)
        terminal.write("\x1b[A")  # the line before
        terminal.wait(lambda: terminal.line == "› mute Backing Vox")
        terminal.write("\x03")
        assert terminal.ended() == 0
    history = next((data_dir / "chat").rglob("history"))
    assert stat.S_IMODE(history.stat().st_mode) == 0o600
    assert stat.S_IMODE(history.parent.stat().st_mode) == 0o700
    said = history.read_text(encoding="utf-8")
    assert "+mute Backing Vox" in said
    assert "+y\n" not in said


def held_at_the_third_operation(host: LiveHost) -> threading.Event:
    """Have the host stand still in the middle of a batch until it is thawed; the event says that it does."""
    held = threading.Event()

    def hold(_song: object) -> None:
        host.faults.freeze()
        held.set()
        # A freeze alone begins with the next pass, and by then the batch can be done to its end.
        host.faults.wait_while_frozen()

    host.call(lambda: host.faults.at_operation(3, hold))
    return held


@pytest.mark.anyio
async def test_what_is_stopped_is_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    with live(monkeypatch) as host, at_the_terminal("--daw", "ableton") as terminal:
        before = await read(host)
        held = held_at_the_third_operation(host)
        terminal.type(DUCK)
        terminal.enter()
        terminal.wait(held.is_set)
        terminal.wait_for("1  Insert Compressor on Bass  ")
        terminal.write("\x03")
        terminal.wait_for("Ctrl-C again to leave")
        host.faults.thaw()
        terminal.wait_for("Stopped. The session is as it was before.")
        terminal.wait(lambda: terminal.line == PROMPT)
        assert differences(before, await read(host)) == []
        host.call(host.faults.clear)
        say(terminal, "mute the kick")
        assert (await read(host)).tracks[0].mute
        say(terminal, "set the kick to -6 dB")
        host.call(lambda: setattr(host.song.tracks[0].mixer_device.volume, "value", 0.3))  # by hand
        say(terminal, "undo", "Do it? [Y/n]")
        assert "what was changed there since" in " ".join(terminal.text.split())
        say(terminal, "y")
        assert (await read(host)).tracks[0].volume_db == before.tracks[0].volume_db
        held = held_at_the_third_operation(host)
        assert "Insert Compressor" not in terminal.text  # what was stopped has left no rows
        terminal.type(DUCK)
        terminal.enter()
        terminal.wait(held.is_set)
        terminal.wait_for("1  Insert Compressor on Bass  ")
        terminal.write("\x03")
        terminal.wait(lambda: terminal.text.count("Ctrl-C again to leave") > 1)
        terminal.write("\x03")
        host.faults.thaw()
        assert terminal.ended() == 0
        after = await read(host)
        assert [track.name for track in after.tracks if track.mute] == ["Kick"]
        assert all(not track.devices for track in after.tracks if track.name == "Bass")
