"""Every page beside the work page, at both sizes and in both themes: legible, complete, used by keys."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.orbit.interfaces.panel.browser import Served, settled, window
from tests.orbit.interfaces.panel.legibility import faults

PAGES = ("library", "library/vocal-chain", "learned", "history", "memory", "settings")
_FOCUSED = """() => {
  const each = document.activeElement, style = getComputedStyle(each);
  const framed = each.closest(".q-field--focused");
  return style.outlineStyle !== "none" || style.boxShadow !== "none" || Boolean(framed);
}"""


@pytest.fixture(scope="module")
def used(browser: Browser, panel: Served) -> Served:
    """A panel with something on each page."""
    with window(browser, panel) as seen:
        settled(seen.page)
        for words in ("mute the pad", "set the guitar to -9 dB", "undo"):
            seen.page.get_by_label("Request", exact=True).fill(words)
            seen.page.get_by_label("Request", exact=True).press("Enter")
            if words != "undo":
                seen.page.locator("[data-key='ctrl+enter']:not([disabled])").last.wait_for()
                seen.page.keyboard.press("Control+Enter")
            seen.page.locator("article.request").first.locator(".reply.ok").wait_for()
    return panel


def shown(page: Page) -> None:
    """Wait until a page shows what it is for."""
    page.locator("main .line, main .item, main .empty, main .steps, main .q-field").first.wait_for()


@pytest.mark.parametrize("path", PAGES)
def test_every_text_is_legible_and_nothing_is_cut_off(browser: Browser, used: Served, path: str) -> None:
    with window(browser, used, path=f"/{path}") as seen:
        shown(seen.page)
        assert list(faults(seen.page)) == []


def test_what_is_wrong_with_a_workflow_is_legible(browser: Browser, used: Served) -> None:
    with window(browser, used, path="/library/vocal-chain") as seen:
        shown(seen.page)
        seen.page.keyboard.press("Alt+e")
        field = seen.page.get_by_label("Workflow")
        field.fill(field.input_value().replace("title: ", "titel: ", 1))
        seen.page.locator(".q-dialog .error").wait_for()
        assert list(faults(seen.page)) == []


def test_a_page_is_gone_through_by_keys_and_shows_where_one_is(browser: Browser, used: Served) -> None:
    with window(browser, used, path="/library") as seen:
        page = seen.page
        page.locator(".line").first.wait_for()
        page.keyboard.press("/")
        expect(page.get_by_label("Search")).to_be_focused()
        page.keyboard.press("Escape")
        for _ in range(12):
            page.keyboard.press("Tab")
            assert page.evaluate(_FOCUSED)
        page.locator(".line").first.focus()
        page.keyboard.press("Enter")
        page.wait_for_url("**/library/*")
        page.keyboard.press("Alt+4")
        page.wait_for_url("**/history")
