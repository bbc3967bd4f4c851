"""Take the pictures of ``docs/panel``: each page and plan at two widths in both themes, on one sheet.

``python -m docs.panel_pictures [FOLDER]``. Needs Chromium; with flite also what is said is shown.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from base64 import b64encode
from collections.abc import Generator
from contextlib import contextmanager
from itertools import product
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from daw_bridges.simulated.live import LiveHost
from orbit.hosts import simulated_live
from tests.orbit.interfaces.panel import test_inbox as inbox
from tests.orbit.interfaces.panel.browser import (
    CHROMIUM,
    FLAGS,
    SIZES,
    THEMES,
    TOKEN,
    Served,
    box,
    dress,
    plan,
    run,
    say,
    served,
    settled,
    undo,
    window,
)
from tests.orbit.interfaces.panel.legibility import still

_SHEET = """<style>
  body {{ margin: 0; padding: 12px; background: #8a919c; display: grid; gap: 12px;
    grid-template: auto auto / 666px 380px 380px; }}
  img {{ display: block; width: 100%; }} img:nth-child(-n+2) {{ grid-row: 1 / 3; }}
  img:nth-child(1) {{ grid-column: 2; }} img:nth-child(2) {{ grid-column: 3; }}
</style>{}"""
_SAID = "mute the Snare"


class Sheets:
    """Sheets of what a window shows; ``into`` is where they are saved."""

    def __init__(self, browser: Browser, into: Path) -> None:
        self._sheet = browser.new_page(viewport={"width": 1474, "height": 868})
        self._into = into

    def take(self, page: Page, name: str, shown: str = "") -> None:
        """Take one; ``shown`` is brought to the middle first."""
        taken: list[str] = []
        for size, theme in product(SIZES, THEMES):
            dress(page, size, theme)
            if shown:
                page.locator(shown).first.evaluate("each => each.scrollIntoView({block: 'center'})")
            still(page)
            taken.append(f'<img src="data:image/png;base64,{b64encode(page.screenshot()).decode()}">')
        dress(page, "wide", "dark")
        self._sheet.set_content(_SHEET.format("".join(taken)))
        self._sheet.screenshot(path=self._into / f"{name}.jpg", type="jpeg", quality=64, full_page=True)


def main() -> None:
    """Take them all."""
    into = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/panel")
    into.mkdir(parents=True, exist_ok=True)
    spoken = into / "spoken.wav"
    with sync_playwright() as playwright, _speech(spoken) as flags:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*FLAGS, *flags])
        with (
            tempfile.TemporaryDirectory() as folder,
            simulated_live(token=TOKEN, tick_seconds=0.01) as live,
            served(Path(folder), live) as panel,
            window(browser, panel) as seen,
        ):
            settled(seen.page)
            sheets = Sheets(browser, into)
            _requests(seen.page, sheets)
            if flags:
                _spoken(seen.page, sheets)
            _pages(seen.page, sheets, live, panel)
        browser.close()


@contextmanager
def _speech(file: Path) -> Generator[list[str]]:
    """Give what lets a browser's microphone hear a sentence, where it can be said."""
    if (flite := shutil.which("flite")) is None:
        yield []
        return
    try:
        subprocess.run(  # noqa: S603 - a fixed sentence
            [flite, "-voice", "slt", "-t", _SAID, "-o", str(file)], check=True
        )
        yield [f"--use-file-for-fake-audio-capture={file}%noloop"]
    finally:
        file.unlink(missing_ok=True)


def _requests(page: Page, sheets: Sheets) -> None:
    say(page, "make the bass duck under the kick")
    plan(page, "Sidechain compression")
    sheets.take(page, "plan")
    page.keyboard.press("Alt+e")
    page.locator("input[data-slot=threshold]").wait_for()
    sheets.take(page, "slots", "input[data-slot=threshold]")
    page.locator("input[data-slot=threshold]").fill("-30 dB")
    page.get_by_role("button", name="Plan with these").click()
    page.locator("section.card:not(.over)").filter(has_text="-30.0 dB").wait_for()
    run(page, "Bass now ducks under Kick.")
    sheets.take(page, "done")
    undo(page)
    sheets.take(page, "undone")
    say(page, "turn the guitar down by 6 dB and pan the pad 30 left")
    page.locator(".faders").wait_for()
    sheets.take(page, "mixer")
    page.keyboard.press("Escape")
    page.get_by_role("radio", name="if no undo").click()
    say(page, "delete the fx track")
    page.locator("article.request").first.locator(".reply.ok").wait_for()
    sheets.take(page, "unasked")
    undo(page)
    page.get_by_role("radio", name="always").click()
    say(page, "delete the fx track")
    plan(page, "Delete the track FX")
    page.keyboard.press("Escape")
    page.locator("article.request").first.get_by_text("Discarded.").wait_for()
    sheets.take(page, "discarded")
    for track in ("Pad", "Keys", "Guitar", "Bass"):
        say(page, f"make the {track} duck under the kick")
        plan(page, "Sidechain compression")
        run(page, f"{track} now ducks under Kick.")
    for words in ("never touch the master", "remember that the bridge needs a riser"):
        say(page, words)
        page.locator("article.request").first.filter(has_text=words).locator(".reply.ok").wait_for()


def _spoken(page: Page, sheets: Sheets) -> None:
    page.get_by_role("button", name="Hold to talk").hover()
    page.mouse.down()
    page.locator(".talker.listening").wait_for()
    page.wait_for_timeout(2500)  # as long as it is said
    page.mouse.up()
    page.locator(".heard").filter(has_text="Heard").wait_for()
    sheets.take(page, "heard")
    box(page).fill("")


def _pages(page: Page, sheets: Sheets, live: LiveHost, panel: Served) -> None:
    inbox.go(page, "Learned")
    inbox.do_by_hand(page, live, inbox.push_back, (8, 6, 5))
    page.locator("article").filter(has_text="3× by hand").first.wait_for()
    sheets.take(page, "learned")
    page.get_by_role("button", name="What is behind it").first.click()
    page.locator(".q-dialog .steps").first.wait_for()
    sheets.take(page, "behind")
    page.goto(f"{panel.origin}/library")
    page.locator(".line").first.wait_for()
    sheets.take(page, "library")
    page.goto(f"{panel.origin}/library/sidechain-compression")
    page.locator("svg.outcomes").wait_for()
    sheets.take(page, "workflow")
    sheets.take(page, "outcomes", "svg.outcomes")
    page.keyboard.press("Alt+e")
    field = page.get_by_label("Workflow")
    right = field.input_value()
    field.fill(right.replace("title: ", "titel: ", 1))
    page.locator(".q-dialog .error").wait_for()
    sheets.take(page, "wrong")
    field.fill(right.replace("title: Side", "title: My side", 1))
    page.locator(".q-dialog .fine").wait_for()
    sheets.take(page, "right")
    for name in ("history", "memory", "settings"):
        page.goto(f"{panel.origin}/{name}")
        page.locator("main .line, main .q-field").first.wait_for()
        sheets.take(page, name)


if __name__ == "__main__":
    main()
