"""How quick the panel is, and what it leaves behind. ``python -m benchmarks.panel``

Needs Chromium, and says so where there is none. The first table gives, in one run on one machine, the first
paint of the work page with what was asked for until then, the way from a change in Live to the page and from
a request to its plan on the card, each beside what it cannot be quicker than. Then it is said what a page
holds after so many minutes with a busy set of 200 tracks (``--minutes 30``: that alone).
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
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
    from tests.orbit.interfaces.panel.browser import Served

ROUNDS = sized(15, 2)
MINUTES = sized(30.0, 0.2)
TRACKS = 200
REQUESTS = 250
"""Turns of a fader from one request to the next."""
_PAINT = """() => {
  const paint = performance.getEntriesByName("first-contentful-paint")[0]?.startTime;
  if (!paint || document.readyState !== "complete") return null;
  const all = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
    .filter((each) => each.startTime < paint);
  const sent = all.filter((each) => each.transferSize);
  const bytes = sent.reduce((sum, each) => sum + each.transferSize, 0);
  const waited = all[0].responseEnd - all[0].requestStart;
  return {paint, requests: sent.length, kb: bytes / 1000, waited};
}"""
_ARRIVED = """(db) => new Promise((done) => {
  const shown = () => document.querySelector("[data-track=Pad] .db")?.textContent === db;
  const now = () => performance.timeOrigin + performance.now();
  const look = () => (shown() ? done(now()) : requestAnimationFrame(look));
  look();
})"""


_CARD = """() => new Promise((done) => {
  const begun = performance.now();
  document.querySelector(".ask .btn").click();
  const there = () => document.querySelector("section.card:not(.over) .steps") &&
    document.querySelector(".acts [data-key='ctrl+enter']");
  const look = () => (there() ? done(performance.now() - begun) : requestAnimationFrame(look));
  look();
})"""


def main() -> None:
    """Measure and print the tables."""
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
        if "--minutes" in sys.argv:
            _endurance(browser, live, Path(folder), float(sys.argv[sys.argv.index("--minutes") + 1]))
        else:
            console.print(_quickness(browser, live, Path(folder)))
            _endurance(browser, live, Path(folder), MINUTES)
        browser.close()


def _quickness(browser: Browser, live: LiveHost, folder: Path) -> Table:
    from tests.orbit.interfaces.panel.browser import served, settled, window

    table = Table(title="The work page", title_justify="left")
    for column in ("", "median", "beside"):
        table.add_column(column, justify="left" if not column else "right")
    with served(folder / "panel", live) as panel:
        for kind, loads in (("cold", _cold(browser, panel)), ("warm", _warm(browser, panel))):
            sent = f"{loads['requests']:.0f} requests, {loads['kb']:.0f} KB"
            told = f"{sent}, the page itself {loads['waited']:.0f} ms"
            table.add_row(f"first paint, {kind}", f"{loads['paint']:.0f} ms", told)
        with window(browser, panel) as seen:
            settled(seen.page)
            moves = [_follow(seen.page, live, place) for place in range(ROUNDS)]
            table.add_row("from Live to the page", f"{median(moves):.0f} ms", "")
            plans = median(_planned(seen.page) for _ in range(ROUNDS))
            alone = median(_alone(folder / "engine", live))
            table.add_row("request to its plan", f"{plans:.0f} ms", f"{alone:.0f} ms the engine alone")
            beside = [_do(panel.folder, live) for _ in range(ROUNDS)]
    with served(folder / "alone", live) as other:
        without = [_do(other.folder, live) for _ in range(ROUNDS)]
    more = median(beside) - median(without)
    table.add_row("orbit do beside it", f"{median(beside):.0f} ms", f"{more:+.0f} ms with a page open")
    return table


def _cold(browser: Browser, panel: Served) -> dict[str, float]:
    loads: list[dict[str, float]] = []
    for _ in range(ROUNDS):
        context = browser.new_context()
        page = context.new_page()
        loads.append(_loaded(page, panel.once()))
        context.close()
    return _median_of(loads)


def _warm(browser: Browser, panel: Served) -> dict[str, float]:
    """Load the page again in one browser, which keeps what it may; one whose requests are routed does not."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(panel.once())
    loads = [_loaded(page, panel.origin) for _ in range(ROUNDS + 1)][1:]
    context.close()
    return _median_of(loads)


def _loaded(page: Page, address: str) -> dict[str, float]:
    page.goto(address)
    return page.wait_for_function(_PAINT).json_value()


def _median_of(loads: list[dict[str, float]]) -> dict[str, float]:
    return {name: median(load[name] for load in loads) for name in loads[0]}


def _planned(page: Page) -> float:
    from tests.orbit.interfaces.panel.browser import box

    box(page).fill("make the bass duck under the kick")
    took = float(page.evaluate(_CARD))
    page.keyboard.press("Escape")
    page.locator("article.request").first.get_by_text("Discarded.").wait_for()
    return took


def _alone(folder: Path, live: LiveHost) -> list[float]:
    """Have the same planned by an engine of this process."""
    from orbit.hosts import script_port
    from orbit.server import LocalEngine
    from orbit.settings import Settings
    from tests.orbit.interfaces.panel.browser import TOKEN

    own: dict[str, Any] = {"daw": "ableton", "ableton_port": script_port(live), "ableton_token": TOKEN}
    settings = Settings(data_dir=folder, embedder="words", ableton_via="orbit", **own)

    async def plan() -> list[float]:
        took: list[float] = []
        async with LocalEngine(settings) as engine:
            for _ in range(ROUNDS):
                begun = perf_counter()
                outcome = await engine.do("make the bass duck under the kick", dry_run=True)
                assert outcome.answer.plan is not None
                took.append((perf_counter() - begun) * 1000)
        return took

    with ThreadPoolExecutor(1) as thread:  # the browser's driver has a loop in this one
        return thread.submit(lambda: asyncio.run(plan())).result()


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


def _endurance(browser: Browser, live: LiveHost, folder: Path, minutes: float) -> None:
    """Turn faders of a large set and have something planned now and then; say what is held meanwhile."""
    from daw_bridges.simulated.live.devices.fader import fader_raw
    from tests.orbit.interfaces.panel.browser import served, window

    def grow() -> None:
        for _ in range(len(live.song.tracks), TRACKS):
            live.song.create_audio_track(-1)

    live.call(grow)
    print(f"{minutes:g} minutes with a busy set of {TRACKS} tracks", flush=True)
    with served(folder / "busy", live) as panel, window(browser, panel) as seen:
        seen.page.locator(".strip").nth(TRACKS).wait_for()
        begun, turns = perf_counter(), 0
        for share in (0.1, 0.25, 0.4, 0.55, 0.7, 0.85, 1.0):
            while perf_counter() - begun < minutes * 60 * share:
                turns += 1

                def turn(step: int = turns) -> None:
                    volume = live.song.tracks[step % TRACKS].mixer_device.volume
                    volume.value = fader_raw(-float(step % 24))

                live.call(turn)
                seen.page.wait_for_timeout(20)
                if turns % REQUESTS == 0:
                    _planned(seen.page)
            told = ", ".join(f"{name} {held}" for name, held in _held(seen.page, panel.process.pid).items())
            print(f"{minutes * share:5.1f} min, {turns} turns: {told}", flush=True)


def _held(page: Page, process: int) -> dict[str, str]:
    cdp: Any = page.context.new_cdp_session(page)
    cdp.send("HeapProfiler.collectGarbage")
    counters = cdp.send("Memory.getDOMCounters")
    heap = cdp.send("Runtime.getHeapUsage")["usedSize"] / 1e6
    cdp.detach()
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return {
        "server": f"{pages * 4096 / 1e6:.0f} MB",
        "page": f"{heap:.1f} MB",
        "nodes": str(counters["nodes"]),
        "listeners": str(counters["jsEventListeners"]),
    }


if __name__ == "__main__":
    main()
