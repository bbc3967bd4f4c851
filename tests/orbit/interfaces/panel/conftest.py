"""One browser for the tests of a file, on one worker; a panel and a simulated Live that they share."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Playwright, sync_playwright

from daw_bridges.simulated.live import LiveHost
from orbit.hosts import simulated_live
from tests.orbit.interfaces.panel.browser import CHROMIUM, FLAGS, TOKEN, Served, served, window


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let no two workers start a browser at once: each takes as much of the machine as all else together."""
    for item in items:
        if Path(__file__).parent in item.path.parents and "playwright" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.xdist_group("the browser"))


@pytest.fixture(scope="module")
def playwright() -> Generator[Playwright]:
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Generator[Browser]:
    started = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
    yield started
    started.close()


@pytest.fixture(scope="module")
def live() -> Generator[LiveHost]:
    with simulated_live(token=TOKEN, tick_seconds=0.01) as host:
        yield host


@pytest.fixture(scope="module")
def panel(live: LiveHost, tmp_path_factory: pytest.TempPathFactory) -> Generator[Served]:
    with served(tmp_path_factory.mktemp("panel"), live) as running:
        yield running


@pytest.fixture
def page(browser: Browser, panel: Served) -> Generator[Page]:
    with window(browser, panel) as seen:
        seen.page.locator("[data-track=Bass]").wait_for()
        yield seen.page
