"""How quick the panel is, and what it leaves behind. ``python -m benchmarks.panel [--pictures FOLDER]``

Needs Chromium, and says so where there is none. The first table gives, in one run on one machine, the first
paint of the work page and the way from a change in Live to the page, each beside the time that a page with
nothing on it takes, and what ``orbit do`` takes more beside an open panel than by a host without one; the
second what a page holds after so many minutes with a busy set of 200 tracks. ``--pictures`` saves the work
page at two widths in both themes instead.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable
from itertools import product
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.table import Table

from benchmarks import sized

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from daw_bridges.simulated.live import LiveHost

ROUNDS = sized(15, 2)
MINUTES = sized(30.0, 0.2)
TRACKS = 200
_PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null"
_ARRIVED = """(db) => new Promise((done) => {
  const shown = () => document.querySelector("[data-track=Pad] .db")?.textContent === db;
  const now = () => performance.timeOrigin + performance.now();
  const look = () => (shown() ? done(now()) : requestAnimationFrame(look));
  look();
})"""


def main() -> None:
    """Measure and print the tables, or save the pictures."""
    from tests.orbit.interfaces.panel.browser import CHROMIUM, FLAGS, TOKEN

    console = Console(width=100)
    if CHROMIUM is None:
        console.print("There is no Chromium here (apt install chromium): the panel is not measured.")
        return
    from playwright.sync_api import sync_playwright

    from orbit.hosts import simulated_live

    with (
        tempfile.TemporaryDirectory() as folder,
        sync_playwright() as playwright,
        simulated_live(token=TOKEN, tick_seconds=0.01) as live,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        if "--pictures" in sys.argv:
            save_pictures(browser, Path(folder), Path(sys.argv[sys.argv.index("--pictures") + 1]))
        else:
            console.print(_quickness(browser, live, Path(folder)))
            console.print(_endurance(browser, live, Path(folder)))
        browser.close()


def _quickness(browser: Browser, live: LiveHost, folder: Path) -> Table:
    from tests.orbit.interfaces.panel.browser import served, settled, window

    table = Table(title="The work page", title_justify="left")
    for column in ("", "median", "beside"):
        table.add_column(column, justify="left" if not column else "right")
    with served(folder / "panel", live) as panel, window(browser, panel) as seen:
        page = seen.page
        settled(page)
        picture = f"{panel.origin}/orbit/orbit.svg"
        empty = median(_paint(page, lambda: page.goto(picture)) for _ in range(ROUNDS))
        paint = median(_paint(page, lambda: page.goto(panel.origin)) for _ in range(ROUNDS))
        settled(page)
        table.add_row("first paint, warm", f"{paint:.0f} ms", f"{paint / empty:.1f} × a picture alone")
        moves = [_follow(page, live, place) for place in range(ROUNDS)]
        table.add_row("from Live to the page", f"{median(moves):.0f} ms", "")
        beside = [_do(panel.folder, live) for _ in range(ROUNDS)]
    with served(folder / "alone", live) as alone:
        without = [_do(alone.folder, live) for _ in range(ROUNDS)]
    more = median(beside) - median(without)
    table.add_row("orbit do beside it", f"{median(beside):.0f} ms", f"{more:+.0f} ms with a page open")
    return table


def _paint(page: Page, go: Callable[[], object]) -> float:
    go()
    return float(page.wait_for_function(_PAINT).json_value())


def _follow(page: Page, live: LiveHost, place: int) -> float:
    from time import time

    from daw_bridges.simulated.live.devices.fader import fader_raw

    db = -1.0 - place % 2
    begun = time() * 1000

    def turn() -> None:
        live.song.tracks[6].mixer_device.volume.value = fader_raw(db)

    live.call(turn)
    return float(page.evaluate(_ARRIVED, f"−{-db:.1f} dB")) - begun


def _do(folder: Path, live: LiveHost) -> float:
    from tests.orbit.interfaces.panel.browser import environment

    begun = perf_counter()
    subprocess.run(
        [sys.executable, "-m", "orbit.interfaces.cli", "do", "mute the snare"],
        check=True,
        env=environment(folder, live),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
    )
    return (perf_counter() - begun) * 1000


def _endurance(browser: Browser, live: LiveHost, folder: Path) -> Table:
    from daw_bridges.simulated.live.devices.fader import fader_raw
    from tests.orbit.interfaces.panel.browser import served, window

    def grow() -> None:
        for _ in range(len(live.song.tracks), TRACKS):
            live.song.create_audio_track(-1)

    live.call(grow)
    table = Table(title=f"{MINUTES:g} minutes with a busy set of {TRACKS} tracks", title_justify="left")
    for column in ("after", "server", "page", "nodes", "listeners"):
        table.add_column(column, justify="right")
    with served(folder / "busy", live) as panel, window(browser, panel) as seen:
        seen.page.locator(".strip").nth(TRACKS).wait_for()
        begun, turns = perf_counter(), 0
        for share in (0.1, 0.4, 0.7, 1.0):
            while perf_counter() - begun < MINUTES * 60 * share:
                turns += 1

                def turn(step: int = turns) -> None:
                    volume = live.song.tracks[step % TRACKS].mixer_device.volume
                    volume.value = fader_raw(-float(step % 24))

                live.call(turn)
                seen.page.wait_for_timeout(20)
            table.add_row(f"{MINUTES * share:g} min", *_held(seen.page, panel.process.pid))
    return table


def _held(page: Page, process: int) -> tuple[str, str, str, str]:
    cdp: Any = page.context.new_cdp_session(page)
    cdp.send("HeapProfiler.collectGarbage")
    counters = cdp.send("Memory.getDOMCounters")
    heap = cdp.send("Runtime.getHeapUsage")["usedSize"] / 1e6
    cdp.detach()
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    held = (f"{pages * 4096 / 1e6:.0f} MB", f"{heap:.1f} MB")
    return *held, str(counters["nodes"]), str(counters["jsEventListeners"])


def save_pictures(browser: Browser, folder: Path, into: Path) -> None:
    """Save the work page as somebody meets it for the first time, at two widths in both themes."""
    from tests.orbit.interfaces.panel.browser import (
        SIZES,
        THEMES,
        plan,
        run,
        say,
        served,
        settled,
        window,
    )

    into.mkdir(parents=True, exist_ok=True)
    for size, theme in product(SIZES, THEMES):
        with (
            served(folder / size / theme) as panel,
            window(browser, panel, size=size, theme=theme) as seen,
        ):
            page = seen.page

            def shot(name: str, kind: str = f"{size}-{theme}", page: Page = page) -> None:
                page.wait_for_timeout(1300)  # what flashed when it changed has settled
                page.screenshot(path=into / f"{name}-{kind}.png")

            settled(page)
            page.set_viewport_size({"width": SIZES[size][0], "height": 640})
            say(page, "make the bass duck under the kick")
            plan(page, "Sidechain compression")
            shot("plan")
            run(page, "Bass now ducks under Kick.")
            shot("done")
            page.get_by_role("radio", name="if no undo").click()
            say(page, "delete the fx track")
            page.locator("article.request").first.locator(".reply.ok").wait_for()
            shot("unasked")


if __name__ == "__main__":
    main()
