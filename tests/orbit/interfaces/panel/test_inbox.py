"""The learned inbox in a real browser: what is done by hand in a simulated Live, offered and decided on."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from playwright.sync_api import Page, expect

from daw_bridges.simulated.live import LiveHost
from daw_bridges.simulated.live.devices.fader import fader_raw
from orbit.learning.recording.journal import FOLDER
from tests.orbit.interfaces.panel.browser import Served
from tests.orbit.interfaces.panel.legibility import faults


def go(page: Page, name: str) -> None:
    page.get_by_role("navigation").get_by_role("link", name=name).click()
    page.wait_for_url(f"**/{name.lower()}")


def watch(page: Page) -> None:
    """Have Orbit watch, and wait until it sees what is done."""
    page.get_by_role("button", name="Watch what I do").click()
    page.locator("main .watching").filter(has_text="watching · 0").wait_for()


def push_back(live: LiveHost, place: int) -> None:
    """Set a track up in Live by hand, as somebody always does."""

    def edit() -> None:
        strip = live.song.tracks[place].mixer_device
        strip.volume.value, strip.panning.value, strip.sends[0].value = fader_raw(-6.0), -0.5, 0.4

    live.call(edit)


def open_up(live: LiveHost, place: int) -> None:
    """Set a track up by hand in another way."""

    def edit() -> None:
        track = live.song.tracks[place]
        track.mute = not track.mute
        track.mixer_device.panning.value, track.mixer_device.sends[1].value = 0.5, 0.3

    live.call(edit)


def do_by_hand(
    page: Page, live: LiveHost, edit: Callable[[LiveHost, int], None], places: Sequence[int]
) -> None:
    """Do the same by hand in sittings of their own."""
    for place in places:
        watch(page)
        edit(live, place)
        page.locator("main .watching").filter(has_text="watching · 3 edits").wait_for()
        expect(page.locator("header .watching")).to_be_visible()
        page.get_by_role("button", name="End, and learn from it").click()
        page.get_by_role("button", name="Watch what I do").wait_for()


def test_what_is_done_by_hand_is_shown_renamed_and_kept(live_page: Page, live: LiveHost) -> None:
    page = live_page
    go(page, "Learned")
    do_by_hand(page, live, push_back, (8, 6, 5))
    offer = page.locator("article").filter(has_text="3× by hand").first
    offer.wait_for()
    assert list(faults(page)) == []
    offer.get_by_role("button", name="What is behind it").click()
    dialog = page.locator(".q-dialog")
    expect(dialog.locator(".steps").first).to_contain_text("<target> to -6.0 dB")
    example = dialog.get_by_role("status")
    expect(example).to_contain_text("Example 1 of 3")
    expect(example.locator("li")).to_have_count(3)
    first = example.inner_text()
    page.keyboard.press("Alt+n")
    expect(example).to_contain_text("Example 2 of 3")
    assert example.locator("li").first.inner_text() not in first
    page.get_by_role("button", name="Close").click()
    offer.get_by_label("Name").fill("Push it back")
    offer.get_by_role("button", name="Keep").click()
    page.locator(".q-notification").filter(has_text="“Push it back” is in the library").wait_for()
    go(page, "Library")
    page.locator(".line").filter(has_text="Push it back").click()
    page.wait_for_url("**/library/push-it-back")
    expect(page.locator(".chip").nth(1)).to_have_text("learned from you, 3 times by hand")
    go(page, "History")
    volumes = page.locator(".line").filter(has_text="3 edits by hand").filter(has_text="Set the volume of")
    expect(volumes).to_have_count(3)


def test_what_is_dismissed_is_not_offered_again(live_page: Page, live: LiveHost, live_panel: Served) -> None:
    page = live_page
    go(page, "Learned")
    do_by_hand(page, live, open_up, (9, 10, 11))
    offers = page.locator("article").filter(has_text="× by hand")
    offers.first.wait_for()
    while count := offers.count():
        offers.first.get_by_role("button", name="Dismiss").click()
        expect(offers).to_have_count(count - 1)
    page.goto(f"{live_panel.origin}/learned")
    expect(page.get_by_text("Nothing is on offer.")).to_be_visible()


def test_what_is_paused_is_not_noted_and_what_is_thrown_away_is_gone(
    live_page: Page, live: LiveHost, live_panel: Served
) -> None:
    page = live_page
    go(page, "Learned")
    watch(page)
    page.get_by_role("button", name="Pause").click()
    page.locator("main .watching").filter(has_text="paused ·").wait_for()
    page.get_by_role("button", name="Go on").click()
    page.locator("main .watching").filter(has_text="watching · 0").wait_for()
    live.call(lambda: setattr(live.song.tracks[1], "solo", True))
    page.locator("main .watching").filter(has_text="watching · 1").wait_for()
    page.get_by_role("button", name="End, and throw it away").click()
    page.get_by_role("button", name="Watch what I do").wait_for()
    expect(page.locator("header .watching")).to_have_count(0)
    noted = [file for file in (live_panel.data_dir / FOLDER).rglob("*.jsonl") if file.read_text()]
    assert noted == []
