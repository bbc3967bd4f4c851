"""The panel as it is used: a process of its own, a real browser, and what a person does and sees."""

from __future__ import annotations

import json
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
from urllib.request import Request, urlopen

from playwright.sync_api import Browser, Locator, Page, Route, expect

from daw_bridges.simulated.live import LiveHost
from orbit.hosts import script_port
from orbit.server.host_lock import read_address

__all__ = [
    "CHROMIUM",
    "FLAGS",
    "SIZES",
    "THEMES",
    "Served",
    "Window",
    "box",
    "devices_of",
    "dress",
    "environment",
    "plan",
    "run",
    "say",
    "served",
    "settled",
    "undo",
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
    "--use-fake-ui-for-media-stream",
    "--use-fake-device-for-media-stream",
]
SIZES = {"narrow": (380, 844), "wide": (1280, 800)}
THEMES = ("dark", "light")
SECONDS = 60_000.0
"""How long a browser waits for anything, in ms: a busy machine is no failure."""
_ENDING = 300
"""How long a panel may take to end, in s: it takes less than one, but on a machine that is busy."""
expect.set_options(timeout=SECONDS)


@dataclass(frozen=True)
class Served:
    """A panel that runs: the address that opens it once, its process, and what it wrote."""

    url: str
    process: subprocess.Popen[str]
    folder: Path
    lines: list[str] = field(default_factory=list[str])

    @property
    def data_dir(self) -> Path:
        return self.folder / "data"

    @property
    def origin(self) -> str:
        parts = urlsplit(self.url)
        return f"{parts.scheme}://{parts.netloc}"

    def once(self) -> str:
        """Another link, which opens a page once."""
        address = read_address(self.data_dir)
        assert address is not None
        request = Request(
            f"{self.origin}/api/tickets",
            method="POST",
            headers={"Authorization": f"Bearer {address.token}"},
        )
        with urlopen(request) as answer:
            return f"{self.origin}/?ticket={json.load(answer)['ticket']}"


def environment(folder: Path, live: LiveHost | None = None) -> dict[str, str]:
    """Nothing of whoever runs the tests; the DAW is the simulated Live, or else the practice session."""
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
    command = [sys.executable, "-m", "orbit.interfaces.cli", "panel", "--no-browser"]
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
            panel = Served(found[0], process, folder)
            # What it goes on to say is taken in, or it would wait for a reader in the end.
            threading.Thread(target=panel.lines.extend, args=(process.stderr,), daemon=True).start()
            yield panel
            if process.poll() != -signal.SIGKILL:  # by the test
                process.send_signal(signal.SIGTERM)
                assert process.wait(_ENDING) == 0, panel.lines
        finally:
            process.kill()  # one that a test has failed over


@dataclass
class Window:
    """A page, with what it asked for elsewhere and what it complained of."""

    page: Page
    elsewhere: list[str] = field(default_factory=list[str])
    complaints: list[str] = field(default_factory=list[str])


@contextmanager
def window(
    browser: Browser,
    panel: Served,
    *,
    size: str = "wide",
    theme: str = "dark",
    path: str = "/",
    link: str = "",
) -> Generator[Window]:
    """A window on a panel. A request for another address, and an error in the console, fails the test."""
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme="dark" if theme == "dark" else "light"
    )
    context.set_default_timeout(SECONDS)
    seen = Window(context.new_page())
    context.route(
        lambda url: urlsplit(url).netloc != urlsplit(panel.url).netloc, lambda r: _turn_away(seen, r)
    )
    seen.page.on("websocket", lambda socket: _note_socket(seen, panel, socket.url))
    seen.page.on("console", lambda line: _complain(seen, line))
    seen.page.on("pageerror", lambda error: seen.complaints.append(str(error)))
    try:
        seen.page.goto(link or panel.once())
        if path != "/":
            seen.page.goto(panel.origin + path)
        yield seen
    finally:
        context.close()
    assert not seen.complaints
    assert not seen.elsewhere, "the page asked for something from elsewhere"


def _turn_away(seen: Window, route: Route) -> None:
    if urlsplit(route.request.url).scheme in ("data", "blob"):
        route.continue_()
    else:
        seen.elsewhere.append(route.request.url)
        route.abort()


def _note_socket(seen: Window, panel: Served, url: str) -> None:
    if urlsplit(url).netloc != urlsplit(panel.url).netloc:
        seen.elsewhere.append(url)


def _complain(seen: Window, line: Any) -> None:
    if line.type in ("error", "warning"):
        seen.complaints.append(line.text)


def dress(page: Page, size: str, theme: str) -> None:
    """Make a window as wide, and the system as dark, as somebody has it."""
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    page.locator(f"body.body--{theme}").wait_for()


# -- what a person does -----------------------------------------------------------------------------------


def settled(page: Page) -> None:
    """Wait until the page shows its session."""
    page.locator("[data-track=Bass]").wait_for()


def box(page: Page) -> Locator:
    return page.get_by_label("Request", exact=True)


def say(page: Page, words: str) -> None:
    box(page).fill(words)
    box(page).press("Enter")


def plan(page: Page, title: str) -> Locator:
    """The card of a plan that waits, or runs."""
    card = page.locator("section.card:not(.over)").filter(has_text=title)
    card.wait_for()
    return card


def run(page: Page, reply: str) -> None:
    """Agree to the plan that waits, by key, and see it end."""
    told = page.locator(".reply.ok").filter(has_text=reply).first
    offered = page.locator("[data-key='ctrl+enter']:not([disabled], [aria-disabled=true])").last
    offered.wait_for()
    page.keyboard.press("Control+Enter")
    refused = page.locator(".q-notification").filter(has_text="planned anew as you pressed")
    anew = page.locator("article.request").first.locator(".note").filter(has_text="as you agreed")
    told.or_(refused).or_(anew).first.wait_for()
    if not told.is_visible():  # what somebody did before moved under the plan, which waits for a word again
        offered.wait_for()
        page.keyboard.press("Control+Enter")
        told.wait_for()


def undo(page: Page) -> None:
    """Take back the last change, by key, and see it done."""
    last = page.locator("article.request").first.get_attribute("data-number")
    page.keyboard.press("Alt+u")
    page.wait_for_function("n => document.querySelector('article.request').dataset.number !== n", arg=last)
    page.locator("article.request").first.locator(".reply.ok").wait_for()


def devices_of(live: LiveHost) -> dict[str, list[str]]:
    """The devices of each track, as Live has them."""
    return live.call(
        lambda: {track.name: [each.name for each in track.devices] for track in live.song.tracks}
    )
