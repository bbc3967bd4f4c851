"""Speech in the panel: a browser's microphone, from the held button to a completed command."""

from __future__ import annotations

import shutil
import subprocess
import wave
from collections.abc import Generator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect, sync_playwright

from tests.orbit.interfaces.panel.browser import (
    CHROMIUM,
    FLAGS,
    Served,
    box,
    plan,
    run,
    settled,
    undo,
    window,
)

FLITE = shutil.which("flite")
pytestmark = [
    pytest.mark.xdist_group("browser"),
    pytest.mark.skipif(CHROMIUM is None or FLITE is None, reason="chromium or flite is not installed here"),
]
SENTENCE = "mute the Snare"
_SILENT_SECONDS = 4


@pytest.fixture(scope="module", autouse=True)
def voice() -> None:
    pytest.importorskip("orbit.voice")
    pytest.importorskip("pocketsphinx")


@pytest.fixture
def speaking(tmp_path: Path, panel: Served) -> Generator[Page]:
    """A page whose microphone hears a sentence, once, and silence before it: a slow page begins late."""
    spoken = tmp_path / "spoken.wav"
    subprocess.run([str(FLITE), "-voice", "slt", "-t", SENTENCE, "-o", str(spoken)], check=True)
    with wave.open(str(spoken)) as held:
        about, said = held.getparams(), held.readframes(held.getnframes())
    with wave.open(str(spoken), "wb") as longer:
        longer.setparams(about)
        longer.writeframes(
            bytes(_SILENT_SECONDS * about.framerate * about.sampwidth * about.nchannels) + said
        )
    flags = [*FLAGS, f"--use-file-for-fake-audio-capture={spoken}%noloop"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=flags)
        with window(browser, panel) as seen:
            settled(seen.page)
            yield seen.page
        browser.close()


@pytest.fixture(scope="module")
def panel(tmp_path_factory: pytest.TempPathFactory) -> Generator[Served]:
    from tests.orbit.interfaces.panel.browser import served

    with served(tmp_path_factory.mktemp("panel")) as running:
        yield running


_SAID = """() => {
  const level = parseFloat(document.querySelector(".talker .meter i").style.width) || 0;
  window.loud = window.loud || level > 40;
  window.quiet = level > 20 ? 0 : (window.quiet || 0) + 1;
  return window.loud && window.quiet > 40;
}"""
"""Whether somebody spoke, and has been silent since for some forty pictures."""


def test_what_is_said_stands_in_the_box_and_is_done_once_it_is_sent(speaking: Page) -> None:
    earlier = speaking.locator("article.request").count()
    talk = speaking.get_by_role("button", name="Hold to talk")
    talk.hover()
    speaking.mouse.down()
    expect(speaking.locator(".talker.listening")).to_be_visible()
    speaking.wait_for_function(_SAID)
    speaking.mouse.up()
    expect(box(speaking)).to_have_value(SENTENCE)
    expect(speaking.locator(".heard")).to_contain_text(f"Heard “{SENTENCE}”")
    expect(speaking.locator("article.request")).to_have_count(earlier)
    box(speaking).press("Enter")
    plan(speaking, "Snare")
    run(speaking, "Snare")
    expect(speaking.locator("[data-track=Snare] .m.on")).to_be_visible()
    undo(speaking)


def test_a_microphone_that_is_refused_says_what_to_do_and_typing_goes_on(panel: Served) -> None:
    asking = [flag for flag in FLAGS if flag != "--use-fake-ui-for-media-stream"]  # it would agree
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=asking)
        with window(browser, panel) as seen:
            settled(seen.page)
            seen.page.context.grant_permissions([])
            seen.page.get_by_role("button", name="Hold to talk").hover()
            seen.page.mouse.down()
            expect(seen.page.locator(".heard")).to_contain_text("does not let this page hear the microphone")
            seen.page.mouse.up()
            expect(seen.page.locator(".talker.listening")).to_have_count(0)
            box(seen.page).fill("mute the snare")
            box(seen.page).press("Enter")
            plan(seen.page, "Snare")
            seen.page.keyboard.press("Escape")
        browser.close()
