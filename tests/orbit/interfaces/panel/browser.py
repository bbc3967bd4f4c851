"""The panel as it is used: a process of its own, a real browser, a simulated Live that tests can reach."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from daw_bridges.simulated.live import LiveHost
from orbit.hosts import script_port

__all__ = [
    "CHROMIUM",
    "FLAGS",
    "Served",
    "Window",
    "box",
    "plan",
    "run",
    "say",
    "served",
    "session_of",
    "window",
]

ROOT = Path(__file__).parents[4]
TOKEN = "a-token-of-the-tests"
CHROMIUM = next((found for name in ("chromium", "chromium-browser") if (found := shutil.which(name))), None)
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SECONDS = 60_000.0
"""How long a browser waits for anything, in ms: a busy machine is no failure."""
_ENDING = 300
"""How long a panel may take to end, in s: it takes less than one, but on a machine that is busy."""
expect.set_options(timeout=SECONDS)


@dataclass(frozen=True)
class Served:
    """A panel that runs: its address with the secret in it, its process, and what it wrote."""

    url: str
    process: subprocess.Popen[str]
    data_dir: Path
    lines: list[str] = field(default_factory=list[str])

    @property
    def origin(self) -> str:
        parts = urlsplit(self.url)
        return f"{parts.scheme}://{parts.netloc}"

    @property
    def key(self) -> str:
        return urlsplit(self.url).query.removeprefix("key=")


def environment(folder: Path, live: LiveHost | None = None) -> dict[str, str]:
    """Nothing of whoever runs the tests; the DAW is the simulated Live, where there is one."""
    own = {"ORBIT_DATA_DIR": folder / "data", "XDG_CONFIG_HOME": folder / "config", "HOME": folder}
    kept = {name: value for name, value in os.environ.items() if not name.startswith("ORBIT_")}
    told = {name: str(value) for name, value in own.items()}
    if live is not None:
        told |= {"ORBIT_DAW": "ableton", "ORBIT_ABLETON_PORT": str(script_port(live))}
        told |= {"ORBIT_ABLETON_TOKEN": TOKEN, "ORBIT_ABLETON_VIA": "orbit"}
    told |= {"PYTHON_KEYRING_BACKEND": "tests.orbit.interfaces.panel.keyrings.InFile"}
    told |= {"TESTS_KEYRING": str(folder / "keyring.json")}
    return kept | told | {"ORBIT_EMBEDDER": "words", "ORBIT_ABLETON_LOG": "", "PYTHONPATH": str(ROOT)}


@contextmanager
def served(folder: Path, live: LiveHost | None = None, **more: str) -> Generator[Served]:
    """A panel on any free port, which is certainly gone afterwards."""
    command = [sys.executable, "-m", "orbit.interfaces.cli", "panel", "--no-open"]
    with subprocess.Popen(
        command,
        env=environment(folder, live) | more,
        stdin=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stderr is not None
        try:
            said = process.stderr.readline()
            found = re.search(r"http://\S+", said)
            assert found is not None, said + process.stderr.read()
            panel = Served(found[0], process, folder / "data")
            # What it goes on to say is taken in, or it would wait for a reader in the end.
            threading.Thread(target=panel.lines.extend, args=(process.stderr,), daemon=True).start()
            yield panel
            process.send_signal(signal.SIGTERM)
            assert process.wait(_ENDING) == 0, panel.lines
        finally:
            process.kill()  # one that a test has failed over


@dataclass
class Window:
    """A page with all that it asked of the network and all that it complained of."""

    page: Page
    asked: list[str] = field(default_factory=list[str])
    complaints: list[str] = field(default_factory=list[str])


@contextmanager
def window(
    browser: Browser, panel: Served, *, width: int = 1200, dark: bool = True, before: str = ""
) -> Generator[Window]:
    """A window on a panel. What leaves the machine, and what the console shows as wrong, fails the test.

    ``before`` is a script that the page runs before its own.
    """
    context = browser.new_context(
        viewport={"width": width, "height": 900}, color_scheme="dark" if dark else "light"
    )
    context.set_default_timeout(SECONDS)
    if before:
        context.add_init_script(before)
    seen = Window(context.new_page())
    seen.page.on("request", lambda request: seen.asked.append(request.url))
    seen.page.on("websocket", lambda socket: seen.asked.append(socket.url))
    seen.page.on("console", lambda line: _complain(seen, line))
    seen.page.on("pageerror", lambda error: seen.complaints.append(str(error)))
    try:
        seen.page.goto(panel.url)
        yield seen
    finally:
        context.close()
    assert not seen.complaints
    elsewhere = [url for url in seen.asked if not _is_own(url, panel)]
    assert not elsewhere, "the page asked for something from elsewhere"


def _complain(seen: Window, line: Any) -> None:
    if line.type in ("error", "warning"):
        seen.complaints.append(line.text)


def _is_own(url: str, panel: Served) -> bool:
    parts = urlsplit(url)
    return parts.scheme in ("data", "blob") or parts.netloc == urlsplit(panel.url).netloc


# -- what a person does -----------------------------------------------------------------------------------


def box(page: Page) -> Any:
    return page.get_by_label("Request", exact=True)


def say(page: Page, words: str) -> None:
    box(page).fill(words)
    box(page).press("Enter")


def plan(page: Page, title: str) -> Any:
    """The card of a plan that waits, or runs."""
    card = page.locator("section.card:not(.over)").filter(has_text=title)
    card.wait_for()
    return card


def run(page: Page, reply: str) -> None:
    """Agree to the plan that waits, by key, and see it end."""
    page.locator("[data-key='ctrl+enter']").last.wait_for()
    page.keyboard.press("Control+Enter")
    page.locator(".reply.ok").filter(has_text=reply).first.wait_for()


def session_of(live: LiveHost) -> Any:
    return live.call(
        lambda: {track.name: [each.name for each in track.devices] for track in live.song.tracks}
    )


needs_browser = pytest.mark.skipif(
    CHROMIUM is None,
    reason="Chromium is not installed here; the panel is not looked at (apt install chromium).",
)
